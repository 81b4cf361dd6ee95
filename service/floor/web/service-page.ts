import { parseUrl } from "../strings/parse-url.ts";

/** Pages, counted links and forms of this service, by their paths below any of its hosts. */
const ownAreas = /^\/+(?:newsroom|approvals|abo|vorab|api|docs)(?:\/|$)/;
/** The same on a host of anybody: only paths that look like a newsroom's, as a service has names that it does not know. */
const newsroomArea = /^\/+newsroom(?:\/|$)|\/newsroom\/.*\/go\/[a-z_]+\/[0-9a-f]+\/*$/;
/** A host for `new URL`, which needs one to parse a path. It is never called. */
const anyHost = "https://service.invalid";

/**
 * Whether an address leads to a page or counted link of a newsroom instead of a file, however it is spelt: relative or with any
 * host, in capitals, with escaped letters, dots or backslashes. As a picture it would count a view or click for each reader.
 * Names of files have a dot, and no page or counted link has one in its last part.
 */
export function isServicePage(target: string): boolean {
  const url = parseUrl(target, anyHost);
  if (url === null) return false;
  const path = decoded(url.pathname).toLowerCase();
  if (path.slice(path.lastIndexOf("/")).includes(".")) return false;
  return (url.origin === anyHost ? ownAreas : newsroomArea).test(path);
}

/** A path that can't be decoded leads to no page; it is read as it stands. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path).replaceAll("\\", "/");
  } catch {
    return path;
  }
}
