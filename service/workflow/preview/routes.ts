import { Elysia } from "elysia";
import { withinDeadline } from "../../concurrency/within-deadline.ts";
import { ServiceError } from "../../errors.ts";
import { logPageFailure } from "../../http/log-page-failure.ts";
import { requestContext } from "../../http/request-context.ts";
import type { Log } from "../../log.ts";
import { formPageResponse, renderFormPage } from "../../web/form-page.ts";
import { html } from "../../web/html.ts";
import { renderErrorPage } from "../../web/render-message-page.ts";
import { isPreviewEnded, previewDraft } from "./preview-draft.ts";
import { readPreviewToken } from "./preview-token.ts";
import type { RenderDeps } from "./render-unpublished.ts";

const path = "/vorschau/:token";

/** The page behind a signed link to a draft. It counts nothing: who reads a draft is no reader of the newsroom. */
export function previewRoutes(deps: RenderDeps & { log: Log }) {
  return new Elysia({ detail: { hide: true } }).get(path, show).head(path, show);

  async function show({
    request,
    params,
  }: {
    request: Request;
    params: { token: string };
  }): Promise<Response> {
    const { requestId } = requestContext(request);
    // The pattern, never the path: the token is a credential.
    requestContext(request).route = path;
    const link = readPreviewToken(deps.secrets, params.token);
    if (link === null) return formPageResponse(endedPage(), 404);
    if (link.expiresAt.getTime() <= Date.now()) return formPageResponse(endedPage(), 410);
    try {
      if (await withinDeadline(isPreviewEnded(deps.sql, link))) return formPageResponse(endedPage(), 410);
      return await withinDeadline(previewDraft(deps, link.agencyId, link));
    } catch (error) {
      if (error instanceof ServiceError && error.code === "not_found")
        return formPageResponse(endedPage(), 410);
      logPageFailure(deps.log, "preview_page_failed", { requestId, error });
      return formPageResponse(renderErrorPage(requestId), 503);
    }
  }
}

function endedPage(): string {
  return renderFormPage({
    title: "Dieser Link gilt nicht (mehr)",
    main: html`<p>Vielleicht wurde er beim Kopieren abgeschnitten, zurückgenommen, oder seine Woche ist vorbei. Bitte fragen Sie die Agentur, von der Sie ihn haben.</p>`,
  });
}
