import { ServiceError } from "../../../errors.ts";
import {
  afterEveryUuid,
  byUuid,
  encodeCursor,
  limitForPeople,
  listPage,
  type PageInput,
} from "../../../floor/db/keyset-list.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import {
  type DeliveryFilter,
  findAttempts,
  findAttemptsOf,
  findMessage,
  type ListedAttempt,
} from "./deliveries-sql.ts";

const list = { name: "webhook-deliveries", ...byUuid, limitDefault: limitForPeople };

/**
 * Attempts of the last 90 days, newest first, a page at a time. With a filter a page may be short: it looks at 10,000 attempts at
 * most, and `nextCursor` goes on behind them. Throws `invalid_cursor`.
 */
export async function listDeliveries(
  sql: Queryable,
  agencyId: number,
  { limit, cursor, ...filter }: DeliveryFilter & PageInput,
): Promise<{ deliveries: ListedAttempt[]; nextCursor: string | null }> {
  let goesOn: string | null = null;
  const { items, nextCursor } = await listPage(list, { limit, cursor }, async ({ after, rowsMax }) => {
    const page = { filter, beforeId: after ?? afterEveryUuid, limit: rowsMax };
    const { rows, searchEndedAt } = await findAttempts(sql, agencyId, page);
    goesOn = searchEndedAt === null ? null : encodeCursor(list, searchEndedAt);
    return rows;
  });
  return { deliveries: items, nextCursor: nextCursor ?? goesOn };
}

export type ShownMessage = {
  /** Null once it was removed, 14 days after the event. */
  message: { payload: string; isTest: boolean; createdAt: Date } | null;
  attempts: (ListedAttempt & { answer: string | null })[];
};

/** A message with all its attempts, to whatever endpoint. Throws `not_found`. */
export async function showMessage(
  sql: Queryable,
  agencyId: number,
  messageId: string,
): Promise<ShownMessage> {
  const [message, attempts] = await Promise.all([
    findMessage(sql, agencyId, messageId),
    findAttemptsOf(sql, agencyId, messageId),
  ]);
  if (message === null && attempts.length === 0)
    throw new ServiceError("not_found", "The agency has no such message.");
  return { message, attempts };
}
