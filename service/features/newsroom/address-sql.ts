import { v7 as uuidv7 } from "uuid";
import type { Queryable } from "../../floor/db/open.ts";
import { atAddress } from "../../floor/db/public-address.ts";

/** Keeps a word that was a newsroom's address; one that the newsroom takes up again is its address and no old one. */
export async function keepNewsroomWord(
  transaction: Queryable,
  agencyId: number,
  input: { clientId: number; oldSlug: string; newSlug: string },
): Promise<void> {
  await transaction`
    delete from address_word
    where agency_id = ${agencyId}
      and client_id = ${input.clientId}
      and release_id is null
      and word = ${input.newSlug}
  `;
  await transaction`
    insert into address_word (agency_id, id, client_id, word)
    values (${agencyId}, ${uuidv7()}, ${input.clientId}, ${input.oldSlug})
  `;
}

/** Keeps the address word of a release, as the function above does for a client. */
export async function keepReleaseWord(
  transaction: Queryable,
  agencyId: number,
  input: { clientId: number; releaseId: number; oldSlug: string; newSlug: string },
): Promise<void> {
  await transaction`
    delete from address_word
    where agency_id = ${agencyId}
      and release_id = ${input.releaseId}
      and word = ${input.newSlug}
  `;
  await transaction`
    insert into address_word (agency_id, id, client_id, release_id, word)
    values (${agencyId}, ${uuidv7()}, ${input.clientId}, ${input.releaseId}, ${input.oldSlug})
  `;
}

/** The first of `slugs` that is and was no other release's of the client than the draft's own; null where there is none. */
export async function findFreeReleaseWord(
  sql: Queryable,
  agencyId: number,
  { clientId, draftId, slugs }: { clientId: number; draftId: string | null; slugs: readonly string[] },
): Promise<string | null> {
  const wanted = sql.array([...slugs]);
  const taken = await sql<{ word: string }[]>`
    select slug as word
    from release
    where agency_id = ${agencyId}
      and client_id = ${clientId}
      and slug = any (${wanted}::text[])
      and (draft_id is null or draft_id is distinct from ${draftId}::uuid)
    union all
    select word
    from address_word
    where agency_id = ${agencyId}
      and client_id = ${clientId}
      and word = any (${wanted}::text[])
      and release_id is not null
  `;
  return slugs.find((slug) => !taken.some(({ word }) => word === slug)) ?? null;
}

/** The address word of the active client whose newsroom once had this one; null for none. */
export async function findCurrentNewsroomSlug(sql: Queryable, word: string): Promise<string | null> {
  return await atAddress(sql, { kind: "newsroom", address: word }, async (agencyId) => {
    const [row] = await sql<{ slug: string }[]>`
      select c.slug
      from address_word w
      join client c on c.agency_id = w.agency_id and c.id = w.client_id
      where w.agency_id = ${agencyId}
        and w.word = ${word}
        and w.release_id is null
        and c.status = 'active'
    `;
    return row?.slug ?? null;
  });
}

/** What became of an address of a newsroom where no published release is. */
export type FormerRelease = { kind: "moved"; slug: string } | { kind: "archived"; slug: string };

/** A release that was archived under this word, or that has another word now; null where there never was one. */
export async function findFormerRelease(
  sql: Queryable,
  agencyId: number,
  input: { clientId: number; word: string },
): Promise<FormerRelease | null> {
  const [row] = await sql<{ slug: string; status: string }[]>`
    select r.slug, r.status
    from release r
    where r.agency_id = ${agencyId}
      and r.client_id = ${input.clientId}
      and r.status in ('published', 'archived')
      and (
        r.slug = ${input.word}
        or r.id = (
          select w.release_id
          from address_word w
          where w.agency_id = ${agencyId}
            and w.client_id = ${input.clientId}
            and w.word = ${input.word}
            and w.release_id is not null
        )
      )
    limit 1
  `;
  if (row === undefined) return null;
  return { kind: row.status === "archived" ? "archived" : "moved", slug: row.slug };
}
