import type { Queryable } from "../../floor/db/open.ts";
import { requestContext } from "../../floor/http/request-context.ts";
import { byteOrderMark, csvLine } from "../../floor/web/csv-line.ts";
import { releaseUrl } from "../newsroom/paths.ts";
import { findMovedRelease, oldAddressOf, type Redirect } from "./old-addresses-sql.ts";

/** Browsers ask again after this time, in case that an own domain is given up. */
const redirectCacheSeconds = 3_600;
/** WordPress's shortest address of a post: a newsroom's front page would answer it. */
const shortLink = /^https?:\/\/[^/?#]+\/\?p=\d{1,12}$/;

type Handle = (request: Request) => Response | Promise<Response>;

/**
 * Answers old addresses below own domains of newsrooms by 301. Nothing is looked up but where the answer would be 404, so that no page
 * waits for it.
 */
export function withOldAddresses(deps: { sql: Queryable; publicUrl: string }, handle: Handle): Handle {
  return async (request) => {
    const { ownHost, received } = requestContext(request);
    if (ownHost === undefined || received === undefined || !/^(?:GET|HEAD)$/.test(request.method))
      return await handle(request);
    if (shortLink.test(received.url)) return (await moved(received.url, ownHost)) ?? (await handle(request));
    const answer = await handle(request);
    return answer.status === 404 ? ((await moved(received.url, ownHost)) ?? answer) : answer;
  };

  async function moved(url: string, host: string): Promise<Response | null> {
    const address = oldAddressOf(url);
    if (address === null) return null;
    const paths = [address.path, address.path.replace(/\?.*$/, "")];
    const found = await findMovedRelease(deps.sql, { host, paths });
    if (found === null) return null;
    const location = releaseUrl(deps.publicUrl, found, found.slug);
    const headers = { location, "cache-control": `public, max-age=${redirectCacheSeconds}` };
    return new Response(null, { status: 301, headers });
  }
}

export const redirectFormats = ["nginx", "apache", "csv"] as const;
export type RedirectFormat = (typeof redirectFormats)[number];

/** Old addresses with their new ones, for the server that still has the old ones. */
export function redirectTable(
  format: RedirectFormat,
  { redirects, publicUrl }: { redirects: readonly Redirect[]; publicUrl: string },
): string {
  const pairs = redirects.map((redirect) => ({
    ...redirect,
    to: releaseUrl(publicUrl, redirect, redirect.slug),
  }));
  if (format === "csv")
    return (
      byteOrderMark +
      [["Alte Adresse", "Neue Adresse"], ...pairs.map(({ host, path, to }) => [`https://${host}${path}`, to])]
        .map(csvLine)
        .join("")
    );
  if (format === "apache") return `RewriteEngine On\n${pairs.map(apacheRule).join("")}`;
  return `# In the http block; in the server block: if ($moved_to) { return 301 $moved_to; }
map_hash_bucket_size 2048;
map_hash_max_size 262144;
map $request_uri $moved_to {
${pairs.flatMap(({ path, to }) => spellings(path).map((from) => `  "${quoted(from)}" "${to}";\n`)).join("")}}
`;
}

/** Both ways in which old links end. */
function spellings(path: string): string[] {
  return path === "/" || path.includes("?") ? [path] : [path, `${path}/`];
}

/** A percent sign and two digits mean the same character, and end no string. */
function quoted(path: string): string {
  return path.replace(
    /["'\\$;{}\s]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Apache compares the decoded path, and the query as it came. */
function apacheRule({ path, to }: { path: string; to: string }): string {
  const [, name = "", query] = /^\/([^?]*)(?:\?(.*))?$/.exec(path) ?? [];
  const condition = query === undefined ? "" : `RewriteCond %{QUERY_STRING} "^${pattern(query)}$"\n`;
  const keepsNoQuery = query === undefined ? "" : ",QSD";
  return `${condition}RewriteRule "^/?${pattern(decoded(name))}/?$" "${to}" [R=301,L,NE${keepsNoQuery}]\n`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A regular expression for one text, which ends no string and no line. */
function pattern(text: string): string {
  return text.replace(/[^\p{L}\p{N}/_-]/gu, (character) => {
    const code = character.charCodeAt(0);
    return code > 0x20 && code < 0x7f && character !== '"' ? `\\${character}` : ".";
  });
}
