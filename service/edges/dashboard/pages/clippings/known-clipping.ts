import { nullWhereMissing } from "../../../../errors.ts";
import { fieldsOf } from "../../../../features/insights/clippings/change-clipping.ts";
import { changesOf, hashesOf } from "../../../../features/insights/clippings/rules.ts";
import type { ClippingFields } from "../../../../features/insights/clippings/schema.ts";
import { findClipping, listSameArticle } from "../../../../features/insights/clippings/sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { Context, Done, PageContent } from "../../definition.ts";
import type { FormState } from "../../forms/form-state.ts";
import { subjectOf } from "./fields.ts";
import { clippingPath } from "./paths.ts";

/** Says above a form that the client has this article already: nothing of the form is stored then. */
export async function knownHtml(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  { typed }: FormState,
): Promise<Html | false> {
  const text = (name: string) => typed[name]?.[0] ?? "";
  const subject = await nullWhereMissing(subjectOf({ visit, deps }, text("subject")));
  if (subject === null) return false;
  const { found, byHand } = hashesOf({
    ...{ url: text("url"), medium: text("medium"), headline: text("headline") },
    publishedOn: text("publishedOn"),
  });
  const same = { clientId: subject.clientId, hashes: [found, byHand], exceptId: null };
  const [known] = await listSameArticle(deps.sql, visit.agencyId, same);
  return (
    known !== undefined &&
    html`<p class="notice" role="status">Diesen Beitrag gibt es bei dem Kunden schon. Was Sie hier eintragen, wird nicht gespeichert: <a href="${clippingPath(known.mergedInto ?? known.id)}" target="_blank" rel="noopener">Tragen Sie es dort nach (neues Fenster)</a>.</p>`
  );
}

/**
 * The end of a form that enters a clipping. Where the article was known, `show` draws the form again, so that nothing that was typed is lost,
 * unless the clipping says all of it, as after a double click.
 */
export async function endEntering(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  {
    entered,
    fields,
    show,
  }: {
    entered: { outcome: "added" | "known"; id: string };
    fields: ClippingFields;
    show: () => Promise<PageContent>;
  },
): Promise<Done | PageContent> {
  const location = clippingPath(entered.id);
  if (entered.outcome === "added") return { location, notice: "Das Clipping ist eingetragen." };
  const known = await findClipping(deps.sql, visit.agencyId, { id: entered.id });
  return known !== null && changesOf(fieldsOf(known), fields) === null
    ? { location, notice: "Diesen Beitrag gibt es bei dem Kunden schon." }
    : { ...(await show()), status: 409 };
}
