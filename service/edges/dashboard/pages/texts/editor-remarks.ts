import { type CommentRow, listComments } from "../../../../features/workflow/approvals/comment-sql.ts";
import {
  firstBodyPassage,
  subtitlePassage,
  titlePassage,
} from "../../../../features/workflow/approvals/pages/passages.ts";
import type { WholeDraft } from "../../../../features/workflow/drafts/read-draft.ts";
import { firstCharacters } from "../../../../floor/strings/first-characters.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { Context } from "../../definition.ts";
import { buttonFormHtml } from "../../parts/confirm.ts";
import { saidHtml } from "../publication/comments-section.ts";
import { approvalPath } from "./paths.ts";

/** The list within the form of the editor, and behind it the forms of its buttons: a form holds no other. */
export type EditorRemarks = { list: Html; forms: Html };

/**
 * What contacts wrote about a text and nobody has dealt with yet, for the margin of its editor: the script puts each beside the words
 * that it means, which `data-words` names. Null where nothing is open.
 */
export async function editorRemarks(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  {
    id: draftId,
    isCorrection,
    publishedVersion,
  }: Pick<WholeDraft, "id" | "isCorrection" | "publishedVersion">,
): Promise<EditorRemarks | null> {
  const comments = await listComments(deps.sql, visit.agencyId, { draftId });
  // What is about the whole text is read before what is about its words.
  const open = comments
    .filter(({ doneAt }) => doneAt === null)
    // With its publication what was said of a text before is settled; a correction has comments of its own.
    .filter(({ draftVersion }) => !isCorrection || draftVersion > (publishedVersion ?? 0))
    .toSorted((one, other) => Number(other.quote === null) - Number(one.quote === null));
  if (open.length === 0) return null;
  const idOf = ({ commentId }: CommentRow) => `anmerkung-${commentId}`;
  const list = html`<section class="editor-remarks" aria-labelledby="anmerkungen" data-remarks><h2 id="anmerkungen">Offene Anmerkungen</h2>
<p class="facts" role="status" data-remarks-state></p>
<ul class="remarks">${open.map(
    (
      row,
    ) => html`<li data-remark="${fieldOf(row)}" data-at="${(row.passage ?? 0) - firstBodyPassage}" data-words="${row.quote ?? ""}">${saidHtml(visit, row)}
<p class="buttons"><button form="${idOf(row)}">Erledigt<span class="unseen">: ${firstCharacters(row.comment, 60)}</span></button></p></li>`,
  )}</ul></section>`;
  const forms = open.map((row) =>
    buttonFormHtml({
      visit,
      action: `${approvalPath(draftId)}/anmerkung`,
      id: idOf(row),
      values: { commentId: row.commentId, isDone: "1", page: "text" },
    }),
  );
  return { list, forms: html`${forms}` };
}

/** Which field a comment is about; "whole" where it is about all of the text. */
function fieldOf({ passage }: CommentRow): string {
  if (passage === null) return "whole";
  if (passage === titlePassage) return "title";
  return passage === subtitlePassage ? "subtitle" : "body";
}
