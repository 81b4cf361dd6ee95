import type { Queryable } from "../../floor/db/open.ts";
import { countMedia, listFigures } from "./figures-sql.ts";
import { listMailingsOf, type ReportedReleases, sumClicks } from "./report-figures-sql.ts";
import { campaignOf } from "./rules.ts";

export type ReportedMailing = {
  subject: string;
  campaign: string;
  sentAt: Date;
  sent: number;
  undeliverable: number;
  objections: number;
  /** Views of the release in the window by links of the mailing. */
  clicks: number;
};

/**
 * Press mailings about these releases that began to go out in the window, newest first, and how many of the media that got one of them
 * have reported. Null where there were none.
 */
export async function readReportedMailings(
  sql: Queryable,
  agencyId: number,
  input: ReportedReleases,
): Promise<{ mailings: ReportedMailing[]; media: { addressed: number; reported: number } } | null> {
  const rows = await listMailingsOf(sql, agencyId, input);
  if (rows.length === 0) return null;
  const mailed = { ...input, mailingIds: rows.map(({ id }) => id) };
  const figures = await listFigures(sql, agencyId, rows);
  const clicks = await sumClicks(sql, agencyId, mailed);
  const media = await countMedia(sql, agencyId, rows, input.window);
  const mailings = rows.map(({ id, subject, sentAt }) => {
    const { sent = 0, undeliverable = 0, objections = 0 } = figures.get(id) ?? {};
    const { campaign } = campaignOf(id);
    return { subject, campaign, sentAt, sent, undeliverable, objections, clicks: clicks.get(campaign) ?? 0 };
  });
  return { mailings, media };
}
