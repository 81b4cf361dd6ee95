import type { FreshReads } from "../../../floor/db/fresh-reads.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import type { ConnectionShares } from "../../../floor/db/share-connections.ts";
import { createFairSeats, type FairSeats } from "../../../floor/limits/fair-seats.ts";
import type { Log } from "../../../log.ts";
import type { ChainHead } from "../../events/event-schema.ts";
import { shareWithInterval } from "../../insights/rules.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { findChainEnd } from "../integrity/sql.ts";
import type { Collection, LeftOutReport } from "./collection.ts";
import { collections } from "./collections.ts";
import { readMoment, rowsOf, sumSamples } from "./export-sql.ts";
import type { AiVisibilitySummary } from "./schema.ts";
import { openSpool, type Spool, SpoolClosedError } from "./spool.ts";
import type { SpoolFolder } from "./spool-folder.ts";
import { createSpoolRoom, SpoolRoomError } from "./spool-room.ts";

/** A call waits for the end of its agency's other export: with the next wait 20 s, well before its client gives up. */
const waitMs = 16_000;
const waitingPerAgencyMax = 8;
/** And then for its turn among the agency's reports: with them it would take more of the database than two reads may. */
const turnWaitMs = 4_000;
/** An export takes seconds; a client that has not read its others for this long reads them slowly. */
const retryAfterSeconds = 20;
/** What is gathered before it is written: a thousand small records. */
const pieceBytes = 256 * 1024;

/** Names of reports that are left out: 80 KB. With more of them the whole table is damaged, and the stream breaks off. */
const leftOutMax = 1_000;

const encoder = new TextEncoder();
const opening = encoder.encode("[\n");
const between = encoder.encode(",\n");

