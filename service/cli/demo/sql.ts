import type { Queryable } from "../../db/open.ts";
import type { DemoClient, DemoRelease } from "./content/demo-client.ts";

/** The commands take few words about a client; the demo's newsrooms shall look as an agency would set them up. */
export async function completeNewsroom(
  sql: Queryable,
  agencyId: number,
  input: { clientId: number; client: DemoClient; logoAssetId: string },
): Promise<void> {
  const { websiteUrl, description, contact } = input.client;
  await sql`
    update newsroom
    set
      description = ${description},
      website_url = ${websiteUrl},
      imprint_url = ${`${websiteUrl}impressum`},
      privacy_url = ${`${websiteUrl}datenschutz`},
      contact_name = ${contact.name},
      contact_role = ${contact.role},
      contact_phone = ${contact.phone},
      logo_asset_id = ${input.logoAssetId}
    where agency_id = ${agencyId}
      and client_id = ${input.clientId}
  `;
}

export async function completeRelease(
  sql: Queryable,
  agencyId: number,
  input: { pressReleaseId: number; release: DemoRelease; publishedAt: Date },
): Promise<void> {
  const { subtitle, place, keywords } = input.release;
  await sql`
    update release
    set
      subtitle = ${subtitle},
      place = ${place},
      keywords = ${sql.array([...keywords])}::text[],
      updated_at = ${input.publishedAt}
    where agency_id = ${agencyId}
      and id = ${input.pressReleaseId}
  `;
}

/** Raw hits counted so far, interactions included. */
export async function countHits(sql: Queryable, agencyId: number): Promise<number> {
  const [row] = await sql<{ hits: number }[]>`
    select count(*)::integer as hits
    from hit
    where agency_id = ${agencyId}
  `;
  return row?.hits ?? 0;
}
