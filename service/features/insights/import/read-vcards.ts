import type { CsvLine } from "./inspect-file.ts";

/** What is read of a card, in words that the import knows as columns. */
const heading = [
  "Nachname",
  "Vorname",
  "Titel",
  "E-Mail",
  "Telefon",
  "Medium",
  "Funktion",
  "Themen",
  "Land",
  "Sprache",
  "Notiz",
];

/** All that a column is made of; a picture is not kept until its card ends. */
const used = new Set("N FN ORG EMAIL TEL TITLE ROLE CATEGORIES ADR LANG NOTE".split(" "));

type Property = { name: string; parameters: string; value: string };

/**
 * The visiting cards of a file (vCard 2.1, RFC 2426, RFC 6350) as rows of a table, each with the line on which it begins. What has no
 * column is left out: pictures, private addresses, birthdays.
 */
export async function* readVcards(text: AsyncIterable<string>): AsyncGenerator<CsvLine> {
  yield { line: 1, cells: [...heading] };
  let begin = 0;
  let properties: Property[] = [];
  for await (const { line, content } of unfolded(text)) {
    const property = propertyOf(content);
    if (property?.name === "BEGIN") {
      begin = line;
      properties = [];
    } else if (property?.name === "END" && begin > 0) {
      yield { line: begin, cells: cellsOf(properties) };
      begin = 0;
    } else if (property !== null && used.has(property.name)) properties.push(property);
  }
}

/** Lines as they were before they were folded (RFC 6350, 3.2), or broken within quoted-printable. */
async function* unfolded(text: AsyncIterable<string>): AsyncGenerator<{ line: number; content: string }> {
  let whole: { line: number; parts: string[]; isQuoted: boolean } | null = null;
  for await (const { line, content } of linesOf(text)) {
    const before: string = whole?.parts.at(-1) ?? "";
    if (whole?.isQuoted && before.endsWith("=")) whole.parts.splice(-1, 1, before.slice(0, -1), content);
    else if (whole !== null && /^[ \t]/.test(content)) whole.parts.push(content.slice(1));
    else {
      if (whole !== null) yield { line: whole.line, content: whole.parts.join("") };
      whole = { line, parts: [content], isQuoted: /^[^:]{0,200}quoted-printable/i.test(content) };
    }
  }
  if (whole !== null) yield { line: whole.line, content: whole.parts.join("") };
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<{ line: number; content: string }> {
  let line = 0;
  let rest = "";
  for await (const piece of text) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const content of lines) yield { line: ++line, content: content.replace(/\r$/, "") };
  }
  if (rest !== "") yield { line: line + 1, content: rest };
}

function propertyOf(content: string): Property | null {
  const text = content.replace(/^\ufeff/, "");
  const end = groupEnd(text);
  const [name = "", ...parameters] = text.slice(0, Math.max(end, 0)).split(";");
  if (name === "") return null;
  const bare = name
    .slice(name.lastIndexOf(".") + 1)
    .trim()
    .toUpperCase();
  return { name: bare, parameters: parameters.join(";").toUpperCase(), value: text.slice(end + 1) };
}

/** Where the first colon stands that is in no quotes, as a parameter may hold one; -1 where there is none. */
function groupEnd(text: string): number {
  let at = 0;
  for (; at < text.length && text[at] !== ":"; at += 1) {
    if (text[at] !== '"') continue;
    at = text.indexOf('"', at + 1);
    if (at === -1) return -1;
  }
  return at < text.length ? at : -1;
}

function cellsOf(properties: readonly Property[]): string[] {
  const parts = (name: string) => {
    const own = properties.filter(
      (property) => property.name === name && decoded(property).trim() !== "" && !isFax(property),
    );
    const preferred = own.find(({ parameters }) => /\bPREF\b/.test(parameters)) ?? own[0];
    return preferred === undefined ? [] : partsOf(decoded(preferred), ";");
  };
  const [medium = ""] = parts("ORG");
  const [last = "", first = "", , title = ""] = parts("N");
  const [whole = ""] = parts("FN");
  // A card of an office repeats its name as that of a person.
  const name = last === "" && first === "" && whole !== medium ? whole : last;
  const topics = properties
    .filter((property) => property.name === "CATEGORIES")
    .flatMap((property) => partsOf(decoded(property), ","));
  return [
    ...[name, first, title, parts("EMAIL")[0] ?? "", (parts("TEL")[0] ?? "").replace(/^tel:/i, ""), medium],
    ...[parts("TITLE")[0] ?? parts("ROLE")[0] ?? "", topics.join("|"), parts("ADR")[6] ?? ""],
    ...[parts("LANG")[0]?.slice(0, 2) ?? "", parts("NOTE").join(";")],
  ];
}

/** Outlook writes it beside the telephone, in either order. */
function isFax({ name, parameters }: Property): boolean {
  return name === "TEL" && /\bFAX\b/.test(parameters) && !/\bVOICE\b/.test(parameters);
}

/** The components of a value; a backslash keeps what follows it from parting them. */
function partsOf(value: string, separator: "," | ";"): string[] {
  const parts = [""];
  for (const [piece] of value.matchAll(/\\.|[^\\;,]+|./gs)) {
    if (piece === separator) parts.push("");
    else parts.push(`${parts.pop()}${piece.startsWith("\\") && piece.length > 1 ? unescaped(piece) : piece}`);
  }
  return parts.map((part) => part.trim());
}

function unescaped(piece: string): string {
  return /^\\n$/i.test(piece) ? "\n" : piece.slice(1);
}

/** Quoted-printable (RFC 2045, 6.7) is what vCard 2.1 writes umlauts in. */
function decoded({ parameters, value }: Property): string {
  if (!parameters.includes("QUOTED-PRINTABLE")) return value;
  const bytes = value.replace(/=([0-9a-f]{2})/gi, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const encoding = /CHARSET=(?:UTF-?8)/.test(parameters) ? "utf-8" : "windows-1252";
  // What stands there unquoted beyond a byte was no quoted-printable.
  return /[\u0100-\uffff]/.test(bytes)
    ? value
    : new TextDecoder(encoding).decode(Buffer.from(bytes, "latin1"));
}
