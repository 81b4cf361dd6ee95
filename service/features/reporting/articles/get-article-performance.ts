import { ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { integerMax } from "../../../schema.ts";
import { readExternalInsights } from "../../insights/read-external-insights.ts";
import { methodologyVersion } from "../../measurement/vocabulary.ts";
import { toPerformance, toReportedRelease } from "./rules.ts";
import { type ArticleReport, schemaVersion } from "./schema.ts";
import { readRollUps } from "./sql.ts";

/**
 * The article report of a release over the last `days` days; `externalInsights` is left out where there is nothing. A release
 * that isn't published has zeros and `publishedAt` null. Throws `not_found` for an id that isn't a release of the agency.
 */
export async function getArticlePerformance(
  sql: Queryable,
  agencyId: number,
  input: { pressReleaseId: number; days: number },
): Promise<ArticleReport> {
  const { pressReleaseId, days } = input;
  const rollUps =
    pressReleaseId > integerMax
      ? null
      : await readRollUps(sql, agencyId, { releaseIds: [pressReleaseId], window: { days } });
  const release = rollUps?.releases[0];
  if (rollUps === null || release === undefined) {
    throw new ServiceError("not_found", `The agency has no release ${pressReleaseId}.`);
  }
  const externalInsights = await readExternalInsights(sql, agencyId, {
    releaseIds: [release.id],
    clientIds: [],
    window: rollUps,
  });
  return {
    schemaVersion,
    methodologyVersion,
    release: toReportedRelease(agencyId, release),
    performance: toPerformance(rollUps),
    ...(externalInsights === undefined ? {} : { externalInsights }),
  };
}
