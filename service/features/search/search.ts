import type { Queryable } from "../../floor/db/open.ts";
import { patternsOf } from "../../floor/db/word-patterns.ts";
import {
  type FoundClient,
  type FoundClipping,
  type FoundContact,
  type FoundPicture,
  type FoundReport,
  type FoundText,
  findClients,
  findClippings,
  findContacts,
  findPictures,
  findReports,
  findTexts,
} from "./sql.ts";

/** Of each kind on one page: whoever needs more asks more exactly. */
const foundMax = 50;

export type Found = {
  texts: FoundText[];
  clients: FoundClient[];
  contacts: FoundContact[];
  pictures: FoundPicture[];
  reports: FoundReport[];
  clippings: FoundClipping[];
  hasMore: boolean;
};

/** What the agency has for what somebody typed, up to `limit` of each kind and one statement for each; nothing for nothing. */
export async function search(
  sql: Queryable,
  agencyId: number,
  input: { query: string; clientIds: readonly number[] | null; limit?: number },
): Promise<Found> {
  const { query, clientIds, limit = foundMax } = input;
  const patterns = patternsOf(query);
  if (patterns.length === 0)
    return {
      texts: [],
      clients: [],
      contacts: [],
      pictures: [],
      reports: [],
      clippings: [],
      hasMore: false,
    };
  const question = { patterns, clientIds, limit: limit + 1 };
  const [texts, clients, contacts, pictures, reports, clippings] = await Promise.all([
    findTexts(sql, agencyId, question),
    findClients(sql, agencyId, question),
    findContacts(sql, agencyId, question),
    findPictures(sql, agencyId, question),
    findReports(sql, agencyId, question),
    findClippings(sql, agencyId, question),
  ]);
  const all = [texts, clients, contacts, pictures, reports, clippings];
  return {
    texts: texts.slice(0, limit),
    clients: clients.slice(0, limit),
    contacts: contacts.slice(0, limit),
    pictures: pictures.slice(0, limit),
    reports: reports.slice(0, limit),
    clippings: clippings.slice(0, limit),
    hasMore: all.some((found) => found.length > limit),
  };
}
