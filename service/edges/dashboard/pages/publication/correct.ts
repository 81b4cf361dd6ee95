import { draftOf } from "../../../../features/workflow/drafts/find-draft.ts";
import type { DraftRow } from "../../../../features/workflow/drafts/sql.ts";
import { updateDraft } from "../../../../features/workflow/drafts/update-draft.ts";
import { correctRelease } from "../../../../features/workflow/releases/correct-release.ts";
import {
  type ReleaseOverview,
  readReleaseText,
} from "../../../../features/workflow/releases/read-release.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import {
  type Context,
  type Done,
  defineForm,
  definePage,
  defineRawForm,
  type PageContent,
} from "../../definition.ts";
import type { FormState } from "../../forms/form-state.ts";
import { seenVersionField } from "../../forms/seen-stamp.ts";
import { textField } from "../../forms/text-fields.ts";
import { momentHtml } from "../../parts/moment.ts";
import { baseOf, showBoth } from "../texts/conflict-page.ts";
import { editorBytesMax, textFields, textReasons } from "../texts/editor-fields.ts";
import { editorHtml, editorScripts } from "../texts/editor-page.ts";
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
} from "../texts/editor-texts.ts";
import { endingAfter, endingBefore } from "../texts/ending-approval.ts";
import { draftContext, namingFields } from "../texts/known-draft.ts";
import { approvalPath, releasePagePath, textPath, textsPath } from "../texts/paths.ts";
import { answerPreview, answerReview, readTexts } from "../texts/preview.ts";
import { defineUnsaved, dropUnsaved, unsavedOf } from "../texts/unsaved.ts";
import { releaseOfVisit } from "./draft-of-visit.ts";

const path = "/app/meldungen/erschienen/:pressReleaseId/berichtigen" as const;
type CorrectContext = Context<{ pressReleaseId: string }>;

/** All that a text has from its first word on, but a date before which it does not appear. */
const { embargoUntil: _date, ...correctedFields } = textFields;
const fields = {
  /** What readers had when the form was made, also where it was kept for days: a correction that appeared since is never undone. */
  expectedVersion: seenVersionField,
  correctionNote: textField({
    label: "Was wird berichtigt?",
    hint: "Ein Satz für Leser: Er steht auf der Seite hinter „Berichtigt am …“.",
    charactersMax: 500,
  }),
  ...correctedFields,
};

const correctPage = definePage({
  path,
  action: "releases.correct",
  scripts: editorScripts,
  async handle(context) {
    const release = await releaseOfVisit(context);
    const written = await writtenText(context, release);
    const { stored, correction } = written;
    const unsaved = await unsavedOf(context, { ...written, action: actionOf(release) });
    if (unsaved !== null) return await showCorrection(context, unsaved.state, unsaved.notice);
    // One is under way already: it is written on there.
    if (correction !== null)
      return new Response(null, { status: 303, headers: { location: textPath(correction.id) } });
    return await showCorrection(context, stateOfTexts(stored, versionOf(release)));
  },
});

const correctForm = defineForm({
  path,
  action: "releases.correct",
  scripts: editorScripts,
  fields,
  bodyBytesMax: editorBytesMax,
  async handle(context) {
    const { visit, deps } = context;
    const { expectedVersion: seenVersion, ...values } = context.values;
    const release = await releaseOfVisit(context);
    const { pressReleaseId } = release;
    const mine = textsOfValues(values);
    const written = await writtenText(context, release);
    const { correction, stored: theirs } = written;
    if (correction !== null)
      return await writeOn(context, release, { ...written, correction, mine, seenVersion });
    const base = await textsOfVersion(context, release, { seenVersion, theirs });
    // Other texts overtake the form. Another version with the same ones does not: a withdrawn correction leaves one.
    if (base === null || changedNames(base, theirs).length > 0)
      return await showOvertaken(context, release, { base, theirs, mine });
    const changed = changedNames(theirs, mine);
    const { correctionNote: note = "", ...change } = changeOf(mine, changed, visit.timeZone);
    const { slug: _slug, embargoUntil: _embargo, ...corrected } = change;
    const input = { pressReleaseId, note, expectedVersion: versionOf(release), ...corrected };
    const work = correctRelease(deps.sql, visit.agencyId, input, { ...deps, actor: visit.actor });
    const draft = await namingFields(work);
    await dropUnsaved(context, written.of);
    return {
      location: approvalPath(draft.id),
      notice: `Fassung ${draft.version} berichtigt die Meldung. Bitten Sie jetzt um die Freigabe.`,
    };
  },
  show: (context, state) => showCorrection(context, state),
  reasons: {
    no_changes: "Der Text ist derselbe wie der veröffentlichte. Bitte ändern Sie zuerst etwas.",
  },
  fieldReasons: textReasons,
});

