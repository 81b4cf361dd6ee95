import { compareTexts } from "../../../press-text/compare-texts.ts";
import { type Html, html } from "../../../web/html.ts";
import { editorFields } from "./editor-fields.ts";
import { type EditorTexts, type TextName, textNames } from "./editor-texts.ts";

/** Two versions of a text, word by word, field by field; fields without a difference are left out. */
export function differenceHtml(
  { before, after }: { before: EditorTexts; after: EditorTexts },
  names: readonly TextName[] = textNames,
): Html {
  const changed = names.filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return html`<p>Beide Fassungen sind gleich.</p>`;
  return html`${changed.map(
    (
      name,
    ) => html`<section class="difference" aria-label="${`Vergleich: ${editorFields[name].label}`}"><p class="facts">${editorFields[name].label}</p>
<p class="compared">${compareTexts(before[name], after[name]).map(({ kind, text }) => {
      if (kind === "same") return text;
      return kind === "removed"
        ? html`<del><span class="unseen">gestrichen: </span>${text}</del>`
        : html`<ins><span class="unseen">neu: </span>${text}</ins>`;
    })}</p></section>`,
  )}`;
}
