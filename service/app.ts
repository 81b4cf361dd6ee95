import { Elysia } from "elysia";
import { dashboardRoutes } from "./edges/dashboard/routes.ts";
import { mcpRoutes } from "./edges/mcp/routes.ts";
import { toolPageRoutes } from "./edges/public-tools/page/routes.ts";
import type { PublicTasks } from "./edges/public-tools/public-tasks.ts";
import { toolRoutes } from "./edges/public-tools/routes.ts";
import { createAgentAuthenticate } from "./features/agent-access/authenticate.ts";
import { createFindDocument } from "./features/agent-access/client-documents.ts";
import { createIsToken } from "./features/agent-access/is-token.ts";
import { agentAccessRoutes } from "./features/agent-access/routes.ts";
import { robotPageRoutes } from "./features/insights/pages/routes.ts";
import { createAuthenticate } from "./features/keys/authenticate.ts";
import { countedUrl } from "./features/mailings/rules.ts";
import type { AddressVerifier } from "./features/measurement/classify/address-verifier.ts";
import type { CrawlerRanges } from "./features/measurement/classify/crawler-ranges.ts";
import type { Recorder } from "./features/measurement/record.ts";
import type { Salts } from "./features/measurement/salts.ts";
import type { FileStore } from "./features/media/file-store.ts";
import type { PicturePool } from "./features/media/picture/picture-pool.ts";
import { mediaRoutes } from "./features/media/routes.ts";
import type { UploadFolder } from "./features/media/upload-folder.ts";
import { objectionRoutes } from "./features/media-contacts/objection-routes.ts";
import { withOldAddresses } from "./features/moving/redirects.ts";
import { type OwnDomains, ownDomainPaths } from "./features/newsroom/domains/own-domains.ts";
import { newsroomFileRoutes } from "./features/newsroom/file-routes.ts";
import { frontRoutes } from "./features/newsroom/front-routes.ts";
import { newsroomInteractionRoutes } from "./features/newsroom/interaction-routes.ts";
import { createNewsroomPages } from "./features/newsroom/page-routes.ts";
import { createReleaseCache } from "./features/newsroom/release-cache.ts";
import type { ReleaseRenderer } from "./features/newsroom/release-pdfs.ts";
import { subscriptionRoutes } from "./features/newsroom/subscriptions/routes.ts";
import { createSignedInCheck } from "./features/people/known-session.ts";
import { articleRoutes } from "./features/reporting/articles/routes.ts";
import { conversionRoutes } from "./features/reporting/conversions/routes.ts";
import { dataRoutes } from "./features/reporting/data/routes.ts";
import type { SpoolFolder } from "./features/reporting/data/spool-folder.ts";
import type { ArtifactStore } from "./features/reporting/exports/artifact-store.ts";
import type { RenderPool } from "./features/reporting/exports/render-pool.ts";
import { exportRoutes } from "./features/reporting/exports/routes.ts";
import type { ReadFirstHours } from "./features/reporting/figures/read-first-hours.ts";
import type { ReportSeal } from "./features/reporting/integrity/report-seal.ts";
import { reportLinkRoutes } from "./features/reporting/links/routes.ts";
import type { ReadPictures } from "./features/reporting/reports/choose-pictures.ts";
import { reportRoutes } from "./features/reporting/reports/routes.ts";
import { verifyPageRoutes } from "./features/reporting/verify-page/routes.ts";
import { describeWebhooks } from "./features/reporting/webhooks/openapi.ts";
import { webhookRoutes } from "./features/reporting/webhooks/routes.ts";
import { approvalRoutes } from "./features/workflow/approvals/routes.ts";
import { embargoRoutes } from "./features/workflow/embargo/routes.ts";
import { previewRoutes } from "./features/workflow/preview/routes.ts";
import type { OpenedWriter } from "./features/writer/open-writer.ts";
import type { AskTask } from "./floor/concurrency/thread-tasks.ts";
import type { FreshReads } from "./floor/db/fresh-reads.ts";
import type { Sql } from "./floor/db/open.ts";
import type { ConnectionShares } from "./floor/db/share-connections.ts";
import { docsRoutes, type SwaggerUiFiles } from "./floor/http/docs-routes.ts";
import { createEdge, type EdgeOptions, type Fetch } from "./floor/http/edge.ts";
import { errorResponse, toServiceError } from "./floor/http/error-response.ts";
import { healthRoutes, type WhyNotReady } from "./floor/http/health-routes.ts";
import { buildOpenapiDocument } from "./floor/http/openapi-document.ts";
import { createDefineOperation } from "./floor/http/operation.ts";
import { requestContext } from "./floor/http/request-context.ts";
import { createUnmatched } from "./floor/http/unmatched.ts";
import { createAgencyWrites } from "./floor/limits/agency-writes.ts";
import type { FairSeats } from "./floor/limits/fair-seats.ts";
import { createPublicSeats, type PublicSeats } from "./floor/limits/public-seats.ts";
import type { Limiter } from "./floor/limits/sliding-window.ts";
import type { Mailer } from "./floor/mail/mailer.ts";
import type { TargetRules } from "./floor/outbound/check-target.ts";
import type { SecretCipher } from "./floor/secrets/secret-cipher.ts";
import type { LegalLinks } from "./floor/web/layout.ts";
import { notFoundPage } from "./floor/web/not-found-page.ts";
import type { Log } from "./log.ts";
import type { DocxReader } from "./press-text/docx/docx-reader.ts";
import type { TextReader } from "./press-text/markdown/text-reader.ts";
import { registerFormats } from "./schema.ts";

