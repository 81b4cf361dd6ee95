import { Elysia } from "elysia";
import { withinDeadline } from "../../floor/concurrency/within-deadline.ts";
import type { Sql } from "../../floor/db/open.ts";
import { contentDisposition } from "../../floor/http/downloads.ts";
import { pageRoute } from "../../floor/http/page-route.ts";
import { requestContext } from "../../floor/http/request-context.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { matchesTag, messageResponse } from "../../floor/web/page-response.ts";
import { notFoundMessage, renderMessagePage } from "../../floor/web/render-message-page.ts";
import type { Log } from "../../log.ts";
import { accessParameter, accessSecondsLeft } from "./access.ts";
import type { ByteRange, FileStore } from "./file-store.ts";
import { type FileToServe, findFile, openFile } from "./open-file.ts";
import { type NamedFile, readMediaPath } from "./paths.ts";
import { fileBody } from "./stream-of.ts";

const path = "/media/:assetId/:name";
/** The content of an address never changes. */
const publicCaching = "public, max-age=31536000, immutable";
/** Nothing in a file runs or loads anything, even where a browser shows it as a page of its own. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export type MediaRouteDeps = {
  sql: Sql;
  log: Log;
  fileStore: FileStore;
  /** Made the accesses to files that are not public. */
  secrets: SecretCipher;
  /** Lets the reader of this answer take its time. */
  allowSlowReader: (request: Request) => void;
};

/** Pictures and files as anybody may read them, and before publication who has an access to them. */
export function mediaRoutes(deps: MediaRouteDeps) {
  const file = pageRoute(deps.log, path, ({ request, params }) => serve(deps, request, params));
  return new Elysia({ detail: { hide: true } }).get(path, file).head(path, file);
}

async function serve(
  deps: MediaRouteDeps,
  request: Request,
  params: Record<string, string>,
): Promise<Response> {
  const named = readMediaPath(params.assetId ?? "", params.name ?? "");
  const { searchParams } = new URL(request.url);
  const found = named === null ? null : await findReadable(deps, named, searchParams.get(accessParameter));
  if (found === null) return messageResponse(renderMessagePage(notFoundMessage), 404);
  const { file } = found;
  const headers = headersOf(found, searchParams.has("download"));
  if (matchesTag(request.headers.get("if-none-match"), file.etag))
    return new Response(null, { status: 304, headers });
  const range = readRange(request.headers, file);
  if (range === "outside") {
    headers.set("content-range", `bytes */${file.bytes}`);
    return new Response(null, { status: 416, headers });
  }
  const { first, last } = range ?? { first: 0, last: file.bytes - 1 };
  headers.set("content-length", String(last - first + 1));
  if (range !== null) headers.set("content-range", `bytes ${first}-${last}/${file.bytes}`);
  const status = range === null ? 200 : 206;
  if (request.method === "HEAD") {
    requestContext(request).headBytes = last - first + 1;
    return new Response(null, { status, headers });
  }
  const chunks = await withinDeadline(openFile(deps, file.key, { first, last }));
  deps.allowSlowReader(request);
  return new Response(await fileBody(chunks, last - first + 1), { status, headers });
}

type Readable = { file: FileToServe; caching: string };

/** The file that a reader may have, public or by an access; null for all others alike. */
async function findReadable(
  { sql, secrets }: MediaRouteDeps,
  named: NamedFile,
  access: string | null,
): Promise<Readable | null> {
  const file = await withinDeadline(findFile(sql, named));
  if (file === null) return null;
  if (file.isPublic) return { file, caching: publicCaching };
  const asset = { agencyId: file.key.agencyId, assetId: named.assetId };
  const seconds = access === null ? 0 : accessSecondsLeft(secrets, asset, access, new Date());
  return seconds === 0 ? null : { file, caching: `private, max-age=${seconds}` };
}

function headersOf({ file, caching }: Readable, isDownload: boolean): Headers {
  const kind = file.shownAs === null || isDownload ? "attachment" : "inline";
  return new Headers({
    "content-type": file.contentType,
    "content-disposition": contentDisposition(kind, file.fileName),
    "content-security-policy": contentSecurityPolicy,
    "cache-control": caching,
    "accept-ranges": "bytes",
    etag: file.etag,
    "x-content-type-options": "nosniff",
    ...(file.isPublic ? {} : { "x-robots-tag": "noindex", "referrer-policy": "no-referrer" }),
  });
}

/**
 * Which bytes a request asks for: all of them (null), one range, or one that lies outside. Several ranges in one request are
 * answered with the whole, which the protocol allows and nothing that plays needs otherwise. Source: RFC 9110 section 14.
 */
function readRange(headers: Headers, file: { bytes: number; etag: string }): ByteRange | "outside" | null {
  const [, begin = "", end = ""] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get("range")?.trim() ?? "") ?? [];
  if (begin === "" && end === "") return null;
  const condition = headers.get("if-range");
  // A date is no strong validator here: a file has none.
  if (condition !== null && condition.trim() !== file.etag) return null;
  if (begin === "") {
    const wanted = Number(end);
    return wanted === 0 ? "outside" : { first: Math.max(0, file.bytes - wanted), last: file.bytes - 1 };
  }
  const first = Number(begin);
  const last = end === "" ? file.bytes - 1 : Number(end);
  if (last < first && end !== "") return null;
  return first >= file.bytes ? "outside" : { first, last: Math.min(last, file.bytes - 1) };
}
