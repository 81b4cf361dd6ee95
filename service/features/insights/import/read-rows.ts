import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { parse } from "fast-csv";
import { firstCharacters } from "../../../floor/strings/first-characters.ts";
import { ImportError } from "./faults.ts";
import { fromHeading } from "./find-heading.ts";
import { inPieces } from "./in-pieces.ts";
import type { CsvLine, InspectedFile } from "./inspect-file.ts";
import { readVcards } from "./read-vcards.ts";

/**
 * An unclosed quote makes one row of the rest of a file: more than this is not a row. The parser begins anew with each piece of a row that
 * it has not read to its end, so that a row of a megabyte held everybody up for seconds.
 */
const rowCharactersMax = 128 * 1024;
/** A card may hold a picture. */
const cardCharactersMax = 1024 * 1024;
/** Part of the faulty text in a message. */
const previewCharactersMax = 60;

/**
 * The rows of a CSV file from its heading on, or the cards of one of vCards, one after the other and in constant memory; empty lines are
 * left out.
 * Throws an ImportError where the file is no CSV.
 */
export async function* readRows(
  chunks: AsyncIterable<Uint8Array>,
  file: Pick<InspectedFile, "encoding" | "delimiter">,
  charactersMax = rowCharactersMax,
): AsyncGenerator<CsvLine> {
  const text = readText(chunks, file);
  if (file.delimiter === "vcard") yield* readCards(text);
  else yield* fromHeading(readTable(text, { delimiter: file.delimiter, charactersMax }));
}

/** One piece after the other: what is read ahead would count as a part of the row that waits to be taken. */
async function* readTable(
  text: AsyncIterable<string>,
  { delimiter, charactersMax }: { delimiter: string; charactersMax: number },
): AsyncGenerator<CsvLine> {
  const parser = parse<string[], string[]>({ delimiter, headers: false, ignoreEmpty: false });
  const parsed: string[][] = [];
  // Whoever writes gets the error as well.
  parser.on("error", () => undefined);
  parser.on("data", (cells: string[]) => void parsed.push(cells));
  let line = 1;
  function* taken(): Generator<CsvLine> {
    for (const cells of parsed.splice(0)) {
      if (cells.some((cell) => cell.trim() !== "")) yield { line, cells };
      line += 1 + cells.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
    }
  }
  let characters = 0;
  try {
    for await (const piece of text) {
      characters += piece.length;
      if (characters > charactersMax) throw new ImportError("row_too_long", { line, max: charactersMax });
      await write(parser, piece);
      if (parsed.length > 0) characters = 0;
      yield* taken();
    }
    parser.end();
    await finished(parser);
    yield* taken();
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("Parse Error"))) throw error;
    // The parser says what it stumbled over and not where; the rows before it in the same piece never come out.
    throw new ImportError("not_csv", { line, near: nearOf(error) });
  } finally {
    parser.destroy();
  }
}

function write(parser: Writable, piece: string): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.write(piece, (error) => {
      if (error) reject(error);
      // What it has parsed comes out with the next turn.
      else setImmediate(resolve);
    });
  });
}

async function* readCards(text: AsyncIterable<string>): AsyncGenerator<CsvLine> {
  let [line, characters] = [1, 0];
  async function* counted(): AsyncGenerator<string> {
    for await (const piece of text) {
      characters += piece.length;
      if (characters > cardCharactersMax)
        throw new ImportError("row_too_long", { line, max: cardCharactersMax });
      yield piece;
    }
  }
  for await (const row of readVcards(counted())) {
    characters = 0;
    ({ line } = row);
    yield row;
  }
}

async function* readText(
  chunks: AsyncIterable<Uint8Array>,
  { encoding }: Pick<InspectedFile, "encoding">,
): AsyncGenerator<string> {
  // Not fatal: the file may have changed since it was inspected; then its hash no longer fits, and nothing is kept.
  const decoder = new TextDecoder(encoding);
  for await (const chunk of inPieces(chunks)) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== "") yield text;
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}

function nearOf(error: Error): string {
  const preview = / (?:at|line: at) '(.*)'/s.exec(error.message)?.[1] ?? "";
  const flat = preview.replace(/\\n'|\p{Cc}/gu, " ");
  return firstCharacters(flat, previewCharactersMax).toWellFormed().trim();
}
