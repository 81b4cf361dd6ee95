import { releaseUrl } from "../../../../features/newsroom/paths.ts";
import { archiveRelease } from "../../../../features/workflow/releases/archive-release.ts";
import { changeReleaseSlug } from "../../../../features/workflow/releases/change-release-slug.ts";
import type { ReleaseOverview } from "../../../../features/workflow/releases/read-release.ts";
import { restoreRelease } from "../../../../features/workflow/releases/restore-release.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, type PageContent } from "../../definition.ts";
import { type FormState, filledForm } from "../../forms/form-state.ts";
import { formHtml } from "../../forms/render-form.ts";
import { hiddenField, textField } from "../../forms/text-fields.ts";
import { buttonFormHtml, confirmHtml } from "../../parts/confirm.ts";
import { draftStateHtml } from "../../parts/draft-state.ts";
import { momentHtml } from "../../parts/moment.ts";
import type { Visit } from "../../visit.ts";
import { clientPath } from "../clients/client-frame.ts";
import { scopePath } from "../figures/paths.ts";
import { approvalPath, releasePagePath, textsPath } from "../texts/paths.ts";
import { releaseOfVisit } from "./draft-of-visit.ts";

const path = "/app/meldungen/erschienen/:pressReleaseId";

const slugFields = {
  slug: textField({
    label: "Adresswort",
    hint: "Kleinbuchstaben, Ziffern und Bindestriche. Die alte Adresse führt für immer zur neuen.",
    charactersMax: 80,
  }),
  seenSlug: hiddenField({ charactersMax: 80 }),
};

type ReleaseContext = Pick<Context<{ pressReleaseId: string }>, "visit" | "deps" | "params">;

const releasePage = definePage({
  path,
  action: "drafts.read",
  handle: (context) => showRelease(context, null),
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

export const releaseDefinitions = [releasePage, archiveForm, restoreForm, slugForm];

async function showRelease(context: ReleaseContext, refused: FormState | null): Promise<PageContent> {
  const { visit, deps } = context;
  const release = await releaseOfVisit(context);
  const { draftId, title, clientId, clientName, pressReleaseId, status } = release;
  const isOnline = status === "published";
  const url = releaseUrl(deps.publicUrl, release, release.slug);
  return {
    title,
    trail: [{ label: "Meldungen", href: textsPath }],
    lead: html`<a href="${clientPath(clientId)}">${clientName}</a> ${draftStateHtml(status)}`,
    tools: html`${isOnline && html`<a class="button" href="${url}" target="_blank" rel="noopener">Seite ansehen</a>`}
${visit.may("figures.read") && html`<a class="button" href="${scopePath({ type: "article", id: String(pressReleaseId) })}">Zahlen</a>`}
${draftId !== null && html`<a class="button" href="${approvalPath(draftId)}">Freigabe und Verlauf</a>`}`,
    main: html`${facts(visit, release, isOnline ? url : null)}
${isOnline && correction(visit, release)}
${visit.may("releases.publish") && addressForm(visit, release, refused)}
${visit.may("releases.archive") && (isOnline || status === "archived") && shelf(visit, release)}`,
  };
}

function facts(visit: Visit, release: ReleaseOverview, url: string | null): Html {
  const { publishedAt, correctedAt, correctionNote } = release;
  return html`<dl class="facts-list">
${publishedAt !== null && html`<div><dt>Erschienen</dt><dd>${momentHtml(visit, publishedAt)}</dd></div>`}
${url !== null && html`<div><dt>Adresse</dt><dd><a href="${url}" target="_blank" rel="noopener">${url}</a></dd></div>`}
${correctedAt !== null && html`<div><dt>Berichtigt</dt><dd>${momentHtml(visit, correctedAt)}${correctionNote !== null && `: ${correctionNote}`}</dd></div>`}
</dl>`;
}

function correction(
  visit: Visit,
  { pressReleaseId, draftId, isBeingCorrected }: ReleaseOverview,
): Html | null {
  if (!visit.may("releases.correct")) return null;
  return html`<section aria-labelledby="berichtigung"><h2 id="berichtigung">Berichtigung</h2>
${
  isBeingCorrected && draftId !== null
    ? html`<p>Eine Berichtigung ist in Arbeit. <a href="${approvalPath(draftId)}">Zu Freigabe und Veröffentlichung</a></p>`
    : html`<p>Der neue Text geht wieder durch die Freigabe. Dann steht auf der Seite „Berichtigt am …“ mit Ihrem Satz dazu; die Adresse bleibt.</p>
<p class="buttons"><a class="button" href="${`${releasePagePath(pressReleaseId)}/berichtigen`}">Meldung berichtigen</a></p>`
}</section>`;
}

function addressForm(
  visit: Visit,
  { pressReleaseId, slug }: ReleaseOverview,
  refused: FormState | null,
): Html {
  return html`<section aria-labelledby="adresse"><h2 id="adresse">Adresse</h2>
${formHtml({
  visit,
  action: `${releasePagePath(pressReleaseId)}/adresse`,
  fields: slugFields,
  state: refused ?? filledForm({ slug, seenSlug: slug }),
  submit: "Adresse ändern",
})}</section>`;
}

function shelf(visit: Visit, { pressReleaseId, status }: ReleaseOverview): Html {
  const action = releasePagePath(pressReleaseId);
  return html`<section aria-labelledby="archiv"><h2 id="archiv">Archiv</h2>
${
  status === "archived"
    ? html`<p>Leser finden unter der Adresse einen Hinweis (410). Zahlen und Berichte sind geblieben.</p>
${buttonFormHtml({ visit, action: `${action}/wiederherstellen`, label: "Wieder veröffentlichen" })}`
    : confirmHtml({
        visit,
        action: `${action}/archivieren`,
        label: "Meldung archivieren …",
        question:
          "Die Seite verschwindet aus dem Newsroom und antwortet mit einem Hinweis (410). Zahlen, Berichte und die Adresse bleiben. Sie können die Meldung später zurückholen.",
        confirm: "Ja, archivieren",
      })
}</section>`;
}
