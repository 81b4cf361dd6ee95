import { createHash } from "node:crypto";
import { ServiceError } from "../../errors.ts";
import { type ZipEntry, zipStream } from "../../floor/archive-files/zip-stream.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { findAgency } from "../agencies/list-agencies-sql.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { listColumns, readLines } from "./rows-sql.ts";
import { tableFacts } from "./table-facts.ts";

type ExportOptions = {
  /** Files that rows name, each source one after the other: pictures, for instance. */
  files?: readonly ((sql: Queryable, agencyId: number) => AsyncIterable<ZipEntry>)[];
  show?: (share: number) => void;
};

type ExportPart = {
  name: string;
  table: string;
  columns: (sql: Queryable) => Promise<string[]>;
  lines: (sql: Queryable, agencyId: number) => AsyncIterable<string[]>;
};

/** Every part, made of the table of tables: a new table needs one entry there. */
const exportParts: readonly ExportPart[] = tableFacts.flatMap(({ table, export: shown }) => {
  if (!("german" in shown)) return [];
  const { without = [], rowsAtOnce, only } = shown;
  return [
    {
      name: `${table}.jsonl`,
      table,
      columns: (sql) => listColumns(sql, table, without),
      lines: (sql, agencyId) => readLines(sql, agencyId, { table, without, rowsAtOnce, only }),
    } satisfies ExportPart,
  ];
});

type ExportedFile = {
  name: string;
  /** Null for a file that is no table. */
  table: string | null;
  columns: string[];
  rows: number;
  bytes: number;
  sha256: string;
};

/**
 * Everything that is an agency's own as a ZIP archive, made while it is read and in constant memory: a file of JSON Lines for
 * each table, a manifest with rows and SHA-256 of each, and README.txt. Credentials and hashes of them are in none.
 * `show` gets the share that is done, from 0 to 1. Throws `not_found`.
 */
export async function exportAgency(
  sql: Queryable,
  agencyId: number,
  { files = [], show = () => {} }: ExportOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  const agency = await findAgency(sql, agencyId);
  if (agency === null) throw new ServiceError("not_found", `There is no agency ${agencyId}.`);
  return zipStream(entriesOf(sql, agency, { files, show }));
}

/** Hands the archive to somebody, and notes who. `reads` is where it is read; `sql` when left out. Throws `not_found`. */
export async function handOutAgency(
  sql: Queryable,
  agencyId: number,
  input: ExportOptions & { actor: AuditActor; requestId?: string; reads?: Queryable },
): Promise<ReadableStream<Uint8Array>> {
  const { actor, requestId, reads = sql, ...options } = input;
  const stream = await exportAgency(reads, agencyId, options);
  await insertAudit(sql, agencyId, {
    actor,
    action: "agency.exported",
    subject: { type: "agency", id: String(agencyId) },
    ...(requestId === undefined ? {} : { requestId }),
  });
  return stream;
}

async function* entriesOf(
  sql: Queryable,
  agency: { id: number; name: string },
  { files: sources, show }: Required<ExportOptions>,
): AsyncGenerator<ZipEntry> {
  const exportedAt = new Date();
  const files: ExportedFile[] = [];
  for (const [index, part] of exportParts.entries()) {
    const { name, table } = part;
    const file = { name, table, columns: await part.columns(sql), rows: 0, bytes: 0, sha256: "" };
    files.push(file);
    yield { name, chunks: countedLines(part.lines(sql, agency.id), file) };
    show((index + 1) / exportParts.length);
  }
  for (const source of sources) {
    for await (const { name, chunks } of source(sql, agency.id)) {
      const file = { name, table: null, columns: [], rows: 0, bytes: 0, sha256: "" };
      files.push(file);
      yield { name, chunks: counted(chunks, file) };
    }
  }
  const manifest = {
    format: "pr-service-agency-export",
    version: 1,
    agencyId: agency.id,
    agencyName: agency.name,
    exportedAt: exportedAt.toISOString(),
    files,
  };
  yield { name: "manifest.json", chunks: once(`${JSON.stringify(manifest, null, 2)}\n`) };
  yield { name: "README.txt", chunks: once(readMe(agency.name, exportedAt, files)) };
}

async function* countedLines(
  batches: AsyncIterable<string[]>,
  file: ExportedFile,
): AsyncGenerator<Uint8Array> {
  const inBytes = async function* () {
    for await (const lines of batches) {
      file.rows += lines.length;
      yield new TextEncoder().encode(`${lines.join("\n")}\n`);
    }
  };
  yield* counted(inBytes(), file);
}

/** The bytes, counted and hashed into `file` on their way. */
async function* counted(source: AsyncIterable<Uint8Array>, file: ExportedFile): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const bytes of source) {
    hash.update(bytes);
    file.bytes += bytes.byteLength;
    yield bytes;
  }
  file.sha256 = hash.digest("hex");
}

/** What an agency's people read first in the archive. */
function readMe(agencyName: string, exportedAt: Date, files: readonly ExportedFile[]): string {
  const german = new Map(
    tableFacts.flatMap((facts) =>
      "german" in facts.export ? [[facts.table, facts.export.german] as const] : [],
    ),
  );
  const lines = files.flatMap(({ name, table, rows }) =>
    table === null ? [] : [`${name}\n    ${german.get(table) ?? ""}; Zeilen: ${rows}`],
  );
  return `Alle Daten der Agentur ${agencyName}
Stand: ${exportedAt.toISOString()} (UTC)

Dieses Archiv enthält alles, was der Agentur gehört. Es lässt sich mit jedem
üblichen Programm öffnen. Jede Datei mit der Endung .jsonl ist Text in UTF-8:
In jeder Zeile steht ein Datensatz als JSON-Objekt. Die Namen der Felder sind
die der Datenbank; manifest.json nennt sie für jede Datei, dazu die Zahl der
Zeilen, die Größe und den SHA-256-Wert, mit dem sich prüfen lässt, ob eine
Datei vollständig und unverändert ist. Bilder und Dateien liegen im Ordner
files, jede im Ordner ihrer Kennung aus asset.jsonl; ihre SHA-256-Werte stehen
in media_blob.jsonl. Die Kontakte des Verteilers und die bestätigten Abonnenten
stehen mit ihren Adressen in media-contacts.csv und subscribers.csv, die jedes
Programm für Tabellen öffnet.

Datensätze, die sich während des Exports geändert haben, stehen so darin, wie
sie in dem Augenblick waren, in dem sie gelesen wurden. Nicht enthalten sind
Schlüssel, Geheimnisse und ihre Prüfwerte.

Dateien

${lines.join("\n\n")}
`;
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
