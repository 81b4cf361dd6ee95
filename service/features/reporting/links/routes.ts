import { Elysia } from "elysia";
import type { Sql } from "../../../floor/db/open.ts";
import { downloadHeaders } from "../../../floor/http/downloads.ts";
import { requestContext } from "../../../floor/http/request-context.ts";
import { createFairSeats } from "../../../floor/limits/fair-seats.ts";
import type { PublicSeats } from "../../../floor/limits/public-seats.ts";
import type { Limiter } from "../../../floor/limits/sliding-window.ts";
import {
  type PageContext,
  secretHeaders,
  secretPageResponse,
  secretRoutes,
} from "../../../floor/secret-links/secret-page.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import type { Log } from "../../../log.ts";
import { findPictures } from "../../agencies/settings/sql.ts";
import { findStamp, type KeptStamp } from "../../stamps/sql.ts";
import { downloadOf, replyHeaders } from "../../stamps/stamp-box.ts";
import { reportFileName } from "../exports/file-name.ts";
import type { RenderPool } from "../exports/render-pool.ts";
import { verifyPageUrl } from "../exports/urls.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { pictureHashes, readReportPictures } from "../reports/read-pictures.ts";
import { chainHashOfReport } from "../reports/rules.ts";
import type { PublicationReport } from "../reports/schema.ts";
import { askForPassword, isOpenFor, takeLinkPassword } from "./link-password.ts";
import { type OpenedLink, openReportLink } from "./open-link.ts";
import { renderClosedLinkPage, renderUnknownLinkPage } from "./page/render-closed-pages.ts";
import { renderReportPage } from "./page/render-report-page.ts";

export type LinkDeps = {
  sql: Sql;
  log: Log;
  secrets: SecretCipher;
  limiter: Limiter;
  publicSeats: PublicSeats;
  renderer: RenderPool;
  seal: ReportSeal;
  publicUrl: string;
};

type Readable = Extract<OpenedLink, { kind: "open" | "locked" }>;

const path = "/berichte/:token";

/** One thread draws for all agencies, and exports and mails need it too: at most four files of links, some 8 s, are ahead of them. */
const fileSeats = {
  what: "files of report links",
  seats: 4,
  seatsPerAgency: 1,
  /** A client's team that opens a mail together. */
  waitingPerAgencyMax: 20,
  /** The largest report takes some 2 s to draw. */
  waitMs: 20_000,
  retryAfterSeconds: 10,
};

/** Reading takes a connection of the database for some milliseconds, and for reports from before version 2 longer. */
const readingSeats = {
  what: "pages of report links",
  seats: 2,
  seatsPerAgency: 1,
  /** A page and its 15 pictures (two logos, one large, twelve of releases), for 16 people who open a mail at once. */
  waitingPerAgencyMax: 256,
  waitMs: 5_000,
  retryAfterSeconds: 5,
};

/** The pages behind a report link: the report, its pictures and its PDF. Whoever has the link, and its password, reads them. */
export function reportLinkRoutes(deps: LinkDeps) {
  const seats = createFairSeats(fileSeats);
  const reading = createFairSeats(readingSeats);
  const pages = {
    log: deps.log,
    // A file may wait for its seat and then take some seconds to draw.
    deadlineMs: 30_000,
    refuse: unknown,
    open,
  };
  return new Elysia()
    .use(secretRoutes({ ...pages, route: path, show, act: unlock }))
    .use(secretRoutes({ ...pages, route: `${path}/bericht.pdf`, show: download }))
    .use(
      secretRoutes({ ...pages, route: `${path}/stempel.tsr`, show: (opened) => downloadStamp(deps, opened) }),
    )
    .use(secretRoutes({ ...pages, route: `${path}/bild/:sha256`, show: showPicture }));

  async function open({ request, token }: PageContext): Promise<Readable | Response> {
    const { method, signal } = request;
    const { requestId } = requestContext(request);
    const opened = await openReportLink(
      { ...deps, reading },
      {
        ...{ token, method, requestId, signal },
        isUnlocked: (link) => isOpenFor(deps.secrets, link, request),
      },
    );
    if (opened.kind === "unknown") return unknown(404);
    return opened.kind === "closed"
      ? secretPageResponse(renderClosedLinkPage(opened.reason, opened.agencyName), 410)
      : opened;
  }

  async function show(opened: Readable, { token }: PageContext): Promise<Response> {
    if (opened.kind === "locked") return askForPassword(opened.link);
    const { page, styles } = renderReportPage(opened.report, {
      path: `/berichte/${token}`,
      verifyUrl: verifyPageUrl(deps.publicUrl),
      stamp: await stampOf(deps, opened),
    });
    return secretPageResponse(page, 200, { style: styles });
  }

  async function unlock(opened: Readable, { request, token }: PageContext): Promise<Response> {
    if (opened.kind === "locked") return await takeLinkPassword(deps, request, { link: opened.link, token });
    return secretPageResponse(null, 303, { headers: { location: `/berichte/${token}` } });
  }

  async function download(opened: Readable, { request }: PageContext): Promise<Response> {
    if (opened.kind === "locked") return askForPassword(opened.link);
    const { report, link } = opened;
    const { signal } = request;
    const draw = () => drawPdf(deps, { agencyId: link.agencyId, report, signal });
    return new Response(await seats.run(link.agencyId, draw, { signal }), {
      headers: {
        ...secretHeaders,
        ...downloadHeaders(reportFileName(report, "pdf")),
      },
    });
  }

  async function showPicture(opened: Readable, { params }: PageContext): Promise<Response> {
    if (opened.kind === "locked") return askForPassword(opened.link);
    const wanted = pictureHashes(opened.report).find((hash) => hash === params.sha256);
    if (wanted === undefined) return unknown(404);
    const [picture] = await findPictures(deps.sql, opened.link.agencyId, [wanted]);
    if (picture === undefined) return unknown(404);
    return new Response(new Uint8Array(picture.bytes), {
      headers: { ...secretHeaders, "content-type": picture.mediaType },
    });
  }
}

async function stampOf(
  { sql }: LinkDeps,
  { link, report }: Extract<Readable, { kind: "open" }>,
): Promise<KeptStamp | null> {
  return await findStamp(sql, link.agencyId, { type: "report", id: report.id });
}

async function downloadStamp(deps: LinkDeps, opened: Readable): Promise<Response> {
  if (opened.kind === "locked") return askForPassword(opened.link);
  const file = downloadOf(await stampOf(deps, opened), chainHashOfReport(opened.report));
  return file === null
    ? unknown(404)
    : new Response(file, { headers: { ...secretHeaders, ...replyHeaders } });
}

async function drawPdf(
  { sql, renderer, publicUrl }: LinkDeps,
  { agencyId, report, signal }: { agencyId: number; report: PublicationReport; signal: AbortSignal },
): Promise<Buffer<ArrayBuffer>> {
  const pictures = await readReportPictures(sql, agencyId, report);
  const order = { agencyId, format: "pdf", verifyUrl: verifyPageUrl(publicUrl), pictures } as const;
  return Buffer.concat(await Array.fromAsync(renderer.render(report, order, signal)));
}

function unknown(status: 400 | 404 | 413): Response {
  return secretPageResponse(renderUnknownLinkPage(), status);
}
