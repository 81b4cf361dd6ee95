import { listForeignKeys } from "../../../floor/db/foreign-keys-sql.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { orderTables } from "../../../floor/db/order-tables.ts";
import {
  clearOldRows,
  distributeTable,
  findCluster,
  listRootTables,
  makeReference,
  type RootTable,
} from "./cluster-sql.ts";
import { distributionOf, type TableDistribution } from "./table-distribution.ts";

export type DistributionStep = {
  table: string;
  distribution: Exclude<TableDistribution, "local">;
  bytes: number;
};

export type DistributionPlan = {
  /** What is still to be done, in this order: what is referred to comes first. */
  steps: DistributionStep[];
  /** Tables that lie where they belong already. */
  done: string[];
  /** Servers that hold rows; the coordinator counts where it does. */
  servers: number;
};

/** What `distributeTables` is going to do. Throws an Error that says what is missing where the database is no cluster. */
export async function planDistribution(sql: Sql): Promise<DistributionPlan> {
  const { servers } = await findCluster(sql);
  const tables = new Map((await listRootTables(sql)).map((table) => [table.name, table]));
  const { ordered } = orderTables([...tables.keys()], await listForeignKeys(sql));
  const wanted = ordered.flatMap((name) => stepOf(tables.get(name)));
  const steps = wanted.filter((step) => !isDone(step, tables.get(step.table)));
  // Reference tables refer to none that is distributed, so that all of them may come first.
  const stepsOf = (distribution: TableDistribution) =>
    steps.filter((step) => step.distribution === distribution);
  return {
    steps: [...stepsOf("reference"), ...stepsOf("distributed")],
    done: wanted.filter((step) => !steps.includes(step)).map(({ table }) => table),
    servers,
  };
}

/**
 * Takes the steps of a plan; each is a transaction by itself, so that a run that was broken off can be repeated. `show` is
 * called after each.
 */
export async function distributeTables(
  sql: Sql,
  { steps, done }: DistributionPlan,
  show: (step: DistributionStep) => void,
): Promise<void> {
  for (const step of steps) {
    if (step.distribution === "reference") await makeReference(sql, step.table);
    else await distributeTable(sql, step.table);
    show(step);
  }
  // Only now, because the rows of a table can go once all tables that refer to it are distributed too. A run that was broken off may have
  // left some of the tables that were done before.
  for (const table of [...done, ...steps.map((step) => step.table)]) await clearOldRows(sql, table);
}

function stepOf(table: RootTable | undefined): DistributionStep[] {
  if (table === undefined) return [];
  const distribution = distributionOf(table.name);
  return distribution === "local" ? [] : [{ table: table.name, distribution, bytes: table.bytes }];
}

/** A table that a foreign key made known to the cluster is still to be distributed as named here. */
function isDone({ table, distribution }: DistributionStep, found: RootTable | undefined): boolean {
  const actual = found?.distribution ?? null;
  if (actual === null || actual === "local") return false;
  if (actual === distribution) return true;
  throw new Error(`The table "${table}" is ${actual} and has to be ${distribution}. Undistribute it first.`);
}
