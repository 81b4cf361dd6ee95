import { type Html, html } from "../../../../floor/web/html.ts";
import { safeLocation } from "../../answers.ts";

export const textsPath = "/app/meldungen";
export const newTextPath = `${textsPath}/neu`;

/** The page of a draft: its editor. */
export function textPath(draftId: string): string {
  return `${textsPath}/${draftId}`;
}

export function versionsPath(draftId: string): string {
  return `${textPath(draftId)}/fassungen`;
}

/** Approval, history and publication of a draft. */
export function approvalPath(draftId: string): string {
  return `${textPath(draftId)}/freigabe`;
}

/** The query that leads on to the approval once a text is saved. */
const goOn = { name: "weiter", value: "freigabe" } as const;

/** A form's address, which names its window, so that it saves and then leads to the approval. */
export function savingAndAsking(submit: string): string {
  return `${submit}&${goOn.name}=${goOn.value}`;
}

/** Where a saved text goes on: to its approval, where the button said so. */
export function afterSaving(draftId: string, query: URLSearchParams): string {
  return query.get(goOn.name) === goOn.value ? approvalPath(draftId) : textPath(draftId);
}

/** Where a draft is copied, given to another client or deleted. */
export function managePath(draftId: string): string {
  return `${textPath(draftId)}/verwalten`;
}

/** What is to be seen before a draft is published; `at` with a moment to be chosen. */
export function publishPath(draftId: string, when: "now" | "at" = "now"): string {
  return `${textPath(draftId)}/veroeffentlichen${when === "at" ? "?wann=termin" : ""}`;
}

/** Links with a password for editors who may read before the date. */
export function embargoPath(draftId: string): string {
  return `${textPath(draftId)}/vorab`;
}

/** A version as readers would get it; the newest where none is named. */
export function previewPath(draftId: string, version?: number): string {
  return `${textPath(draftId)}/fassung${version === undefined ? "" : `?nummer=${version}`}`;
}

/** What can be done with a release that has appeared. */
export function releasePagePath(pressReleaseId: number): string {
  return `${textsPath}/erschienen/${pressReleaseId}`;
}

/** The page of a text that a search or a list found; what came without a draft has the page of its release. */
export function foundTextPath({
  draftId,
  pressReleaseId,
}: {
  draftId: string | null;
  pressReleaseId: number | null;
}): string {
  return draftId === null ? releasePagePath(pressReleaseId ?? 0) : textPath(draftId);
}

/** The query that says from which text somebody came to a page about its pictures. */
const backName = "zurueck";

/** The address of such a page with a way back to the text. */
export function leadingBack(path: string, backPath: string | null): string {
  return backPath === null ? path : `${path}?${backName}=${encodeURIComponent(backPath)}`;
}

/** The text's page that the query names; null for anything else, as anybody may have written it. */
export function backPathOf(query: URLSearchParams): string | null {
  const path = safeLocation(query.get(backName));
  return path.startsWith(`${textsPath}/`) ? path : null;
}

/** The link back, above a page about pictures. */
export function backHtml(query: URLSearchParams): Html | null {
  const path = backPathOf(query);
  return path === null
    ? null
    : html`<p class="back"><a class="button" href="${path}">Zurück zur Meldung</a></p>`;
}

/** Keeps it in a form that searches there. */
export function backFieldHtml(query: URLSearchParams): Html | null {
  const path = backPathOf(query);
  return path === null ? null : html`<input type="hidden" name="${backName}" value="${path}">`;
}
