import { asIso } from "../../../floor/db/as-iso.ts";
import { portfolioName } from "../reports/scope-sql.ts";
import { type Collection, fewRows, manyRows, records } from "./collection.ts";
import { leaveOutUnfit } from "./leave-out-unfit.ts";

export const reports: Collection = {
  name: "reports",
  table: "publication_report",
  parts: ["report_chain", "report_anchor", "report_mail", "report_link"],
  fetchRows: fewRows,
  select: (sql, agencyId) => sql`
    select
      left(content, -1) || ',"integrity":' || case
        when chain_hash is null then json_build_object(
          'algorithm', 'sha256', 'contentHash', content_hash, 'previousHash', previous_hash
        )
        else json_build_object(
          'version', 2, 'algorithm', 'sha256', 'contentHash', content_hash, 'number', number,
          'previousChainHash', previous_chain_hash, 'chainHash', chain_hash, 'signature', signature, 'keyId', key_id
        )
      end::text || '}' as json
    from publication_report
    where agency_id = ${agencyId}
    order by number
  `,
  leaveOut: leaveOutUnfit,
};

export const audits: Collection = {
  name: "audits",
  table: "audit",
  parts: [],
  fetchRows: manyRows,
  select: records(
    (sql, agencyId) => sql`
      select
        id, ${asIso(sql, "occurred_at")} as "occurredAt",
        json_build_object('type', actor_type, 'id', actor_id) as actor,
        action, json_build_object('type', subject_type, 'id', subject_id) as subject,
        details, request_id as "requestId"
      from audit
      where agency_id = ${agencyId}
      order by audit.id
    `,
  ),
};

export const campaigns: Collection = {
  name: "campaigns",
  table: "campaign",
  parts: ["campaign_release"],
  fetchRows: manyRows,
  select: records(
    (sql, agencyId) => sql`
      select
        id, name, ${asIso(sql, "created_at")} as "createdAt",
        array(
          select release_id
          from campaign_release
          where agency_id = ${agencyId}
            and campaign_id = campaign.id
          order by release_id
        ) as "releaseIds"
      from campaign
      where agency_id = ${agencyId}
      order by campaign.id
    `,
  ),
};

export const portfolios: Collection = {
  name: "portfolios",
  table: "portfolio",
  parts: ["portfolio_client", "portfolio_campaign"],
  fetchRows: manyRows,
  select: (sql, agencyId) => sql`
    -- Only a portfolio that the service keeps for a client says so.
    select json_strip_nulls(row_to_json(record))::text as json
    from (
      select
        id, ${portfolioName(sql, agencyId)} as name, case when client_id is not null then true end as kept,
        ${asIso(sql, "created_at")} as "createdAt",
        array(
          select client_id
          from portfolio_client
          where agency_id = ${agencyId}
            and portfolio_id = portfolio.id
          order by client_id
        ) as "clientIds",
        array(
          select campaign_id
          from portfolio_campaign
          where agency_id = ${agencyId}
            and portfolio_id = portfolio.id
          order by campaign_id
        ) as "campaignIds"
      from portfolio
      where agency_id = ${agencyId}
      order by portfolio.id
    ) as record
  `,
};

export const schedules: Collection = {
  name: "schedules",
  table: "report_schedule",
  parts: ["report_draft"],
  fetchRows: manyRows,
  select: records(
    (sql, agencyId) => sql`
      select
        id, scope_type as "scopeType", scope_id as "scopeId", format,
        coalesce(formats, array[format]) as formats, days, rhythm, on_day as "onDay",
        to_char(at_time, 'HH24:MI') as "atTime", ${asIso(sql, "created_at")} as "createdAt",
        ${asIso(sql, "next_run_at")} as "nextRunAt", ${asIso(sql, "last_run_at")} as "lastRunAt",
        last_job_id as "lastJobId", last_error as "lastError", recipients,
        period, comparison, looked_through as "isLookedThrough", business_days as "isBusinessDay"
      from report_schedule
      where agency_id = ${agencyId}
      order by report_schedule.id
    `,
  ),
};

export const exportJobs: Collection = {
  name: "exportJobs",
  table: "export_job",
  parts: ["export_chunk"],
  fetchRows: manyRows,
  select: records(
    (sql, agencyId) => sql`
      select
        id, format, scope_type as "scopeType", scope_id as "scopeId", days, status, report_id as "reportId", error,
        idempotency_key as "idempotencyKey", created_by as "createdBy", attempts, file_name as "fileName",
        file_bytes as "fileBytes", file_hash as "fileHash", ${asIso(sql, "created_at")} as "createdAt",
        ${asIso(sql, "completed_at")} as "completedAt", ${asIso(sql, "expires_at")} as "expiresAt"
      from export_job
      where agency_id = ${agencyId}
      order by export_job.id
    `,
  ),
};

export const goals: Collection = {
  name: "goals",
  table: "goal",
  parts: [],
  fetchRows: manyRows,
  select: records(
    (sql, agencyId) => sql`
      select
        id, client_id as "clientId", scope_type as "scopeType", scope_id as "scopeId", from_day as "from", to_day as "to",
        objective, audience, measures, replaces, ${asIso(sql, "created_at")} as "createdAt",
        ${asIso(sql, "fixed_at")} as "fixedAt", fixed_by as "fixedBy", is_later as "isLater", statement,
        content_hash as "contentHash", signature, key_id as "keyId"
      from goal
      where agency_id = ${agencyId}
      order by created_at, goal.id
    `,
  ),
};

/**
 * Stamps of reports, of the head of their chain and of goals. Those of approvals and published texts are no reporting data: the agency's
 * archive has them.
 */
export const timeStamps: Collection = {
  name: "timeStamps",
  table: "time_stamp",
  parts: [],
  fetchRows: fewRows,
  select: records(
    (sql, agencyId) => sql`
      select
        json_build_object('type', subject_type, 'id', subject_id) as subject, statement, imprint,
        ${asIso(sql, "created_at")} as "createdAt", ${asIso(sql, "stamped_at")} as "stampedAt", authority, policy,
        is_qualified as "isQualified", ${asIso(sql, "certificate_ends_at")} as "certificateEndsAt",
        translate(encode(token, 'base64'), E'\n', '') as token
      from time_stamp
      where agency_id = ${agencyId}
        and subject_type in ('report', 'head', 'goal')
      order by created_at, id
    `,
  ),
};
