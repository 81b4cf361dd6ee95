import { inlineOf } from "./clean-inline.ts";
import { type Reading, styleOf } from "./reading.ts";

/** An item of a list that says itself how deep it stands. */
export type LeveledItem = { list: string; level: number; isOrdered: boolean; html: string };

/** Deepest level of a list; Word knows nine. */
const levelMax = 9;

/**
 * A paragraph of Word that is an item of a list (`mso-list:l0 level2 lfo1`, its number or point in a span of its own), or an item of
 * Word for the web (`data-aria-level`). Null for anything else.
 */
export function itemOf(element: Element, reading: Reading): LeveledItem | null {
  const [, list, level] = /mso-list:\s*(l\d+)\s+level(\d)/.exec(styleOf(element)) ?? [];
  const html = () => inlineOf([...element.childNodes], reading);
  if (list !== undefined && /^(?:p|div|li)$/.test(element.localName))
    return { list, level: Number(level), isOrdered: hasNumber(element), html: html() };
  const webLevel = element.localName === "li" ? element.getAttribute("data-aria-level") : null;
  if (webLevel === null) return null;
  const isOrdered = element.parentElement?.localName === "ol";
  return {
    list: element.getAttribute("data-listid") ?? "",
    level: Number(webLevel) || 1,
    isOrdered,
    html: html(),
  };
}

/** By its marker: "1.", "2)", "a.", "iv." */
function hasNumber(element: Element): boolean {
  const marker = [...element.querySelectorAll("span")].find((span) =>
    /mso-list:\s*ignore/.test(styleOf(span)),
  );
  return /^\(?(?:\d{1,4}|[a-z]|[ivxlc]{1,6})[.)]/i.test(marker?.textContent?.trim() ?? "");
}

/** Items as lists within lists. */
export function listsOf(items: readonly LeveledItem[]): string {
  let out = "";
  const open: { tag: string; list: string }[] = [];
  const close = () => {
    out += `</li></${open.pop()?.tag}>`;
  };
  for (const { list, level, isOrdered, html } of items) {
    const tag = isOrdered ? "ol" : "ul";
    // A level that is skipped has no item of its own to lie in.
    const depth = Math.max(1, Math.min(level, open.length + 1, levelMax));
    while (open.length > depth) close();
    const last = open.at(-1);
    if (open.length === depth && (last?.tag !== tag || (depth === 1 && last.list !== list))) close();
    if (open.length === depth) out += "</li><li>";
    else {
      open.push({ tag, list });
      out += `<${tag}><li>`;
    }
    out += `<p>${html}</p>`;
  }
  while (open.length > 0) close();
  return out;
}
