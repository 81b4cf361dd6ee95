import type { Queryable } from "../../floor/db/open.ts";
import {
  type NewsroomSettings,
  newsroomSettings,
  type SettingName,
  settingNames,
} from "./newsroom-settings.ts";

/** The settings of a client's newsroom, locked until the transaction ends; null for another agency's client. */
export async function lockNewsroom(
  transaction: Queryable,
  agencyId: number,
  clientId: number,
): Promise<NewsroomSettings | null> {
  const [row] = await transaction<NewsroomSettings[]>`
    select ${settingColumns(transaction, settingNames)}
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
      ${settingColumns(sql, settingNames)},
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
  await transaction`
    update newsroom
    set ${transaction(columnsOf(input.settings))}, updated_at = now()
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

export async function hasImprint(sql: Queryable, agencyId: number, clientId: number): Promise<boolean> {
  const [row] = await sql<{ hasImprint: boolean }[]>`
    select (imprint_url is not null or imprint_markdown is not null) as "hasImprint"
    from newsroom
    where agency_id = ${agencyId}
      and client_id = ${clientId}
  `;
  return row?.hasImprint === true;
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

/** Some settings; stands in a select that calls the client `c` and the newsroom `n`. */
export function settingColumns(sql: Queryable, names: readonly SettingName[]) {
  return names.map((name, index) => {
    const { isNeverNull } = newsroomSettings[name];
    const from = sql(`${name === "slug" ? "c" : "n"}.${columnOf(name)}`);
    const value = isNeverNull === true ? sql`nullif(${from}, '')` : from;
    return sql`${index === 0 ? sql`` : sql`,`} ${value} as ${sql(name)}`;
  });
}

/** The columns of some settings but the address word, with their values. */
export function columnsOf(settings: Partial<NewsroomSettings>): Record<string, string | boolean | null> {
  const names = settingNames.filter((name) => name !== "slug" && settings[name] !== undefined);
  return Object.fromEntries(
    names.map((name) => {
      const { isNeverNull } = newsroomSettings[name];
      return [columnOf(name), settings[name] ?? (isNeverNull === true ? "" : null)];
    }),
  );
}

function columnOf(name: SettingName): string {
  const { column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) } = newsroomSettings[name];
  return column;
}
