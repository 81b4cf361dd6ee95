import { ServiceError } from "../../../../errors.ts";
import { draftOf } from "../../../../features/workflow/drafts/find-draft.ts";
import { proposeSeoMetadata } from "../../../../features/workflow/drafts/generate-seo-metadata.ts";
import type { WholeDraft } from "../../../../features/workflow/drafts/read-draft.ts";
import { isLocked } from "../../../../features/workflow/drafts/rules.ts";
import { updateDraft } from "../../../../features/workflow/drafts/update-draft.ts";
import { html } from "../../../../floor/web/html.ts";
import { type Context, type Done, defineForm, definePage, type PageContent } from "../../definition.ts";
import type { FormState } from "../../forms/form-state.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { requireClient } from "../../visit.ts";
import { countdownScript } from "../publication/scheduled.ts";
import { baseOf, showConflict } from "./conflict-page.ts";
import { type EditorValues, editorBytesMax, editorFields, editorReasons } from "./editor-fields.ts";
import { editorScripts, showEditor } from "./editor-page.ts";
import {
  changedNames,
  changeOf,
  contentOfTexts,
  type EditorTexts,
  holdsChanges,
  stateOfTexts,
  textsOfContent,
  textsOfTyped,
  textsOfValues,
  versionOfForm,
} from "./editor-texts.ts";
import { endingAfter } from "./ending-approval.ts";
import { draftContext, knownDraft, namingFields } from "./known-draft.ts";
import { showLocked, showTooLate } from "./locked-page.ts";
import { afterSaving, textPath, textsPath } from "./paths.ts";
import { defineUnsaved, dropUnsaved, unsavedOf } from "./unsaved.ts";

type DraftPage = Context<{ draftId: string }>;

/** The editor's, and that of a text which is planned. */
const scripts = [...editorScripts, countdownScript];

const editorPage = definePage({
  path: `${textsPath}/:draftId`,
  action: "drafts.read",
  scripts,
  async handle(context) {
    const draft = await knownDraft(context);
    const { visit } = context;
    if (!visit.may("drafts.write")) return await showLocked(context, draft);
    const stored = textsOfContent(draft.content, visit.timeZone);
    const unsaved = await unsavedOf(context, { ...writtenText(context, draft), action: textPath(draft.id) });
    if (isLocked(draft.status)) return await showLocked(context, draft, unsaved);
    if (unsaved === null) return await showEditor(context, draft, stateOfTexts(stored, draft.version));
    return await showEditor(context, draft, unsaved.state, unsaved.notice);
  },
});

const saveForm = defineForm({
  path: `${textsPath}/:draftId`,
  action: "drafts.write",
  scripts,
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
  scripts,
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
      slug: draft.isCorrection ? mine.slug : mine.slug || proposal.slug,
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

const unsavedDefinitions = defineUnsaved({
  path: `${textsPath}/:draftId`,
  action: "drafts.write",
  async find(context) {
    const { visit, params, deps } = context;
    // Without the rest of what the editor's page shows: this runs every few seconds while somebody types.
    const draft = await draftOf(deps.sql, visit.agencyId, uuidInPath(params.draftId));
    requireClient(visit, draft.clientId);
    return { ...writtenText(context, draft), location: textPath(draft.id) };
  },
});

export const editorDefinitions = [editorPage, saveForm, seoForm, ...unsavedDefinitions];

/** Writes what was changed as the next version; or the page on which both versions stand, or that it is too late. */
async function save(
  context: DraftPage & { values: EditorValues },
  draft: WholeDraft,
): Promise<Done | PageContent> {
  const { visit, values, deps } = context;
  const mine = textsOfValues(values);
  const changed = changedNames(textsOfContent(draft.content, visit.timeZone), mine);
  const location = afterSaving(draft.id, context.query);
  const expectedVersion = versionOfForm(values);
  const { isSaved } = writtenText(context, draft);
  if (changed.length === 0 || (await isSaved(stateOfTexts(mine, expectedVersion).typed))) {
    await dropUnsaved(context, { draftId: draft.id });
    // Sent twice, or sent again after a fault: what was to be written stands there.
    const isWritten = expectedVersion !== draft.version;
    return {
      location,
      notice: isWritten
        ? `Alles ist gespeichert; hier steht Fassung ${draft.version}.`
        : "Es gab nichts zu speichern: Der Text ist unverändert.",
    };
  }
  if (isLocked(draft.status)) return await showTooLate(context, draft, mine);
  if (expectedVersion !== draft.version) return await showConflict(context, draft, { mine, expectedVersion });
  const change = changeOf(mine, changed, visit.timeZone);
  const input = { draftId: draft.id, expectedVersion, ...change };
  const saved = await namingFields(updateDraft(deps.sql, visit.agencyId, input, draftContext(context)));
  await dropUnsaved(context, { draftId: draft.id });
  return { location, notice: `Gespeichert als Fassung ${saved.version}.${endingAfter(draft.status, saved)}` };
}

/** The text in its newest version, and whether that holds what was changed in a form of an earlier one. */
function writtenText(
  context: Pick<Context, "visit" | "deps">,
  draft: Pick<WholeDraft, "id" | "version" | "content">,
) {
  const stored = textsOfContent(draft.content, context.visit.timeZone);
  const isSaved = async (typed: FormState["typed"]) => {
    const version = versionOfForm({ expectedVersion: typed.expectedVersion?.[0] ?? "" });
    if (version === draft.version) return false;
    const base = await baseOf(context, draft, version);
    return base !== null && holdsChanges({ base, stored, mine: textsOfTyped(typed) });
  };
  return { of: { draftId: draft.id }, stored, isSaved };
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
