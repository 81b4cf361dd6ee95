import { withinDeadline } from "../../concurrency/within-deadline.ts";
import { ServiceError } from "../../errors.ts";
import { logPageFailure } from "../../http/log-page-failure.ts";
import { requestContext } from "../../http/request-context.ts";
import type { Log } from "../../log.ts";
import { formPageResponse } from "../../web/form-page.ts";
import { renderErrorPage } from "../../web/render-message-page.ts";
import { renderRefusedPage } from "./pages/link-pages.ts";

export type PageContext = { request: Request; params: Record<string, string> };

/** Answers failures with pages. `route` is the pattern, never the path: what stands in the path may be a credential. */
export function guardPage(
  log: Log,
  route: string,
  answer: (context: PageContext) => Promise<Response>,
): (context: PageContext) => Promise<Response> {
  return async (context) => {
    const { requestId } = requestContext(context.request);
    requestContext(context.request).route = route;
    try {
      return await withinDeadline(answer(context));
    } catch (error) {
      if (error instanceof ServiceError && error.code === "payload_too_large")
        return formPageResponse(renderRefusedPage(), 413);
      if (error instanceof ServiceError && error.code === "invalid_request")
        return formPageResponse(renderRefusedPage(), 400);
      logPageFailure(log, "subscription_page_failed", { requestId, error });
      return formPageResponse(renderErrorPage(requestId), 503);
    }
  };
}
