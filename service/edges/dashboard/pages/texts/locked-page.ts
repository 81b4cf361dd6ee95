import { findClient } from "../../../../features/clients/sql.ts";
import { releasePath } from "../../../../features/newsroom/paths.ts";
import type { WholeDraft } from "../../../../features/workflow/drafts/read-draft.ts";
import { listLanguageVersions } from "../../../../features/workflow/drafts/reference-sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { languageName } from "../../../../floor/web/language-names.ts";
import type { Context, PageContent } from "../../definition.ts";
import type { FormState } from "../../forms/form-state.ts";
import { languageOptions } from "../../parts/languages.ts";
import { scheduledHtml } from "../publication/scheduled.ts";
import { differenceHtml } from "./difference-html.ts";
import { draftTabs } from "./draft-tabs.ts";
import { withAssetNames } from "./editor-assets.ts";
import { editorFields } from "./editor-fields.ts";
import { draftLead, previewFrame } from "./editor-page.ts";
import { changedNames, type EditorTexts, textsOfContent, textsOfTyped } from "./editor-texts.ts";
import { foundTextPath, newTextPath, releasePagePath, textPath, textsPath } from "./paths.ts";

/** A text that can't be changed, by nobody or not by this person: as readers get it, below what the person typed before. */
export async function showLocked(
  context: Pick<Context, "visit" | "deps">,
  draft: WholeDraft,
  unsaved: { state: FormState; notice: Html } | null = null,
): Promise<PageContent> {
  if (unsaved === null) return await lockedPage(context, draft, html`<p>${lockedText(draft)}</p>`);
  const late = await lateHtml(context, draft, textsOfTyped(unsaved.state.typed));
  return await lockedPage(context, draft, html`${unsaved.notice}${late}`);
}

async function lockedPage(
  context: Pick<Context, "visit" | "deps">,
  draft: WholeDraft,
  above: Html,
): Promise<PageContent> {
  const path = textPath(draft.id);
  const { release } = draft;
  const isOnline = release?.status === "published";
  const versions = isOnline ? await languageVersions(context, draft, release.pressReleaseId) : null;
  return {
    title: draft.title,
    lead: draftLead(context, draft),
    trail: [{ label: "Meldungen", href: textsPath }],
    hasFrames: true,
    ...(isOnline && {
      tools: html`<a class="button" href="${releasePath({ ...release, ownHost: null }, release.slug)}">Im Newsroom ansehen</a>
<a class="button" href="${releasePagePath(release.pressReleaseId)}">Berichtigen oder archivieren</a>
${context.visit.may("drafts.write") && versions?.newPath !== null && html`<a class="button" href="${versions?.newPath}">Sprachfassung schreiben</a>`}`,
    }),
    main: html`${draftTabs(draft.id, path)}
${versions?.list}
${above}
${draft.status === "scheduled" && draft.scheduledFor !== null && html`<section class="after" aria-label="Veröffentlichung">${scheduledHtml(context.visit, { draftId: draft.id, scheduledFor: new Date(draft.scheduledFor), isCorrection: draft.isCorrection, approvals: draft.approvals })}</section>`}
<section class="after" aria-labelledby="vorschau"><h2 id="vorschau">Vorschau</h2>${previewFrame(path)}</section>`,
  };
}

/**
 * The other texts of the same original, and the form for one in the first language that none of them is in; null without an original online,
 * and for a client that is archived.
 */
async function languageVersions(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  { id, clientId, content }: WholeDraft,
  pressReleaseId: number,
): Promise<{ list: Html | null; newPath: string | null }> {
  const originalId = content.translationOf ?? pressReleaseId;
  const [client, versions] = await Promise.all([
    findClient(deps.sql, visit.agencyId, clientId),
    listLanguageVersions(deps.sql, visit.agencyId, { clientId, originalId }),
  ]);
  const taken = new Set([content, ...versions].map(({ language }) => language.toLowerCase().split("-")[0]));
  const free = languageOptions().find(({ value }) => !taken.has(value.split("-")[0]));
  const hasOriginal = versions.some((each) => each.pressReleaseId === originalId);
  const others = versions.filter(({ draftId }) => draftId !== id);
  return {
    list:
      others.length === 0
        ? null
        : html`<p>Sprachfassungen: ${others.map((each, at) => html`${at > 0 && ", "}<a href="${foundTextPath(each)}">${each.title}</a> (${languageName(each.language)})`)}</p>`,
    newPath:
      free === undefined || !hasOriginal || client?.status !== "active"
        ? null
        : `${newTextPath}/${clientId}?sprache=${free.value}&original=${originalId}`,
  };
}

/** The same after somebody sent a change of it, as from an older tab: what was typed is still there. */
export async function showTooLate(
  context: Pick<Context, "visit" | "deps">,
  draft: WholeDraft,
  mine: EditorTexts,
): Promise<PageContent> {
  return { ...(await lockedPage(context, draft, await lateHtml(context, draft, mine))), status: 409 };
}

async function lateHtml(
  context: Pick<Context, "visit" | "deps">,
  draft: WholeDraft,
  mine: EditorTexts,
): Promise<Html> {
  const content = textsOfContent(draft.content, context.visit.timeZone);
  const changed = changedNames(content, mine);
  const [stored, typed] = await withAssetNames(context, draft.clientId, content, mine);
  const differences = await differenceHtml(context, { before: stored, after: typed });
  return html`<div class="summary" role="alert" tabindex="-1" autofocus><p>Ihre Änderung ist nicht gespeichert.</p><p>${lockedText(draft)}</p></div>
${
  changed.length > 0 &&
  html`<details class="group" open><summary>Was Sie ändern wollten</summary>${differences}
${changed.map((name) => html`<div class="field"><label for="${`mine-${name}`}">${editorFields[name].label} (Ihr Wortlaut)</label><textarea id="${`mine-${name}`}" rows="${name === "bodyMarkdown" ? 12 : 2}" readonly>${`\n${typed[name]}`}</textarea></div>`)}</details>`
}`;
}

function lockedText({ status }: WholeDraft): string {
  if (status === "scheduled")
    return "Der Text ist geplant und lässt sich nicht mehr ändern. Stoppen Sie die Veröffentlichung, wenn noch etwas zu ändern ist.";
  if (status === "published")
    return "Der Text ist veröffentlicht. Leser sehen genau diese Fassung; Änderungen gehen als Berichtigung.";
  if (status === "archived") return "Der Text ist archiviert und steht nicht mehr im Newsroom.";
  return "Ihre Rolle erlaubt das Lesen.";
}