/** `signal` says that the client has gone, maybe before it read anything. */
export type ExportData = (agencyId: number, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;

export type ExportDataDeps = {
  freshReads: FreshReads;
  heavyReads: FairSeats;
  connections: ConnectionShares;
  log: Log;
  spools: SpoolFolder;
  /** Checks every report that is handed out. */
  seal: ReportSeal;
};

/**
 * Makes the verb that streams all reporting data of an agency as one JSON document, from one snapshot of the database and in
 * constant memory: rows come in batches from a cursor and go to a spool, and the client reads that at its own pace. A fault after
 * the first byte breaks the stream off, so that a part never looks like the whole. A report that does not fit its hash is left
 * out and named: whoever takes their data away gets all the rest.
 * An agency has one export that reads the database and two spools; its further calls wait in line. Throws
 * `service_unavailable` with `retryAfterSeconds` for those that wait too long or find the line full.
 *
 * On the embedded database, which is one backend, other requests wait while the rows are read: about 1 s for 60,000 conversions.
 */
export function createExportData(deps: ExportDataDeps): ExportData {
  const { freshReads, heavyReads, connections, log, spools, seal } = deps;
  const room = createSpoolRoom(() => seats.handOut());
  const seats = createFairSeats({
    what: "data exports",
    seats: connections.dataExports,
    seatsPerAgency: 1,
    waitingPerAgencyMax,
    waitMs,
    retryAfterSeconds,
    mayEnter: room.hasRoomFor,
  });
  return async (agencyId, signal) => {
    room.limitTo(await spools.bytesMax(room.bytes()));
    const leaveSeat = await seats.enter(agencyId, { signal });
    const leaveTurn = await heavyReads
      .enter(agencyId, { signal, waitMs: turnWaitMs })
      .catch((error: unknown) => {
        leaveSeat();
        throw error;
      });
    const leave = () => {
      leaveTurn();
      leaveSeat();
    };
    const share = room.open(agencyId);
    const spool = await openSpool(spools, share, signal).catch((error: unknown) => {
      share.close();
      leave();
      throw error;
    });
    void freshReads()
      .then((sql) => writeExport(sql, agencyId, { spool, seal }))
      .then(spool.end)
      .catch((error: unknown) => {
        logFailure(log, agencyId, error);
        spool.fail();
      })
      .finally(leave);
    return spool.stream();
  };
}

function logFailure(log: Log, agencyId: number, error: unknown): void {
  if (error instanceof SpoolClosedError) return;
  if (error instanceof SpoolRoomError)
    log.warn("data_export_too_large", { agencyId, message: error.message });
  else log.error("data_export_failed", { agencyId, error });
}

async function writeExport(
  sql: Sql,
  agencyId: number,
  { spool, seal }: { spool: Spool; seal: ReportSeal },
): Promise<void> {
  await sql.begin("isolation level repeatable read read only", async (transaction) => {
    const out = createWriter(spool);
    const leftOut: LeftOutReport[] = [];
    await out.write(`{"exportedAt":${JSON.stringify(await readMoment(transaction))},"agencyId":${agencyId}`);
    await out.write(`,\n"chainHead":${JSON.stringify(await readChainHead(transaction, agencyId))}`);
    for (const collection of collections) {
      if (collection.name === "aiVisibility") {
        const summary = JSON.stringify(await summarise(transaction, agencyId));
        await out.write(`,\n"aiVisibility":{"summary":${summary},"runs":`);
        await writeRecords(transaction, agencyId, { collection, out, seal, leftOut });
        await out.write("}");
      } else {
        await out.write(`,\n${JSON.stringify(collection.name)}:`);
        await writeRecords(transaction, agencyId, { collection, out, seal, leftOut });
      }
    }
    if (leftOut.length > 0) await out.write(`,\n"reportsLeftOut":${JSON.stringify(leftOut)}`);
    await out.write("}\n");
    await out.flush();
  });
}

type Writer = { write(part: string | Uint8Array): Promise<void>; flush(): Promise<void> };

/** One buffer for the whole export: what was written is on disk, so its memory can be used again. */
function createWriter(spool: Spool): Writer {
  const piece = new Uint8Array(pieceBytes);
  let filled = 0;
  const flush = async () => {
    if (filled === 0) return;
    await spool.write(piece.subarray(0, filled));
    filled = 0;
  };
  return {
    flush,
    async write(part) {
      const added = typeof part === "string" ? encoder.encode(part) : part;
      if (filled + added.byteLength > piece.byteLength) await flush();
      if (added.byteLength > piece.byteLength) return await spool.write(added);
      piece.set(added, filled);
      filled += added.byteLength;
    },
  };
}

async function writeRecords(
  sql: Queryable,
  agencyId: number,
  given: { collection: Collection; out: Writer; seal: ReportSeal; leftOut: LeftOutReport[] },
): Promise<void> {
  const { collection, out, seal, leftOut } = given;
  let separator = opening;
  for await (const rows of rowsOf(sql, agencyId, collection)) {
    for (const row of rows) {
      const unfit = await collection.leaveOut?.(row, { agencyId, seal });
      if (unfit !== null && unfit !== undefined) {
        if (leftOut.length === leftOutMax) throw new Error(`More than ${leftOutMax} reports do not fit.`);
        leftOut.push(unfit);
        continue;
      }
      await out.write(separator);
      await out.write(row);
      separator = between;
    }
  }
  await out.write(separator === opening ? "[]" : "\n]");
}

async function readChainHead(sql: Queryable, agencyId: number): Promise<ChainHead | null> {
  const end = await findChainEnd(sql, agencyId);
  if (end === null) return null;
  const { number, chainHash, signature, keyId } = end;
  if (chainHash === null || signature === null || keyId === null) return null;
  return { number, chainHash, signature, keyId };
}

async function summarise(sql: Queryable, agencyId: number): Promise<AiVisibilitySummary> {
  const engines = await sumSamples(sql, agencyId);
  return {
    engines: engines.map((engine) => ({
      ...engine,
      rate: engine.runs === 0 ? null : shareWithInterval(engine.mentioned, engine.runs),
    })),
  };
}
