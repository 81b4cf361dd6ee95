import { insertContactList } from "../../service/features/media-contacts/lists-sql.ts";
import type { Sql } from "../../service/floor/db/open.ts";
import { fillContacts } from "../../test/features/mailings/fill-contacts.ts";

const contactsCount = 100_000;
const topicsCount = 40;
/** Who is found by a word of which there are few. */
export const rareContact = "ahrens777";
/** Of every ten-thousandth contact. */
export const rareTopic = "Binnenschifffahrt";

/** People of the media as an agency has them after many years, in one list by hand. Returns the list. */
export async function insertContacts(sql: Sql, agencyId: number): Promise<string> {
  const listId = Bun.randomUUIDv7();
  await insertContactList(sql, agencyId, { id: listId, name: "Alle", clientId: null, condition: null });
  await fillContacts(sql, { agencyId, listId }, contactsCount);
  await sql`
    update media_contact
    set
      last_name = 'Ahrens' || n, sort_key = 'ahrens' || n,
      topics = array['Thema ' || n % ${topicsCount}] || case when n % 10000 = 0 then array[${rareTopic}] else '{}' end,
      search_text = 'ahrens' || n || ' zeitung redakteur thema ' || n % ${topicsCount}
        || case when n % 10000 = 0 then ' binnenschifffahrt' else '' end
    from (
      select id, row_number() over (order by id) as n from media_contact where agency_id = ${agencyId}
    ) as numbered
    where media_contact.agency_id = ${agencyId}
      and media_contact.id = numbered.id`;
  await sql`vacuum (analyze) media_contact`;
  return listId;
}
