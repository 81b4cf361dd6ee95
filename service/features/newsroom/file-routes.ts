import { Elysia } from "elysia";
import { zipBytes } from "../../floor/archive-files/zip-stream.ts";
import { withinDeadline } from "../../floor/concurrency/within-deadline.ts";
import { contentDisposition } from "../../floor/http/downloads.ts";
import { pageRoute } from "../../floor/http/page-route.ts";
import { requestContext } from "../../floor/http/request-context.ts";
import type { FairSeats } from "../../floor/limits/fair-seats.ts";
import { cardSize } from "../media/card/crop-rules.ts";
import { type CardsUnderWay, getCard } from "../media/card/get-card.ts";
import { listOriginals } from "../media/originals-sql.ts";
import type { PicturePool } from "../media/picture/picture-pool.ts";
import type { MediaStore } from "../media/store-files.ts";
import { cardFile, cropOfPicture } from "./card-content.ts";
import type { NewsroomDeps } from "./deps.ts";
import { answerBelowFormerRelease, notFoundIn, toRightAddress } from "./find-newsroom-row.ts";
import type { LoadedRelease } from "./load-release.ts";
import { leadingPreview } from "./pages/preview-image.ts";
import { releaseUrl } from "./paths.ts";
import { createArchiveSeats, picturesZip, uniqueNames } from "./pictures-zip.ts";
import { plainRelease } from "./plain-release.ts";
import { releaseFileOf } from "./release-file.ts";
import { createReleasePdfs, type ReleaseRenderer } from "./release-pdfs.ts";
import { findPublishedRelease } from "./releases-sql.ts";

const zipPath = "/newsroom/:clientSlug/:releaseSlug/bilder.zip";
const textPath = "/newsroom/:clientSlug/:releaseSlug/text.txt";
const pdfPath = "/newsroom/:clientSlug/:releaseSlug/text.pdf";
const cardPath = "/newsroom/:clientSlug/:releaseSlug/vorschau/:file";
/** The address names what stands on it. */
const cardCacheControl = "public, max-age=31536000, immutable";
/** Drawing takes a tenth of a second; behind others it may take its time, and previews wait that long. */
const cardDeadlineMs = 20_000;
const contentSecurityPolicy = "default-src 'none'; sandbox";

type Deps = NewsroomDeps &
  MediaStore & {
    pictures: PicturePool;
    renderer: ReleaseRenderer;
    /** Lets the reader of this answer take its time. */
    allowSlowReader: (request: Request) => void;
  };

/** Files that a release's page is made of besides its assets: all pictures in one, and the card of link previews. */
export function newsroomFileRoutes(deps: Deps) {
  const cards: CardsUnderWay = new Map();
  const withSeats = { ...deps, archiveSeats: createArchiveSeats() };
  const zip = answerOf(deps, zipPath, (request, release, { releaseSlug = "" }) =>
    answerZip(withSeats, request, { release, releaseSlug }),
  );
  const preview = answerOf(deps, cardPath, async (_request, release, { file = "", releaseSlug = "" }) =>
    file === cardFile(release.card) ? await card(deps, cards, release) : cardOfToday(release, releaseSlug),
  );
  const text = answerOf(deps, textPath, (_request, release, { releaseSlug = "" }) =>
    answerPlainText(deps, { release, releaseSlug }),
  );
  const withPdfs = { ...deps, pdfOf: createReleasePdfs(deps) };
  const pdf = answerOf(deps, pdfPath, (request, release, { releaseSlug = "" }) =>
    answerPdf(withPdfs, request, { release, releaseSlug }),
  );
  return new Elysia({ detail: { hide: true } })
    .get(pdfPath, pdf)
    .head(pdfPath, pdf)
    .get(textPath, text)
    .head(textPath, text)
    .get(zipPath, zip)
    .head(zipPath, zip)
    .get(cardPath, preview)
    .head(cardPath, preview);
}

type Params = Record<string, string>;

/** Finds the release of an address; an earlier one leads to it, and what names nothing is 404. */
function answerOf(
  deps: Deps,
  route: string,
  answer: (request: Request, release: LoadedRelease, params: Params) => Promise<Response | null>,
) {
  return pageRoute(deps.log, route, async (context) => {
    const { request, params } = context;
    const release = await deps.releases.find(params.clientSlug ?? "", params.releaseSlug ?? "");
    if (release === null) return await answerBelowFormerRelease(deps, context);
    const elsewhere = toRightAddress(deps.publicUrl, request, release.newsroomRow);
    return elsewhere ?? (await answer(request, release, params)) ?? notFoundIn(release.newsroomRow);
  });
}

