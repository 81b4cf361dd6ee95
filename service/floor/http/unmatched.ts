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
    return allowed.size === 0
      ? refusal("not_found", {
          [hintHeader]: "path: no operation has this address; /openapi.json names all.",
        })
      : methodNotAllowed([...allowed].sort());
  };
}

export function methodNotAllowed(methods: readonly string[]): Response {
  const allow = methods.join(", ");
  return refusal("method_not_allowed", { allow, [hintHeader]: `method: this address takes ${allow}.` });
}

function refusal(code: ErrorCode, headers: Record<string, string>): Response {
  return Response.json({ error: code }, { status: statusByErrorCode[code], headers });
}

function patternOf(path: string): RegExp {
  const escaped = path
    .split("/")
    .map((segment) => (segment.startsWith(":") ? "[^/]+" : segment.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")))
    .join("/");
  return new RegExp(`^${escaped}/?$`);
}
