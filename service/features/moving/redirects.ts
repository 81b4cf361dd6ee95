import type { Queryable } from "../../floor/db/open.ts";
import { requestContext } from "../../floor/http/request-context.ts";
import { byteOrderMark, csvLine } from "../../floor/web/csv-line.ts";
import { releaseUrl } from "../newsroom/paths.ts";
import { findMovedRelease, oldAddressOf, type Redirect } from "./old-addresses-sql.ts";

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
    // Asked for each time, as the redirects of a newsroom are: its word, or its domain, may be another one soon.
    return new Response(null, { status: 301, headers: { location, "cache-control": "no-cache" } });
  }
}

export const redirectFormats = ["nginx", "apache", "csv"] as const;
export type RedirectFormat = (typeof redirectFormats)[number];

/** Stands for a character that a string or a line can't hold. Not for a slash, or less than the address would match. */
const unnamed = "[^/]";

type Pair = Pick<Redirect, "host" | "path" | "clientSlug"> & { to: string };

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
  const hosts = [...Map.groupBy(pairs, ({ host }) => host)];
  return format === "apache"
    ? hosts
        .map(
          ([host, of]) =>
            `# In the virtual host of ${host}:\nRewriteEngine On\n${of.map(apacheRule).join("")}`,
        )
        .join("\n")
    : `# In the http block. Beside another such list leave out the next two lines: nginx takes each once.\nmap_hash_bucket_size 2048;\nmap_hash_max_size 262144;\n${hosts.map(nginxMap).join("")}`;
}

/** One for each host, because two hosts may have had the same path; named by the client, because nginx takes the last of one name. */
function nginxMap([host, pairs]: [string, Pair[]], index: number): string {
  const name = `$moved_to_${pairs[0]?.clientSlug.replaceAll("-", "_")}${index === 0 ? "" : `__${index + 1}`}`;
  const spelled = pairs.flatMap(({ path, to }) => spellings(path).map((from) => ({ from, to })));
  // nginx compares texts without regard to case, and refuses a map that has one twice; expressions come after texts.
  const alike = Map.groupBy(spelled, ({ from }) => from.toLowerCase());
  const lines = [...alike.values()].flatMap((same) =>
    same.length === 1
      ? same.map(({ from, to }) => `  "${quoted(from)}" "${to}";\n`)
      : same.map(({ from, to }) => `  "~^${nginxPattern(from)}$" "${to}";\n`),
  );
  return `# In the server block of ${host}: if (${name}) { return 301 ${name}; }\nmap $request_uri ${name} {\n${lines.join("")}}\n`;
}

/** Both ways in which old links end. */
function spellings(path: string): string[] {
  return path === "/" || path.includes("?") ? [path] : [path, `${path}/`];
}

/** As browsers send it, which is how it is kept; a percent sign and two digits for what would end a string. */
function quoted(path: string): string {
  return path
    .replace(/[^!-~]|"/gu, (character) => encodeURIComponent(character.toWellFormed()))
    .replaceAll("\\", "\\\\");
}

/** A regular expression for one text. */
function nginxPattern(path: string): string {
  return path.replace(/[^\w/-]/gu, (character) =>
    /[!-~]/.test(character) && !/["\\]/.test(character) ? `\\${character}` : unnamed,
  );
}

/** Apache compares the decoded path with single slashes, and the query as it came. */
function apacheRule({ path, to }: Pair): string {
  const [, name = "", query] = /^\/([^?]*)(?:\?(.*))?$/.exec(path) ?? [];
  const condition = query === undefined ? "" : `RewriteCond %{QUERY_STRING} "^${pattern(query)}$"\n`;
  const keepsNoQuery = query === undefined ? "" : ",QSD";
  return `${condition}RewriteRule "^/?${pattern(decoded(name)).replace(/\/{2,}/g, "/+")}/?$" "${to}" [R=301,L,NE${keepsNoQuery}]\n`;
}

/** The text of a path; a NUL for each byte that belongs to none. */
function decoded(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return "\0".repeat(bytes.length / 3);
    }
  });
}

/**
 * A regular expression for one text, which ends no string and no line. Apache compares bytes, so letters beyond ASCII stand as they are; a
 * backslash would be read twice.
 */
function pattern(text: string): string {
  return text.replace(/[\0-\x7f]/g, (character) =>
    /[\w/-]/.test(character) ? character : /[!#-[\]-~]/.test(character) ? `\\${character}` : unnamed,
  );
}
