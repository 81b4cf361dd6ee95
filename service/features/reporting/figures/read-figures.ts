import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { readExternalInsights } from "../../insights/read-external-insights.ts";
import { readPerformance, readReleaseFigures } from "../articles/read-performance.ts";
import type { LostDayRow } from "../articles/roll-ups.ts";
import { changePercent } from "../articles/rules.ts";
import { selectDailyViews, selectLostHits } from "../articles/sql.ts";
import { findClientSums } from "../articles/summed-rows-sql.ts";
import { readGoals } from "../goals/read-goals.ts";
import { nameCampaigns } from "../reports/mailings.ts";
import type { DayRange } from "../reports/periods.ts";
import { readPresentation } from "../reports/read-presentation.ts";
import type { ReportFigures } from "../reports/schema.ts";
import { normalizeScopeId } from "../reports/scope.ts";
import { type FiguresScope, findScopeClients, findWholeClients } from "../reports/scope-clients-sql.ts";
import { findFirstDay, findScope } from "../reports/scope-sql.ts";
import { findClientReleases } from "./client-releases-sql.ts";

export type Figures = ReportFigures & {
  title: string;
  /** The days that the figures are compared with, and the views of each; none without a comparison. */
  before: DayRange | null;
  viewsBefore: number[];
  /** Hits of these days that were never counted. */
  lostBefore: LostDayRow[];
  /** The releases in the figures, the newest first. */
  releaseIds: number[];
  /** Clients all of whose releases it is about. */
  wholeClientIds: number[];
  /** The first day on which one of the releases was here. */
  firstDay: string | null;
  /** Releases beyond the bound of a report, which are in none of the figures. */
  releasesLeftOut: number;
};

/**
 * What reports would say of a scope over these days, without freezing it; all of one moment. `clientIds` are those that
 * the reader may see, null for all. Throws `not_found` for a scope that the agency has not, or that has anything of other clients.
 */
export async function readFigures(
  sql: Sql,
  agencyId: number,
  input: {
    scope: FiguresScope;
    days: DayRange;
    before: DayRange | null;
    clientIds: readonly number[] | null;
  },
): Promise<Figures> {
  const { scope, days: window, before, clientIds } = input;
  await requireScope(sql, agencyId, { scope, clientIds });
  return await sql.begin("isolation level repeatable read read only", async (snapshot) => {
    const found =
      scope.type === "client"
        ? await findClientReleases(snapshot, agencyId, Number(scope.id))
        : await findScope(snapshot, agencyId, { type: scope.type, id: scope.id });
    if (found === null) throw unknownScope();
    const { releaseIds } = found;
    const whole = await findWholeClients(snapshot, agencyId, scope);
    const sums = await findClientSums(snapshot, agencyId, { clientIds: whole, releaseIds });
    const performance = await nameCampaigns(snapshot, agencyId, {
      releaseIds,
      performance: await readPerformance(snapshot, agencyId, { releaseIds, window, sums }),
    });
    const viewsBefore =
      before === null ? [] : await selectDailyViews(snapshot, agencyId, { releaseIds, sums, ...before });
    const lostBefore =
      before === null ? [] : await selectLostHits(snapshot, agencyId, { releaseIds, window: before });
    const externalInsights = await readExternalInsights(snapshot, agencyId, {
      releaseIds,
      window,
      clientIds: whole,
      listsReleases: scope.type !== "article",
    });
    const { presentation } = await readPresentation(snapshot, agencyId, { releaseIds, publicUrl: undefined });
    const [single] =
      scope.type === "article" ? await readReleaseFigures(snapshot, agencyId, { releaseIds, window }) : [];
    const firstDay = await findFirstDay(snapshot, agencyId, releaseIds);
    const goals = await readGoals(snapshot, agencyId, {
      ...{ scope, clientId: undefined, releaseIds },
      figures: { performance, ...(externalInsights === undefined ? {} : { externalInsights }) },
    });
    const value = viewsBefore.reduce((sum, views) => sum + views, 0);
    const views = { value, changePercent: changePercent(value, performance.views) };
    return {
      ...found,
      ...(single === undefined ? {} : { release: single.release }),
      performance: { ...performance, comparison: { ...performance.comparison, views } },
      ...(externalInsights === undefined ? {} : { externalInsights }),
      ...(goals === undefined ? {} : { goals }),
      presentation,
      before,
      viewsBefore,
      wholeClientIds: whole,
      firstDay,
      lostBefore,
    };
  });
}

/** Throws `not_found` unless the agency has this scope, and everything in it belongs to `clientIds` (null for all clients). */
export async function requireScope(
  sql: Queryable,
  agencyId: number,
  { scope, clientIds }: { scope: FiguresScope; clientIds: readonly number[] | null },
): Promise<void> {
  if (normalizeScopeId(scope.type, scope.id) !== scope.id) throw unknownScope();
  // A campaign or portfolio may be empty; it is looked up where it is read.
  if (clientIds === null && scope.type !== "article" && scope.type !== "client") return;
  const members = await findScopeClients(sql, agencyId, scope);
  const isSeen = members.every((id) => clientIds === null || clientIds.includes(id));
  if (members.length === 0 || !isSeen) throw unknownScope();
}

function unknownScope(): ServiceError {
  return new ServiceError("not_found", "The agency has no such release, client, campaign or portfolio.");
}
