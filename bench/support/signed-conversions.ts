import { v7 as uuidv7 } from "uuid";
import { signConversion } from "../../sdk/src/sign-conversion.ts";
import { generateKey, hashKey } from "../../service/features/keys/key-format.ts";
import type { Sql } from "../../service/floor/db/open.ts";
import type { HttpRequest } from "./wrk.ts";

export type Credentials = { key: string; pressReleaseId: number };

/**
 * Agencies, keys and one release each, in three statements: through the commands it would take minutes. Agency, client and
 * release share their number, so that a script of pgbench can name a release that exists.
 */
export async function createAgencies(sql: Sql, count: number): Promise<Credentials[]> {
  const keys = Array.from({ length: count }, generateKey);
  await sql`
    insert into agency (name, plan, reference_pepper)
    select 'Agentur ' || n, 'agency', decode(repeat('00', 32), 'hex') from generate_series(1, ${count}::int) n
  `;
  await sql`
    insert into api_key (agency_id, id, name, prefix, key_hash)
    select n, id::uuid, 'bench', 'svc_key_', hash
    from unnest(${sql.array(keys.map(() => uuidv7()))}::text[], ${sql.array(keys.map(hashKey))}::bytea[]) with ordinality as k (id, hash, n)
  `;
  await sql`
    with clients as (
      insert into client (agency_id, id, name, slug) overriding system value
      select id, id, 'Kunde', 'kunde-' || id from agency
      returning agency_id, id
    )
    insert into release (agency_id, id, client_id, slug, title, body_markdown, status, published_at) overriding system value
    select agency_id, id, id, 'meldung', 'Meldung', 'Text', 'published', now() from clients
  `;
  await sql`analyze`;
  return keys.map((key, index) => ({ key, pressReleaseId: index + 1 }));
}

/** Signed requests of agencies drawn at random, each with an event of its own; good for the 5 minutes of a signature. */
export async function signConversions(
  credentials: readonly Credentials[],
  count: number,
): Promise<HttpRequest[]> {
  const requests: HttpRequest[] = [];
  for (let made = 0; made < count; made += 1) {
    const drawn = credentials[Math.floor(Math.random() * credentials.length)];
    if (drawn === undefined) break;
    const body = JSON.stringify({
      eventId: uuidv7(),
      pressReleaseId: drawn.pressReleaseId,
      kind: "lead",
      value: 49.9,
      currency: "EUR",
      occurredAt: new Date().toISOString(),
    });
    const { headers } = await signConversion({ apiKey: drawn.key, body });
    requests.push({
      method: "POST",
      path: "/api/reporting/v1/conversions",
      headers: { ...headers, "x-api-key": drawn.key, "content-type": "application/json" },
      body,
    });
  }
  return requests;
}
