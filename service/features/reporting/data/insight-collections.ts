import { asIso } from "../../../floor/db/as-iso.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { evidenceColumn } from "../../insights/evidence/sql.ts";
import { isStored } from "../../insights/import/stored-sql.ts";
import { type Collection, manyRows, records } from "./collection.ts";

export const mediaMentions: Collection = {
  name: "mediaMentions",
  table: "media_mention",
  // The record of an imported file is part of what it brought: without it the same file could never be imported again.
  parts: ["insight_import", "clipping_address", "mention_evidence"],
  fetchRows: manyRows,
  select: records(
    (sql, agencyId) => sql`
      select
        id, release_id as "pressReleaseId", medium, media_type as "mediaType", headline, url,
        ${asIso(sql, "published_at")} as "publishedAt", match_type as "matchType", reach,
        reach_origin as "reachOrigin", ${provenance(sql, agencyId, "media_mention")}, provider_id as "providerConnectionId",
        client_id as "clientId", published_on as "publishedOn", author, locator as place, language, state, match_type_by as "matchTypeBy",
        tone, ${asIso(sql, "tone_at")} as "toneAt", key_messages as "keyMessages", reach_source as "reachSource",
        merged_into as "mergedInto", ${evidenceColumn(sql, agencyId, "media_mention")} as evidence
      from media_mention
      where media_mention.agency_id = ${agencyId}
        and ${isStored(sql, agencyId, "media_mention")}
      order by media_mention.id
    `,
  ),
};

export const searchVisibility: Collection = {
  name: "searchVisibility",
  table: "search_visibility",
  parts: [],
  fetchRows: manyRows,
  select: records(
    (sql, agencyId) => sql`
      select
        id, release_id as "pressReleaseId", query, clicks, impressions, ctr, position, period_from as "periodFrom",
        period_to as "periodTo", ${provenance(sql, agencyId, "search_visibility")}
      from search_visibility
      where search_visibility.agency_id = ${agencyId}
        and ${isStored(sql, agencyId, "search_visibility")}
      order by search_visibility.id
    `,
  ),
};

export const aiVisibility: Collection = {
  name: "aiVisibility",
  table: "ai_visibility_run",
  parts: [],
  fetchRows: manyRows,
  select: records(
    (sql, agencyId) => sql`
      select
        id, release_id as "pressReleaseId", engine, model, prompt, runs, mentioned, cited, cited_urls as "citedUrls",
        ${provenance(sql, agencyId, "ai_visibility_run")}
      from ai_visibility_run
      where ai_visibility_run.agency_id = ${agencyId}
        and ${isStored(sql, agencyId, "ai_visibility_run")}
      order by ai_visibility_run.id
    `,
  ),
};

export const conversions: Collection = {
  name: "conversions",
  table: "conversion",
  parts: [],
  fetchRows: manyRows,
  select: records(
    (sql, agencyId) => sql`
      select
        id, event_id as "eventId", release_id as "pressReleaseId", kind, nullif(value, 'Infinity') as value, currency,
        ${asIso(sql, "occurred_at")} as "occurredAt", ${asIso(sql, "recorded_at")} as "recordedAt", origin
      from conversion
      where agency_id = ${agencyId}
      order by conversion.event_id
    `,
  ),
};

export const providerConnections: Collection = {
  name: "providerConnections",
  table: "provider_connection",
  parts: [],
  fetchRows: manyRows,
  select: records(
    (sql, agencyId) => sql`
      select
        id, kind, name, state, ${asIso(sql, "created_at")} as "createdAt",
        ${asIso(sql, "last_check_at")} as "lastCheckAt", ${asIso(sql, "last_sync_at")} as "lastSyncAt",
        last_items as "lastItems", fault, fault_message as "faultMessage"
      from provider_connection
      where agency_id = ${agencyId}
      order by provider_connection.id
    `,
  ),
};

/** Where a row of `table` comes from, with the file that brought it. */
function provenance(sql: Queryable, agencyId: number, table: string) {
  return sql`
    origin, source, method, confidence, ${asIso(sql, "observed_at")} as "observedAt", import_id as "importId",
    (
      select file_name
      from insight_import
      where agency_id = ${agencyId}
        and id = ${sql(table)}.import_id
    ) as "importFile"
  `;
}
