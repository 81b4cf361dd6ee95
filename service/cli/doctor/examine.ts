import type { Config } from "../../config.ts";
import { type Check, well } from "./check.ts";
import { checkCluster } from "./check-cluster.ts";
import { checkConnections } from "./check-connections.ts";
import { checkDatabase } from "./check-database.ts";
import { checkDns } from "./check-dns.ts";
import { checkDataDirectory, checkSecretKey } from "./check-files.ts";
import { checkMail } from "./check-mail.ts";
import { checkPublicUrl } from "./check-public-url.ts";
import { checkRedis } from "./check-redis.ts";
import { checkReplica } from "./check-replica.ts";
import { checkReports } from "./check-reports.ts";
import { checkSentinels } from "./check-sentinels.ts";
import { checkStandby } from "./check-standby.ts";

/** Runs every check side by side, changes nothing, and returns them in the order in which an operator would mend them. */
export async function examine(config: Config): Promise<Check[]> {
  const groups = await Promise.all([
    [well("configuration", "Every variable that is set can be read.")],
    checkPublicUrl(config),
    checkDns(config),
    checkDatabase(config),
    checkConnections(config),
    checkStandby(config.databaseUrl),
    checkCluster(config.databaseUrl),
    checkReplica(config),
    checkRedis(config),
    checkSentinels(config.redisUrl),
    checkMail(config.mail),
    checkSecretKey(config),
    checkReports(config),
    checkDataDirectory(config.dataDirectory),
  ]);
  return groups.flat();
}
