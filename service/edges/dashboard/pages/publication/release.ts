import { listMailings } from "../../../../features/mailings/mailings.ts";
import { releaseUrl } from "../../../../features/newsroom/paths.ts";
import { archiveRelease } from "../../../../features/workflow/releases/archive-release.ts";
import { changeReleaseSlug } from "../../../../features/workflow/releases/change-release-slug.ts";
import { sendOnlineMails } from "../../../../features/workflow/releases/online-mail/send-online-mails.ts";
import { readOverview } from "../../../../features/workflow/releases/read-overview.ts";
import type { ReleaseOverview } from "../../../../features/workflow/releases/read-release.ts";
import { restoreRelease } from "../../../../features/workflow/releases/restore-release.ts";
import { mailLoopName } from "../../../../floor/mail/outbox/loops.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { summaryOf } from "../../../../press-text/markdown/press-text.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import type { FormState } from "../../forms/form-state.ts";
import { copyScript } from "../../parts/copy-button.ts";
import { draftStateHtml } from "../../parts/draft-state.ts";
import { momentHtml } from "../../parts/moment.ts";
import type { Visit } from "../../visit.ts";
import { clientPath } from "../clients/client-frame.ts";
import { approvalPath, releasePagePath, textsPath } from "../texts/paths.ts";
import { incompletePicture } from "./approval-fields.ts";
import { releaseOfVisit } from "./draft-of-visit.ts";
import { releaseMenu, slugFields } from "./release-menu.ts";
import { clippingsSection, figuresSection, reportsSection } from "./release-parts.ts";
import { tellSection } from "./release-tell.ts";
import { countdownScript, scheduledHtml } from "./scheduled.ts";

const path = "/app/meldungen/erschienen/:pressReleaseId";

const noMailings = { mailings: [] };
/** Of the text's beginning, where it has no subtitle. */
const leadCharactersMax = 300;

type ReleaseContext = Pick<Context<{ pressReleaseId: string }>, "visit" | "deps" | "params">;

const releasePage = definePage({
  path,
  action: "drafts.read",
  scripts: [copyScript, countdownScript],
  handle: (context) => showRelease(context, null),
});

const onlineMailForm = defineForm({
  path: `${path}/online-mail`,
  action: "releases.publish",
  fields: {},
  async handle(context) {
    const { visit, deps } = context;
    const { pressReleaseId } = await releaseOfVisit(context);
    const mails = await sendOnlineMails(deps.sql, visit.agencyId, { pressReleaseId, actor: visit.actor });
    deps.wake(mailLoopName("personal"));
    return {
      location: releasePagePath(pressReleaseId),
      notice:
        mails === 0
          ? "Alle haben die Mail schon."
          : mails === 1
            ? "Eine Mail geht hinaus."
            : `${mails} Mails gehen hinaus.`,
    };
  },
  show: (context, state) => showRelease(context, state),
});

const archiveForm = defineForm({
  path: `${path}/archivieren`,
  action: "releases.archive",
  fields: {},
  async handle(context) {
    const { visit, deps } = context;
    const { pressReleaseId } = await releaseOfVisit(context);
    await archiveRelease(deps.sql, visit.agencyId, { pressReleaseId, actor: visit.actor });
    return {
      location: releasePagePath(pressReleaseId),
      notice: "Archiviert. Unter der Adresse steht jetzt ein Hinweis mit dem Kontakt des Newsrooms.",
    };
  },
  show: (context, state) => showRelease(context, state),
});

const restoreForm = defineForm({
  path: `${path}/wiederherstellen`,
  action: "releases.archive",
  fields: {},
  async handle(context) {
    const { visit, deps } = context;
    const { pressReleaseId } = await releaseOfVisit(context);
    const { publicUrl } = deps;
    await restoreRelease(deps.sql, visit.agencyId, { pressReleaseId, publicUrl, actor: visit.actor });
    return {
      location: releasePagePath(pressReleaseId),
      notice: "Wieder veröffentlicht, unter der alten Adresse und mit dem ersten Datum.",
    };
  },
  show: (context, state) => showRelease(context, state),
  reasons: { asset_incomplete: incompletePicture },
});

const slugForm = defineForm({
  path: `${path}/adresse`,
  action: "releases.publish",
  fields: slugFields,
  async handle(context) {
    const { visit, deps, values } = context;
    const { pressReleaseId } = await releaseOfVisit(context);
    await changeReleaseSlug(deps.sql, visit.agencyId, { pressReleaseId, ...values }, visit.actor);
    return { location: releasePagePath(pressReleaseId), notice: "Die Adresse ist geändert." };
  },
  show: (context, state) => showRelease(context, state),
});

