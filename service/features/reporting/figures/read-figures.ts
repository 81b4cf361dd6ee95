import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { readExternalInsights } from "../../insights/read-external-insights.ts";
import { getArticlePerformance } from "../articles/get-article-performance.ts";
import { dayWindow, readPerformance, readReleaseFigures } from "../articles/read-performance.ts";
import { selectDailyViews } from "../articles/sql.ts";
import { readPresentation } from "../reports/read-presentation.ts";
import type { ReportFigures } from "../reports/schema.ts";
import { normalizeScopeId } from "../reports/scope.ts";
import { type FiguresScope, findScopeClients } from "../reports/scope-clients-sql.ts";
import { findScope } from "../reports/scope-sql.ts";
import { findClientReleases } from "./client-releases-sql.ts";

export type Figures = ReportFigures & {
  title: string;
  /** Views of each day of the period before, as many days in the same order. */
  viewsBefore: number[];
  /** Releases beyond the bound of a report, which are in none of the figures. */
  releasesLeftOut: number;
};

/**
 * What reports would say of a scope over the last `days` days, without freezing it; all of one moment. `clientIds` are those that
 * the reader may see, null for all. Throws `not_found` for a scope that the agency has not, or that has anything of other clients.
 */
export async function readFigures(
  sql: Sql,
  agencyId: number,
  input: { scope: FiguresScope; days: number; clientIds: readonly number[] | null },
): Promise<Figures> {
  const { scope, days, clientIds } = input;
  await requireScope(sql, agencyId, { scope, clientIds });
  return await sql.begin("isolation level repeatable read read only", async (snapshot) => {
    const found =
      scope.type === "client"
        ? await findClientReleases(snapshot, agencyId, Number(scope.id))
        : await findScope(snapshot, agencyId, { type: scope.type, id: scope.id });
    if (found === null) throw unknownScope();
    const { title, releaseIds, releasesLeftOut } = found;
    const window = await dayWindow(snapshot, agencyId, days);
    const measured =
      scope.type === "article"
        ? await getArticlePerformance(snapshot, agencyId, { pressReleaseId: Number(scope.id), days })
        : await readGroup(snapshot, agencyId, { releaseIds, window });
    const { presentation } = await readPresentation(snapshot, agencyId, { releaseIds, publicUrl: undefined });
    const before = await selectDailyViews(snapshot, agencyId, { releaseIds, from: window.from, days });
    return { ...measured, title, presentation, viewsBefore: before, releasesLeftOut };
  });
}

async function readGroup(
  sql: Queryable,
  agencyId: number,
  input: { releaseIds: readonly number[]; window: { from: string; to: string } },
): Promise<ReportFigures> {
  const performance = await readPerformance(sql, agencyId, input);
  const releases = await readReleaseFigures(sql, agencyId, input);
  const externalInsights = await readExternalInsights(sql, agencyId, input);
  return { performance, releases, ...(externalInsights === undefined ? {} : { externalInsights }) };
}

/** Throws `not_found` unless the agency has this scope, and everything in it belongs to `clientIds` (null for all clients). */
export async function requireScope(
  sql: Queryable,
  agencyId: number,
  { scope, clientIds }: { scope: FiguresScope; clientIds: readonly number[] | null },
): Promise<void> {
  const isSpelt =
    scope.type === "client"
      ? normalizeScopeId("article", scope.id) === scope.id
      : normalizeScopeId(scope.type, scope.id) === scope.id;
  if (!isSpelt) throw unknownScope();
  if (clientIds === null) return;
  const members = await findScopeClients(sql, agencyId, scope);
  if (members.length === 0 || !members.every((id) => clientIds.includes(id))) throw unknownScope();
}

function unknownScope(): ServiceError {
  return new ServiceError("not_found", "The agency has no such release, client, campaign or portfolio.");
}
