import { directLinkUrl, textHtml } from "../../../../features/newsroom/links.ts";
import { type CommentRow, listComments } from "../../../../features/workflow/approvals/comment-sql.ts";
import {
  firstBodyPassage,
  subtitlePassage,
  titlePassage,
} from "../../../../features/workflow/approvals/pages/passages.ts";
import { readPassagesOf } from "../../../../features/workflow/approvals/read-changes.ts";
import { readDraftVersion } from "../../../../features/workflow/drafts/list-versions.ts";
import type { WholeDraft } from "../../../../features/workflow/drafts/read-draft.ts";
import { firstCharacters } from "../../../../floor/strings/first-characters.ts";
import { quoted } from "../../../../floor/strings/quoted.ts";
import { type Html, html, raw } from "../../../../floor/web/html.ts";
import type { DashboardDeps } from "../../deps.ts";
import { buttonFormHtml } from "../../parts/confirm.ts";
import { momentHtml } from "../../parts/moment.ts";
import type { Visit } from "../../visit.ts";
import { approvalPath } from "../texts/paths.ts";

/** What contacts wrote about the newest version that has comments, each beside its words, and older ones below. */
export async function commentsSection(
  { sql, texts }: Pick<DashboardDeps, "sql" | "texts">,
  visit: Visit,
  { id }: Pick<WholeDraft, "id">,
): Promise<Html | null> {
  const comments = await listComments(sql, visit.agencyId, { draftId: id });
  const [newest] = comments;
  if (newest === undefined) return null;
  const { draftVersion } = newest;
  const { content } = await readDraftVersion(sql, visit.agencyId, { draftId: id, version: draftVersion });
  const [text, passages] = await Promise.all([
    texts.read(visit.agencyId, content.bodyMarkdown),
    readPassagesOf(texts, visit.agencyId, content.bodyMarkdown),
  ]);
  const current = comments.filter((comment) => comment.draftVersion === draftVersion);
  const older = comments.filter((comment) => comment.draftVersion !== draftVersion);
  const at = (passage: number | null) => current.filter((comment) => comment.passage === passage);
  const beside = (words: Html, passage: number) => row(words, list(visit, id, at(passage)));
  const body =
    passages === null
      ? [
          row(
            html`<div class="text">${textHtml(text, directLinkUrl)}</div>`,
            list(
              visit,
              id,
              current.filter(({ passage }) => passage !== null && passage >= firstBodyPassage),
            ),
          ),
        ]
      : passages.map(({ markup }, index) =>
          beside(html`<div class="text">${raw(markup)}</div>`, index + firstBodyPassage),
        );
  return html`<section aria-labelledby="anmerkungen"><h2 id="anmerkungen">${`Anmerkungen zu Fassung ${draftVersion}`}</h2>
${list(visit, id, at(null))}
<article class="remarked" lang="${content.language}">${beside(html`<h3>${content.title}</h3>`, titlePassage)}
${content.subtitle !== null && beside(html`<p>${content.subtitle}</p>`, subtitlePassage)}
${body}</article>
${older.length > 0 && html`<details class="after"><summary>Anmerkungen zu älteren Fassungen (${older.length})</summary>${list(visit, id, older)}</details>`}</section>`;
}

function row(words: Html, comments: Html | null): Html {
  return html`<div class="${comments === null ? "passage" : "passage has"}">${words}${comments}</div>`;
}

function list(visit: Visit, draftId: string, comments: readonly CommentRow[]): Html | null {
  if (comments.length === 0) return null;
  return html`<ul class="remarks" lang="de">${comments.map((comment) => html`<li${comment.doneAt !== null && html` class="done"`}>${item(visit, draftId, comment)}</li>`)}</ul>`;
}

function item(visit: Visit, draftId: string, row: CommentRow): Html {
  const { comment, doneAt, doneBy, commentId } = row;
  return html`${saidHtml(visit, row)}
${doneAt !== null && html`<p class="facts"><span class="state good">erledigt</span> ${doneBy !== null && `von ${doneBy}, `}${momentHtml(visit, doneAt)}</p>`}
${
  visit.may("drafts.write") &&
  buttonFormHtml({
    visit,
    action: `${approvalPath(draftId)}/anmerkung`,
    label: doneAt === null ? "Erledigt" : "Wieder öffnen",
    about: firstCharacters(comment, 60),
    values: { commentId, isDone: doneAt === null ? "1" : "0" },
  })
}`;
}

/** What somebody wrote, and about which words. */
export function saidHtml(visit: Visit, { quote, comment, contactName, createdAt }: CommentRow): Html {
  return html`${quote !== null && html`<p class="facts quoted">${quoted(quote)}</p>`}<p class="said">${comment}</p>
<p class="facts">${contactName}, ${momentHtml(visit, createdAt)}</p>`;
}
