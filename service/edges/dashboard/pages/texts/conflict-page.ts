import { ServiceError } from "../../../../errors.ts";
import { readDraftVersion } from "../../../../features/workflow/drafts/list-versions.ts";
import type { WholeDraft } from "../../../../features/workflow/drafts/read-draft.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { Context, PageContent } from "../../definition.ts";
import { momentHtml } from "../../parts/moment.ts";
import { differenceHtml } from "./difference-html.ts";
import { withAssetNames } from "./editor-assets.ts";
import { editorFields } from "./editor-fields.ts";
import { showEditor } from "./editor-page.ts";
import { type EditorTexts, joinTexts, stateOfTexts, type TextName, textsOfContent } from "./editor-texts.ts";
import { textPath } from "./paths.ts";

/**
 * The page where two people changed one text: what both have, and the editor with both changes joined. Nothing is written before one
 * of them decides, and the version that it is decided against is the newest one.
 */
export async function showConflict(
  context: Pick<Context, "visit" | "deps">,
  draft: WholeDraft,
  { mine, expectedVersion }: { mine: EditorTexts; expectedVersion: number },
): Promise<PageContent> {
  const { visit } = context;
  const theirs = textsOfContent(draft.content, visit.timeZone);
  const base = (await baseOf(context, draft, expectedVersion)) ?? theirs;
  const { texts, conflicts } = joinTexts({ base, theirs, mine });
  const [namedBase, namedTheirs, namedMine] = await withAssetNames(
    context,
    draft.clientId,
    base,
    theirs,
    mine,
  );
  const [theirChanges, myChanges] = await Promise.all([
    differenceHtml(context, { before: namedBase, after: namedTheirs }),
    differenceHtml(context, { before: namedBase, after: namedMine }),
  ]);
  const page = await showEditor(
    context,
    draft,
    stateOfTexts(texts, draft.version),
    html`<div class="summary" role="alert" tabindex="-1" autofocus>
<p>Inzwischen hat jemand anderes diesen Text gespeichert. Es ist nichts überschrieben.</p>
${sentenceOn(conflicts)}
</div>
<p>Gespeichert ist Fassung ${draft.version} (${momentHtml(visit, new Date(draft.updatedAt))}). Sie haben die Wahl:</p>
<ul class="choices">
<li><strong>Ihre Fassung:</strong> Senden Sie das Formular ab, wie es unten steht.</li>
<li><strong>Die gespeicherte Fassung:</strong> <a href="${textPath(draft.id)}">Ihre Änderungen verwerfen</a></li>
<li><strong>Beide:</strong> Führen Sie sie im Formular von Hand zusammen, und speichern Sie dann.</li>
</ul>
<details class="group" open><summary>Was die andere Person geändert hat</summary>${theirChanges}</details>
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
  try {
    const { content } = await readDraftVersion(deps.sql, visit.agencyId, { draftId: id, version });
    return textsOfContent(content, visit.timeZone);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found") return null;
    throw error;
  }
}

function sentenceOn(conflicts: readonly TextName[]): Html {
  if (conflicts.length === 0)
    return html`<p>Sie haben beide Verschiedenes geändert. Unten steht alles zusammen: Bitte prüfen und speichern Sie.</p>`;
  const labels = conflicts.map((name) => editorFields[name].label).join(", ");
  return html`<p>Sie haben beide geändert: ${labels}. Unten steht dort, was Sie geschrieben haben.</p>`;
}

/** The other person's texts of the fields that both changed, to copy from. */
function theirTexts(theirs: EditorTexts, conflicts: readonly TextName[]): Html {
  return html`<details class="group"><summary>Gespeicherter Wortlaut zum Kopieren</summary>${conflicts.map(
    (name) =>
      html`<div class="field"><label for="${`theirs-${name}`}">${editorFields[name].label} (gespeichert)</label><textarea id="${`theirs-${name}`}" rows="${name === "bodyMarkdown" ? 12 : 2}" readonly>${`\n${theirs[name]}`}</textarea></div>`,
  )}</details>`;
}
