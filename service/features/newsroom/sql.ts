import type { Queryable, Sql } from "../../floor/db/open.ts";
import { atAddress } from "../../floor/db/public-address.ts";
import { type NewsroomSettings, type SettingName, settingNames } from "../clients/newsroom-settings.ts";
import { ownHostColumn, settingColumns } from "../clients/newsroom-sql.ts";
import { type ShownAsset, shownAsset } from "../media/shown-asset-sql.ts";
import type { LegalPage } from "./paths.ts";

/** A newsroom as its pages need it. It is found by its public slug, without knowing the agency. */
export type NewsroomRow = Omit<NewsroomSettings, UnreadSetting> & {
  agencyId: number;
  newsroomId: number;
  clientId: number;
  clientSlug: string;
  clientName: string;
  timeZone: string;
  hasImprintText: boolean;
  hasPrivacyText: boolean;
  /** False before there is an imprint: nobody but the agency gets to see it. Older newsrooms with releases go on without one. */
  isShown: boolean;
  ownHost: string | null;
  logo: ShownAsset | null;
  contactPicture: ShownAsset | null;
};

/** Texts that are long, and what pages need in another shape. */
const unreadSettings = [
  "slug",
  "imprintMarkdown",
  "privacyMarkdown",
  "logoAssetId",
  "contactPictureAssetId",
] as const satisfies readonly SettingName[];
type UnreadSetting = (typeof unreadSettings)[number];
const readSettings = settingNames.filter((name) => !unreadSettings.some((unread) => unread === name));

/** The newsroom of an active client, or null. */
export async function findNewsroom(sql: Sql, clientSlug: string): Promise<NewsroomRow | null> {
  return await atAddress(sql, { kind: "newsroom", address: clientSlug }, (agencyId) =>
    findNewsroomOf(sql, agencyId, clientSlug),
  );
}

async function findNewsroomOf(sql: Sql, agencyId: number, clientSlug: string): Promise<NewsroomRow | null> {
  const [row] = await sql<NewsroomRow[]>`
    select
      n.agency_id as "agencyId",
      n.id as "newsroomId",
      c.id as "clientId",
      c.slug as "clientSlug",
      c.name as "clientName",
      a.time_zone as "timeZone",
      ${settingColumns(sql, readSettings)},
      n.imprint_markdown is not null as "hasImprintText",
      n.privacy_markdown is not null as "hasPrivacyText",
      ${shownColumn(sql)} as "isShown",
      ${ownHostColumn(sql)} as "ownHost",
      ${shownAsset(sql, { agencyId: sql`n.agency_id`, assetId: sql`n.logo_asset_id` })} as logo,
      ${shownAsset(sql, { agencyId: sql`n.agency_id`, assetId: sql`n.contact_picture_asset_id` })} as "contactPicture"
    from client c
    join newsroom n on n.agency_id = c.agency_id and n.client_id = c.id
    join agency a on a.id = c.agency_id
    where c.agency_id = ${agencyId}
      and c.slug = ${clientSlug}
      and c.status = 'active'
      and a.delete_after is null
  `;
  return row ?? null;
}

/** Whether a newsroom has an imprint or readers already; stands in a select that calls the client `c` and the newsroom `n`. */
export function shownColumn(sql: Queryable) {
  return sql`
    (
      n.imprint_url is not null
      or n.imprint_markdown is not null
      or exists (
        select
        from release r
        where r.agency_id = c.agency_id
          and r.client_id = c.id
          and r.status = 'published'
      )
    )
  `;
}

/** The text of a newsroom's imprint or privacy notice; null where it has none of its own. */
export async function findLegalText(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; page: LegalPage },
): Promise<string | null> {
  const column = input.page === "impressum" ? sql`imprint_markdown` : sql`privacy_markdown`;
  const [row] = await sql<{ markdown: string | null }[]>`
    select ${column} as markdown
    from newsroom
    where agency_id = ${agencyId}
      and client_id = ${input.clientId}
  `;
  return row?.markdown ?? null;
}
