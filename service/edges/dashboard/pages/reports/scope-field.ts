import { listCampaigns } from "../../../../features/reporting/campaigns/list-campaigns.ts";
import {
  findCampaignNames,
  findReleaseTitles,
} from "../../../../features/reporting/campaigns/member-names-sql.ts";
import { requireScope } from "../../../../features/reporting/figures/read-figures.ts";
import { listPortfolios } from "../../../../features/reporting/portfolios/list-portfolios.ts";
import { normalizeScopeId, type Scope } from "../../../../features/reporting/reports/scope.ts";
import { listReleases } from "../../../../features/workflow/releases/list-releases.ts";
import { scopeTypes } from "../../../../schema.ts";
import type { Context } from "../../definition.ts";
import { pickField } from "../../forms/choice-fields.ts";
import type { Option } from "../../forms/fields.ts";
import { searchOf } from "../figures/group-search.ts";
import { scopeLabels } from "./list.ts";

/** What a report or a schedule is about, as one value: `article:42`. */
export const scopeField = pickField({
  label: "Worüber",
  hint: "Angeboten werden die zuletzt bearbeiteten Meldungen und die neuesten Kampagnen und Portfolios. Ältere Meldungen finden Sie über die Suche.",
  emptyLabel: "Bitte wählen",
});

const offeredMax = 100;

/** The scope of a form's value, or null for a text that is none. */
function scopeOf(value: string): Scope | null {
  const [, typeText = "", idText = ""] = /^([a-z]+):([0-9a-fA-F-]{1,36})$/.exec(value) ?? [];
  const type = scopeTypes.find((each) => each === typeText);
  const id = type === undefined ? null : normalizeScopeId(type, idText);
  return type === undefined || id === null ? null : { type, id };
}

/** The scope that was chosen, once it is sure that the person may see all of it; null for one that is none. */
export async function chosenScope(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  value: string,
): Promise<Scope | null> {
  const scope = scopeOf(value);
  if (scope !== null) await requireScope(deps.sql, visit.agencyId, { scope, clientIds: visit.clientIds });
  return scope;
}

/** What is offered: the one that was chosen already, then what matches the search. */
export async function scopeOptions(
  { visit, query, deps }: Pick<Context, "visit" | "query" | "deps">,
  chosen: string | undefined,
): Promise<Option[]> {
  const { agencyId, clientIds } = visit;
  const { sql } = deps;
  const [{ releases }, { campaigns }, { portfolios }, own] = await Promise.all([
    listReleases(sql, agencyId, { only: "releases", clientIds, query: searchOf(query), limit: offeredMax }),
    listCampaigns(sql, agencyId, { clientIds, limit: offeredMax }),
    listPortfolios(sql, agencyId, { clientIds, limit: offeredMax }),
    chosenOption({ visit, deps }, chosen),
  ]);
  const offered = [
    ...own,
    ...releases.map(({ pressReleaseId, title, clientName }) => ({
      value: `article:${pressReleaseId}`,
      label: `${scopeLabels.article}: ${title} (${clientName})`,
    })),
    ...campaigns.map(({ id, name }) => ({
      value: `campaign:${id}`,
      label: `${scopeLabels.campaign}: ${name}`,
    })),
    ...portfolios.map(({ id, name }) => ({
      value: `portfolio:${id}`,
      label: `${scopeLabels.portfolio}: ${name}`,
    })),
  ];
  return [...new Map(offered.map((option) => [option.value, option])).values()];
}

/** What a link or the form named already may be older than what is offered. */
async function chosenOption(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  chosen: string | undefined,
): Promise<Option[]> {
  const scope = chosen === undefined ? null : scopeOf(chosen);
  if (scope === null) return [];
  const { agencyId, clientIds } = visit;
  const isVisible = await requireScope(deps.sql, agencyId, { scope, clientIds }).then(
    () => true,
    () => false,
  );
  if (!isVisible || scope.type === "portfolio") return [];
  const value = `${scope.type}:${scope.id}`;
  if (scope.type === "campaign") {
    const names = await findCampaignNames(deps.sql, agencyId, [scope.id]);
    return names.map(({ name }) => ({ value, label: `${scopeLabels.campaign}: ${name}` }));
  }
  const titles = await findReleaseTitles(deps.sql, agencyId, [Number(scope.id)]);
  return titles.map(({ title, clientName }) => ({
    value,
    label: `${scopeLabels.article}: ${title} (${clientName})`,
  }));
}
