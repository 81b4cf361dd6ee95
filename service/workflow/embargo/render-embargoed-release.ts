import { formatMoment } from "../../web/format-moment.ts";
import { html } from "../../web/html.ts";
import { type RenderDeps, renderUnpublished } from "../preview/render-unpublished.ts";
import { embargoEnd } from "./embargo-links.ts";
import type { FoundEmbargoLink } from "./sql.ts";

/** The release as readers will get it, with its embargo above it. Null where the newsroom is gone. */
export async function renderEmbargoedRelease(
  deps: RenderDeps,
  { clientSlug, content, scheduledFor, timeZone }: FoundEmbargoLink,
): Promise<Response | null> {
  const end = embargoEnd(content.embargoUntil, scheduledFor);
  const until = end === null ? "" : ` bis ${formatMoment(end, timeZone)}`;
  return await renderUnpublished(deps, {
    clientSlug,
    content,
    // The day on which it is to appear, because that of the publication is not known yet.
    publishedAt: end ?? new Date(),
    notice: html`<p class="card" role="note"><strong>${`Sperrfrist${until}`}</strong><br>Bitte veröffentlichen Sie vorher nichts daraus, und geben Sie den Link nicht weiter.</p>`,
  });
}
