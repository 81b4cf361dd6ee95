import { Elysia } from "elysia";
import type { Sql } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { logPageFailure } from "../../http/log-page-failure.ts";
import { requestContext } from "../../http/request-context.ts";
import { createFairPlaces } from "../../limits/fair-places.ts";
import type { PublicPlaces } from "../../limits/public-places.ts";
import type { Limiter } from "../../limits/sliding-window.ts";
import type { Log } from "../../log.ts";
import { renderErrorPage } from "../../web/render-message-page.ts";
import { reportFileName } from "../exports/file-name.ts";
import type { RenderPool } from "../exports/render-pool.ts";
import { verifyPageUrl } from "../exports/urls.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { pictureHashes, readReportPictures } from "../reports/read-pictures.ts";
import type { PublicationReport } from "../reports/schema.ts";
import { type OpenedLink, openReportLink } from "./open-link.ts";
import {
  renderClosedLinkPage,
  renderPasswordPage,
  renderUnknownLinkPage,
} from "./page/render-password-page.ts";
import { renderReportPage } from "./page/render-report-page.ts";
import { linkHeaders, linkPageResponse } from "./page-response.ts";
import { proofIn, takePassword } from "./take-password.ts";

export type LinkDeps = {
  sql: Sql;
  log: Log;
  limiter: Limiter;
  publicPlaces: PublicPlaces;
  renderer: RenderPool;
  seal: ReportSeal;
  publicUrl: string;
};

type PageContext = { request: Request; params: Record<string, string> };
type Answer = (context: PageContext, opened: OpenedLink) => Promise<Response>;

const path = "/berichte/:token";

/** The thread that draws is one for all agencies, and exports and mails need it too. */
const filePlaces = {
  what: "files of report links",
  places: 4,
  placesPerAgency: 1,
  /** A client's team that opens a mail together. */
  waitingPerAgencyMax: 20,
  /** The largest report takes some 2 s to draw. */
  waitMs: 20_000,
  retryAfterSeconds: 10,
};

/** Reading takes a connection of the database for some milliseconds, and for reports from before version 2 longer. */
const readingPlaces = {
  what: "pages of report links",
  places: 2,
  placesPerAgency: 1,
  /** A page and its two pictures, for everybody whom a mail reaches. */
  waitingPerAgencyMax: 64,
  waitMs: 5_000,
  retryAfterSeconds: 5,
};

/** The pages behind a report link: the report, its pictures and its PDF. Whoever has the link, and its password, reads them. */
export function reportLinkRoutes(deps: LinkDeps) {
  const places = createFairPlaces(filePlaces);
  const reading = createFairPlaces(readingPlaces);
  return new Elysia({ detail: { hide: true } })
    .get(path, guarded(path, show))
    .head(path, guarded(path, show))
    .post(path, guarded(path, unlock), { parse: "none" })
    .get(`${path}/bericht.pdf`, guarded(`${path}/bericht.pdf`, download))
    .get(`${path}/bild/:sha256`, guarded(`${path}/bild/:sha256`, showPicture));

  function guarded(route: string, answer: Answer) {
    return async (context: PageContext): Promise<Response> => {
      const facts = requestContext(context.request);
      // The pattern, never the path: the token is a credential.
      facts.route = route;
      const { requestId } = facts;
      try {
        const { headers, method, signal } = context.request;
        const shown = { token: context.params.token ?? "", proof: proofIn(headers) };
        const opened = await openReportLink({ ...deps, reading }, { ...shown, method, requestId, signal });
        if (opened.kind === "unknown") return linkPageResponse(renderUnknownLinkPage(), 404);
        if (opened.kind === "closed")
          return linkPageResponse(renderClosedLinkPage(opened.reason, opened.agencyName), 410);
        return await answer(context, opened);
      } catch (error) {
        if (error instanceof ServiceError && error.code === "payload_too_large")
          return linkPageResponse(renderUnknownLinkPage(), 413);
        logPageFailure(deps.log, "report_link_failed", { requestId, error });
        return linkPageResponse(renderErrorPage(requestId), 503, { extra: { "retry-after": "5" } });
      }
    };
  }

  async function show({ params }: PageContext, opened: OpenedLink): Promise<Response> {
    if (opened.kind !== "open") return locked(opened);
    const { page, brandStyle } = renderReportPage(opened.report, {
      path: `/berichte/${params.token}`,
      verifyUrl: verifyPageUrl(deps.publicUrl),
    });
    return linkPageResponse(page, 200, { brandStyle });
  }

  async function unlock({ request, params }: PageContext, opened: OpenedLink): Promise<Response> {
    const location = `/berichte/${params.token}`;
    if (opened.kind === "open") return linkPageResponse(null, 303, { extra: { location } });
    if (opened.kind !== "locked") return linkPageResponse(renderUnknownLinkPage(), 404);
    return await takePassword(deps, request, { link: opened.link, location });
  }

  async function download({ request }: PageContext, opened: OpenedLink): Promise<Response> {
    if (opened.kind !== "open") return locked(opened);
    const { report, link } = opened;
    const { signal } = request;
    const draw = () => drawPdf(deps, { agencyId: link.agencyId, report, signal });
    return new Response(await places.run(link.agencyId, draw, { signal }), {
      headers: {
        ...linkHeaders,
        "content-type": "application/pdf",
        "content-disposition": `attachment; filename="${reportFileName(report, "pdf")}"`,
      },
    });
  }

  async function showPicture({ params }: PageContext, opened: OpenedLink): Promise<Response> {
    if (opened.kind !== "open") return locked(opened);
    const sha256 = pictureHashes(opened.report).find((hash) => hash === params.sha256);
    const files = await readReportPictures(deps.sql, opened.link.agencyId, opened.report);
    const bytes = files[sha256 ?? ""];
    if (bytes === undefined) return linkPageResponse(renderUnknownLinkPage(), 404);
    const contentType = bytes[0] === 0x89 ? "image/png" : "image/jpeg";
    return new Response(new Uint8Array(bytes), { headers: { ...linkHeaders, "content-type": contentType } });
  }
}

async function drawPdf(
  { sql, renderer, publicUrl }: LinkDeps,
  { agencyId, report, signal }: { agencyId: number; report: PublicationReport; signal: AbortSignal },
): Promise<Buffer<ArrayBuffer>> {
  const pictures = await readReportPictures(sql, agencyId, report);
  const order = { format: "pdf", verifyUrl: verifyPageUrl(publicUrl), pictures } as const;
  return Buffer.concat(await Array.fromAsync(renderer.render(report, order, signal)));
}

function locked(opened: OpenedLink): Response {
  const agencyName = opened.kind === "locked" ? opened.link.agencyName : "";
  return linkPageResponse(renderPasswordPage(agencyName, null), 401);
}
