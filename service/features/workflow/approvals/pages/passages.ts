import { firstCharacters } from "../../../../floor/strings/first-characters.ts";
import { type Html, html, raw } from "../../../../floor/web/html.ts";
import type { Passage } from "../../../../press-text/passages/read-passages.ts";
import type { ReviewedParts } from "../../../newsroom/pages/release-article.ts";
import { type PassageComment, passageCommentCharactersMax } from "../schema.ts";
import { partsHtml } from "./marked-parts.ts";
import type { ApprovalPageInput, TypedForm } from "./page-input.ts";

/** The form that all fields of the page belong to, wherever they stand. */
export const formId = "entscheidung-form";
/** Numbers of the passages that are no part of the body. */
export const titlePassage = 0;
export const subtitlePassage = 1;
export const firstBodyPassage = 2;
/** Further down a text has no fields: nobody comments on that many passages, and each field makes the page longer. */
const fieldsMax = 300;
/** So many characters say which passage a field is about. */
const labelCharactersMax = 40;

/**
 * The release's words with a field for comments below each passage, and with what changed where the view shows it. `typed` null shows
 * no fields. Nothing where the text was not read as passages: then it is shown as readers get it.
 */
export function reviewedParts(input: ApprovalPageInput, typed: TypedForm | null): ReviewedParts {
  const { passages, content, view } = input;
  if (passages === null) return {};
  const changes = view === "final" ? null : input.changes;
  const field = (passage: number, plain: string) =>
    typed === null || plain === "" || passage - firstBodyPassage >= fieldsMax
      ? null
      : fieldHtml({ passage, plain, typed: typed.passages.filter((each) => each.passage === passage) });
  const subtitle = changes === null ? null : changes.subtitle;
  return {
    ...(changes !== null && { title: partsHtml(changes.title) }),
    afterTitle: field(titlePassage, content.title),
    subtitle: subtitle === null || subtitle.length === 0 ? null : partsHtml(subtitle),
    afterSubtitle: field(subtitlePassage, content.subtitle ?? ""),
    text: bodyHtml(passages, view === "only_changes", field),
  };
}

function bodyHtml(
  passages: readonly Passage[],
  isOnlyChanges: boolean,
  field: (passage: number, plain: string) => Html | null,
): Html {
  const rows: Html[] = [];
  let number = firstBodyPassage;
  let unchanged = 0;
  const flush = () => {
    if (unchanged > 0) rows.push(gap(unchanged));
    unchanged = 0;
  };
  for (const { kind, markup, plain } of passages) {
    const isShown = !isOnlyChanges || kind !== "same";
    if (isShown) flush();
    else unchanged += 1;
    if (isShown) rows.push(html`${raw(markup)}${kind !== "removed" && field(number, plain)}`);
    if (kind !== "removed") number += 1;
  }
  flush();
  return html`${rows}`;
}

function gap(unchanged: number): Html {
  const what = unchanged === 1 ? "Ein Absatz ist unverändert" : `${unchanged} Absätze sind unverändert`;
  return html`<p class="gap">${what}</p>`;
}

function fieldHtml(input: { passage: number; plain: string; typed: readonly PassageComment[] }): Html {
  const { passage, plain, typed } = input;
  const cut = firstCharacters(plain, labelCharactersMax);
  const beginning = cut === plain ? plain : `${cut}…`;
  const entries = typed.length > 0 ? typed : [{ passage, quote: "", comment: "" }];
  return html`<details class="remark"${typed.length > 0 && html` open`}><summary>Anmerken<span class="unseen"> zu „${beginning}“</span></summary>
${entries.map(({ quote, comment }) => entryHtml({ passage, plain, quote, comment }))}</details>`;
}

function entryHtml({ passage, plain, quote, comment }: PassageComment & { plain: string }): Html {
  const isWhole = quote === "" || plain.startsWith(quote);
  return html`<div class="entry"><input type="hidden" name="stelle" value="${passage}" form="${formId}"><input type="hidden" name="zitat" value="${isWhole ? "" : quote}" form="${formId}">
<label><span>${isWhole ? "Ihre Anmerkung zu dieser Stelle" : `Ihre Anmerkung zu „${quote}“`}</span>
<textarea name="anmerkung" rows="3" maxlength="${passageCommentCharactersMax}" form="${formId}">${`\n${comment}`}</textarea></label></div>`;
}
