import { createHash, type Hash } from "node:crypto";
import type { Queryable, Sql } from "../../db/open.ts";
import { readCells } from "./cells.ts";
import { type ColumnMap, type ImportMapping, mapColumns } from "./columns.ts";
import { createReleaseFinder, type FindRelease } from "./find-release.ts";
import { ImportError } from "./import-error.ts";
import { type InspectedFile, inspectFile } from "./inspect-file.ts";
import { type ImportKind, type ImportRow, kindsOfImport } from "./kinds.ts";
import { readRows } from "./read-rows.ts";
import type { ImportSource } from "./source.ts";
import { findImport, insertImport, insertRows, selectReleaseNames } from "./sql.ts";

type BadRow = { line: number; reason: string };

export type ImportResult = {
  outcome: "imported" | "known" | "refused";
  /** Null where nothing was stored. */
  importId: string | null;
  /** Rows of the file, without its heading. */
  rows: number;
  /** New entries. */
  inserted: number;
  /** Rows that say anew what an earlier row or file said of the same thing. */
  replaced: number;
  badRows: number;
  /** The first bad rows. */
  badLines: BadRow[];
  ignoredColumns: string[];
};

/** Bad rows that are listed, which take at most some megabytes; the rest is counted. */
const badLinesMax = 10_000;
/** Beyond this a file is split, so that no transaction takes minutes. */
const rowsMax = 1_000_000;
/** Rows of one insert: large enough to be fast, small enough for constant memory. */
const batchRows = 1_000;
/** The file is read three times: to inspect it, to check every row, to store them. */
const passes = 3;

export type ImportInput = {
  kind: ImportKind;
  source: ImportSource;
  /** Which column of the file is which, where its heading doesn't say it. */
  mapping?: ImportMapping | undefined;
  /** Scheme and host of the newsrooms, so that rows may name a release by its page; null where they are not known. */
  publicUrl?: string | null;
  /** Gets a share from 0 to 1. */
  onProgress?: (share: number) => void;
  /** Runs at the end of the transaction that stores the rows; what it throws rolls all of them back. */
  beforeCommit?: (transaction: Queryable, result: ImportResult) => Promise<void>;
  /** Ends the import; what was stored is rolled back. */
  signal?: AbortSignal;
};

/**
 * Imports a CSV file for an agency, all or nothing: every row is checked before the first is stored, and all are stored in one
 * transaction, so that a process killed at any moment leaves nothing. A file whose bytes were imported before is `known`.
 * Throws an ImportError for a file that is no such table, and the signal's reason.
 * On the embedded database the storing keeps other requests waiting: about 5 s for 20,000 rows.
 */
export async function importFile(sql: Sql, agencyId: number, input: ImportInput): Promise<ImportResult> {
  const { kind, source } = input;
  const names = await selectReleaseNames(sql, agencyId);
  if (names === null) throw new ImportError(`There is no agency ${agencyId}.`);
  const findRelease = createReleaseFinder(names, input.publicUrl ?? null);
  const meter = createMeter(input);
  const file = await inspectFile(meter.watch(source.read(sql)));
  meter.setSize(file.bytes);
  const knownId = await findImport(sql, agencyId, { kind, fileHash: file.hash });
  if (knownId !== null) return { ...nothing, outcome: "known", importId: knownId };

  const reading = { kind, file, findRelease, mapping: input.mapping };
  const checked = await checkRows({ ...reading, chunks: meter.watch(source.read(sql)) });
  if (checked.badRows > 0) return { ...nothing, ...checked, outcome: "refused" };
  if (checked.rows === 0) throw new ImportError("The file has a heading and no rows.");
  return await sql.begin(async (transaction) => {
    const importId = await insertImport(transaction, agencyId, {
      kind,
      fileName: source.name.slice(-fileNameCharactersMax),
      fileHash: file.hash,
      rows: checked.rows,
    });
    if (importId === null) return { ...nothing, outcome: "known" as const };
    const chunks = meter.watch(source.read(transaction));
    const inserted = await storeRows(transaction, agencyId, { ...reading, chunks, importId });
    const result: ImportResult = {
      ...nothing,
      ...checked,
      outcome: "imported",
      importId,
      inserted,
      replaced: checked.rows - inserted,
    };
    await input.beforeCommit?.(transaction, result);
    return result;
  });
}

