import type { GoalRow } from "../../../../features/reporting/goals/sql.ts";
import { findReleaseOfDraftPage } from "../../../../features/workflow/drafts/reference-sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { Context } from "../../definition.ts";
import { scopePath } from "../figures/paths.ts";
import { textPath } from "../texts/paths.ts";

/** What a goal is for, with the way to its result. */
export async function goalScopeHtml(context: Pick<Context, "visit" | "deps">, goal: GoalRow): Promise<Html> {
  const words = { release: "Meldung", campaign: "Kampagne", client: "Kunde" };
  const word = words[goal.scopeType];
  return goal.title === null
    ? html`${word}, nicht mehr da`
    : html`${word}: <a href="${await resultPath(context, goal)}">${goal.title}</a>`;
}

/** The figures of the goal's days, as far as these have come; of a text that has not appeared its editor. */
async function resultPath(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  { scopeType: type, scopeId: id, from, to, hasBegun }: GoalRow,
): Promise<string> {
  const period = hasBegun ? `?zeitraum=${from}..${to}` : "";
  if (type !== "release") return `${scopePath({ type, id })}${period}`;
  if (/^\d+$/.test(id)) return `${scopePath({ type: "article", id })}${period}`;
  const release = await findReleaseOfDraftPage(deps.sql, visit.agencyId, id);
  return release === null || release.publishedAt === null
    ? textPath(id)
    : `${scopePath({ type: "article", id: String(release.pressReleaseId) })}${period}`;
}
