import { Elysia } from "elysia";
import type { AskTask } from "./concurrency/thread-tasks.ts";
import { dashboardRoutes } from "./dashboard/routes.ts";
import type { FreshReads } from "./db/fresh-reads.ts";
import type { Sql } from "./db/open.ts";
import type { ConnectionShares } from "./db/share-connections.ts";
import { docsRoutes, type SwaggerUiFiles } from "./http/docs-routes.ts";
import { createEdge, type EdgeOptions, type Fetch } from "./http/edge.ts";
import { errorResponse, toServiceError } from "./http/error-response.ts";
import { healthRoutes, type WhyNotReady } from "./http/health-routes.ts";
import { buildOpenapiDocument } from "./http/openapi-document.ts";
import { createDefineOperation } from "./http/operation.ts";
import { requestContext } from "./http/request-context.ts";
import { createUnmatched } from "./http/unmatched.ts";
import { createAuthenticate } from "./keys/authenticate.ts";
import { createAgencyWrites } from "./limits/agency-writes.ts";
import type { FairSeats } from "./limits/fair-seats.ts";
import { createPublicSeats, type PublicSeats } from "./limits/public-seats.ts";
import type { Limiter } from "./limits/sliding-window.ts";
import type { Log } from "./log.ts";
import type { Mailer } from "./mail/mailer.ts";
import { mcpRoutes } from "./mcp/routes.ts";
import type { AddressVerifier } from "./measurement/classify/address-verifier.ts";
import type { CrawlerRanges } from "./measurement/classify/crawler-ranges.ts";
import type { Recorder } from "./measurement/record.ts";
import type { Salts } from "./measurement/salts.ts";
import type { FileStore } from "./media/file-store.ts";
import type { PicturePool } from "./media/picture/picture-pool.ts";
import { mediaRoutes } from "./media/routes.ts";
import type { UploadFolder } from "./media/upload-folder.ts";
import { type OwnDomains, ownDomainPaths } from "./newsroom/domains/own-domains.ts";
import { newsroomFileRoutes } from "./newsroom/file-routes.ts";
import { frontRoutes } from "./newsroom/front-routes.ts";
import { newsroomInteractionRoutes } from "./newsroom/interaction-routes.ts";
import { newsroomNotFoundPage } from "./newsroom/not-found-page.ts";
import { createNewsroomPages } from "./newsroom/page-routes.ts";
import { createReleaseCache } from "./newsroom/release-cache.ts";
import type { ReleaseRenderer } from "./newsroom/release-pdfs.ts";
import { subscriptionRoutes } from "./newsroom/subscriptions/routes.ts";
import type { TargetRules } from "./outbound/check-target.ts";
import { createSignedInCheck } from "./people/known-session.ts";
import type { TextReader } from "./press-text/markdown/text-reader.ts";
import { toolPageRoutes } from "./public-tools/page/routes.ts";
import type { PublicTasks } from "./public-tools/public-tasks.ts";
import { toolRoutes } from "./public-tools/routes.ts";
import { articleRoutes } from "./reporting/articles/routes.ts";
import { conversionRoutes } from "./reporting/conversions/routes.ts";
import { dataRoutes } from "./reporting/data/routes.ts";
import type { SpoolFolder } from "./reporting/data/spool-folder.ts";
import type { ArtifactStore } from "./reporting/exports/artifact-store.ts";
import type { RenderPool } from "./reporting/exports/render-pool.ts";
import { exportRoutes } from "./reporting/exports/routes.ts";
import type { ReportSeal } from "./reporting/integrity/report-seal.ts";
import { reportLinkRoutes } from "./reporting/links/routes.ts";
import type { ReadReleasePicture } from "./reporting/reports/read-presentation.ts";
import { reportRoutes } from "./reporting/reports/routes.ts";
import { verifyPageRoutes } from "./reporting/verify-page/routes.ts";
import { describeWebhooks } from "./reporting/webhooks/openapi.ts";
import { webhookRoutes } from "./reporting/webhooks/routes.ts";
import { registerFormats } from "./schema.ts";
import type { SecretCipher } from "./secrets/secret-cipher.ts";
import type { LegalLinks } from "./web/layout.ts";
import { approvalRoutes } from "./workflow/approvals/routes.ts";
import { embargoRoutes } from "./workflow/embargo/routes.ts";
import { previewRoutes } from "./workflow/preview/routes.ts";
import type { OpenedWriter } from "./writer/open-writer.ts";