const fileNameCharactersMax = 255;
const nothing: ImportResult = {
  outcome: "refused",
  importId: null,
  rows: 0,
  inserted: 0,
  replaced: 0,
  badRows: 0,
  badLines: [],
  ignoredColumns: [],
};

type Reading = {
  kind: ImportKind;
  chunks: AsyncIterable<Uint8Array>;
  file: InspectedFile;
  findRelease: FindRelease;
  mapping: ImportMapping | undefined;
};
type ReadRow = { line: number; row: ImportRow; problems: string[]; map: ColumnMap };

async function checkRows(
  input: Reading,
): Promise<Pick<ImportResult, "rows" | "badRows" | "badLines" | "ignoredColumns">> {
  const badLines: BadRow[] = [];
  let rows = 0;
  let badRows = 0;
  let ignoredColumns: string[] = [];
  for await (const { line, problems, map } of readImportRows(input)) {
    ignoredColumns = map.ignored;
    rows += 1;
    if (rows > rowsMax) throw new ImportError(`The file has more than ${rowsMax} rows. Split it.`);
    if (problems.length === 0) continue;
    badRows += 1;
    if (badLines.length < badLinesMax) badLines.push({ line, reason: problems.join("; ") });
  }
  return { rows, badRows, badLines, ignoredColumns };
}

async function storeRows(
  transaction: Queryable,
  agencyId: number,
  input: Reading & { importId: string },
): Promise<number> {
  const { importId, kind } = input;
  const method = "CSV-Import einer Datei der Quelle";
  const hash = createHash("sha256");
  let inserted = 0;
  let batch = new Map<string, ImportRow>();
  for await (const { row } of readImportRows({ ...input, chunks: hashed(input.chunks, hash) })) {
    // Rows that mean the same thing can't be in one statement: the last one counts, as it does between statements.
    batch.set(kindsOfImport[kind].keyOf(row), row);
    if (batch.size < batchRows) continue;
    inserted += await insertRows(transaction, agencyId, {
      importId,
      kind,
      method,
      rows: [...batch.values()],
    });
    batch = new Map();
  }
  if (batch.size > 0) {
    inserted += await insertRows(transaction, agencyId, {
      importId,
      kind,
      method,
      rows: [...batch.values()],
    });
  }
  if (!hash.digest().equals(input.file.hash)) {
    throw new ImportError("The file was changed while it was read. Nothing was stored; try again.");
  }
  return inserted;
}

async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

async function* readImportRows({
  kind,
  chunks,
  file,
  findRelease,
  mapping,
}: Reading): AsyncGenerator<ReadRow> {
  const { columns, read } = kindsOfImport[kind];
  let map: ColumnMap | undefined;
  let width = 0;
  for await (const { line, cells } of readRows(chunks, file)) {
    if (map === undefined) {
      map = mapColumns(cells, columns, mapping);
      width = cells.length;
      continue;
    }
    const reader = readCells(cells, map, findRelease);
    const row = read(reader);
    const surplus = cells.slice(width).some((cell) => cell.trim() !== "");
    const problems =
      cells.length < width || surplus
        ? [
            `has ${cells.length} cells, and the heading ${width}. Quote cells that hold a ${nameOf(file.delimiter)}`,
          ]
        : reader.problems;
    yield { line, row, problems, map };
  }
  if (map === undefined) throw new ImportError("The file has no heading.");
}

function nameOf(delimiter: InspectedFile["delimiter"]): string {
  return { ",": "comma", ";": "semicolon", "\t": "tabulator" }[delimiter];
}

function createMeter({ onProgress = () => {}, signal }: Pick<ImportInput, "onProgress" | "signal">) {
  let bytes = 0;
  let size: number | null = null;
  return {
    setSize: (fileBytes: number) => {
      size = fileBytes;
    },
    async *watch(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks) {
        signal?.throwIfAborted();
        bytes += chunk.byteLength;
        // Until the size is known, the first pass is under way.
        if (size !== null) onProgress(Math.min(1, bytes / (size * passes)));
        yield chunk;
      }
    },
  };
}
