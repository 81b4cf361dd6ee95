import { decodeCursor, encodeCursor } from "../../db/cursor.ts";
import type { Queryable } from "../../db/open.ts";
import { pageOf } from "../../db/page-of.ts";
import { ServiceError } from "../../errors.ts";
import { uuidPattern } from "../../schema.ts";
import {
  type DeliveryFilter,
  findAttempts,
  findAttemptsOf,
  findMessage,
  type ListedAttempt,
} from "./deliveries-sql.ts";

const listName = "webhook-deliveries";
const limitDefault = 50;
/** Larger than every id: a list without cursor begins here. */
const afterEveryId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * Attempts of the last 90 days, newest first, a page at a time. With a filter a page may be short: it looks at 10,000 attempts at
 * most, and `nextCursor` goes on behind them. Throws `invalid_cursor`.
 */
export async function listDeliveries(
  sql: Queryable,
  agencyId: number,
  input: DeliveryFilter & { limit?: number; cursor?: string | undefined },
): Promise<{ deliveries: ListedAttempt[]; nextCursor: string | null }> {
  const { limit = limitDefault, cursor, ...filter } = input;
  const beforeId = cursor === undefined ? afterEveryId : decodeCursor(listName, cursor, isId);
  const { rows, searchEndedAt } = await findAttempts(sql, agencyId, { filter, beforeId, limit: limit + 1 });
  const page = {
    list: listName,
    limit,
    toItem: (row: ListedAttempt) => row,
    idOf: ({ id }: ListedAttempt) => id,
  };
  const { items, nextCursor } = pageOf(rows, page);
  const goesOn = searchEndedAt === null ? null : encodeCursor(listName, searchEndedAt);
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

function isId(value: unknown): value is string {
  return typeof value === "string" && uuidPattern.test(value);
}
