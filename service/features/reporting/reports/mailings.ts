import type { Queryable } from "../../../floor/db/open.ts";
import { readReportedMailings } from "../../mailings/report-figures.ts";
import { readSubjects } from "../../mailings/report-figures-sql.ts";
import { isMailingSource } from "../../mailings/rules.ts";
import type { Performance } from "../articles/schema.ts";
import type { PublicationReport } from "./schema.ts";

/**
 * What a report says of press mailings, and its campaigns with the subject of the mailing whose links they count, whenever that went out.
 * Without a mailing in its days it says nothing of them.
 */
export async function readMailingsOfReport(
  sql: Queryable,
  agencyId: number,
  input: { releaseIds: readonly number[]; performance: Performance },
): Promise<{ performance: Performance; mailings?: PublicationReport["mailings"] }> {
  const { releaseIds } = input;
  const performance = await nameCampaigns(sql, agencyId, input);
  const found = await readReportedMailings(sql, agencyId, { releaseIds, window: performance.window });
  if (found === null) return { performance };
  return {
    performance,
    mailings: {
      media: { origin: "observed", ...found.media },
      items: found.mailings.map(({ subject, campaign, sentAt, clicks, ...counts }) => ({
        ...{ subject, campaign, sentAt: sentAt.toISOString() },
        observed: { origin: "observed", ...counts },
        measured: { origin: "measured", clicks },
      })),
    },
  };
}

/** The figures with the subject of each press mailing whose links a campaign counts. */
export async function nameCampaigns(
  sql: Queryable,
  agencyId: number,
  { releaseIds, performance }: { releaseIds: readonly number[]; performance: Performance },
): Promise<Performance> {
  const ofMailings = performance.campaigns.filter(({ source }) => isMailingSource(source));
  const campaigns = ofMailings.map(({ campaign }) => campaign);
  const subjects = await readSubjects(sql, agencyId, { releaseIds, campaigns });
  const named = performance.campaigns.map((entry) => {
    const mailing = isMailingSource(entry.source) ? subjects.get(entry.campaign) : undefined;
    return mailing === undefined ? entry : { ...entry, mailing };
  });
  return { ...performance, campaigns: named };
}