export type AppDeps = {
  sql: Sql;
  /** Whether the database is a Citus cluster. */
  isCluster: boolean;
  /** Connections of their own for reads that can take long; those of `sql` where the database has one backend. */
  longReads: Sql;
  /** Seats for reads that can take long. */
  heavyReads: FairSeats;
  /** Of releases that have just appeared. */
  readFirstHours: ReadFirstHours;
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
  /** Where pictures for reports come from. */
  readPictures: ReadPictures;
  renderer: RenderPool & ReleaseRenderer;
  /** Reads Markdown away from the thread that answers HTTP. */
  texts: TextReader;
  /** Reads Word documents in a thread of their own. */
  docx: DocxReader;
  /** Has another thread do what strangers ask for. */
  publicWork: AskTask<PublicTasks>;
  /** Lets the reader of a request's answer take its time. */
  allowSlowReader: (request: Request) => void;
  /** Days in which a deleted agency can come back. */
  agencyGraceDays: number;
  /** Who has checked the rules of countries for contacts of the media; null where nobody has. */
  contactRulesCheckedBy: string | null;
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
  const isToken = createIsToken(sql);
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
        authenticate: createAgentAuthenticate({ sql, isToken }, authenticate),
        writes,
        allowedOrigins: deps.mcpAllowedOrigins,
        seoWriter: deps.writer.seoWriter,
      }),
    )
    .use(agentAccessRoutes({ ...deps, isToken, findDocument: createFindDocument(deps) }))
    .use(pagesOfAgencies({ ...deps, publicSeats }))
    .use(frontRoutes(deps))
    .use(pages.routes)
    .use(newsroomInteractionRoutes(newsroom))
    .use(subscriptionRoutes(deps))
    .use(objectionRoutes(deps))
    .use(newsroomFileRoutes(newsroom))
    .use(mediaRoutes(deps))
    .use(healthRoutes(deps.whyNotReady, { writer: deps.writer.kind }))
    .use(
      docsRoutes(() => buildOpenapiDocument(documented, { webhooks: describeWebhooks() }), deps.swaggerUi),
    );
  const unmatched = createUnmatched(routes.routes, notFoundPage);
  const answerRoutes = withOldAddresses(deps, (request) => routes.handle(request));
  const fetch = createEdge(
    { ...deps.edge, log, findOwnDomainPath: ownDomainPaths(deps.ownDomains) },
    (request) => pages.answerKnown(request) ?? answerRoutes(request),
  );
  return { fetch };
}

/** Pages for people of agencies and of their clients, signed in or by a link. */
function pagesOfAgencies(deps: AppDeps & { publicSeats: PublicSeats }) {
  const serviceHosts = [new URL(deps.publicUrl).host, ...deps.edge.allowedHosts];
  return new Elysia()
    .use(approvalRoutes(deps))
    .use(embargoRoutes({ ...deps, countedUrl }))
    .use(dashboardRoutes({ ...deps, serviceHosts }))
    .use(previewRoutes(deps))
    .use(verifyPageRoutes(deps))
    .use(robotPageRoutes())
    .use(reportLinkRoutes(deps));
}
