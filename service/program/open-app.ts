import { readFile } from "node:fs/promises";
import { type App, type AppDeps, createApp } from "../app.ts";
import { createAddressVerifier } from "../features/measurement/classify/address-verifier.ts";
import {
  type CrawlerRanges,
  noCrawlerRanges,
  parseCrawlerRanges,
} from "../features/measurement/classify/crawler-ranges.ts";
import { joinRanges } from "../features/measurement/classify/published-ranges.ts";
import { createSpoolFolder } from "../features/reporting/data/spool-folder.ts";
import { openWriter } from "../features/writer/open-writer.ts";
import { migrationStatus } from "../floor/db/migrate.ts";
import { migrations } from "../floor/db/migrations.ts";
import { requestContext } from "../floor/http/request-context.ts";
import type { Config } from "./config.ts";
import type { ServiceParts } from "./open-parts.ts";
import type { Listener } from "./platform.ts";
import type { Traffic } from "./traffic.ts";

/** What is known only once the service listens. */
type Surroundings = Pick<AppDeps, "publicUrl" | "wake" | "swaggerUi"> & {
  webauthnScript: string;
  listener: Listener;
  traffic: Traffic;
};

/** Opens the app that answers HTTP, as the configuration wants it. */
export async function openApp(
  config: Config,
  parts: ServiceParts,
  { publicUrl, wake, swaggerUi, webauthnScript, listener, traffic }: Surroundings,
): Promise<App> {
  return createApp({
    ...parts,
    wake,
    publicUrl,
    swaggerUi,
    webauthnSource: await readFile(webauthnScript, "utf8"),
    spools: createSpoolFolder(config.dataDirectory),
    // A request by an own domain is another one than the runtime knows.
    allowSlowReader: (request) => listener.allowSlowReader(requestContext(request).received ?? request),
    mcpAllowedOrigins: config.mcpAllowedOrigins,
    writer: await openWriter(config.writer, parts.publicWork),
    toolsAllowedOrigins: config.toolsAllowedOrigins,
    operatorLinks: config.operatorLinks,
    showsNewsrooms: config.showsNewsrooms,
    crawlerRanges: await readCrawlerRanges(config.crawlerRangesFile),
    verifyAddress: createAddressVerifier(),
    edge: {
      answersProbesOnly: !parts.readsReports,
      publicUrl: config.publicUrl,
      allowedHosts: config.allowedHosts,
      trustedProxies: config.trustedProxies,
      requiresHttps: config.isProduction && !config.allowInsecureHttp,
      observers: [...parts.instruments.observers, parts.refusals.observe],
    },
    whyNotReady: async () => {
      if (traffic.isLeaving()) return "stopping";
      if (!parts.readsReports) return "report_keys_differ";
      const status = await migrationStatus(parts.sql, migrations);
      // A newer program has migrated, and its release keeps this one working until it is stopped.
      return status.database >= status.program ? null : "not_migrated";
    },
  });
}

/** The repository's ranges, and before them those of the operator's own file. */
async function readCrawlerRanges(path: string | null): Promise<CrawlerRanges> {
  const own = path === null ? noCrawlerRanges : parseCrawlerRanges(JSON.parse(await readFile(path, "utf8")));
  return joinRanges(own);
}
