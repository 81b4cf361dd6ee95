import { nullWhereMissing } from "../../../../errors.ts";
import { readDraftVersion } from "../../../../features/workflow/drafts/list-versions.ts";
import type { WholeDraft } from "../../../../features/workflow/drafts/read-draft.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { Context, PageContent } from "../../definition.ts";
import type { FormState } from "../../forms/form-state.ts";
import { momentHtml } from "../../parts/moment.ts";
import { differenceHtml } from "./difference-html.ts";
import { withAssetNames } from "./editor-assets.ts";
import { editorFields } from "./editor-fields.ts";
import { showEditor } from "./editor-page.ts";
import { type EditorTexts, joinTexts, stateOfTexts, type TextName, textsOfContent } from "./editor-texts.ts";
import { textPath } from "./paths.ts";
import { discardHtml } from "./unsaved.ts";

/** The page of a stored draft that was saved meanwhile, by somebody else or in another tab. */
export async function showConflict(
  context: Pick<Context, "visit" | "deps">,
  draft: WholeDraft,
  { mine, expectedVersion }: { mine: EditorTexts; expectedVersion: number },
): Promise<PageContent> {
  return await showBoth(context, {
    clientId: draft.clientId,
    base: await baseOf(context, draft, expectedVersion),
    theirs: textsOfContent(draft.content, context.visit.timeZone),
    mine,
    version: draft.version,
    what: "Dieser Text wurde inzwischen an anderer Stelle gespeichert.",
    stored: html`Gespeichert ist Fassung ${draft.version} (${momentHtml(context.visit, new Date(draft.updatedAt))}).`,
    path: textPath(draft.id),
    show: (state, above) => showEditor(context, draft, state, above),
  });
}

type Both = {
  clientId: number;
  /** What both began with; null where nobody knows. */
  base: EditorTexts | null;
  theirs: EditorTexts;
  mine: EditorTexts;
  /** The version that `theirs` are. */
  version: number;
  what: string;
  stored: Html;
  path: string;
  show: (state: FormState, above: Html) => Promise<PageContent>;
};

/**
 * The page where two people changed one text: what both have, and the editor with both changes joined. Nothing is written before one
 * of them decides, and the version that it is decided against is the newest one.
 */
export async function showBoth(
  context: Pick<Context, "visit" | "deps">,
  { clientId, theirs, mine, ...both }: Both,
): Promise<PageContent> {
  const base = both.base ?? theirs;
  const { texts, conflicts } = joinTexts({ base, theirs, mine });
  const [namedBase, namedTheirs, namedMine] = await withAssetNames(context, clientId, base, theirs, mine);
  const [theirChanges, myChanges] = await Promise.all([
    differenceHtml(context, { before: namedBase, after: namedTheirs }),
    differenceHtml(context, { before: namedBase, after: namedMine }),
  ]);
  const page = await both.show(
    stateOfTexts(texts, both.version),
    html`<div class="summary" role="alert" tabindex="-1" autofocus>
<p>${both.what} Es ist nichts überschrieben.</p>
${sentenceOn(conflicts)}
</div>
<p>${both.stored} Sie haben die Wahl:</p>
<ul class="choices">
<li><strong>Ihre Fassung:</strong> Speichern Sie, was unten steht.</li>
<li><strong>Die gespeicherte Fassung:</strong> ${discardHtml({ visit: context.visit, action: both.path, label: "Ihre Änderungen verwerfen …" })}</li>
<li><strong>Beide:</strong> Führen Sie sie unten von Hand zusammen, und speichern Sie dann.</li>
</ul>
<details class="group" open><summary>Was dort geändert wurde</summary>${theirChanges}</details>
<details class="group"><summary>Was Sie geändert haben</summary>${myChanges}</details>
${conflicts.length > 0 && theirTexts(namedTheirs, conflicts)}
<h2>Ihre Fassung</h2>`,
  );
  return { ...page, title: "Zwei Fassungen", status: 409 };
}

/** The version that was on the screen; null where there is no such one. */
export async function baseOf(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  { id }: Pick<WholeDraft, "id">,
  version: number,
): Promise<EditorTexts | null> {
  const seen = { draftId: id, version };
  const base = await nullWhereMissing(readDraftVersion(deps.sql, visit.agencyId, seen));
  return base === null ? null : textsOfContent(base.content, visit.timeZone);
}

function sentenceOn(conflicts: readonly TextName[]): Html {
  if (conflicts.length === 0)
    return html`<p>Geändert wurde Verschiedenes. Unten steht alles zusammen: Bitte prüfen und speichern Sie.</p>`;
  const labels = conflicts.map((name) => editorFields[name].label).join(", ");
  return html`<p>An beiden Stellen geändert: ${labels}. Unten steht dort, was Sie geschrieben haben.</p>`;
}

/** The stored texts of the fields that both changed, to copy from. */
function theirTexts(theirs: EditorTexts, conflicts: readonly TextName[]): Html {
  return html`<details class="group"><summary>Gespeicherter Wortlaut zum Kopieren</summary>${conflicts.map(
    (name) =>
      html`<div class="field"><label for="${`theirs-${name}`}">${editorFields[name].label} (gespeichert)</label><textarea id="${`theirs-${name}`}" rows="${name === "bodyMarkdown" ? 12 : 2}" readonly>${`\n${theirs[name]}`}</textarea></div>`,
  )}</details>`;
}
