import type { Log } from "../../log.ts";
import { failureResponse } from "../web/page-response.ts";
import { toServiceError } from "./error-response.ts";
import { requestContext } from "./request-context.ts";

export type RouteContext = { request: Request; params: Record<string, string> };

/** Answers a route of pages and files, and a failure by its page. `route` is the pattern, which log and metrics get: a path may hold a secret. */
export function pageRoute(
  log: Log,
  route: string,
  answer: (context: RouteContext) => Promise<Response>,
): (context: RouteContext) => Promise<Response> {
  return async (context) => {
    const facts = requestContext(context.request);
    facts.route = route;
    try {
      return await answer(context);
    } catch (error) {
      return failureResponse(toServiceError(error, log, facts.requestId), facts.requestId);
    }
  };
}
