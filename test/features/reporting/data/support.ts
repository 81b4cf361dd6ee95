import { connect, type Socket } from "node:net";
import type { ReportingData } from "../../../../service/features/reporting/data/schema.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { until } from "../../../support/until.ts";

export async function getData(url: string, key: string): Promise<ReportingData> {
  const response = await fetch(`${url}/api/reporting/v1/data`, { headers: { "x-api-key": key } });
  if (response.status !== 200) throw new Error(`GET /data answered ${response.status}`);
  return (await response.json()) as ReportingData;
}

/** Asks for all data, and reads nothing of the answer. */
export function askForData(url: string, key: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.pause();
  socket.write(
    `GET /api/reporting/v1/data HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-API-Key: ${key}\r\n\r\n`,
  );
  return socket;
}

export function deleteData(url: string, key: string, confirm: string | null): Promise<Response> {
  const headers = new Headers({ "x-api-key": key });
  if (confirm !== null) headers.set("x-service-confirm", confirm);
  return fetch(`${url}/api/reporting/v1/data`, { method: "DELETE", headers });
}

/** Inserts `count` conversions of about 300 bytes each as JSON, in statements of at most 100,000. */
export async function insertConversions(
  sql: Sql,
  agencyId: number,
  input: { releaseId: number; count: number; prefix: string },
): Promise<void> {
  const atOnce = 100_000;
  for (let first = 1; first <= input.count; first += atOnce) {
    const last = Math.min(input.count, first + atOnce - 1);
    await sql`
      insert into conversion (
        agency_id, event_id, id, release_id, kind, value, currency, reference_hash, occurred_at
      )
      select
        ${agencyId}, ${input.prefix}::text || '-' || n, gen_random_uuid(), ${input.releaseId}, 'lead', n / 100.0, 'EUR',
        sha256(n::text::bytea), now()
      from generate_series(${first}::integer, ${last}::integer) as n
    `;
  }
}

/** Waits until this many other sessions of the database are in a transaction. */
export async function untilTransactions(sql: Sql, expected: number): Promise<void> {
  await until(async () => {
    const [row] = await sql<{ open: number }[]>`
      select count(*)::integer as open
      from pg_stat_activity
      where datname = current_database()
        and pid <> pg_backend_pid()
        and xact_start is not null
    `;
    return row?.open === expected;
  });
}
