import { nullWhereMissing } from "../../../../errors.ts";
import { listClientNames } from "../../../../features/clients/client-names-sql.ts";
import { listCampaigns } from "../../../../features/reporting/campaigns/list-campaigns-sql.ts";
import { findReleaseTitles } from "../../../../features/reporting/campaigns/member-names-sql.ts";
import { requireScope } from "../../../../features/reporting/figures/read-figures.ts";
import { keptPortfolio } from "../../../../features/reporting/portfolios/kept-portfolio.ts";
import { listPortfolios } from "../../../../features/reporting/portfolios/list-portfolios-sql.ts";
import { normalizeScopeId, type Scope } from "../../../../features/reporting/reports/scope.ts";
import type { FiguresScope } from "../../../../features/reporting/reports/scope-clients-sql.ts";
import { findScope } from "../../../../features/reporting/reports/scope-sql.ts";
import { listReleases } from "../../../../features/workflow/releases/list-releases.ts";
import type { Sql } from "../../../../floor/db/open.ts";
import { scopeTypes } from "../../../../schema.ts";
import type { Context } from "../../definition.ts";
import { pickField } from "../../forms/choice-fields.ts";
import type { Option } from "../../forms/fields.ts";
import type { FormState } from "../../forms/form-state.ts";
import { searchOf } from "../figures/group-search.ts";

/** What a report or a schedule is about, as one value: `article:42`. */
export const scopeField = pickField({
  label: "Worüber",
  hint: "Ein Bericht über einen Kunden umfasst alle seine Meldungen. Angeboten werden auch die zuletzt bearbeiteten Meldungen und die neuesten Kampagnen und Portfolios. Was fehlt, finden Sie über die Suche.",
  emptyLabel: "Bitte wählen",
});

const offeredMax = 100;
const groups = { client: "Kunden", article: "Meldungen", campaign: "Kampagnen", portfolio: "Portfolios" };

/** The scope of a form's value, or null for a text that is none. */
export function scopeOf(value: string): FiguresScope | null {
  const [, typeText = "", idText = ""] = /^([a-z]+):([0-9a-fA-F-]{1,36})$/.exec(value) ?? [];
  const type = ([...scopeTypes, "client"] as const).find((each) => each === typeText);
  const id = type === undefined ? null : normalizeScopeId(type, idText);
  return type === undefined || id === null ? null : { type, id };
}

/** The scope that was chosen, once it is sure that the person may see all of it; null for one that is none. */
export async function chosenScope(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  value: string,
): Promise<Scope | null> {
  const scope = scopeOf(value);
  if (scope === null) return null;
  await requireScope(deps.sql, visit.agencyId, { scope, clientIds: visit.clientIds });
  return scope.type === "client"
    ? await keptPortfolio(deps.sql, visit.agencyId, Number(scope.id))
    : { type: scope.type, id: scope.id };
}

/** What is offered: the one that was chosen already, and clients and releases that match the search. */
export async function scopeOptions(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  { typed }: FormState,
): Promise<Option[]> {
  const { agencyId, clientIds } = visit;
  const { sql } = deps;
  const search = searchOf(typed.q?.[0]);
  const [clients, { releases }, { campaigns }, { portfolios }, own] = await Promise.all([
    listClientNames(sql, agencyId, { clientIds, query: search }),
    listReleases(sql, agencyId, { only: "releases", clientIds, query: search, limit: offeredMax }),
    listCampaigns(sql, agencyId, { clientIds, limit: offeredMax }),
    listPortfolios(sql, agencyId, { clientIds, limit: offeredMax }),
    chosenOption({ visit, deps }, typed.scope?.[0]),
  ]);
  const offered = [
    ...own,
    ...clients
      .filter(({ isActive }) => isActive)
      .map(({ id, name }) => ({ value: `client:${id}`, label: name, group: groups.client })),
    ...releases.map(({ pressReleaseId, title, clientName }) => ({
      value: `article:${pressReleaseId}`,
      label: `${title} (${clientName})`,
      group: groups.article,
    })),
    ...campaigns.map(({ id, name }) => ({
      value: `campaign:${id}`,
      label: name,
      group: groups.campaign,
    })),
    ...portfolios.map(({ id, name }) => ({
      value: `portfolio:${id}`,
      label: name,
      group: groups.portfolio,
    })),
  ];
  return [...new Map(offered.map((option) => [option.value, option])).values()];
}

/** The subject that the form has already, which may be too old to be among those offered. */
async function chosenOption(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  chosen: string | undefined,
): Promise<Option[]> {
  const scope = chosen === undefined ? null : scopeOf(chosen);
  if (scope === null) return [];
  const { agencyId, clientIds } = visit;
  const visible = await nullWhereMissing(
    requireScope(deps.sql, agencyId, { scope, clientIds }).then(() => true),
  );
  if (visible === null) return [];
  const label = await labelOf(deps.sql, agencyId, scope);
  return label === null ? [] : [{ value: `${scope.type}:${scope.id}`, label, group: groups[scope.type] }];
}

async function labelOf(sql: Sql, agencyId: number, { type, id }: FiguresScope): Promise<string | null> {
  if (type === "article") {
    const [release] = await findReleaseTitles(sql, agencyId, [Number(id)]);
    return release === undefined ? null : `${release.title} (${release.clientName})`;
  }
  if (type !== "client") return (await findScope(sql, agencyId, { type, id }))?.title ?? null;
  const [client] = await listClientNames(sql, agencyId, { clientIds: [Number(id)] });
  return client?.name ?? null;
}
