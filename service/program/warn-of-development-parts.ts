import type { Log } from "../log.ts";
import type { Config } from "./config.ts";

/** Logs that a power cut can cost data, in production or not. */
export function warnOfMissingSyncs(config: Config, log: Log): void {
  if (config.databaseUrl !== null || config.embeddedSync) return;
  log.warn("embedded_database_not_synced", {
    advice: "Unset EMBEDDED_SYNC: a power cut can cost what was acknowledged, and the whole database.",
  });
}

/** The embedded database takes some 350 MB under load, and the service with it: in a container of 256 MB the first PDF ended it. */
const embeddedBytesMin = 400 * 1024 * 1024;

/** Logs that a container is too small for the embedded database. */
export function warnOfLittleMemory(
  config: Config,
  log: Log,
  memoryBytes = process.constrainedMemory(),
): void {
  if (config.databaseUrl !== null || memoryBytes === 0 || memoryBytes >= embeddedBytesMin) return;
  log.warn("little_memory", {
    memoryBytes,
    advice: "Give the container 512 MB, or set DATABASE_URL: with PostgreSQL 256 MB will do.",
  });
}

/** Logs each setting of a production service that is meant for one developer's machine. */
export function warnOfDevelopmentParts(config: Config, log: Log): void {
  if (!config.isProduction) return;
  if (config.databaseUrl === null) {
    log.warn("embedded_database_in_production", {
      advice: "Set DATABASE_URL: the embedded database is for one process on one machine.",
    });
  }
  if (config.redisUrl === null) {
    log.warn("limits_in_memory_in_production", {
      advice: "Set REDIS_URL: without it each process counts for itself.",
    });
  }
  if (config.secretKey === null) {
    log.warn("secret_key_in_a_file_in_production", {
      advice: "Set SECRET_KEY: replicas need the same one, and the file has to be in your backups.",
    });
  }
  if (config.publicUrl === null) {
    log.warn("public_url_missing_in_production", {
      advice:
        "Set PUBLIC_URL: links in mails, exports and webhooks name the address this process listens on.",
    });
  }
  if (config.webhookAllowCidrs.length > 0) {
    log.warn("private_webhook_targets_in_production", {
      advice: "Unset WEBHOOK_ALLOW_CIDRS: agencies can make this service connect into these ranges.",
    });
  }
  if (config.allowInsecureHttp) {
    log.warn("insecure_http_allowed", { advice: "Unset ALLOW_INSECURE_HTTP: keys travel in the clear." });
  }
}