/** What readers have, before a script asks for what stands in the form. */
const publishedPage = definePage({
  path: `${path}/ansicht`,
  action: "releases.correct",
  async handle(context) {
    const { pressReleaseId, clientId, publishedAt } = await releaseOfVisit(context);
    const content = await readReleaseText(context.deps.sql, context.visit.agencyId, pressReleaseId);
    return await answerPreview(context, { clientId, content, publishedAt });
  },
});

const typedForm = defineRawForm({
  path: `${path}/ansicht`,
  action: "releases.correct",
  async handle(context) {
    const { clientId, publishedAt } = await releaseOfVisit(context);
    const content = contentOfTexts(await readTexts(context), context.visit.timeZone);
    return await answerPreview(context, { clientId, content, publishedAt });
  },
});

const reviewForm = defineRawForm({
  path: `${path}/pruefung`,
  action: "releases.correct",
  handle: async (context) => answerReview(context, (await releaseOfVisit(context)).clientId),
});

const unsavedDefinitions = defineUnsaved({
  path,
  action: "releases.correct",
  async find(context) {
    const release = await releaseOfVisit(context);
    return { ...(await writtenText(context, release)), location: actionOf(release) };
  },
});

export const correctDefinitions = [
  correctPage,
  correctForm,
  publishedPage,
  typedForm,
  reviewForm,
  ...unsavedDefinitions,
];

function actionOf({ pressReleaseId }: Pick<ReleaseOverview, "pressReleaseId">): string {
  return `${releasePagePath(pressReleaseId)}/berichtigen`;
}

/** What readers have, or the correction that is under way, and whether that holds what was changed in a form of an earlier version. */
async function writtenText(context: CorrectContext, release: ReleaseOverview) {
  const { visit, deps } = context;
  const { pressReleaseId, draftId, isBeingCorrected } = release;
  const correction =
    isBeingCorrected && draftId !== null ? await draftOf(deps.sql, visit.agencyId, draftId) : null;
  const stored =
    correction === null
      ? await publishedTexts(context, pressReleaseId)
      : correctedTexts(textsOfContent(correction.content, visit.timeZone), { hasNote: true });
  const isSaved = async (typed: FormState["typed"]) => {
    const version = versionOfForm({ expectedVersion: typed.expectedVersion?.[0] ?? "" });
    if (correction === null || version === correction.version) return false;
    const base = await baseOf(context, correction, version);
    return base !== null && holdsChanges({ base: correctedTexts(base), stored, mine: textsOfTyped(typed) });
  };
  return { of: { releaseId: pressReleaseId }, correction, stored, isSaved };
}

/** A correction was begun since the form was made: both, and once the person has seen them its next version. */
async function writeOn(
  context: CorrectContext,
  release: ReleaseOverview,
  form: Awaited<ReturnType<typeof writtenText>> & {
    correction: DraftRow;
    mine: EditorTexts;
    seenVersion: number | undefined;
  },
): Promise<Done | PageContent> {
  const { visit, deps } = context;
  const { of, correction, stored: theirs, isSaved, mine, seenVersion = 0 } = form;
  const { id: draftId, version } = correction;
  const changed = changedNames(theirs, mine);
  if (changed.length === 0 || (await isSaved(stateOfTexts(mine, seenVersion).typed))) {
    await dropUnsaved(context, of);
    return { location: textPath(draftId), notice: `Alles ist gespeichert; hier steht Fassung ${version}.` };
  }
  if (seenVersion !== version) {
    const base = await baseOf(context, correction, seenVersion);
    const texts = { base: base && correctedTexts(base), theirs, mine };
    return await showOvertaken(context, release, { ...texts, correction });
  }
  const input = { draftId, expectedVersion: version, ...changeOf(mine, changed, visit.timeZone) };
  const saved = await namingFields(updateDraft(deps.sql, visit.agencyId, input, draftContext(context)));
  await dropUnsaved(context, of);
  const ending = endingAfter(correction.status, saved);
  return { location: approvalPath(draftId), notice: `Gespeichert als Fassung ${saved.version}.${ending}` };
}

