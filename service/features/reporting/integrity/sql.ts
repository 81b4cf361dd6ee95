import { textArray } from "../../../floor/db/array-literals.ts";
import { asIso } from "../../../floor/db/as-iso.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import type { SealedRow } from "./rules.ts";
import type { PublicJwk } from "./signing-key.ts";

/** The end of an agency's chain; hash and signature are null before its first report, and before its anchor is signed. */
export type ChainEnd = {
  chainId: string;
  number: number;
  chainHash: string | null;
  signature: string | null;
  keyId: string | null;
};

/** Stands for the reports from before version 2; null until the program has signed it. */
export type Anchor = {
  number: number;
  contentHash: string;
  chainHash: string | null;
  signature: string | null;
  keyId: string | null;
};

/** Holds a report of 1 MB in full lists twenty times at most. */
const rowsAtOnce = 20;
/** Agencies that a check or the signing of anchors reads at once. */
const agenciesAtOnce = 500;

export function sealColumns(sql: Queryable) {
  return sql`
    id,
    agency_id as "agencyId",
    number,
    content,
    content_hash as "contentHash",
    previous_hash as "previousHash",
    previous_chain_hash as "previousChainHash",
    chain_hash as "chainHash",
    signature,
    key_id as "keyId",
    json_build_object(
      'title', title, 'scopeType', scope_type, 'scopeId', scope_id, 'from', from_day, 'to', to_day,
      'createdAt', ${asIso(sql, "created_at")}, 'createdBy', created_by
    ) as columns
  `;
}

export async function findChainEnd(sql: Queryable, agencyId: number): Promise<ChainEnd | null> {
  const [row] = await sql<ChainEnd[]>`
    select
      chain_id as "chainId",
      last_number as number,
      last_chain_hash as "chainHash",
      last_signature as signature,
      last_key_id as "keyId"
    from report_chain
    where agency_id = ${agencyId}
  `;
  return row ?? null;
}

export async function findAnchor(sql: Queryable, agencyId: number): Promise<Anchor | null> {
  const [row] = await sql<Anchor[]>`
    select
      number,
      content_hash as "contentHash",
      chain_hash as "chainHash",
      signature,
      key_id as "keyId"
    from report_anchor
    where agency_id = ${agencyId}
  `;
  return row ?? null;
}

/** What the reports up to `number` hash to together, as an anchor does. */
export async function hashOldReports(sql: Queryable, agencyId: number, number: number): Promise<string> {
  const [row] = await sql<{ hash: string | null }[]>`
    select
      encode(
        sha256(convert_to('["' || string_agg(content_hash, '","' order by number) || '"]', 'UTF8')),
        'hex'
      ) as hash
    from publication_report
    where agency_id = ${agencyId}
      and number <= ${number}
  `;
  return row?.hash ?? "";
}

/** Reports after the position `after` in the chain, in its order. */
export async function listSealedRows(sql: Queryable, agencyId: number, after: number): Promise<SealedRow[]> {
  return await sql<SealedRow[]>`
    select ${sealColumns(sql)}
    from publication_report
    where agency_id = ${agencyId}
      and number > ${after}
    order by number
    limit ${rowsAtOnce}
  `;
}

/**
 * True where a report has a number above the chain's last one, or the chain has no row. One statement, so that a report added meanwhile
 * does not look like one.
 */
export async function hasReportsBeyondEnd(sql: Queryable, agencyId: number): Promise<boolean> {
  const [row] = await sql<{ isBeyond: boolean }[]>`
    select
      exists (
        select
        from publication_report
        where agency_id = ${agencyId}
          and number > coalesce(
            (
              select last_number
              from report_chain
              where agency_id = ${agencyId}
            ),
            0
          )
      ) as "isBeyond"
  `;
  return row?.isBeyond ?? false;
}

/** Agencies that have reports or a chain, in order, with the number of reports that their chain counts. */
export async function listChains(
  sql: Queryable,
  afterAgencyId: number,
): Promise<{ agencyId: number; reports: number }[]> {
  return await sql<{ agencyId: number; reports: number }[]>`
    select agency_id as "agencyId", max(reports) as reports
    from (
      select agency_id, last_number as reports
      from report_chain
      where agency_id > ${afterAgencyId}
      union all
      -- Of the same type, so that both parts are read in order and no further than the page.
      select agency_id, 0::bigint
      from publication_report
      where agency_id > ${afterAgencyId}
    ) as found
    -- What is being removed has gaps for a while.
    where not exists (select from agency where agency.id = found.agency_id and agency.delete_after <= now())
    group by agency_id
    order by agency_id
    limit ${agenciesAtOnce}
  `;
}

export type UnsignedAnchor = { agencyId: number; number: number; contentHash: string };

/** Anchors that wait for their signature. */
export async function listUnsignedAnchors(sql: Queryable): Promise<UnsignedAnchor[]> {
  return await sql<UnsignedAnchor[]>`
    select agency_id as "agencyId", number, content_hash as "contentHash"
    from report_anchor
    where chain_hash is null
    order by agency_id
    limit ${agenciesAtOnce}
  `;
}

/** Writes a signed anchor and makes it the end of its agency's chain; false where another process has signed it. */
export async function writeSignedAnchor(
  transaction: Queryable,
  agencyId: number,
  anchor: { chainHash: string; signature: string; keyId: string },
): Promise<boolean> {
  const written = await transaction`
    update report_anchor
    set
      chain_hash = ${anchor.chainHash},
      signature = ${anchor.signature},
      key_id = ${anchor.keyId}
    where agency_id = ${agencyId}
      and chain_hash is null
  `;
  if (written.count === 0) return false;
  await transaction`
    update report_chain
    set
      last_chain_hash = ${anchor.chainHash},
      last_signature = ${anchor.signature},
      last_key_id = ${anchor.keyId}
    where agency_id = ${agencyId}
  `;
  return true;
}

/** Notes the key that this process signs with. */
export async function noteSigningKey(sql: Queryable, key: PublicJwk): Promise<void> {
  await sql`
    insert into report_signing_key (key_id, public_key)
    values (${key.kid}, ${key.x})
    on conflict (key_id) do nothing
  `;
}

export type NotedKey = { keyId: string; publicKey: string; firstUsedAt: Date };

/** A key lasts for months; a list has an end. */
const notedKeysMax = 1_000;

/** Keys that processes of this database have signed with, the newest first. */
export async function listNotedKeys(sql: Queryable): Promise<NotedKey[]> {
  return await sql<NotedKey[]>`
    select key_id as "keyId", public_key as "publicKey", first_used_at as "firstUsedAt"
    from report_signing_key
    order by first_used_at desc, key_id
    limit ${notedKeysMax}
  `;
}

/** Whether any agency has a report that is signed with one of these keys; reads reports only where a key is missing. */
export async function hasReportsSignedBy(sql: Queryable, keyIds: readonly string[]): Promise<boolean> {
  if (keyIds.length === 0) return false;
  const found = await sql`
    select key_id
    from publication_report
    where key_id = any(${textArray(keyIds)}::text[])
    limit 1
  `;
  return found.length > 0;
}
