import { type Html, html } from "../../../../floor/web/html.ts";
import { replaced, type TextPart } from "../../../../press-text/compare-texts.ts";

/** Words with what was put in and taken out; nothing of that where there is nothing to compare with. */
export function partsHtml(parts: readonly TextPart[]): Html {
  return html`${parts.map(({ kind, text }) => {
    if (kind === "same") return text;
    return kind === "removed" ? html`<del>${text}</del>` : html`<ins>${text}</ins>`;
  })}`;
}

/** Both whole, for words that nobody had the time to compare. */
export function wholeParts({ before, after }: { before: string; after: string }): TextPart[] {
  return before === after ? [{ kind: "same", text: after }] : replaced(before, after);
}
