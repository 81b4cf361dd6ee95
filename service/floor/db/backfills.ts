import type { Backfill } from "./backfills/backfill.ts";
import { foldedPairs } from "./word-patterns.ts";

// Writes tables of other folders: a backfill fills a new column of any table.

/** Every backfill in the order in which they run. One that was merged keeps its name: the database stores its state under it. */
export const backfills: readonly Backfill[] = [
  {
    name: "mention-client",
    table: "media_mention",
    key: ["agency_id", "id"],
    fill: (sql) => sql`
      update media_mention as mention
      set client_id = release.client_id
      from chunk
      join release on release.agency_id = chunk.agency_id
      where mention.agency_id = chunk.agency_id
        and mention.id = chunk.id
        and mention.client_id is null
        and release.id = mention.release_id
      returning 1
    `,
  },
  {
    // They were stored with every accent but umlauts, by which nobody finds them any more.
    name: "contact-letters",
    table: "media_contact",
    key: ["agency_id", "id"],
    fill: (sql) => sql`
      update media_contact as contact
      set
        search_text = translate(search_text, ${foldedPairs.letters}, ${foldedPairs.plain}),
        sort_key = translate(sort_key, ${foldedPairs.letters}, ${foldedPairs.plain})
      from chunk
      where contact.agency_id = chunk.agency_id
        and contact.id = chunk.id
        and search_text || sort_key <> translate(search_text || sort_key, ${foldedPairs.letters}, ${foldedPairs.plain})
      returning 1
    `,
  },
  {
    // Their recipients were forgotten by a loop that left who was chosen by name.
    name: "forgotten-mailings",
    table: "mailing",
    key: ["agency_id", "id"],
    fill: (sql) => sql`
      update mailing
      set contact_ids = '{}'
      from chunk
      where mailing.agency_id = chunk.agency_id
        and mailing.id = chunk.id
        and mailing.media_addressed is not null
        and mailing.contact_ids <> '{}'
      returning 1
    `,
  },
];
