import { v7 as uuidv7 } from "uuid";
import { inTransaction } from "../../../floor/db/in-transaction.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { holdTimeZone } from "../../agencies/sql.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { insertContactRows } from "../../media-contacts/change-sql.ts";
import { contactRow } from "../../media-contacts/contact-row.ts";
import { insertImportedMembers } from "../../media-contacts/list-members-sql.ts";
import { insertObjections } from "../../media-contacts/objections-sql.ts";
import { addressKey } from "../../media-contacts/sealed-contact.ts";
import {
  type Batch,
  type BatchWriter,
  countNew,
  isReplaced,
  momentOf,
  type Superseded,
} from "./batch-sql.ts";
import { ImportError } from "./faults.ts";
import type { ImportKind, ImportRow } from "./kinds.ts";
import { mentionRows } from "./mention-rows-sql.ts";
import { holdImport } from "./state-sql.ts";

/** How many rows are new, how many contacts were there before the import, and the rows left out because their address has objected here. */
export type StoredRows = { inserted: number; known: number; objected: readonly ImportRow[] };

/**
 * Stores rows of an import as `imported`, with reach as `estimated`, and counts those that are new; the others replace what an
 * earlier row or file said of the same thing. They count when the import ends, and so does what replaces an earlier file's. No two
 * of the rows may mean the same thing. Throws an ImportError where the import was given up.
 */
export async function insertRows(
  sql: Queryable,
  agencyId: number,
  input: {
    importId: string;
    kind: ImportKind;
    method: string;
    rows: readonly ImportRow[];
    secrets?: SecretCipher | undefined;
  },
): Promise<StoredRows> {
  const { kind, secrets, importId } = input;
  if (kind === "media-contacts") {
    const sealing = neededSecrets(secrets);
    const contacts = input.rows.flatMap(({ contact }) => contact ?? []);
    return await inTransaction(sql, async (transaction) => {
      if (!(await holdImport(transaction, agencyId, importId))) throw new ImportError("given_up");
      const rows = contacts.map((fields) => contactRow(sealing, { agencyId, id: uuidv7() }, fields));
      const { objectedKeys, ...counts } = await insertContactRows(transaction, agencyId, { rows, importId });
      const members = input.rows.flatMap(({ listIds = [] }, index) =>
        listIds.map((list_id) => ({ list_id, address_key: rows[index]?.address_key ?? "" })),
      );
      await insertImportedMembers(transaction, agencyId, { importId, members });
      const objected = new Set(objectedKeys);
      return {
        ...counts,
        objected: input.rows.filter((_, index) => objected.has(rows[index]?.address_key ?? "")),
      };
    });
  }
  const rows = sql.json(input.rows.map((row) => ({ id: uuidv7(), ...row })));
  const batch = { importId, method: input.method, rows };
  const { supersede, store } = kinds[kind];
  return await inTransaction(sql, async (transaction) => {
    if (kind === "media-mentions") await holdTimeZone(transaction, agencyId);
    if (!(await holdImport(transaction, agencyId, importId))) throw new ImportError("given_up");
    const superseded = await supersede(transaction, agencyId, batch);
    const stored = await store(transaction, agencyId, { ...batch, ...superseded });
    return { inserted: stored - superseded.count, known: 0, objected: [] };
  });
}

/**
 * Notes that these addresses have objected, as a file says, and in the log how many are new; for the inside of the transaction from which
 * on its rows count.
 */
export async function noteObjections(
  transaction: Queryable,
  agencyId: number,
  {
    importId,
    actor,
    emails,
    secrets,
  }: {
    importId: string;
    actor: AuditActor;
    emails: ReadonlySet<string>;
    secrets: SecretCipher | undefined;
  },
): Promise<void> {
  if (emails.size === 0) return;
  const sealing = neededSecrets(secrets);
  const addressKeys = [...emails].map((email) => addressKey(sealing, agencyId, email));
  const contacts = await insertObjections(transaction, agencyId, addressKeys);
  if (contacts === 0) return;
  await insertAudit(transaction, agencyId, {
    actor,
    action: "media_contacts.objected",
    subject: { type: "insight_import", id: importId },
    details: { contacts },
  });
}

function neededSecrets(secrets: SecretCipher | undefined): SecretCipher {
  if (secrets === undefined) throw new Error("Contacts are stored sealed: the import needs the secret key.");
  return secrets;
}

