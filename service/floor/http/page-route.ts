import type { Log } from "../../log.ts";
import { failureResponse } from "../web/page-response.ts";
import { toServiceError } from "./error-response.ts";
import { requestContext } from "./request-context.ts";

export type RouteContext = { request: Request; params: Record<string, string> };

/** As the router hands it over: null for a part of the path that is no UTF-8, whatever its type says. */
export type Routed = { request: Request; params?: Parts };
type Parts = Record<string, string | null> | undefined;

/** Such a part names nothing, as an empty one does. A default as in `{ slug = "" }` does not stand in for it: "/newsroom/%ff/x" was a 500. */
export function namedIn(parts: Parts = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part ?? ""]));
}

/** Answers a route of pages and files, and a failure by its page. `route` is the pattern, which log and metrics get: a path may hold a secret. */
export function pageRoute(
  log: Log,
  route: string,
  answer: (context: RouteContext) => Promise<Response>,
): (routed: Routed) => Promise<Response> {
  return async ({ request, params }) => {
    const facts = requestContext(request);
    facts.route = route;
    try {
      return await answer({ request, params: namedIn(params) });
    } catch (error) {
      return failureResponse(toServiceError(error, log, facts.requestId), facts.requestId);
    }
  };
}
