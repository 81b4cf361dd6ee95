import { hasEmbedded } from "../../../floor/db/embedded/start-embedded.ts";
import { openDatabase } from "../../../floor/db/open.ts";
import type { Config } from "../../../program/config.ts";
import { type Check, type OpenedDatabase, unwell, well } from "./check.ts";
import { checkCluster } from "./check-cluster.ts";
import { checkConnections } from "./check-connections.ts";
import { checkDatabase } from "./check-database.ts";
import { checkDns } from "./check-dns.ts";
import { checkDataDirectory, checkSecretKey } from "./check-files.ts";
import { checkMail } from "./check-mail.ts";
import { checkBounces } from "./check-mailings.ts";
import { checkRedis } from "./check-redis.ts";
import { checkReplica } from "./check-replica.ts";
import { checkReports } from "./check-reports.ts";
import { checkSentinels } from "./check-sentinels.ts";
import { checkStamps } from "./check-stamps.ts";
import { checkStandby } from "./check-standby.ts";

/** Several checks ask the database at once. */
const connectionsMax = 3;

/** Runs every check side by side, changes nothing, and returns them in the order in which an operator would mend them. */
export async function examine(config: Config): Promise<Check[]> {
  const database = await openWhereThere(config);
  try {
    return await examineAll(config, database);
  } finally {
    if (database !== null && "sql" in database) await database.close().catch(() => undefined);
  }
}

/** Why it can't be opened, or null where no embedded one is yet: opening it would make one. */
async function openWhereThere(config: Config): Promise<OpenedDatabase> {
  if (config.databaseUrl === null && !hasEmbedded(config.dataDirectory)) return null;
  return await openDatabase({ ...config, connectionsMax }).catch((error: unknown) => ({ error }));
}

async function examineAll(config: Config, database: OpenedDatabase): Promise<Check[]> {
  const groups = await Promise.all([
    [well("configuration", "Every variable that is set can be read.")],
    checkPublicUrl(config),
    checkDns(config),
    checkDatabase(config, database),
    checkConnections(config, database),
    checkStandby(config.databaseUrl),
    checkCluster(config.databaseUrl),
    checkReplica(config),
    checkRedis(config),
    checkSentinels(config.redisUrl),
    checkMail(config.mail),
    checkBounces(config),
    checkSecretKey(config),
    checkReports(config, database),
    checkStamps(config, database),
    checkDataDirectory(config.dataDirectory),
  ]);
  return groups.flat();
}

/** Links in mails, exports and webhooks are opened on other machines, where the address that we listen on leads nowhere. */
function checkPublicUrl({ publicUrl, isProduction }: Pick<Config, "publicUrl" | "isProduction">): Check {
  const name = "public_url";
  if (publicUrl !== null) return well(name, `Links begin with ${publicUrl}.`);
  return isProduction
    ? unwell(
        name,
        "PUBLIC_URL is missing: links name the address that the service listens on. Set PUBLIC_URL.",
      )
    : well(name, "Not set: links name the address that the service listens on.");
}
