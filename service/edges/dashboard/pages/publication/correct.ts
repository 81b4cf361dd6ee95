import { correctRelease } from "../../../../features/workflow/releases/correct-release.ts";
import {
  type ReleaseOverview,
  readReleaseText,
} from "../../../../features/workflow/releases/read-release.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, defineForm, definePage, defineRawForm, type PageContent } from "../../definition.ts";
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
  stateOfTexts,
  textsOfContent,
  textsOfTyped,
  textsOfValues,
} from "../texts/editor-texts.ts";
import { namingFields } from "../texts/known-draft.ts";
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
    const { draftId, isBeingCorrected } = release;
    // One is under way already: it is written on there.
    if (isBeingCorrected && draftId !== null)
      return new Response(null, { status: 303, headers: { location: textPath(draftId) } });
    const written = await writtenText(context, release);
    const { stored } = written;
    const unsaved = await unsavedOf(context, { ...written, action: actionOf(release) });
    if (unsaved !== null) return await showCorrection(context, unsaved.state, unsaved.notice);
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
    const theirs = await publishedTexts(context, pressReleaseId);
    const base = await textsOfVersion(context, release, { seenVersion, theirs });
    // Where one is under way, the verb says so; one that was withdrawn left the same text behind.
    if (!release.isBeingCorrected && (base === null || changedNames(base, theirs).length > 0))
      return await showOvertaken(context, release, { base, theirs, mine });
    const changed = changedNames(theirs, mine);
    const { correctionNote: note = "", ...change } = changeOf(mine, changed, visit.timeZone);
    const { slug: _slug, embargoUntil: _embargo, ...corrected } = change;
    const input = { pressReleaseId, note, expectedVersion: versionOf(release), ...corrected };
    const correction = correctRelease(deps.sql, visit.agencyId, input, { ...deps, actor: visit.actor });
    const draft = await namingFields(correction);
    await dropUnsaved(context, { releaseId: pressReleaseId });
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

/** What readers have; a correction that is under way was made of the form. */
async function writtenText(context: CorrectContext, release: ReleaseOverview) {
  return {
    of: { releaseId: release.pressReleaseId },
    stored: await publishedTexts(context, release.pressReleaseId),
    isSaved: async () => release.isBeingCorrected,
  };
}

/** What readers have, of all that the form holds; the note of an earlier correction is none of this one. */
async function publishedTexts(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  pressReleaseId: number,
): Promise<EditorTexts> {
  const content = await readReleaseText(deps.sql, visit.agencyId, pressReleaseId);
  return correctedTexts(textsOfContent(content, visit.timeZone));
}

function correctedTexts(texts: EditorTexts): EditorTexts {
  const names = Object.keys(correctedFields) as (keyof typeof correctedFields)[];
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

/** Another correction appeared since the form was made: both, as of a draft that two people changed. */
async function showOvertaken(
  context: CorrectContext,
  release: ReleaseOverview,
  texts: { base: EditorTexts | null; theirs: EditorTexts; mine: EditorTexts },
): Promise<PageContent> {
  return await showBoth(context, {
    ...texts,
    clientId: release.clientId,
    version: versionOf(release),
    what: `Inzwischen ist ${texts.base === null ? "vielleicht " : ""}eine andere Berichtigung dieser Meldung erschienen.`,
    stored: html`Leser haben${release.correctedAt !== null && html` seit ${momentHtml(context.visit, release.correctedAt)}`} den gespeicherten Text.`,
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
