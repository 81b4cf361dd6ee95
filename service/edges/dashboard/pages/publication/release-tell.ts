import { mailStateWords } from "../../../../features/mailings/contact-history.ts";
import type { Mailing, MailingFigures } from "../../../../features/mailings/schema.ts";
import type { OnlineMailState } from "../../../../features/workflow/releases/online-mail/sql.ts";
import type { ReleaseMailing } from "../../../../features/workflow/releases/overview-sql.ts";
import type { ReleaseOverview } from "../../../../features/workflow/releases/read-release.ts";
import { shareTexts } from "../../../../features/workflow/releases/share-texts.ts";
import { formatCount } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { buttonFormHtml } from "../../parts/confirm.ts";
import { copyableHtml } from "../../parts/copy-button.ts";
import { momentHtml, momentText, shortMomentHtml } from "../../parts/moment.ts";
import { tableHtml } from "../../parts/table.ts";
import type { Visit } from "../../visit.ts";
import { clientPath } from "../clients/client-frame.ts";
import { mailingPath, stateHtml } from "../mailings/known-mailing.ts";
import { releasePagePath } from "../texts/paths.ts";
import { mailingText } from "./release-parts.ts";

type Told = {
  release: ReleaseOverview;
  url: string;
  lead: string;
  topics: readonly string[];
  told: readonly OnlineMailState[];
  mailing: ReleaseMailing | null;
  mailings: readonly (Mailing & { figures: MailingFigures | null })[];
};

/** Who hears of a release that is online: by the service, and by texts to copy. */
export function tellSection(
  visit: Visit,
  { release, url, lead, topics, told, mailing, mailings }: Told,
): Html {
  const { title, clientName, publishedAt } = release;
  const texts = shareTexts({
    title,
    lead,
    topics,
    clientName,
    url,
    agencyName: visit.agencyName,
    publishedAt: publishedAt === null ? "" : momentText(visit, publishedAt),
  });
  return html`<section class="for-screens" aria-labelledby="weitersagen"><h2 id="weitersagen">Weitersagen</h2>
${copyableHtml({ id: "link", label: "Link", text: url })}
<details class="group"><summary>Text für LinkedIn</summary>${copyableHtml({ id: "linkedin", label: "Für LinkedIn", text: texts.linkedIn })}</details>
<details class="group"><summary>Mail an den Kunden</summary>${copyableHtml({ id: "kunde", label: "Für eine eigene Mail an den Kunden", text: texts.client })}</details>
<details class="group"><summary>Text für Kolleginnen und Kollegen</summary>${copyableHtml({ id: "team", label: "Für das Team", text: texts.colleagues })}</details>
<h3>Mails des Dienstes</h3>
<ul class="plain"><li>${mailingText(mailing) ?? "Es gingen keine Mails an Abonnenten."}</li>
<li>${toldHtml(visit, release, told)}</li></ul>
${mailings.length > 0 && mailingsHtml(visit, mailings)}
${visit.may("mailings.write") && html`<p><a class="button" href="${`/app/aussand/neu?meldung=${release.pressReleaseId}`}">An Redaktionen senden</a></p>`}
${told.some(isLeftOut) && visit.may("releases.publish") && buttonFormHtml({ visit, action: `${releasePagePath(release.pressReleaseId)}/online-mail`, label: "Mail „ist online“ an die übrigen senden" })}</section>`;
}

function mailingsHtml(visit: Visit, mailings: Told["mailings"]): Html {
  return html`<h3>Aussände an Redaktionen</h3>
${tableHtml({
  caption: "Aussände zu dieser Meldung",
  rows: mailings,
  columns: [
    {
      label: "Aussand",
      cell: ({ id, subject, isEmbargoed }) =>
        html`<a href="${mailingPath(id)}">${subject === "" ? "Ohne Betreff" : subject}</a>${isEmbargoed && html`<span class="facts">unter Sperrfrist</span>`}`,
    },
    { label: "Stand", cell: ({ status }) => stateHtml(status) },
    {
      label: "Zeit",
      cell: ({ status, dueAt, preparedAt, createdAt }) =>
        shortMomentHtml(visit, (status === "scheduled" ? dueAt : preparedAt) ?? createdAt),
    },
    { label: "Verschickt", cell: ({ figures }) => formatCount(figures?.sent ?? 0), isNumber: true },
    { label: "Klicks", cell: ({ figures }) => formatCount(figures?.clicks ?? 0), isNumber: true },
  ],
})}`;
}

/** Whose mail was never made or did not go, and who still wants it. */
function isLeftOut({ status, canGo }: OnlineMailState): boolean {
  return canGo && (status === null || status === "failed" || status === "cancelled");
}

const words = { ...mailStateWords, waiting: "wird gerade verschickt" };

function toldHtml(visit: Visit, { clientId }: ReleaseOverview, told: readonly OnlineMailState[]): Html {
  if (told.length === 0)
    return html`Kein Kontakt des Kunden hat der Mail „ist online“ zugestimmt. <a href="${clientPath(clientId, "/kontakte")}">Kontakte</a>`;
  return html`Mail „ist online“: ${told.map(
    ({ contactName, status, at }, index) =>
      html`${index > 0 && "; "}${contactName}, ${status === null ? "noch nicht" : words[status]}${status === "sent" && at !== null && html` ${momentHtml(visit, at)}`}`,
  )}`;
}