const kinds: Readonly<Record<Exclude<ImportKind, "media-contacts">, BatchWriter>> = {
  "media-mentions": mentionRows,
  "search-visibility": { supersede: supersedeQueries, store: storeQueries },
  "ai-visibility": { supersede: supersedeSamples, store: storeSamples },
};

async function supersedeQueries(sql: Queryable, agencyId: number, batch: Batch): Promise<Superseded> {
  const { count } = await sql`
    update search_visibility as old
    set superseded_by = ${batch.importId}
    from jsonb_to_recordset(${batch.rows}) as given (
      release_id integer, query text, period_from date, period_to date, source text
    )
    where old.agency_id = ${agencyId}
      and (old.release_id, old.source, old.query) = (given.release_id, given.source, given.query)
      and (old.period_from, old.period_to) = (given.period_from, given.period_to)
      and ${isReplaced(sql, batch)}
  `;
  return { count, entered: [], successors: [] };
}

async function storeQueries(sql: Queryable, agencyId: number, batch: Batch): Promise<number> {
  const rows = await sql<{ isNew: boolean }[]>`
    insert into search_visibility (
      agency_id, id, release_id, query, clicks, impressions, ctr, position, period_from, period_to, origin, source,
      method, observed_at, confidence, import_id
    )
    select
      agency.id, given.id, given.release_id, given.query, given.clicks, given.impressions, given.ctr, given.position,
      given.period_from, given.period_to, 'imported', given.source, ${batch.method}, now(), 'high', ${batch.importId}::uuid
    from agency
    cross join jsonb_to_recordset(${batch.rows}) as given (
      id uuid, release_id integer, query text, clicks bigint, impressions bigint, ctr double precision,
      position double precision, period_from date, period_to date, source text
    )
    where agency.id = ${agencyId}
    on conflict (agency_id, release_id, source, query, period_from, period_to) where superseded_by is null do update
    set
      clicks = excluded.clicks,
      impressions = excluded.impressions,
      ctr = excluded.ctr,
      position = excluded.position
    returning xmax = 0 as "isNew"
  `;
  return countNew(rows);
}

async function supersedeSamples(sql: Queryable, agencyId: number, batch: Batch): Promise<Superseded> {
  const { count } = await sql`
    with given as materialized (
      select given.*, ${momentOf(sql, "observed_at")} as observed_moment
      from agency
      cross join jsonb_to_recordset(${batch.rows}) as given (
        release_id integer, engine text, model text, prompt text, observed_at text, source text
      )
      where agency.id = ${agencyId}
    )
    update ai_visibility_run as old
    set superseded_by = ${batch.importId}
    from given
    where old.agency_id = ${agencyId}
      and (old.release_id, old.source, old.engine, old.model) =
        (given.release_id, given.source, given.engine, given.model)
      and md5(old.prompt) = md5(given.prompt)
      and old.observed_at = given.observed_moment::timestamptz(3)
      and ${isReplaced(sql, batch)}
  `;
  return { count, entered: [], successors: [] };
}

async function storeSamples(sql: Queryable, agencyId: number, batch: Batch): Promise<number> {
  const rows = await sql<{ isNew: boolean }[]>`
    insert into ai_visibility_run (
      agency_id, id, release_id, engine, model, prompt, runs, mentioned, cited, cited_urls, observed_at, origin, source,
      method, confidence, import_id
    )
    select
      agency.id, given.id, given.release_id, given.engine, given.model, given.prompt, given.runs, given.mentioned,
      given.cited, given.cited_urls, ${momentOf(sql, "observed_at")}, 'imported', given.source, ${batch.method},
      given.confidence, ${batch.importId}::uuid
    from agency
    cross join jsonb_to_recordset(${batch.rows}) as given (
      id uuid, release_id integer, engine text, model text, prompt text, runs integer, mentioned integer, cited integer,
      cited_urls text[], observed_at text, source text, confidence text
    )
    where agency.id = ${agencyId}
    on conflict (agency_id, release_id, source, engine, model, md5(prompt), observed_at) where superseded_by is null
      do update
    set
      runs = excluded.runs,
      mentioned = excluded.mentioned,
      cited = excluded.cited,
      cited_urls = excluded.cited_urls,
      confidence = excluded.confidence
    returning xmax = 0 as "isNew"
  `;
  return countNew(rows);
}
