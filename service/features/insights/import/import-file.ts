import { createHash, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { toNormalForm } from "../../../floor/strings/normal-form.ts";
import type { AuditActor } from "../../audit/sql.ts";
import { listClientNames } from "../../clients/client-names-sql.ts";
import { listContactLists } from "../../media-contacts/lists-sql.ts";
import { enqueueEvidence } from "../evidence/sql.ts";
import type { KnownNames } from "./cells.ts";
import { type BadRow, checkRows } from "./check-rows.ts";
import type { ImportMapping } from "./columns.ts";
import { ImportError } from "./faults.ts";
import { findReleases } from "./find-release.ts";
import { inspectFile } from "./inspect-file.ts";
import { removeReplacedMentions } from "./keep-ids-sql.ts";
import { type ImportKind, type ImportRow, kindsOfImport } from "./kinds.ts";
import { leftOverRowsAtOnce } from "./left-over-sql.ts";
import { createMeter } from "./meter.ts";
import { type Pass, readImportRows, surveyRows } from "./read-import-rows.ts";
import { isAgency } from "./release-names-sql.ts";
import { removeLeftOver } from "./remove-left-over.ts";
import { insertRows, noteObjections } from "./rows-sql.ts";
import type { ImportSource } from "./source.ts";
import { beginImport, countImport, findImport, giveUpImport, type NewImport } from "./state-sql.ts";

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
  /** Contacts that were left out because their address has objected, here or by what the file says. */
  objected?: number;
  badRows: number;
  /** The first bad rows. */
  badLines: BadRow[];
  ignoredColumns: string[];
};

/** Rows that one statement inserts. The embedded database answers nothing else meanwhile, so it takes some milliseconds only. */
const rowsAtOnce = 50;
const fileNameCharactersMax = 255;
/** How often an import looks whether the one before it has ended. */
const lookEveryMs = 250;

export type ImportInput = {
  kind: ImportKind;
  source: ImportSource;
  /** Which column of the file is which, where its heading doesn't say it. */
  mapping?: ImportMapping | undefined;
  /** Scheme and host of the newsrooms, so that rows may name a release by its page; null where they are not known. */
  publicUrl?: string | null;
  /** Seals contacts; other kinds need none. */
  secrets?: SecretCipher;
  /** Whose act the log names; left out, the service's, for a file that a person handed over. */
  actor?: AuditActor;
  /** Gets a share from 0 to 1. */
  onProgress?: (share: number) => void;
  /** Runs in the transaction that makes the rows count; what it throws gives all of them up. */
  beforeCommit?: (transaction: Queryable, result: ImportResult) => Promise<void>;
  /** Ends the import; nothing of it counts. */
  signal?: AbortSignal;
  /** How long it waits for another import of the agency to end; then it throws the ImportError `busy`. */
  waitMs?: number;
};

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

/**
 * Imports a CSV file for an agency, all or nothing: every row is checked before the first is stored, and one statement at the end
 * makes all of them count, so that a process killed at any moment leaves nothing that is seen. They are stored in short statements,
 * between which others have their turn. A file whose bytes were imported before in the same way is `known`, unless it is one of contacts.
 * Throws an ImportError for a file that is no such table, and the signal's reason.
 */
export async function importFile(sql: Sql, agencyId: number, input: ImportInput): Promise<ImportResult> {
  const { kind, source, mapping } = input;
  if (!(await isAgency(sql, agencyId))) throw new ImportError("no_agency", { agency: agencyId });
  const meter = createMeter(input);
  const file = await inspectFile(meter.watch(source.read()));
  meter.setSize(file.bytes);
  const fileHash = hashOf(kind, file.hash, mapping);
  const known = async (): Promise<ImportResult | null> => {
    const importId = await findImport(sql, agencyId, { kind, fileHash });
    return importId === null ? null : { ...nothing, outcome: "known", importId };
  };
  const before = await known();
  if (before !== null) return before;

  const pass = (): Pass => ({ kind, file, mapping, chunks: meter.watch(source.read()) });
  const names = await surveyRows(pass());
  const findRelease = await findReleases(sql, agencyId, { names, publicUrl: input.publicUrl ?? null });
  const named = kind === "media-contacts" ? { names: await readKnownNames(sql, agencyId) } : {};
  const { objected, ...checked } = await checkRows({ ...pass(), ...named, findRelease });
  if (checked.badRows > 0) return { ...nothing, ...checked, outcome: "refused" };
  if (checked.rows === 0) throw new ImportError("no_rows");
  const fileName = source.name.slice(-fileNameCharactersMax);
  const begun = await begin(sql, agencyId, {
    ...input,
    known,
    entry: { kind, fileName, fileHash, rows: checked.rows },
  });
  if (typeof begun !== "string") return begun;
  try {
    const stored = await storeRows(sql, agencyId, {
      ...input,
      ...pass(),
      ...named,
      findRelease,
      objected,
      importId: begun,
    });
    const { replaced } = stored;
    const result = { ...nothing, ...checked, outcome: "imported" as const, importId: begun, ...stored };
    await sql.begin(async (transaction) => {
      await countImport(transaction, agencyId, {
        importId: begun,
        replacesRows: replaced > 0 && kind !== "media-contacts",
      });
      if (kind === "media-mentions") {
        // Of a usual file all: nobody sees one of its clippings under a second id. The rest of a great one follows below.
        await removeReplacedMentions(transaction, agencyId, { importId: begun, rowsMax: leftOverRowsAtOnce });
        await enqueueEvidence(transaction, agencyId, { importId: begun });
      }
      const { secrets, actor = { type: "service", id: null } } = input;
      await noteObjections(transaction, agencyId, { importId: begun, actor, emails: objected, secrets });
      await input.beforeCommit?.(transaction, result);
    });
    return result;
  } catch (error) {
    // Without a database nothing can be noted; the lease ends by itself.
    await giveUpImport(sql, agencyId, begun).catch(() => {});
    throw error;
  } finally {
    // What is not removed here is removed by the service, or before the agency's next import.
    await removeLeftOver(sql, agencyId, input.signal).catch(() => false);
  }
}