export const releaseDefinitions = [releasePage, archiveForm, restoreForm, slugForm, onlineMailForm];

async function showRelease(context: ReleaseContext, refused: FormState | null): Promise<PageContent> {
  const { visit, deps } = context;
  const release = await releaseOfVisit(context);
  const { title, clientId, clientName, status } = release;
  const url = releaseUrl(deps.publicUrl, release, release.slug);
  const isOnline = status === "published";
  return {
    title,
    trail: [{ label: "Meldungen", href: textsPath }],
    lead: html`<a href="${clientPath(clientId)}">${clientName}</a> ${draftStateHtml(status)}`,
    tools: html`${isOnline && html`<a class="button" href="${url}" target="_blank" rel="noopener">Seite ansehen</a>`}`,
    main: html`${await whole(context, release, url)}
${releaseMenu(visit, release, refused)}`,
  };
}

async function whole({ visit, deps }: ReleaseContext, release: ReleaseOverview, url: string): Promise<Html> {
  const { agencyId, timeZone, clientIds } = visit;
  const { status, draftId, scheduledFor, publishedAt } = release;
  const isLimited = clientIds !== null;
  const { pressReleaseId: releaseId } = release;
  const [found, { mailings }] = await Promise.all([
    readOverview(deps.sql, agencyId, { release, timeZone, isLimited }),
    visit.may("mailings.read") ? listMailings(deps.sql, agencyId, { clientIds, releaseId }) : noMailings,
  ]);
  const { content, picture, figures, clippings, mailing, reports, told, approvals } = found;
  const isOnline = status === "published";
  const text = await deps.texts.read(agencyId, content?.bodyMarkdown ?? "");
  const lead = content?.subtitle ?? summaryOf(text, leadCharactersMax);
  return html`${
    status === "scheduled" &&
    draftId !== null &&
    scheduledFor !== null &&
    html`<section aria-labelledby="termin"><h2 id="termin">Veröffentlichung</h2>${scheduledHtml(visit, { draftId, scheduledFor, isCorrection: false, approvals })}</section>`
  }
<div class="opening-lines">${picture !== null && html`<img src="${clientPath(release.clientId, `/mediathek/${picture.id}/bild`)}" alt="${picture.alt ?? ""}">`}
<div><p lang="${content?.language ?? "de"}">${lead}</p>${publishedAt !== null && facts(visit, release, isOnline ? url : null)}
${isOnline && correction(visit, release)}</div></div>
${isOnline && tellSection(visit, { release, url, lead, topics: content?.topics ?? [], told, mailing, mailings })}
${
  publishedAt !== null &&
  html`${figuresSection(visit, release, figures)}
<div class="pair">${clippingsSection(visit, release, clippings)}${reportsSection(visit, release, reports)}</div>`
}`;
}

function facts(visit: Visit, release: ReleaseOverview, url: string | null): Html {
  const { pressReleaseId, publishedAt, correctedAt, correctionNote, movedInAt } = release;
  return html`<dl class="facts-list">
${publishedAt !== null && html`<div><dt>Erschienen</dt><dd>${momentHtml(visit, publishedAt)}</dd></div>`}
${movedInAt !== null && html`<div><dt>Übernommen</dt><dd>${momentHtml(visit, movedInAt)}, aus dem bisherigen Newsroom und ohne Freigabe hier. Aufrufe zählen seit diesem Tag.</dd></div>`}
${url !== null && html`<div><dt>Adresse</dt><dd class="address"><a href="${url}" target="_blank" rel="noopener">${url}</a></dd></div>`}
${correctedAt !== null && html`<div><dt>Berichtigt</dt><dd>${momentHtml(visit, correctedAt)}${correctionNote !== null && `: ${correctionNote}`}</dd></div>`}
<div><dt>Nummer</dt><dd>${pressReleaseId}, für Importe und die Schnittstelle</dd></div>
</dl>`;
}

function correction(
  visit: Visit,
  { pressReleaseId, draftId, isBeingCorrected }: ReleaseOverview,
): Html | null {
  if (!visit.may("releases.correct")) return null;
  return isBeingCorrected && draftId !== null
    ? html`<p>Eine Berichtigung ist in Arbeit. <a href="${approvalPath(draftId)}">Zu Freigabe und Veröffentlichung</a></p>`
    : html`<p class="buttons"><a class="button" href="${`${releasePagePath(pressReleaseId)}/berichtigen`}">Meldung berichtigen</a></p>`;
}
