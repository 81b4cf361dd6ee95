import type { HeadBreak } from "../../../../../service/features/reporting/integrity/compare-heads.ts";
import type { ChainBreak } from "../../../../../service/features/reporting/integrity/verify-chain.ts";
import type { Queryable } from "../../../../../service/floor/db/open.ts";
import { at, type Chain, mendLinks, reportsOfAChain } from "./tampered-chains.ts";

export type Unseen = {
  name: string;
  tamper: (sql: Queryable, chain: Chain, other: Chain) => Promise<unknown>;
  /** The service is started again afterwards. */
  isStarted?: true;
  /** What `verifyChain` finds by itself, and what the witnessed heads show. */
  chainFault?: ChainBreak["fault"];
  headFault?: HeadBreak["fault"];
};

export const unseenTamperings: Unseen[] = [
  {
    name: "changed content",
    tamper: (sql, chain) => sql`
      update publication_report set content = replace(content, '"views":0', '"views":9')
      where agency_id = ${chain.agencyId} and number = 3
    `,
    chainFault: "content_changed",
  },
  {
    name: "changed content and hash",
    tamper: (sql, chain) => sql`
      update publication_report
      set content = replace(content, '"views":0', '"views":9'),
        content_hash = encode(sha256(convert_to(replace(content, '"views":0', '"views":9'), 'UTF8')), 'hex')
      where agency_id = ${chain.agencyId} and number = 3
    `,
    chainFault: "chain_hash_changed",
  },
  {
    name: "the last deleted",
    tamper: (sql, chain) =>
      sql`delete from publication_report where agency_id = ${chain.agencyId} and number = 5`,
    chainFault: "last_missing",
  },
  {
    name: "the last deleted and the end of the chain set back, or an older backup restored",
    tamper: (sql, chain) => cutAfter(sql, chain, 4),
    headFault: "last_missing",
  },
  {
    name: "one in the middle deleted, links mended",
    tamper: async (sql, chain) => {
      await sql`delete from publication_report where agency_id = ${chain.agencyId} and number = 3`;
      await mendLinks(sql, chain.agencyId);
    },
    chainFault: "chain_hash_changed",
    headFault: "last_missing",
  },
  {
    name: "all rows deleted",
    tamper: async (sql, { agencyId }) => {
      await sql`delete from publication_report where agency_id = ${agencyId}`;
      await sql`delete from report_chain where agency_id = ${agencyId}`;
    },
    headFault: "chain_replaced",
  },
  {
    name: "all rows deleted, and a closing written by hand into the operator's log",
    tamper: async (sql, { agencyId, rows }) => {
      const last = at({ agencyId, rows }, reportsOfAChain - 1);
      const [chain] = await sql`
        delete from report_chain where agency_id = ${agencyId} returning chain_id as "chainId"
      `;
      await sql`delete from publication_report where agency_id = ${agencyId}`;
      const closing = { chainId: chain?.chainId, lastNumber: 5, lastChainHash: last.chainHash };
      const signed = { closedAt: "2026-01-01T00:00:00.000Z", signature: last.signature, keyId: last.keyId };
      await sql`
        insert into operator_log (event, agency_id, details)
        values ('reporting_data.deleted', ${agencyId}, ${sql.json({ reportChain: { ...closing, ...signed } })})
      `;
    },
    headFault: "chain_replaced",
  },
  {
    name: "the end of the chain set back alone",
    tamper: (sql, chain) => sql`update report_chain set last_number = 4 where agency_id = ${chain.agencyId}`,
    chainFault: "end_missing",
    headFault: "last_missing",
  },
  {
    name: "the chain given another id",
    tamper: (sql, chain) => sql`
      update report_chain set chain_id = gen_random_uuid() where agency_id = ${chain.agencyId}
    `,
    headFault: "chain_replaced",
  },
  {
    name: "forged reports of version 1 and an unsigned anchor, and a start",
    tamper: async (sql, { agencyId }) => {
      await sql`
        update publication_report report
        set content = forged.content, content_hash = encode(sha256(convert_to(forged.content, 'UTF8')), 'hex'),
          chain_hash = null, signature = null, key_id = null, previous_chain_hash = null,
          previous_hash = case when number > 1 then repeat('0', 64) end
        from (
          select id, replace(content, '"views":0', '"views":9') as content
          from publication_report where agency_id = ${agencyId}
        ) as forged
        where report.agency_id = ${agencyId} and report.id = forged.id
      `;
      await sql`
        update publication_report report
        set previous_hash = (
          select content_hash from publication_report before
          where before.agency_id = ${agencyId} and before.number = report.number - 1
        )
        where agency_id = ${agencyId} and number > 1
      `;
      await sql`
        update report_chain set last_chain_hash = null, last_signature = null, last_key_id = null
        where agency_id = ${agencyId}
      `;
      await sql`
        insert into report_anchor (agency_id, number, content_hash)
        select agency_id, 5,
          encode(sha256(convert_to('["' || string_agg(content_hash, '","' order by number) || '"]', 'UTF8')), 'hex')
        from publication_report where agency_id = ${agencyId} group by agency_id
      `;
    },
    isStarted: true,
    chainFault: "anchor_unsigned",
    headFault: "head_differs",
  },
  {
    name: "signatures swapped",
    tamper: (sql, { agencyId, rows }) => sql`
      update publication_report
      set signature = case number
        when 2 then ${at({ agencyId, rows }, 2).signature} else ${at({ agencyId, rows }, 1).signature}
      end
      where agency_id = ${agencyId} and number in (2, 3)
    `,
    chainFault: "signature_wrong",
  },
  {
    name: "reports of two agencies swapped",
    tamper: async (sql, chain, other) => {
      await sql`delete from publication_report where agency_id = ${chain.agencyId} and number = 3`;
      await sql`
        update publication_report set agency_id = ${chain.agencyId}
        where agency_id = ${other.agencyId} and number = 3
      `;
    },
    chainFault: "link_broken",
  },
  {
    name: "the whole chains of two agencies swapped",
    tamper: async (sql, chain, other) => {
      for (const [from, to] of [
        [chain.agencyId, -1],
        [other.agencyId, chain.agencyId],
        [-1, other.agencyId],
      ] as const) {
        await sql`update publication_report set agency_id = ${to} where agency_id = ${from}`;
        await sql`update report_chain set agency_id = ${to} where agency_id = ${from}`;
      }
    },
    chainFault: "content_changed",
    headFault: "chain_replaced",
  },
  {
    name: "a number changed",
    tamper: (sql, chain) => sql`
      update publication_report set number = 9 where agency_id = ${chain.agencyId} and number = 5
    `,
    chainFault: "last_missing",
  },
  {
    name: "a key id changed",
    tamper: (sql, chain) => sql`
      update publication_report set key_id = ${"A".repeat(43)} where agency_id = ${chain.agencyId} and number = 3
    `,
    chainFault: "unknown_key",
  },
  ...(
    [
      ["title", "title || '!'"],
      ["created_at", "created_at - interval '30 days'"],
      ["from_day", "from_day - 30"],
      ["to_day", "to_day - 1"],
      ["created_by", "'api_key:1'"],
      ["scope_id", "'999'"],
      ["scope_type", "'campaign'"],
    ] as const
  ).map(
    ([column, value]): Unseen => ({
      name: `${column} changed beside the content`,
      tamper: (sql, chain) => sql`
        update publication_report set ${sql.unsafe(`${column} = ${value}`)}
        where agency_id = ${chain.agencyId} and number = 3
      `,
      chainFault: "columns_changed",
    }),
  ),
];

/** Back to an older state, with the end of the chain that belongs to it. */
export async function cutAfter(sql: Queryable, chain: Chain, number: number): Promise<void> {
  const { chainHash, signature, keyId } = at(chain, number - 1);
  await sql`delete from publication_report where agency_id = ${chain.agencyId} and number > ${number}`;
  await sql`
    update report_chain
    set last_number = ${number}, last_chain_hash = ${chainHash}, last_signature = ${signature}, last_key_id = ${keyId}
    where agency_id = ${chain.agencyId}
  `;
}
