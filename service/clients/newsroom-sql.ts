import type { Queryable } from "../db/open.ts";

/** All that can be set of a newsroom, as it is kept. */
export type NewsroomSettings = {
  slug: string;
  imprintUrl: string | null;
  imprintMarkdown: string | null;
  privacyUrl: string | null;
  privacyMarkdown: string | null;
  websiteUrl: string | null;
  boilerplate: string | null;
  contactName: string | null;
  contactRole: string | null;
  contactEmail: string | null;
  contactPhone: string | null;
  contactPictureAssetId: string | null;
  logoAssetId: string | null;
  level: string;
  language: string;
  accentColor: string | null;
  allowsLlmsTxt: boolean;
};

/** The settings of a client's newsroom, locked until the transaction ends; null for another agency's client. */
export async function lockNewsroom(
  transaction: Queryable,
  agencyId: number,
  clientId: number,
): Promise<NewsroomSettings | null> {
  const [row] = await transaction<NewsroomSettings[]>`
    select ${settingsColumns(transaction)}
    from client c
    join newsroom n on n.agency_id = c.agency_id and n.client_id = c.id
    where c.agency_id = ${agencyId}
      and c.id = ${clientId}
    for no key update of c, n
  `;
  return row ?? null;
}

/** The settings of a client's newsroom; null for another agency's client. */
export async function findNewsroomSettings(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<
  (NewsroomSettings & { clientName: string; status: "active" | "archived"; updatedAt: Date }) | null
> {
  const [row] = await sql<
    (NewsroomSettings & { clientName: string; status: "active" | "archived"; updatedAt: Date })[]
  >`
    select
      ${settingsColumns(sql)},
      c.name as "clientName",
      c.status,
      n.updated_at as "updatedAt"
    from client c
    join newsroom n on n.agency_id = c.agency_id and n.client_id = c.id
    where c.agency_id = ${agencyId}
      and c.id = ${clientId}
  `;
  return row ?? null;
}

/** Writes all settings but the address word. */
export async function updateNewsroom(
  transaction: Queryable,
  agencyId: number,
  input: { clientId: number; settings: Omit<NewsroomSettings, "slug"> },
): Promise<void> {
  const { settings } = input;
  await transaction`
    update newsroom
    set
      imprint_url = ${settings.imprintUrl},
      imprint_markdown = ${settings.imprintMarkdown},
      privacy_url = ${settings.privacyUrl},
      privacy_markdown = ${settings.privacyMarkdown},
      website_url = ${settings.websiteUrl},
      description = ${settings.boilerplate ?? ""},
      contact_name = ${settings.contactName},
      contact_role = ${settings.contactRole},
      contact_email = ${settings.contactEmail},
      contact_phone = ${settings.contactPhone},
      contact_picture_asset_id = ${settings.contactPictureAssetId},
      logo_asset_id = ${settings.logoAssetId},
      level = ${settings.level},
      language = ${settings.language},
      accent_color = ${settings.accentColor},
      allows_llms_txt = ${settings.allowsLlmsTxt},
      updated_at = now()
    where agency_id = ${agencyId}
      and client_id = ${input.clientId}
  `;
}

/** Makes every kept page of the newsroom old, because something beside its row has changed. */
export async function touchNewsroom(
  transaction: Queryable,
  agencyId: number,
  clientId: number,
): Promise<void> {
  await transaction`
    update newsroom
    set updated_at = now()
    where agency_id = ${agencyId}
      and client_id = ${clientId}
  `;
}

export type NewsroomListRow = {
  id: number;
  name: string;
  slug: string;
  status: "active" | "archived";
  ownHost: string | null;
  hasImprint: boolean;
  publishedReleases: number;
};

/** Newsrooms of clients with an id above `afterId`, oldest client first. */
export async function listNewsroomRows(
  sql: Queryable,
  agencyId: number,
  input: { afterId: number; limit: number },
): Promise<NewsroomListRow[]> {
  return await sql<NewsroomListRow[]>`
    select
      c.id, c.name, c.slug, c.status,
      ${ownHostColumn(sql)} as "ownHost",
      (n.imprint_url is not null or n.imprint_markdown is not null) as "hasImprint",
      (
        select count(*)::integer
        from release r
        where r.agency_id = c.agency_id
          and r.client_id = c.id
          and r.status = 'published'
      ) as "publishedReleases"
    from client c
    join newsroom n on n.agency_id = c.agency_id and n.client_id = c.id
    where c.agency_id = ${agencyId}
      and c.id > ${input.afterId}
    order by c.id
    limit ${input.limit}
  `;
}

/** The host of a newsroom's own domain, or null; stands in a select that calls the client `c`. The domain proven last wins. */
export function ownHostColumn(sql: Queryable) {
  return sql`
    (
      select d.host
      from newsroom_domain d
      where d.agency_id = c.agency_id
        and d.client_id = c.id
        and d.proven_at is not null
      order by d.proven_at desc, d.id desc
      limit 1
    )
  `;
}

function settingsColumns(sql: Queryable) {
  return sql`
    c.slug, n.level, n.language,
    n.imprint_url as "imprintUrl",
    n.imprint_markdown as "imprintMarkdown",
    n.privacy_url as "privacyUrl",
    n.privacy_markdown as "privacyMarkdown",
    n.website_url as "websiteUrl",
    nullif(n.description, '') as boilerplate,
    n.contact_name as "contactName",
    n.contact_role as "contactRole",
    n.contact_email as "contactEmail",
    n.contact_phone as "contactPhone",
    n.contact_picture_asset_id as "contactPictureAssetId",
    n.logo_asset_id as "logoAssetId",
    n.accent_color as "accentColor",
    n.allows_llms_txt as "allowsLlmsTxt"
  `;
}
