import type { Queryable } from "../../../floor/db/open.ts";
import { readReportedMailings } from "../../mailings/report-figures.ts";
import { isMailingSource } from "../../mailings/rules.ts";
import type { Performance } from "../articles/schema.ts";
import type { PublicationReport } from "./schema.ts";

/**
 * What a report says of press mailings, and its campaigns with the subject of the mailing whose links they count. Both as they were where
 * there was no mailing.
 */
export async function readMailingsOfReport(
  sql: Queryable,
  agencyId: number,
  input: { releaseIds: readonly number[]; performance: Performance },
): Promise<{ performance: Performance; mailings?: PublicationReport["mailings"] }> {
  const { releaseIds, performance } = input;
  const found = await readReportedMailings(sql, agencyId, { releaseIds, window: performance.window });
  if (found === null) return { performance };
  const subjects = new Map(found.mailings.map(({ campaign, subject }) => [campaign, subject]));
  const campaigns = performance.campaigns.map((entry) => {
    const mailing = isMailingSource(entry.source) ? subjects.get(entry.campaign) : undefined;
    return mailing === undefined ? entry : { ...entry, mailing };
  });
  return {
    performance: { ...performance, campaigns },
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
