import { readMailing } from "../../../../features/mailings/mailings.ts";
import type { Mailing, MailingStatus, StopReason } from "../../../../features/mailings/schema.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { Context, PageContent } from "../../definition.ts";
import { uuidInPath } from "../../parts/path-id.ts";

export const mailingsPath = "/app/aussand";
export const mailingPath = (id: string, ending: Step = ""): string => `${mailingsPath}/${id}${ending}`;

export type MailingContext = Pick<Context<{ mailingId: string }>, "visit" | "params" | "deps">;

/** The way of a draft. */
const steps = [
  { ending: "", label: "1. Empfänger" },
  { ending: "/inhalt", label: "2. Inhalt" },
  { ending: "/vorschau", label: "3. Vorschau" },
  { ending: "/senden", label: "4. Senden" },
] as const;
type Step = (typeof steps)[number]["ending"];

/** The mailing of the path. The same 404 for one that is not there, another agency's, and one of a client that the person is not let to. */
export async function knownMailing({ visit, params, deps }: MailingContext): Promise<Mailing> {
  const id = uuidInPath(params.mailingId);
  return await readMailing(deps.sql, visit.agencyId, { id, clientIds: visit.clientIds });
}

/** A page about one mailing; a draft has its steps above. */
export function mailingPage(
  mailing: Mailing,
  page: { step: Step; lead?: string; tools?: Html; main: Html; hasFrames?: true },
): PageContent {
  const { step, main, ...content } = page;
  const shown =
    mailing.status === "draft"
      ? steps
      : steps.filter(({ ending }) => ending !== "/inhalt" && ending !== "/senden");
  const labelOf = ({ ending, label }: (typeof steps)[number]) =>
    mailing.status === "draft" ? label : ending === "" ? "Stand" : "Vorschau";
  return {
    lead: `${mailing.clientName}${mailing.releaseTitle === null ? ", Mitteilung ohne Meldung" : ""}`,
    ...content,
    title: mailing.subject === "" ? "Aussand ohne Betreff" : mailing.subject,
    trail: [{ label: "Aussand", href: mailingsPath }],
    main: html`<nav class="tabs" aria-label="Aussand"><ul>${shown.map(
      (each) =>
        html`<li><a href="${mailingPath(mailing.id, each.ending)}"${each.ending === step && html` aria-current="page"`}>${labelOf(each)}</a></li>`,
    )}</ul></nav>
${main}`,
  };
}

const states: Readonly<Record<MailingStatus, { label: string; look: string }>> = {
  draft: { label: "Entwurf", look: "state" },
  scheduled: { label: "geplant", look: "state planned" },
  preparing: { label: "wird vorbereitet", look: "state waiting" },
  sending: { label: "wird verschickt", look: "state waiting" },
  sent: { label: "verschickt", look: "state good" },
  stopped: { label: "angehalten", look: "state past" },
};

/** Why a mailing stopped by itself, and what to do. */
export const stopTexts: Readonly<Record<StopReason, string>> = {
  client_archived: "Der Kunde ist archiviert.",
  release_gone: "Die Meldung ist nicht oder nicht mehr veröffentlicht.",
  file_gone: "Ein gewählter Anhang ist gelöscht.",
  list_gone: "Eine gewählte Liste ist gelöscht.",
  too_many: "Die Listen haben inzwischen zu viele Kontakte für einen Aussand.",
  confirmation_missing:
    "Seit der Planung sind Kontakte in Deutschland dazugekommen. Für sie muss bestätigt sein, dass der Aussand informiert und nicht wirbt.",
  grown:
    "Die Listen sind seit der Planung stark gewachsen. Bitte sehen Sie sich die Zahl der Empfänger noch einmal an.",
  overdue: "Der Dienst konnte ihn nicht rechtzeitig verschicken.",
  mail_server: "Der Mailserver hat die Mails nicht angenommen.",
};

/** What became of the mails that did not arrive, where no mail of the mailing went out for this reason, and else. */
export function undeliveredNote(stopReason: StopReason | null): string {
  if (stopReason === "mail_server") return "vom Mailserver nicht angenommen";
  return stopReason === "overdue" ? "nicht rechtzeitig verschickt" : "abgewiesen oder zurückgekommen";
}

export function stateHtml(status: MailingStatus): Html {
  return html`<span class="${states[status].look}">${states[status].label}</span>`;
}
