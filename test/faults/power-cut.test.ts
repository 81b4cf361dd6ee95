import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../service/floor/db/open.ts";
import { createEmbeddedDirectory } from "../support/embedded-template.ts";
import { createFolder, removeFolder } from "../support/server-process.ts";
import { checkIndexes } from "./support/check-indexes.ts";
import { type CutDatabase, needsRecovery, startCutDatabase } from "./support/cut-database.ts";
import { faultRounds, reportFault } from "./support/fault-rounds.ts";
import {
  compareWithLedger,
  connectTo,
  createLedger,
  type Ledger,
  loadUntilCut,
  prepareLedger,
} from "./support/ledger-load.ts";

const { rounds, isShort, chance, timeoutMs } = faultRounds(2, 200);
/** A start after a cut is so many operations, as PostgreSQL syncs every file first. A commit is two. */
const startOperations = 1_500;
const operationsMax = isShort ? 4_000 : 20_000;
/** So many of the cuts come before the database is ready again. */
const startShare = 0.2;
const newDatabaseOperations = 6_000;
/** One of so many cuts meets a new database while it is made, and one of so many has a control beside it. */
const cutsPerNewDatabase = 20;
const cutsPerControl = 10;

let folder: string;
let starts = 0;
beforeAll(() => {
  folder = createFolder("cut-");
});
afterAll(() => removeFolder(folder));

test(
  "power cuts lose nothing that was acknowledged, and every start after one is clean",
  async () => {
    const ledger = createLedger();
    const found = { cuts: 0, cutsBeforeReady: 0, newDatabasesCut: 0, recoveries: 0 };
    let image = await createEmbeddedDirectory();
    // Where all cuts came before much was acknowledged, which proves little, others follow.
    while (found.cuts < rounds || ledger.rows.size <= rowsMin) {
      found.cuts += 1;
      if (found.cuts % cutsPerNewDatabase === 0) {
        await cutNewDatabase();
        found.newDatabasesCut += 1;
        continue;
      }
      const cut = await cutUnderLoad({ image, ledger, isSynced: true, cutAt: drawMoment() });
      expect(cut.lost).toEqual([]);
      if (!cut.isServing) found.cutsBeforeReady += 1;
      image = cut.image;
      if (needsRecovery(image)) found.recoveries += 1;
    }
    const lost = await lostAfter(image, ledger);
    const indexes = await checkIndexes(join(image, "database"));
    reportFault("power cut, embedded database", {
      ...found,
      acknowledged: { rows: ledger.rows.size, commits: ledger.commits },
      lost,
      indexes,
    });
    expect(lost).toEqual([]);
    expect(found.recoveries).toBeGreaterThan(0);
    expect(ledger.rows.size).toBeGreaterThan(rowsMin);
    expect(indexes.faults).toEqual([]);
  },
  timeoutMs,
);

/** Fewer would show nothing. */
const rowsMin = 100;
/** Of the control: so many cuts in a row that lose nothing would say that syncs are made all the same. */
const luckyCutsMax = 12;

test(
  "without syncs the same cuts lose rows, or the whole database",
  async () => {
    const cutsMin = Math.max(2, Math.floor(rounds / cutsPerControl));
    const found = { cuts: 0, acknowledged: 0, lost: 0, databasesLost: 0 };
    // A disk may have kept all by chance: once in some cuts, but not each time.
    const hasLost = () => found.lost + found.databasesLost > 0;
    while (found.cuts < cutsMin || (!hasLost() && found.cuts < cutsMin + luckyCutsMax)) {
      found.cuts += 1;
      const ledger = createLedger();
      const cutAt = chance.whole(startOperations, operationsMax / 2);
      const image = await createEmbeddedDirectory();
      const { image: left } = await cutUnderLoad({ image, ledger, isSynced: false, cutAt });
      found.acknowledged += ledger.rows.size;
      const lost = await lostAfter(left, ledger).catch(() => null);
      if (lost === null) found.databasesLost += 1;
      else found.lost += lost.length;
      rmSync(left, { recursive: true });
    }
    reportFault("power cut without syncs, the control", found);
    expect(hasLost()).toBe(true);
  },
  timeoutMs,
);

/** Starts on what the last cut left, compares with the ledger, and goes on with the load until the next cut. */
async function cutUnderLoad(input: { image: string; ledger: Ledger; isSynced: boolean; cutAt: number }) {
  const { image, ledger } = input;
  const database = startNext(input);
  const isServing = (await database.started) === "serving";
  const lost: string[] = [];
  if (isServing) {
    const sql = connectTo(database.socketPath);
    await loadUntilCut(sql, ledger, { chance, begin: async () => void lost.push(...(await compare())) });
    async function compare(): Promise<string[]> {
      const known = ledger.commits > 0;
      await prepareLedger(sql);
      return known ? await compareWithLedger(sql, ledger) : [];
    }
    await sql.end({ timeout: 0 });
  }
  await database.ended;
  rmSync(image, { recursive: true });
  return { image: database.image, isServing, lost };
}

/** Early moments are as likely as late ones: a cut at the start, or while the log is repeated, is as bad as any. */
function drawMoment(): number {
  if (chance.between(0, 1) < startShare) return chance.whole(1, startOperations);
  return Math.round(startOperations * (operationsMax / startOperations) ** chance.between(0, 1));
}

/** Cuts the power while a database is made, and looks whether there is a whole one after the next start. */
async function cutNewDatabase(): Promise<void> {
  const image = join(folder, "new");
  mkdirSync(image);
  const first = startNext({ image, cutAt: chance.whole(1, newDatabaseOperations), isSynced: true });
  await first.started;
  first.kill();
  await first.ended;
  rmSync(image, { recursive: true });
  // It was ready before the moment came.
  if (!existsSync(first.image)) return;
  const second = startNext({ image: first.image, cutAt: Number.MAX_SAFE_INTEGER, isSynced: true });
  expect(await second.started).toBe("serving");
  second.kill();
  await second.ended;
  rmSync(first.image, { recursive: true });
}

function startNext(input: { image: string; cutAt: number; isSynced: boolean }): CutDatabase {
  starts += 1;
  return startCutDatabase({
    ...input,
    folder: join(folder, String(starts)),
    seed: chance.whole(0, 1_000_000),
  });
}

/** Starts as the service does on what a cut left, and says what of the ledger is not there. */
async function lostAfter(image: string, ledger: Ledger): Promise<string[]> {
  const databaseAddress = { databaseUrl: null, dataDirectory: image, embeddedSync: false };
  const database = await openDatabase({ ...databaseAddress, connectionsMax: 1 });
  try {
    await prepareLedger(database.sql);
    return await compareWithLedger(database.sql, ledger);
  } finally {
    await database.close();
  }
}
