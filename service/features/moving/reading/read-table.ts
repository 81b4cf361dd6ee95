import { parseUrl } from "../../../floor/strings/parse-url.ts";
import { inspectFile } from "../../insights/import/inspect-file.ts";
import { readRows } from "../../insights/import/read-rows.ts";
import { normaliseColumn } from "../../insights/import/refused-columns.ts";
import { oneChunk } from "../../media/chunks-of-size.ts";
import { textsMax } from "../schema.ts";
import { dated, type RawText } from "./read-entry.ts";

/** What a column may be called, normalised. */
const columns = {
  title: ["titel", "title", "überschrift", "headline"],
  text: ["text", "inhalt", "content", "body", "meldung"],
  date: ["datum", "date", "veröffentlicht", "veröffentlicht_am", "published_at", "published"],
  url: ["adresse", "url", "link"],
  guid: ["kennung", "id", "guid"],
  subtitle: ["untertitel", "unterzeile", "subtitle"],
  topics: ["themen", "thema", "topics", "kategorien", "categories"],
  language: ["sprache", "language"],
  pictures: ["bilder", "bild", "pictures", "picture", "image"],
  credit: ["bildnachweis", "credit", "fotograf"],
  alt: ["bildbeschreibung", "alternativtext", "alt"],
} as const;
type Column = keyof typeof columns;

const markup = /<(?:p|br|div|h[1-6]|ul|ol|strong|b|em|i|a|img|figure|table)\b/i;

/** A text as HTML with its styles and pictures within: one that is too long stays behind alone, and is read in a thread of its own. */
const rowCharactersMax = 1024 * 1024;

/**
 * The texts of a CSV file, and null where columns are missing. `pictureNamed` finds the address of a picture beside it. Throws an
 * ImportError for what is no table.
 */
export async function readTable(
  bytes: Uint8Array,
  pictureNamed: (name: string) => string,
): Promise<RawText[] | null> {
  const file = await inspectFile(oneChunk(bytes));
  const texts: RawText[] = [];
  let positions: Partial<Record<Column, number>> | null = null;
  for await (const { cells } of readRows(oneChunk(bytes), file, rowCharactersMax)) {
    if (positions === null) {
      const names = cells.map(normaliseColumn);
      const found = Object.entries(columns).map(
        ([column, known]) => [column, names.findIndex((name) => new Set<string>(known).has(name))] as const,
      );
      positions = Object.fromEntries(found.filter(([, at]) => at !== -1));
      if (positions.title === undefined || positions.text === undefined || positions.date === undefined)
        return null;
      continue;
    }
    const at = positions;
    const cell = (column: Column) => cells[at[column] ?? -1]?.trim() || null;
    texts.push(rawText(cell, pictureNamed));
    if (texts.length > textsMax) break;
  }
  return texts;
}

function rawText(cell: (column: Column) => string | null, pictureNamed: (name: string) => string): RawText {
  const html = cell("text") ?? "";
  const isMarkup = markup.test(html);
  const [alt, credit] = [cell("alt"), cell("credit")];
  const url = parseUrl(cell("url") ?? "")?.href ?? null;
  const title = cell("title") ?? "";
  return {
    guid: cell("guid") ?? url ?? `${cell("date") ?? ""} ${title}`,
    title,
    url,
    slug: null,
    subtitle: cell("subtitle"),
    html: isMarkup ? html : html.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
    hasBareLines: !isMarkup,
    topics: split(cell("topics"), /[;|,]/),
    keywords: [],
    language: cell("language"),
    pictures: split(cell("pictures"), /[;|]/).map((name) => ({
      url: pictureNamed(name),
      alt,
      caption: null,
      credit,
    })),
    ...dated(cell("date")),
  };
}

function split(text: string | null, at: RegExp): string[] {
  return (text ?? "")
    .split(at)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