/**
 * Names a file and how it was read: one that was mapped wrongly comes once more. One of contacts comes as often as somebody likes: they may
 * have been deleted since, or taken out of its list.
 */
function hashOf(kind: ImportKind, bytes: Uint8Array, mapping: ImportMapping = {}): Uint8Array {
  if (kind === "media-contacts") return createHash("sha256").update(bytes).update(randomUUID()).digest();
  const entries = Object.entries(mapping).toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (entries.length === 0) return bytes;
  return createHash("sha256").update(bytes).update(JSON.stringify(entries)).digest();
}

/** Clients and lists by hand that rows of contacts may name. */
async function readKnownNames(sql: Queryable, agencyId: number): Promise<KnownNames> {
  const [clients, lists] = await Promise.all([
    listClientNames(sql, agencyId, { clientIds: null }),
    listContactLists(sql, agencyId, { scope: null }),
  ]);
  return {
    clients: byName(clients),
    lists: byName(lists.filter(({ condition }) => condition === null)),
  };
}

function byName<Id extends string | number>(
  rows: readonly { id: Id; name: string }[],
): Map<string, Id | null> {
  const ids = new Map<string, Id | null>();
  for (const { id, name } of rows) {
    const key = toNormalForm(name, "NFC").toLowerCase();
    ids.set(key, ids.has(key) ? null : id);
  }
  // A form names a list by its id, whatever it is called by then.
  for (const { id } of rows) if (typeof id === "string") ids.set(id, id);
  return ids;
}

/** Begins the import when no other of the agency is under way; the file may have come in with that one. */
async function begin(
  sql: Sql,
  agencyId: number,
  input: Pick<ImportInput, "waitMs" | "signal"> & {
    entry: NewImport;
    known: () => Promise<ImportResult | null>;
  },
): Promise<string | ImportResult> {
  const { waitMs = 0, signal, entry, known } = input;
  const until = Date.now() + waitMs;
  for (;;) {
    signal?.throwIfAborted();
    const importId = await beginImport(sql, agencyId, entry);
    if (importId !== null) return importId;
    const result = await known();
    if (result !== null) return result;
    if (await removeLeftOver(sql, agencyId, signal)) continue;
    if (Date.now() >= until) throw new ImportError("busy");
    await setTimeout(lookEveryMs);
  }
}

type Reading = Parameters<typeof readImportRows>[0];

async function storeRows(
  sql: Sql,
  agencyId: number,
  input: Reading & { importId: string; objected: ReadonlySet<string> } & Pick<ImportInput, "secrets">,
): Promise<Pick<ImportResult, "inserted" | "objected" | "replaced">> {
  const { importId, kind, file, secrets, objected } = input;
  const { keyOf, join } = kindsOfImport[kind];
  const hash = createHash("sha256");
  let inserted = 0;
  let rowsTotal = 0;
  let known = 0;
  const allObjected = new Set(objected);
  let batch = new Map<string, ImportRow>();
  const store = async () => {
    const rows = [...batch.values()];
    batch = new Map();
    const stored = await insertRows(sql, agencyId, { importId, kind, method, rows, secrets });
    inserted += stored.inserted;
    known += stored.known;
    for (const row of stored.objected) allObjected.add(keyOf(row));
  };
  for await (const { row } of readImportRows({ ...input, chunks: hashed(input.chunks, hash) })) {
    // One statement can't upsert the same key twice: within a batch the later row replaces the earlier one, or is joined with it, as it
    // would in the next batch.
    const key = keyOf(row);
    // By the file, or here, as a batch before has found.
    if (allObjected.has(key)) continue;
    rowsTotal += 1;
    const before = batch.get(key);
    batch.set(key, before === undefined || join === undefined ? row : join(before, row));
    if (batch.size >= rowsAtOnce) await store();
  }
  if (batch.size > 0) await store();
  if (!hash.digest().equals(file.hash)) throw new ImportError("changed");
  // Of a contact there may be several rows, one for each of its lists: those of a new one are no other's.
  const replaced = kind === "media-contacts" ? known : rowsTotal - inserted;
  return { inserted, objected: allObjected.size, replaced };
}

const method = "CSV-Import einer Datei der Quelle";

async function* hashed(
  chunks: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}
