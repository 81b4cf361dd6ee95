import type { Queryable } from "../../../floor/db/open.ts";
import type { AgencySettings, AgencyUpdate, ReportPicture } from "./schema.ts";

/** An agency with its settings, or null. */
export async function findAgencySettings(sql: Queryable, agencyId: number): Promise<AgencySettings | null> {
  const [row] = await sql<AgencySettings[]>`
    select
      agency.id as "agencyId",
      agency.name,
      agency.plan,
      agency.time_zone as "timeZone",
      branding.color_primary as "colorPrimary",
      branding.color_secondary as "colorSecondary",
      branding.sender_name as "senderName",
      branding.reply_to as "replyTo",
      coalesce(branding.conversion_labels, '{}') as "conversionLabels",
      case
        when picture.sha256 is not null
        then json_build_object('sha256', picture.sha256, 'width', picture.width, 'height', picture.height)
      end as logo
    from agency
    left join agency_branding as branding on branding.agency_id = agency.id
    left join report_picture as picture
      on picture.agency_id = agency.id and picture.sha256 = branding.logo_sha256
    where agency.id = ${agencyId}
  `;
  return row ?? null;
}

/** Changes name and time zone; false for an agency that is not there, or a zone that the database does not know. */
export async function updateAgencyRow(
  sql: Queryable,
  agencyId: number,
  { name = null, timeZone = null }: { name?: string | null; timeZone?: string | null },
): Promise<boolean> {
  const updated = await sql`
    update agency
    set
      name = coalesce(${name}::text, name),
      time_zone = coalesce(${timeZone}::text, time_zone)
    where id = ${agencyId}
      and (${timeZone}::text is null or exists (select from pg_timezone_names where name = ${timeZone}))
  `;
  return updated.count === 1;
}

/** Whether the service reads the articles of clippings. */
export async function updateReadsArticles(
  sql: Queryable,
  agencyId: number,
  readsArticles: boolean,
): Promise<void> {
  await sql`update agency set reads_articles = ${readsArticles} where id = ${agencyId}`;
}

type BrandingUpdate = Omit<AgencyUpdate, "name" | "timeZone" | "logo"> & { logoSha256?: string | null };

/** Changes what is given, and returns how many labels there are now. */
export async function upsertBranding(
  sql: Queryable,
  agencyId: number,
  update: BrandingUpdate,
): Promise<number> {
  const kept = (column: string, field: keyof BrandingUpdate) =>
    update[field] === undefined ? sql`agency_branding.${sql(column)}` : sql`excluded.${sql(column)}`;
  const [row] = await sql<{ labels: Record<string, string> }[]>`
    insert into agency_branding (
      agency_id, color_primary, color_secondary, sender_name, reply_to, conversion_labels, logo_sha256,
      updated_at
    )
    values (
      ${agencyId}, ${update.colorPrimary?.toLowerCase() ?? null}, ${update.colorSecondary?.toLowerCase() ?? null},
      ${update.senderName ?? null}, ${update.replyTo ?? null},
      jsonb_strip_nulls(${sql.json(update.conversionLabels ?? {})}::jsonb), ${update.logoSha256 ?? null}, now()
    )
    on conflict (agency_id) do update
    set
      color_primary = ${kept("color_primary", "colorPrimary")},
      color_secondary = ${kept("color_secondary", "colorSecondary")},
      sender_name = ${kept("sender_name", "senderName")},
      reply_to = ${kept("reply_to", "replyTo")},
      conversion_labels =
        jsonb_strip_nulls(agency_branding.conversion_labels || ${sql.json(update.conversionLabels ?? {})}::jsonb),
      logo_sha256 = ${kept("logo_sha256", "logoSha256")},
      updated_at = excluded.updated_at
    returning conversion_labels as labels
  `;
  return Object.keys(row?.labels ?? {}).length;
}

/** Keeps pictures under their hashes; the same ones again change nothing. */
export async function insertPictures(
  sql: Queryable,
  agencyId: number,
  pictures: readonly ReportPicture[],
): Promise<void> {
  if (pictures.length === 0) return;
  const rows = pictures.map(({ sha256, mediaType, width, height, bytes }) => ({
    ...{ agency_id: agencyId, sha256, media_type: mediaType, width, height, bytes },
  }));
  await sql`insert into report_picture ${sql(rows)} on conflict (agency_id, sha256) do nothing`;
}

/** The agency's pictures with these hashes. */
export async function findPictures(
  sql: Queryable,
  agencyId: number,
  hashes: readonly string[],
): Promise<ReportPicture[]> {
  if (hashes.length === 0) return [];
  return await sql<ReportPicture[]>`
    select sha256, media_type as "mediaType", width, height, bytes
    from report_picture
    where agency_id = ${agencyId}
      and sha256 in ${sql(hashes)}
  `;
}