async function card(
  deps: Deps,
  cards: CardsUnderWay,
  { releaseId, newsroomRow, pictureIds, card: content }: LoadedRelease,
): Promise<Response> {
  const { title, image } = content.release;
  const crop = image === null ? null : cropOfPicture(image);
  const wanted = {
    ...{ releaseId, contentHash: cardFile(content)?.split(".")[0] ?? "" },
    assetId: (image === null ? newsroomRow.logo?.id : pictureIds[0]) ?? null,
    card: { ...cardSize, title, clientName: content.newsroom.clientName, crop },
  };
  const bytes = await withinDeadline(getCard(deps, cards, newsroomRow.agencyId, wanted), cardDeadlineMs);
  const headers = headersOf(`image/${crop?.format ?? "png"}`, bytes.length);
  headers.set("cache-control", cardCacheControl);
  return new Response(new Uint8Array(bytes), { headers });
}

/** Mails keep the address of the day on which they were sent: another focus point since then is no reason to show nothing. */
function cardOfToday({ newsroom, card: { release } }: LoadedRelease, releaseSlug: string): Response | null {
  if (release.image === null) return null;
  const { url } = leadingPreview(newsroom, releaseSlug, release.image);
  return new Response(null, { status: 302, headers: { location: url, "cache-control": "no-cache" } });
}

type Found = { release: LoadedRelease; releaseSlug: string };

/** The release as a file shows it; null where it was taken back a moment ago. */
async function fileOf({ sql, texts, publicUrl }: Deps, { release, releaseSlug }: Found) {
  const { newsroomRow, newsroom } = release;
  const { agencyId, clientId, boilerplate } = newsroomRow;
  const row = await withinDeadline(findPublishedRelease(sql, agencyId, { clientId, slug: releaseSlug }));
  if (row === null) return null;
  const text = await texts.read(agencyId, row.bodyMarkdown);
  const url = releaseUrl(publicUrl, newsroom, releaseSlug);
  return { text, row, file: releaseFileOf({ newsroom, release: row, text, boilerplate, url }) };
}

async function answerPlainText(deps: Deps, found: Found): Promise<Response | null> {
  const made = await fileOf(deps, found);
  if (made === null) return null;
  const about = found.release.newsroom.about?.plain ?? null;
  const bytes = new TextEncoder().encode(plainRelease(made.file, { text: made.text.plain, about }));
  return fileAnswer(bytes, "text/plain; charset=utf-8", made.row.language);
}

async function answerPdf(
  deps: Deps & { pdfOf: ReturnType<typeof createReleasePdfs> },
  request: Request,
  found: Found,
): Promise<Response | null> {
  const made = await fileOf(deps, found);
  if (made === null) return null;
  const { clientAddress } = requestContext(request);
  const pdf = await withinDeadline(
    deps.pdfOf(found.release.newsroomRow.agencyId, made.file, clientAddress),
    cardDeadlineMs,
  );
  const answer = fileAnswer(new Uint8Array(pdf), "application/pdf", made.row.language);
  answer.headers.set("content-disposition", `inline; filename="${found.releaseSlug}.pdf"`);
  return answer;
}

/** Another text may stand there tomorrow, and search engines shall find the page. */
function fileAnswer(bytes: Uint8Array<ArrayBuffer>, contentType: string, language: string): Response {
  const headers = headersOf(contentType, bytes.length);
  headers.set("cache-control", "no-cache");
  headers.set("content-language", language);
  headers.set("x-robots-tag", "noindex");
  return new Response(bytes, { headers });
}

async function answerZip(
  deps: Deps & { archiveSeats: FairSeats },
  request: Request,
  { release, releaseSlug }: { release: LoadedRelease; releaseSlug: string },
): Promise<Response | null> {
  const { newsroomRow, pictureIds } = release;
  if (pictureIds.length === 0) return null;
  const originals = uniqueNames(
    await withinDeadline(listOriginals(deps.sql, newsroomRow.agencyId, pictureIds)),
  );
  const headers = headersOf("application/zip", zipBytes(originals));
  headers.set("content-disposition", contentDisposition("attachment", `${releaseSlug}-bilder.zip`));
  headers.set("cache-control", "no-cache");
  if (request.method === "HEAD") {
    requestContext(request).headBytes = zipBytes(originals);
    return new Response(null, { headers });
  }
  const zip = await picturesZip(deps, newsroomRow.agencyId, { originals, signal: request.signal });
  deps.allowSlowReader(request);
  return new Response(zip, { headers });
}

function headersOf(contentType: string, bytes: number): Headers {
  return new Headers({
    "content-type": contentType,
    "content-length": String(bytes),
    "content-security-policy": contentSecurityPolicy,
    "x-content-type-options": "nosniff",
  });
}
