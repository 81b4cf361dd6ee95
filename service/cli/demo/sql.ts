import type { Queryable } from "../../db/open.ts";
import type { DemoRelease } from "./content/demo-client.ts";

export async function completeRelease(
  sql: Queryable,
  agencyId: number,
  input: { pressReleaseId: number; release: DemoRelease; publishedAt: Date; originalId: number | null },
): Promise<void> {
  const { subtitle, place, keywords, topics, language = "de" } = input.release;
  await sql`
    update release
    set
      subtitle = ${subtitle},
      place = ${place},
      keywords = ${sql.array([...keywords])}::text[],
      topics = ${sql.array([...topics])}::text[],
      language = ${language},
      translation_of = ${input.originalId},
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
