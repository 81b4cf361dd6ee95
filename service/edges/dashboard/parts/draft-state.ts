import type { DraftStatus } from "../../../features/workflow/drafts/schema.ts";
import { type Html, html } from "../../../floor/web/html.ts";

/** The states of a text, in the words that people use. */
export const draftStateLabels: Readonly<Record<DraftStatus, string>> = {
  draft: "Entwurf",
  in_approval: "In Freigabe",
  changes_requested: "Änderungen gewünscht",
  approved: "Freigegeben",
  scheduled: "Geplant",
  published: "Veröffentlicht",
  archived: "Archiviert",
};

/** A colour for each; the word beside it says the same to whoever does not see colours. */
const classes: Record<DraftStatus, string> = {
  draft: "state",
  in_approval: "state waiting",
  changes_requested: "state bad",
  approved: "state good",
  scheduled: "state planned",
  published: "state online",
  archived: "state past",
};

export function draftStateHtml(status: DraftStatus): Html {
  return html`<span class="${classes[status]}">${draftStateLabels[status]}</span>`;
}
