import { formatDay } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { CommentRow } from "../comment-sql.ts";
import type { ApprovalPageInput } from "./page-input.ts";

/** What the contact wrote about earlier versions, and what became of it. */
export function earlierComments({ earlier, passages, content }: ApprovalPageInput): Html | null {
  if (earlier.length === 0) return null;
  const words = [content.title, content.subtitle ?? "", ...(passages ?? []).map(({ plain }) => plain)];
  const [{ draftVersion }] = earlier as [CommentRow];
  const latest = earlier.filter((each) => each.draftVersion === draftVersion);
  const older = earlier.filter((each) => each.draftVersion !== draftVersion);
  const list = (rows: readonly CommentRow[]) =>
    html`<ol class="remarks">${rows.map((row) => item(row, passages === null ? null : words))}</ol>`;
  return html`<section class="earlier" aria-labelledby="fruehere"><h2 id="fruehere">${`Ihre Anmerkungen zu Fassung ${draftVersion}`}</h2>
${list(latest)}
${older.length > 0 && html`<details><summary>Noch ältere Anmerkungen (${older.length})</summary>${list(older)}</details>`}
</section>`;
}

/** Comments without what became of them, as a receipt lists them. */
export function commentList(comments: readonly Pick<CommentRow, "quote" | "comment">[]): Html {
  return html`<ol class="remarks">${comments.map(({ quote, comment }) => html`<li>${words(quote, comment)}</li>`)}</ol>`;
}

function item(row: CommentRow, present: readonly string[] | null): Html {
  return html`<li>${words(row.quote, row.comment)}${outcome(row, present)}</li>`;
}

function words(quote: string | null, comment: string): Html {
  return html`${quote !== null && html`<blockquote>${quote}</blockquote>`}<p>${comment}</p>`;
}

function outcome({ doneAt, quote }: CommentRow, present: readonly string[] | null): Html | null {
  if (doneAt !== null)
    return html`<p class="outcome done">Erledigt, vermerkt am ${formatDay(doneAt, "de")}</p>`;
  if (quote === null || present === null)
    return html`<p class="outcome">Noch nicht als erledigt vermerkt</p>`;
  const isThere = present.some((text) => text.includes(quote));
  return html`<p class="outcome">${isThere ? "Die Stelle steht unverändert im Text" : "Die Stelle ist geändert"}</p>`;
}
