import type { ZipEntry } from "../../../floor/archive-files/zip-stream.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { byteOrderMark, csvLine } from "../../../floor/web/csv-line.ts";
import { insertAudit } from "../../audit/sql.ts";
import type { Frequency } from "./schema.ts";
import { listSubscribers, type Subscriber, type SubscriberContext } from "./subscribers.ts";

/** Rows decrypted at once. */
const rowsAtOnce = 500;
const heading = ["Adresse", "Thema", "Häufigkeit", "Angefragt", "Bestätigt", "Einwilligung", "Kunde"];

export const frequencyLabels: Readonly<Record<Frequency, string>> = {
  at_once: "sofort",
  daily: "täglich gesammelt",
};

/** The active subscribers of a client as CSV. That somebody took them away is noted before the first address is opened. */
export async function exportClientSubscribers(
  sql: Sql,
  agencyId: number,
  { clientId }: { clientId: number },
  { secrets, actor }: SubscriberContext,
): Promise<AsyncGenerator<Uint8Array>> {
  await insertAudit(sql, agencyId, {
    actor,
    action: "subscribers.exported",
    subject: { type: "client", id: String(clientId) },
  });
  return linesOf(sql, agencyId, { clientId }, secrets);
}

/**
 * Those of all clients as a file of the agency's archive, whose making is noted by itself. Who has not confirmed is in none: another
 * service would take the line for a consent.
 */
export function exportedSubscribers(secrets: SecretCipher) {
  return async function* (sql: Queryable, agencyId: number): AsyncGenerator<ZipEntry> {
    yield { name: "subscribers.csv", chunks: linesOf(sql, agencyId, {}, secrets) };
  };
}

async function* linesOf(
  sql: Queryable,
  agencyId: number,
  filter: { clientId?: number },
  secrets: SecretCipher,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(byteOrderMark + csvLine(heading));
  let cursor: string | undefined;
  do {
    const page = { ...filter, cursor, limit: rowsAtOnce, isActiveOnly: true };
    const { subscribers, nextCursor } = await listSubscribers(sql, agencyId, page, secrets);
    yield encoder.encode(subscribers.map((subscriber) => csvLine(cellsOf(subscriber))).join(""));
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

function cellsOf(subscriber: Subscriber): string[] {
  const { email, topic, frequency, requestedAt, confirmedAt, consentText, clientName } = subscriber;
  return [
    ...[email ?? "", topic ?? "", frequencyLabels[frequency]],
    ...[requestedAt.toISOString(), confirmedAt?.toISOString() ?? "", consentText, clientName],
  ];
}