export type AppDeps = {
  sql: Sql;
  /** Whether the database is a Citus cluster. */
  isCluster: boolean;
  /** Connections of their own for reads that can take long; those of `sql` where the database has one backend. */
  longReads: Sql;
  /** Seats for reads that can take long. */
  heavyReads: FairSeats;
  /** How the connections to the database are shared. */
  connections: ConnectionShares;
  limiter: Limiter;
  log: Log;
  recorder: Recorder;
  salts: Salts;
  secrets: SecretCipher;
  /** Sends mails; null where none is configured. */
  mailer: Mailer | null;
  /** Which targets the service may connect to on behalf of agencies. */
  targetRules: TargetRules;
  /** Runs a loop now, because something was put into its queue; does nothing where the loop does not run. */
  wake: (loopName: string) => void;
  /** Signs reports and checks those that are read. */
  seal: ReportSeal;
  artifactStore: ArtifactStore;
  fileStore: FileStore;
  pictures: PicturePool;
  /** Where uploads wait to be looked at. */
  uploads: UploadFolder;
  /** Where a release's picture for its report comes from. */
  readPicture: ReadReleasePicture;
  renderer: RenderPool & ReleaseRenderer;
  /** Reads Markdown away from the thread that answers HTTP. */
  texts: TextReader;
  /** Has another thread do what strangers ask for. */
  publicWork: AskTask<PublicTasks>;
  /** Lets the reader of a request's answer take its time. */
  allowSlowReader: (request: Request) => void;
  /** Days in which a deleted agency can come back. */
  agencyGraceDays: number;
  crawlerRanges: CrawlerRanges;
  verifyAddress: AddressVerifier;
  /** Knows which newsroom has proven a host. */
  ownDomains: OwnDomains;
  /** Scheme and host that readers see, without a slash at the end. */
  publicUrl: string;
  /** Origins besides the service's own that a browser may call the agent endpoint from. */
  mcpAllowedOrigins: readonly string[];
  /** Writes the texts of the public tools. */
  writer: OpenedWriter;
  /** Origins whose pages may call the public tools. */
  toolsAllowedOrigins: readonly string[];
  /** Imprint and privacy notice of whoever runs the service, for the page of the tools. */
  operatorLinks: LegalLinks;
  /** Whether the page of the service lists its newsrooms. */
  showsNewsrooms: boolean;
  swaggerUi: SwaggerUiFiles;
  /** The script of the library that speaks to authenticators. */
  webauthnSource: string;
  edge: Omit<EdgeOptions, "log">;
  /** Where data exports wait for their readers. */
  spools: SpoolFolder;
  /** Where long reads go. */
  freshReads: FreshReads;
  /** True once the database is reachable and its migrations are the program's. */
  whyNotReady: WhyNotReady;
};

export type App = { fetch: Fetch };

/** Joins the routes into one app. Opens nothing: whoever calls it brings the database, the limiter and the log. */
export function createApp(deps: AppDeps): App {
  registerFormats();
  const { sql, limiter, log } = deps;
  const authenticate = createAuthenticate(sql, log);
  const writes = createAgencyWrites(deps.connections);
  const publicSeats = createPublicSeats();
  const define = createDefineOperation({ authenticate, limiter, writes, log });
  const reporting = new Elysia()
    .use(articleRoutes(define, { sql: deps.longReads, heavyReads: deps.heavyReads }))
    .use(reportRoutes(define, deps))
    .use(exportRoutes(define, deps))
    .use(conversionRoutes(define, deps))
    .use(webhookRoutes(define, deps))
    .use(dataRoutes(define, deps));
  const tools = toolRoutes({ ...deps, publicSeats, allowedOrigins: deps.toolsAllowedOrigins });
  const documented = new Elysia().use(reporting).use(tools);
  const newsroom = {
    ...deps,
    publicSeats,
    releases: createReleaseCache(deps),
    isSignedIn: createSignedInCheck(sql),
  };
  const pages = createNewsroomPages(newsroom);
  const routes = new Elysia()
    // Before the routes, because Elysia applies it to those that come later only. What it would answer itself is 500 with
    // the error's message, which may show callers the inside of the service.
    .onError(({ code, error, request }) =>
      code === "NOT_FOUND"
        ? unmatched(request)
        : errorResponse(toServiceError(error, log, requestContext(request).requestId)),
    )
    .use(documented)
    .use(toolPageRoutes(deps.writer.kind, deps.operatorLinks))
    .use(
      mcpRoutes({
        ...deps,
        authenticate,
        writes,
        allowedOrigins: deps.mcpAllowedOrigins,
        seoWriter: deps.writer.seoWriter,
      }),
    )
    .use(pagesOfAgencies({ ...deps, publicSeats }))
    .use(frontRoutes(deps))
    .use(pages.routes)
    .use(newsroomInteractionRoutes(newsroom))
    .use(subscriptionRoutes(deps))
    .use(newsroomFileRoutes(newsroom))
    .use(mediaRoutes(deps))
    .use(healthRoutes(deps.whyNotReady, { writer: deps.writer.kind }))
    .use(
      docsRoutes(() => buildOpenapiDocument(documented, { webhooks: describeWebhooks() }), deps.swaggerUi),
    );
  const unmatched = createUnmatched(routes.routes, newsroomNotFoundPage);
  const fetch = createEdge(
    { ...deps.edge, log, findOwnDomainPath: ownDomainPaths(deps.ownDomains) },
    (request) => pages.answerKnown(request) ?? routes.handle(request),
  );
  return { fetch };
}

/** Pages for people of agencies and of their clients, signed in or by a link. */
function pagesOfAgencies(deps: AppDeps & { publicSeats: PublicSeats }) {
  const serviceHosts = [new URL(deps.publicUrl).host, ...deps.edge.allowedHosts];
  return new Elysia()
    .use(approvalRoutes(deps))
    .use(embargoRoutes(deps))
    .use(dashboardRoutes({ ...deps, serviceHosts }))
    .use(previewRoutes(deps))
    .use(verifyPageRoutes(deps))
    .use(reportLinkRoutes(deps));
}
