import { codeOf } from "../../../errors.ts";
import { listForeignKeys } from "../../../floor/db/foreign-keys-sql.ts";
import { heldMigrations, migrate } from "../../../floor/db/migrate.ts";
import { migrations } from "../../../floor/db/migrations.ts";
import type { Database, Queryable } from "../../../floor/db/open.ts";
import { orderTables } from "../../../floor/db/order-tables.ts";
import {
  checkLaterKeys,
  createPartitions,
  deferKeys,
  findRow,
  isDistributed,
  listPartitions,
  listSequences,
  listTables,
  type Sequence,
  setSequences,
  type Table,
} from "./catalogue-sql.ts";
// oxlint-disable-next-line pr-service/no-writing-sql -- copies whole databases, audits among them.
import { type Digest, digestTable, insertRows, readRows, writeRowsAlike } from "./rows-sql.ts";

export type TransferredTable = { name: string; rows: number; hash: string };

type Source = { tables: Table[]; digests: Map<string, Digest>; sequences: Sequence[] };

/**
 * Copies everything from one database into another, empty one in a single transaction: it is there as a whole or not at all.
 * Rows travel as PostgreSQL's own text of them, so every type arrives as it was; then each table is counted and hashed on
 * both sides. The caller sees to it that nobody writes to `from`. Throws when `to` is not empty, and when anything differs.
 */
export async function transfer(
  from: Database,
  to: Database,
  show: (share: number) => void,
): Promise<TransferredTable[]> {
  await refuseUnfit(to.sql);
  await migrate(from.sql, migrations);
  // The new database holds at once what the old one does not hold yet.
  if ((await heldMigrations(from.sql, migrations)).length > 0)
    throw new Error("Rows are still to be filled. Run `pr-service backfills run` first.");
  await migrate(to.sql, migrations);
  return await to.sql.begin(async (target) => {
    await writeRowsAlike(target);
    const targetTables = await listTables(target);
    const { forward } = orderTables(
      targetTables.map(({ name }) => name),
      await listForeignKeys(target),
    );
    await deferKeys(target, forward);
    const source = await from.sql.begin(async (reading) => {
      await reading`set transaction isolation level repeatable read read only`;
      await writeRowsAlike(reading);
      return await copy(reading, target, { targetTables, show });
    });
    await setSequences(target, source.sequences);
    const transferred = await compare(target, source);
    await checkLaterKeys(target, forward);
    return transferred;
  });
}

async function refuseUnfit(sql: Queryable): Promise<void> {
  const [row] = await sql<{ encoding: string; isMigrated: boolean }[]>`
    select current_setting('server_encoding') as encoding, to_regclass('migration') is not null as "isMigrated"
  `;
  if (row?.encoding !== "UTF8")
    throw new Error("The target database's encoding is not UTF8. Create it anew.");
  if (await isDistributed(sql)) {
    throw new Error(
      'The target database is distributed already. Transfer into an empty one of the coordinator, then run "pr-service distribute" there.',
    );
  }
  const tables = (await listTables(sql)).map(({ name }) => name);
  if (tables.length > 0 && !row.isMigrated) {
    throw new Error(`The target database belongs to something else: it holds the table "${tables[0]}".`);
  }
  const filled = await findRow(sql, tables);
  if (filled !== null) {
    throw new Error(`The target database is not empty: "${filled}" holds rows. Name an empty one.`);
  }
}

async function copy(
  reading: Queryable,
  target: Queryable,
  { targetTables, show }: { targetTables: Table[]; show: (share: number) => void },
): Promise<Source> {
  const tables = await listTables(reading);
  if (JSON.stringify(tables) !== JSON.stringify(targetTables)) {
    throw new Error("The two databases differ in their tables, although both are up to date.");
  }
  const digests = new Map<string, Digest>();
  for (const table of tables) digests.set(table.name, await digestTable(reading, table));
  const rowsTotal = [...digests.values()].reduce((sum, { rows }) => sum + rows, 0);
  await createPartitions(target, await listPartitions(reading));
  const byName = new Map(tables.map((table) => [table.name, table]));
  const { ordered } = orderTables([...byName.keys()], await listForeignKeys(reading));
  let rowsDone = 0;
  for (const name of ordered) {
    const table = byName.get(name);
    const digest = digests.get(name);
    if (table === undefined || digest === undefined) continue;
    for await (const rows of readRows(reading, name, digest)) {
      await insertRows(target, table, rows).catch((error: unknown) => {
        // The database's own message may repeat a whole row, with all that is personal in it.
        const code = codeOf(error) || "unknown";
        throw new Error(`The target database refused rows of "${name}" (${code}). Nothing was kept.`);
      });
      rowsDone += rows.length;
      show(rowsDone / rowsTotal);
    }
  }
  return { tables, digests, sequences: await listSequences(reading) };
}

async function compare(target: Queryable, { tables, digests }: Source): Promise<TransferredTable[]> {
  const transferred: TransferredTable[] = [];
  for (const table of tables) {
    const { name } = table;
    const { rows, hash } = await digestTable(target, table);
    const wanted = digests.get(name);
    if (wanted?.rows !== rows || wanted.hash !== hash) {
      throw new Error(
        `"${name}" arrived with ${rows} rows of ${wanted?.rows ?? 0}, or with other ones. Nothing was kept.`,
      );
    }
    transferred.push({ name, rows, hash });
  }
  return transferred;
}
