import { type Html, html } from "../../../../floor/web/html.ts";
import { replaced, type TextPart } from "../../../../press-text/compare-texts.ts";
import { unlessBusy } from "../../../../press-text/markdown/text-reader.ts";
import type { Context } from "../../definition.ts";
import { editorFields } from "./editor-fields.ts";
import { type EditorTexts, textNames } from "./editor-texts.ts";

/** Two versions of a text, word by word, field by field; fields without a difference are left out. */
export async function differenceHtml(
  context: Pick<Context, "visit" | "deps">,
  { before, after }: { before: EditorTexts; after: EditorTexts },
): Promise<Html> {
  const changed = textNames.filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return html`<p>Beide Fassungen sind gleich.</p>`;
  const pairs = changed.map((name) => ({ before: before[name], after: after[name] }));
  const compared = await comparePairs(context, pairs);
  return html`${changed.map(
    (
      name,
      at,
    ) => html`<section class="difference" aria-label="${`Vergleich: ${editorFields[name].label}`}"><p class="facts">${editorFields[name].label}</p>
<p class="compared">${compared[at]?.map(({ kind, text }) => {
      if (kind === "same") return text;
      return kind === "removed"
        ? html`<del><span class="unseen">gestrichen: </span>${text}</del>`
        : html`<ins><span class="unseen">neu: </span>${text}</ins>`;
    })}</p></section>`,
  )}`;
}

/** Where there is no time to compare, both texts are shown whole: the page may hold what somebody has typed. */
async function comparePairs(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  pairs: { before: string; after: string }[],
): Promise<TextPart[][]> {
  const compared = await unlessBusy(deps.texts.ask(visit.agencyId, "compare", pairs));
  return compared ?? pairs.map(({ before, after }) => replaced(before, after));
}
