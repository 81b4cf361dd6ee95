import type { Queryable } from "../../../floor/db/open.ts";
import type { ArtifactKey } from "../exports/artifact-store.ts";
import { noteAllFiles } from "../exports/left-files-sql.ts";
import type { ClosedChain } from "../integrity/closing.ts";
import { endReportChain } from "../integrity/heads-sql.ts";
import { allowDeletion } from "../reports/allow-deletion-sql.ts";

// Writes tables of other folders: one transaction deletes all that reporting keeps, in the order of its locks.

export type Deletion = {
  deleted: Record<string, number>;
  /** Files of exports that the store still holds; they are noted, for when it would not remove them. */
  artifacts: ArtifactKey[];
  /** Where the chain of reports ended; null where there was none. */
  chain: ClosedChain | null;
};

/**
 * Deletes all reporting data of an agency and counts it by area; for the inside of one transaction.
 *
 * The order is that of the locks of those who write: the chain of reports first, as whoever freezes a report does, then jobs,
 * then what hangs on them. A worker whose job is gone finds its lease lost and stops; what it did since is rolled back with it.
 */
export async function deleteAll(sql: Queryable, agencyId: number): Promise<Deletion> {
  await allowDeletion(sql, agencyId);
  const chain = await endReportChain(sql, agencyId);
  await sql`delete from report_anchor where agency_id = ${agencyId}`;
  await sql`delete from report_draft where agency_id = ${agencyId}`;
  const schedules = await sql`delete from report_schedule where agency_id = ${agencyId}`;
  const artifacts = await noteAllFiles(sql, agencyId);
  const exportJobs = await sql`delete from export_job where agency_id = ${agencyId}`;
  await sql`delete from export_chunk where agency_id = ${agencyId}`;
  await sql`delete from mail where agency_id = ${agencyId} and kind = 'report'`;
  await sql`delete from report_mail where agency_id = ${agencyId}`;
  await sql`delete from report_link where agency_id = ${agencyId}`;
  await sql`delete from public_address where agency_id = ${agencyId} and kind = 'report'`;
  const timeStamps = await sql`
    delete from time_stamp
    where agency_id = ${agencyId}
      and subject_type in ('report', 'head', 'goal')
  `;
  const reports = await sql`delete from publication_report where agency_id = ${agencyId}`;
  const goals = await sql`delete from goal where agency_id = ${agencyId}`;
  // Their lists of clients, campaigns and releases go with them by foreign key.
  const portfolios = await sql`delete from portfolio where agency_id = ${agencyId}`;
  const campaigns = await sql`delete from campaign where agency_id = ${agencyId}`;
  await sql`delete from webhook_queue where agency_id = ${agencyId}`;
  await sql`delete from webhook_replay where agency_id = ${agencyId}`;
  const webhookDeliveries = await sql`delete from webhook_attempt where agency_id = ${agencyId}`;
  await sql`delete from webhook_message where agency_id = ${agencyId}`;
  const webhooks = await sql`delete from webhook where agency_id = ${agencyId}`;
  // A reading that ends now finds its feed gone, instead of leaving mentions that keep the feed from going.
  await sql`select from provider_connection where agency_id = ${agencyId} for update`;
  // An import that stores its next part finds itself gone. Those of contacts stay with their contacts, half of which would count without.
  await sql`
    select
    from insight_import
    where agency_id = ${agencyId}
      and kind <> 'media-contacts'
      and state <> 'stored'
    for update
  `;
  await sql`delete from clipping_address where agency_id = ${agencyId}`;
  const mediaMentions = await sql`delete from media_mention where agency_id = ${agencyId}`;
  const searchVisibility = await sql`delete from search_visibility where agency_id = ${agencyId}`;
  const aiVisibility = await sql`delete from ai_visibility_run where agency_id = ${agencyId}`;
  await sql`delete from insight_import where agency_id = ${agencyId} and kind <> 'media-contacts'`;
  const providerConnections = await sql`delete from provider_connection where agency_id = ${agencyId}`;
  const conversions = await sql`delete from conversion where agency_id = ${agencyId}`;
  const audits = await sql`delete from audit where agency_id = ${agencyId}`;
  const deleted = {
    reports: reports.count,
    audits: audits.count,
    campaigns: campaigns.count,
    portfolios: portfolios.count,
    schedules: schedules.count,
    mediaMentions: mediaMentions.count,
    searchVisibility: searchVisibility.count,
    conversions: conversions.count,
    exportJobs: exportJobs.count,
    providerConnections: providerConnections.count,
    webhooks: webhooks.count,
    webhookDeliveries: webhookDeliveries.count,
    aiVisibility: aiVisibility.count,
    timeStamps: timeStamps.count,
    goals: goals.count,
  };
  return { deleted, artifacts, chain };
}
