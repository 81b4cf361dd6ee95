import { listWorkers, type WorkerAnswer } from "../../../features/agency-data/distribution/cluster-sql.ts";
import {
  type DistributionPlan,
  planDistribution,
} from "../../../features/agency-data/distribution/distribute-tables.ts";
import { openDatabase } from "../../../floor/db/open.ts";
import { type Check, reasonOf, unwell, well, withinCheckTime } from "./check.ts";

const namesMax = 5;

/** Looks at the tables and workers of a Citus cluster. Nothing to say of any other database, or of one that can't be reached. */
export async function checkCluster(databaseUrl: string | null): Promise<Check[]> {
  if (databaseUrl === null) return [];
  // That it can't be reached is said by the check of the database.
  const database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 }).catch(
    () => null,
  );
  if (database === null) return [];
  try {
    if (!database.access.isCluster) return [];
    return await Promise.all([
      withinCheckTime(planDistribution(database.sql))
        .then(judgeDistribution)
        .catch((error: unknown) => unwell("cluster_tables", `${reasonOf(error)}.`)),
      withinCheckTime(listWorkers(database.sql))
        .then(judgeWorkers)
        .catch((error: unknown) => unwell("cluster_workers", `They can't be asked: ${reasonOf(error)}.`)),
    ]);
  } finally {
    await database.close().catch(() => undefined);
  }
}

export function judgeDistribution({ steps, done, servers }: DistributionPlan): Check {
  const name = "cluster_tables";
  if (steps.length === 0)
    return well(name, `All ${done.length} tables lie where they belong, on ${servers} servers.`);
  const tables = steps.map(({ table }) => table);
  const shown = tables.slice(0, namesMax).join(", ");
  const others = tables.length > namesMax ? ` and ${tables.length - namesMax} others` : "";
  return unwell(
    name,
    `The database is a Citus cluster, and these tables lie on its coordinator alone: ${shown}${others}. Stop the service and run \`pr-service distribute --yes\`.`,
  );
}

export function judgeWorkers(workers: readonly WorkerAnswer[]): Check {
  const name = "cluster_workers";
  const away = workers.find(({ answers }) => !answers);
  if (away === undefined) return well(name, `All ${workers.length} workers answer.`);
  return unwell(
    name,
    `The worker ${away.name} does not answer the coordinator: ${away.reason}. Start it, or correct its address with \`select citus_update_node\`.`,
  );
}
