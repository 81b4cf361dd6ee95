import { ServiceError } from "../../../../errors.ts";
import { proposeSeoMetadata } from "../../../../features/workflow/drafts/generate-seo-metadata.ts";
import type { WholeDraft } from "../../../../features/workflow/drafts/read-draft.ts";
import { isLocked } from "../../../../features/workflow/drafts/rules.ts";
import { updateDraft } from "../../../../features/workflow/drafts/update-draft.ts";
import { html } from "../../../../floor/web/html.ts";
import { type Context, type Done, defineForm, definePage, type PageContent } from "../../definition.ts";
import type { FormState } from "../../forms/form-state.ts";
import { richTextScript } from "../../rich-text/script.ts";
import { showConflict } from "./conflict-page.ts";
import { type EditorValues, editorBytesMax, editorFields, editorReasons } from "./editor-fields.ts";
import { showEditor } from "./editor-page.ts";
import { editorScript } from "./editor-script.ts";
import {
  changedNames,
  changeOf,
  contentOfTexts,
  type EditorTexts,
  stateOfTexts,
  textsOfContent,
  textsOfTyped,
  textsOfValues,
  versionOfForm,
} from "./editor-texts.ts";
import { draftContext, knownDraft, namingFields } from "./known-draft.ts";
import { showLocked, showTooLate } from "./locked-page.ts";
import { textPath, textsPath } from "./paths.ts";

type DraftPage = Context<{ draftId: string }>;

const editorPage = definePage({
  path: `${textsPath}/:draftId`,
  action: "drafts.read",
  scripts: [editorScript, richTextScript],
  async handle(context) {
    const draft = await knownDraft(context);
    if (isLocked(draft.status) || !context.visit.may("drafts.write")) return await showLocked(context, draft);
    const texts = textsOfContent(draft.content, context.visit.timeZone);
    return await showEditor(context, draft, stateOfTexts(texts, draft.version));
  },
});

const saveForm = defineForm({
  path: `${textsPath}/:draftId`,
  action: "drafts.write",
  scripts: [editorScript, richTextScript],
  fields: editorFields,
  bodyBytesMax: editorBytesMax,
  async handle(context) {
    try {
      return await save(context, await knownDraft(context));
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      // Somebody saved a version after this one was read: read the draft again and decide by its newest version.
      return await save(context, await knownDraft(context));
    }
  },
  show: showTyped,
  fieldReasons: editorReasons,
});

const seoForm = defineForm({
  path: `${textsPath}/:draftId/seo`,
  action: "drafts.write",
  scripts: [editorScript, richTextScript],
  fields: editorFields,
  bodyBytesMax: editorBytesMax,
  async handle(context) {
    const draft = await knownDraft(context);
    const { visit, values, deps } = context;
    const mine = textsOfValues(values);
    if (isLocked(draft.status)) return await showTooLate(context, draft, mine);
    const proposal = await proposeSeoMetadata(
      deps.sql,
      visit.agencyId,
      { ...draft, content: contentOfTexts(mine, visit.timeZone) },
      {
        input: values.focusKeyword === null ? {} : { focusKeyword: values.focusKeyword },
        context: draftContext(context),
      },
    );
    const texts: EditorTexts = {
      ...mine,
      seoTitle: proposal.seoTitle,
      seoDescription: proposal.seoDescription,
      slug: mine.slug || proposal.slug,
      keywords: mine.keywords || proposal.keywords.join("\n"),
    };
    const state = stateOfTexts(texts, versionOfForm(values));
    const typed = { ...state.typed, focusKeyword: [values.focusKeyword ?? ""] };
    return await showEditor(
      context,
      draft,
      { ...state, typed },
      html`<div class="notice" role="status"><p>Die Vorschläge stehen unter „Suchmaschinen“. Gespeichert wird erst mit „Speichern“.</p>${proposal.warnings.map(({ message }) => html`<p>${message}</p>`)}</div>`,
    );
  },
  show: showTyped,
  reasons: { draft_too_short: "Für Vorschläge braucht der Text mindestens 50 Wörter." },
  fieldReasons: editorReasons,
});

export const editorDefinitions = [editorPage, saveForm, seoForm];

/** Writes what was changed as the next version; or the page on which both versions stand, or that it is too late. */
async function save(
  context: DraftPage & { values: EditorValues },
  draft: WholeDraft,
): Promise<Done | PageContent> {
  const { visit, values, deps } = context;
  const mine = textsOfValues(values);
  const changed = changedNames(textsOfContent(draft.content, visit.timeZone), mine);
  const location = textPath(draft.id);
  const expectedVersion = versionOfForm(values);
  if (changed.length === 0) {
    // Sent twice, or sent again after a fault: what was to be written stands there.
    const isWritten = expectedVersion !== draft.version;
    return {
      location,
      notice: isWritten ? "Gespeichert." : "Es gab nichts zu speichern: Der Text ist unverändert.",
    };
  }
  if (isLocked(draft.status)) return await showTooLate(context, draft, mine);
  if (expectedVersion !== draft.version) return await showConflict(context, draft, { mine, expectedVersion });
  const change = changeOf(mine, changed, visit.timeZone);
  const input = { draftId: draft.id, expectedVersion, ...change };
  const saved = await namingFields(updateDraft(deps.sql, visit.agencyId, input, draftContext(context)));
  const approval = saved.approvalInvalidated
    ? " Die Freigabe galt der vorigen Fassung und ist hinfällig."
    : "";
  return { location, notice: `Gespeichert als Fassung ${saved.version}.${approval}` };
}

function isOvertaken(error: unknown): boolean {
  return (
    error instanceof ServiceError && ["version_conflict", "draft_locked", "no_changes"].includes(error.code)
  );
}

/** The form as it was sent, with the reasons of a refusal. */
async function showTyped(context: DraftPage, state: FormState): Promise<PageContent> {
  const draft = await knownDraft(context);
  if (isLocked(draft.status)) return await showTooLate(context, draft, textsOfTyped(state.typed));
  return await showEditor(context, draft, state);
}
