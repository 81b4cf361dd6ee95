import { nullWhereMissing } from "../../../errors.ts";
import { endedResponse, secretRoutes } from "../../../floor/secret-links/secret-page.ts";
import type { Log } from "../../../log.ts";
import { isPreviewEnded, previewDraft } from "./preview-draft.ts";
import { type PreviewLink, readPreviewToken } from "./preview-token.ts";
import type { RenderDeps } from "./render-unpublished.ts";

/** The page behind a signed link to a draft. It counts nothing: who reads a draft is no reader of the newsroom. */
export function previewRoutes(deps: RenderDeps & { log: Log }) {
  return secretRoutes<PreviewLink>({
    route: "/vorschau/:token",
    log: deps.log,
    refuse: () => ended(410),
    open: async ({ token }) => {
      const link = readPreviewToken(deps.secrets, token);
      if (link === null) return ended(404);
      const isOver = link.expiresAt.getTime() <= Date.now() || (await isPreviewEnded(deps.sql, link));
      return isOver ? ended(410) : link;
    },
    show: async (link) => (await nullWhereMissing(previewDraft(deps, link.agencyId, link))) ?? ended(410),
  });
}

function ended(status: 404 | 410): Response {
  return endedResponse(
    status,
    "Vielleicht wurde er beim Kopieren abgeschnitten, zurückgezogen, oder seine Woche ist vorbei. Bitte fragen Sie die Agentur, von der Sie ihn haben.",
  );
}
