import type { Browser } from "../../../../features/people/sign-in.ts";
import { toServiceError } from "../../../../floor/http/error-response.ts";
import { requestContext } from "../../../../floor/http/request-context.ts";
import { answerTrouble } from "../../answer-trouble.ts";
import { htmlAnswer } from "../../answers.ts";
import { canKeepSession, readSessionToken } from "../../cookies.ts";
import type { DashboardDeps } from "../../deps.ts";
import { refuseForeignOrigin } from "../../guard.ts";
import { renderNeedsHttpsPage } from "./sign-in-pages.ts";

export type Routed = { request: Request; params: Record<string, string> };
type Answer = (routed: Routed) => Promise<Response>;

/** What all routes have that need no session: no cookie over plain HTTP, and a page for every fault. */
export function createDoor(deps: DashboardDeps) {
  return { open, posted, browserOf };

  /** `route` is the pattern, which goes into the log; the path may hold a token that signs in. */
  function open(route: string, answer: Answer): Answer {
    return async (routed) => {
      const { request } = routed;
      const context = requestContext(request);
      context.route = route;
      if (!canKeepSession(request)) return htmlAnswer(renderNeedsHttpsPage(), 403);
      try {
        return await answer(routed);
      } catch (cause) {
        const error = toServiceError(cause, deps.log, context.requestId);
        return answerTrouble(error, request, null, context.requestId);
      }
    };
  }

  /** A form of ours: its origin is asked for before anything else. */
  function posted(route: string, answer: Answer): Answer {
    return open(
      route,
      async (routed) => refuseForeignOrigin(routed.request, deps.publicUrl) ?? (await answer(routed)),
    );
  }
}

function browserOf(request: Request): Browser {
  return { userAgent: request.headers.get("user-agent"), sessionToken: readSessionToken(request) };
}