/** What readers have, of all that the form holds; the note of an earlier correction is none of this one. */
async function publishedTexts(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  pressReleaseId: number,
): Promise<EditorTexts> {
  const content = await readReleaseText(deps.sql, visit.agencyId, pressReleaseId);
  return correctedTexts(textsOfContent(content, visit.timeZone));
}

function correctedTexts(texts: EditorTexts, { hasNote } = { hasNote: false }): EditorTexts {
  const fieldNames = Object.keys(correctedFields) as (keyof typeof correctedFields)[];
  const names = hasNote ? [...fieldNames, "correctionNote" as const] : fieldNames;
  return textsOfTyped(Object.fromEntries(names.map((name) => [name, [texts[name]]])));
}

/** The version that readers have; the one that a release without a draft gets with its first correction. */
function versionOf({ publishedVersion }: ReleaseOverview): number {
  return publishedVersion ?? 1;
}

async function textsOfVersion(
  context: CorrectContext,
  release: ReleaseOverview,
  { seenVersion, theirs }: { seenVersion: number | undefined; theirs: EditorTexts },
): Promise<EditorTexts | null> {
  if (seenVersion === versionOf(release)) return theirs;
  const texts = await baseOf(context, { id: release.draftId ?? "" }, seenVersion ?? 0);
  return texts === null ? null : correctedTexts(texts);
}

/** Another correction appeared or was begun since the form was made: both, as of a draft that two people changed. */
async function showOvertaken(
  context: CorrectContext,
  release: ReleaseOverview,
  {
    correction,
    ...texts
  }: { base: EditorTexts | null; theirs: EditorTexts; mine: EditorTexts; correction?: DraftRow },
): Promise<PageContent> {
  const since =
    release.correctedAt !== null && html` seit dem ${momentHtml(context.visit, release.correctedAt)}`;
  return await showBoth(context, {
    ...texts,
    clientId: release.clientId,
    ...(correction === undefined
      ? {
          version: versionOf(release),
          what: `Inzwischen ist ${texts.base === null ? "vielleicht " : ""}eine andere Berichtigung dieser Meldung erschienen.`,
          stored: html`Leser haben${since} den gespeicherten Text.`,
        }
      : {
          version: correction.version,
          what: "Inzwischen ist eine andere Berichtigung dieser Meldung in Arbeit.",
          stored: html`Gespeichert ist Fassung ${correction.version} (${momentHtml(context.visit, correction.updatedAt)}). ${endingBefore(correction.status)}`,
        }),
    path: actionOf(release),
    show: (state, above) => showCorrection(context, state, above),
  });
}

async function showCorrection(context: CorrectContext, state: FormState, above?: Html): Promise<PageContent> {
  const release = await releaseOfVisit(context);
  const back = releasePagePath(release.pressReleaseId);
  return {
    title: "Meldung berichtigen",
    lead: "Leser sehen den bisherigen Text, bis der neue freigegeben und veröffentlicht ist.",
    trail: [
      { label: "Meldungen", href: textsPath },
      { label: release.title, href: back },
    ],
    hasFrames: true,
    main: await editorHtml(context, {
      clientId: release.clientId,
      action: actionOf(release),
      fields,
      state,
      hasNote: true,
      submit: "Als neue Fassung speichern",
      cancelPath: back,
      ...(above !== undefined && { above }),
    }),
  };
}
