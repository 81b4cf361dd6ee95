import type { Client } from "../../sdk/src/index.ts";
import type { AuditActor } from "../features/audit/sql.ts";
import type { Log } from "../log.ts";
import type { RunningService } from "../program/run-service.ts";
import type { DemoRelease } from "./content/demo-client.ts";
import type { DemoMails } from "./mail-server.ts";

/** Files that steps write for the reader outlive the demo; all else in the data directory is the database's. */
export const demoFilesFolder = "reports";

/** A release of the demo as it was published. */
export type PublishedDemoRelease = DemoRelease & {
  pressReleaseId: number;
  clientId: number;
  clientName: string;
  clientSlug: string;
  slug: string;
  /** Path of its page, such as `/newsroom/heliora-waermetechnik/feldtest-in-214-altbauten`. */
  path: string;
  publishedAt: Date;
};

/** What every step of the demo works with: a running service, an agency with its key, and the SDK's client. */
export type Demo = {
  service: RunningService;
  log: Log;
  agencyId: number;
  /** In whose name it all is done. */
  actor: AuditActor;
  apiKey: string;
  client: Client;
  /** Where the service's mails go. */
  mails: DemoMails;
  /** Newest first. */
  releases: readonly PublishedDemoRelease[];
  /** Where the embedded database lives, and where steps write files for the reader. */
  dataDirectory: string;
};

/** One part of the demo: what it did, in lines for people and as a result for programs, and what to look at afterwards. */
export type DemoStep = {
  /** Key of the result in the JSON document. */
  name: string;
  title: string;
  run: (demo: Demo) => Promise<{ lines: string[]; result: unknown; next?: string[] }>;
};
