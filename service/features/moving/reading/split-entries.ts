import { Parser } from "htmlparser2";
import { escapeXml } from "../../../floor/web/escape-xml.ts";

/** An element of an entry; markup within it is part of its text. */
export type Field = { name: string; attributes: Readonly<Record<string, string>>; text: string };

/**
 * Where the first `max` entries of an RSS or Atom document begin and end: 100 MB of empty ones took 700 MB. Those words within CDATA
 * and comments are text.
 */
export function splitEntries(xml: string, max: number): { start: number; end: number }[] {
  const marks = /<!\[CDATA\[|<!--|<(?:item|entry)(?=[\s>])|<\/(?:item|entry)\s*>/g;
  const entries: { start: number; end: number }[] = [];
  let start = -1;
  for (let found = marks.exec(xml); found !== null && entries.length < max; found = marks.exec(xml)) {
    const [mark] = found;
    if (mark.startsWith("<!")) {
      const end = xml.indexOf(mark === "<!--" ? "-->" : "]]>", marks.lastIndex);
      if (end === -1) break;
      marks.lastIndex = end;
    } else if (!mark.startsWith("</")) start = found.index;
    else if (start !== -1) {
      entries.push({ start, end: marks.lastIndex });
      start = -1;
    }
  }
  return entries;
}

/** The elements of one entry. The parser knows the five entities of XML and no others, and follows no reference. */
export function fieldsOf(xml: string): Field[] {
  const fields: Field[] = [];
  let depth = 0;
  const add = (text: string) => {
    const field = fields.at(-1);
    if (field !== undefined) field.text += text;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth === 2) fields.push({ name: name.toLowerCase(), attributes, text: "" });
        else if (depth > 2) {
          const all = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
          add(`<${name}${all.join("")}>`);
        }
      },
      ontext: (text) => depth > 1 && add(depth === 2 ? text : escapeXml(text)),
      onclosetag(name) {
        if (depth > 2) add(`</${name}>`);
        depth -= 1;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return fields;
}
