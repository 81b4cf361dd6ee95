import { ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { getPublicationReport } from "./get-publication-report.ts";
import type { PublicationReport } from "./schema.ts";
import { findClientsOfReleases, findScopeClients } from "./scope-clients-sql.ts";
import { findClientsOfReport } from "./sql.ts";

/** Throws `not_found` unless everything in a report belongs to these clients, whatever its campaign or portfolio holds today. */
export async function requireReportWithin(
  sql: Queryable,
  agencyId: number,
  { clientIds, ...input }: { reportId: string; seal: ReportSeal; clientIds: readonly number[] },
): Promise<void> {
  const report = await getPublicationReport(sql, agencyId, input);
  if (!(await isReportWithin(sql, agencyId, { report, clientIds })))
    throw new ServiceError("not_found", "The agency has no such report.");
}

export async function isReportWithin(
  sql: Queryable,
  agencyId: number,
  { report, clientIds }: { report: PublicationReport; clientIds: readonly number[] },
): Promise<boolean> {
  const members = await clientsOfReport(sql, agencyId, report);
  return members.length > 0 && members.every((id) => clientIds.includes(id));
}

/** Ids of the clients that a report is about, as it keeps them; one of an earlier release keeps none. */
export async function clientsOfReport(
  sql: Queryable,
  agencyId: number,
  report: PublicationReport,
): Promise<number[]> {
  return (
    (await findClientsOfReport(sql, agencyId, report.id)) ?? (await clientsOfContent(sql, agencyId, report))
  );
}

type Subject = Pick<PublicationReport, "scope" | "release" | "releases" | "externalInsights">;

/**
 * Ids of the clients that a text is about: of its releases, of its clippings, and of a portfolio as it is now, which has clippings, notes
 * and mailings of clients without a release too.
 */
export async function clientsOfContent(
  sql: Queryable,
  agencyId: number,
  { scope, release, releases = [], externalInsights }: Subject,
): Promise<number[]> {
  const ids = [...(release === undefined ? [] : [release.id]), ...releases.map((entry) => entry.release.id)];
  const ofReleases = ids.length === 0 ? [] : await findClientsOfReleases(sql, agencyId, ids);
  const ofScope =
    ids.length === 0 || scope.type === "portfolio" ? await findScopeClients(sql, agencyId, scope) : [];
  const ofClippings = (externalInsights?.mediaMentions?.items ?? []).flatMap(
    ({ clientId }) => clientId ?? [],
  );
  return [...new Set([...ofReleases, ...ofScope, ...ofClippings])];
}
