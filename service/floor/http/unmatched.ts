import { type ErrorCode, statusByErrorCode } from "../../errors.ts";
import { hintHeader } from "./hints.ts";

type KnownRoute = { method: string; path: string };

/**
 * Answers what no route took: 405 with `Allow` where the path is known under another method, else 404.
 * `routes` are the app's patterns, `/api/x/:id`; `notFoundPage` may answer an unknown path with a page for people.
 */
export function createUnmatched(
  routes: readonly KnownRoute[],
  notFoundPage: (request: Request) => Response | null,
): (request: Request) => Response {
  const patterns = routes.map(({ method, path }) => ({ method, pattern: patternOf(path) }));
  return (request) => {
    const path = new URL(request.url).pathname;
    const allowed = new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    // The router answers HEAD wherever there is a GET.
    if (allowed.has("GET")) allowed.add("HEAD");
    const page = allowed.size === 0 ? notFoundPage(request) : null;
    if (page !== null) return page;
    const code: ErrorCode = allowed.size === 0 ? "not_found" : "method_not_allowed";
    const allow = [...allowed].sort().join(", ");
    return Response.json(
      { error: code },
      {
        status: statusByErrorCode[code],
        headers:
          allowed.size === 0
            ? { [hintHeader]: "path: no operation has this address; /openapi.json names all." }
            : { allow, [hintHeader]: `method: this address takes ${allow}.` },
      },
    );
  };
}

function patternOf(path: string): RegExp {
  const escaped = path
    .split("/")
    .map((segment) => (segment.startsWith(":") ? "[^/]+" : segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")))
    .join("/");
  return new RegExp(`^${escaped}/?$`);
}
