import { pipeline, Readable } from "node:stream";
import { parse } from "fast-csv";
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
/** Raised where the text is read; the line is known where its rows are. */
class RowTooLong extends Error {}
type Progress = { charactersSinceRow: number; charactersMax: number };

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
): AsyncGenerator<CsvLine> {
  const isCards = file.delimiter === "vcard";
  const progress = { charactersSinceRow: 0, charactersMax: isCards ? cardCharactersMax : rowCharactersMax };
  if (isCards) return yield* readCards(readText(chunks, file, progress), progress);
  yield* fromHeading(readTable(chunks, { file, progress }));
}

async function* readTable(
  chunks: AsyncIterable<Uint8Array>,
  { file, progress }: { file: Pick<InspectedFile, "encoding" | "delimiter">; progress: Progress },
): AsyncGenerator<CsvLine> {
  const source = Readable.from(readText(chunks, file, progress), { objectMode: false });
  const parser = parse<string[], string[]>({ delimiter: file.delimiter, headers: false, ignoreEmpty: false });
  pipeline(source, parser, () => {});
  let line = 1;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      progress.charactersSinceRow = 0;
      if (cells.some((cell) => cell.trim() !== "")) yield { line, cells };
      line += 1 + cells.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
    }
  } catch (error) {
    if (error instanceof RowTooLong) throw new ImportError("row_too_long", { line, max: rowCharactersMax });
    if (!(error instanceof Error && error.message.startsWith("Parse Error"))) throw error;
    // The parser says what it stumbled over and not where; the rows before it in the same piece never come out.
    throw new ImportError("not_csv", { line, near: nearOf(error) });
  } finally {
    parser.destroy();
    source.destroy();
  }
}

async function* readCards(text: AsyncIterable<string>, progress: Progress): AsyncGenerator<CsvLine> {
  let line = 1;
  try {
    for await (const row of readVcards(text)) {
      progress.charactersSinceRow = 0;
      ({ line } = row);
      yield row;
    }
  } catch (error) {
    throw error instanceof RowTooLong
      ? new ImportError("row_too_long", { line, max: cardCharactersMax })
      : error;
  }
}

async function* readText(
  chunks: AsyncIterable<Uint8Array>,
  file: Pick<InspectedFile, "encoding">,
  progress: Progress,
): AsyncGenerator<string> {
  // Not fatal: the file may have changed since it was inspected; then its hash no longer fits, and nothing is kept.
  const decoder = new TextDecoder(file.encoding);
  for await (const chunk of inPieces(chunks)) {
    const text = decoder.decode(chunk, { stream: true });
    progress.charactersSinceRow += text.length;
    if (progress.charactersSinceRow > progress.charactersMax) throw new RowTooLong();
    if (text !== "") yield text;
  }
  const rest = decoder.decode();
  if (rest !== "") yield rest;
}

function nearOf(error: Error): string {
  const preview = / (?:at|line: at) '(.*)'/s.exec(error.message)?.[1] ?? "";
  return preview
    .replace(/\\n'|\p{Cc}/gu, " ")
    .slice(0, previewCharactersMax)
    .toWellFormed()
    .trim();
}
