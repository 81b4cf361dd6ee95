import { beforeAll, describe, expect, test } from "bun:test";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { type ReportKeys, verifyReportChain } from "../../../../sdk/src/index.ts";
import { chainHashOf, type SealedRow } from "../../../../service/features/reporting/integrity/rules.ts";
import { findChainEnd, listSealedRows } from "../../../../service/features/reporting/integrity/sql.ts";
import { verifyChain } from "../../../../service/features/reporting/integrity/verify-chain.ts";
import { getPublicationReport } from "../../../../service/features/reporting/reports/get-publication-report.ts";
import { thawReport } from "../../../../service/features/reporting/reports/rules.ts";
import type { Queryable } from "../../../../service/floor/db/open.ts";
import { databaseScene, given } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { errorOf } from "../../../support/error-of.ts";
import { testSeal } from "../../../support/seal.ts";
import { setTriggersAside } from "../../../support/triggers.ts";
import { at, type Chain, createChain, mendLinks, reportsOfAChain } from "./support/tampered-chains.ts";

const tamperings: Tampering[] = [
  {
    name: "changed content",
    tamper: (sql, chain) => sql`
      update publication_report set content = replace(content, '"views":0', '"views":9')
      where agency_id = ${chain.agencyId} and id = ${at(chain, 2).id}
    `,
    byCommand: { fault: "content_changed", number: 3 },
    bySdk: "content_changed",
  },
  {
    name: "a report deleted in the middle, links mended",
    tamper: async (sql, chain) => {
      await sql`delete from publication_report where agency_id = ${chain.agencyId} and id = ${at(chain, 2).id}`;
      await mendLinks(sql, chain.agencyId);
    },
    byCommand: { fault: "chain_hash_changed", number: 3 },
    bySdk: "chain_hash_changed",
  },
  {
    name: "the first deleted",
    tamper: (sql, chain) =>
      sql`delete from publication_report where agency_id = ${chain.agencyId} and id = ${at(chain, 0).id}`,
    byCommand: { fault: "missing", number: 1 },
    bySdk: "first_missing",
    isServed: true,
  },
  {
    name: "the last deleted, with a kept head",
    tamper: async (sql, { agencyId, rows }) => {
      await sql`delete from publication_report where agency_id = ${agencyId} and number = ${reportsOfAChain}`;
      const { chainHash, signature, keyId } = at({ agencyId, rows }, reportsOfAChain - 2);
      await sql`
        update report_chain
        set last_number = ${reportsOfAChain - 1}, last_chain_hash = ${chainHash}, last_signature = ${signature},
          last_key_id = ${keyId}
        where agency_id = ${agencyId}
      `;
    },
    byCommand: { fault: "last_missing", number: reportsOfAChain },
    bySdk: "last_missing",
    isServed: true,
  },
  {
    name: "two swapped",
    tamper: async (sql, chain) => {
      const [second, third] = [at(chain, 1), at(chain, 2)];
      const move = (row: SealedRow, number: number) =>
        sql`update publication_report set number = ${number} where agency_id = ${chain.agencyId} and id = ${row.id}`;
      await move(second, 1_000);
      await move(third, 2);
      await move(second, 3);
    },
    byCommand: { fault: "link_broken", number: 2 },
    bySdk: "chain_hash_changed",
  },
  {
    name: "one inserted",
    tamper: async (sql, chain) => {
      await sql`
        update publication_report set number = number + 100
        where agency_id = ${chain.agencyId} and number > 2
      `;
      await sql`
        insert into publication_report
        select (jsonb_populate_record(report, jsonb_build_object(
          'id', gen_random_uuid(), 'number', 3, 'previous_chain_hash', report.chain_hash
        ))).*
        from publication_report report
        where agency_id = ${chain.agencyId} and number = 2
      `;
      await sql`
        update publication_report set number = number - 99
        where agency_id = ${chain.agencyId} and number > 100
      `;
      await sql`update report_chain set last_number = last_number + 1 where agency_id = ${chain.agencyId}`;
    },
    byCommand: { fault: "content_changed", number: 3 },
    bySdk: "chain_hash_changed",
  },
  {
    name: "forged, all hashes and signatures made anew",
    tamper: async (sql, chain) => {
      await sql`
        update publication_report set content = replace(content, '"views":0', '"views":9')
        where agency_id = ${chain.agencyId} and id = ${at(chain, 2).id}
      `;
      await forge(sql, chain.agencyId);
    },
    byCommand: { fault: "signature_wrong", number: 1 },
    bySdk: "signature_wrong",
  },
];

forEachDatabase((database, open) => {
  const { sql } = databaseScene(open);
  const seal = given(() => testSeal());
  let keys: ReportKeys;

  beforeAll(async () => {
    keys = [...(await seal.keys()).publicKeys.values()].map(({ jwk }) => jwk);
  });

  describe("of a chain that somebody tampered with who may do everything in the database", () => {
    test.each(tamperings)(
      "$name: command and SDK find it",
      async ({ name, tamper, byCommand, bySdk, isServed }) => {
        const chain = await createChain(sql, seal);
        const { agencyId } = chain;
        const end = await findChainEnd(sql, agencyId);
        const head = {
          number: end?.number ?? 0,
          chainHash: end?.chainHash ?? "",
          signature: end?.signature ?? "",
        };
        expect(await verifyChain(sql, agencyId, { seal, head })).toMatchObject({ chainBreak: null });
        const before = chain.rows.map(thawReport);
        expect(await verifyReportChain(before, { keys, head })).toMatchObject({ isValid: true });

        await sql.begin(async (transaction) => {
          await setTriggersAside(transaction);
          await tamper(transaction, chain);
        });

        const { chainBreak } = await verifyChain(sql, agencyId, { seal, head });
        expect(chainBreak, name).toMatchObject(byCommand);
        const rows = await listSealedRows(sql, agencyId, 0);
        const check = await verifyReportChain(rows.map(thawReport), { keys, head });
        const found: string[] = check.reasons.map(({ reason }) => reason);
        expect(found).toContain(bySdk);
        console.info(
          `${database}, ${name}: command ${chainBreak?.fault}, SDK ${check.isValid ? "" : check.reason}`,
        );

        const broken = rows.find(({ number }) => number === byCommand.number);
        if (isServed === true || broken === undefined) return;
        const asked = getPublicationReport(sql, agencyId, { reportId: broken.id, seal });
        // In a swap each row still carries its own number in its hash, and no longer in its place.
        expect(await errorOf(asked)).toMatchObject({ code: "internal_error" });
      },
    );

    test("a cut end is found without a kept head where its own row was left", async () => {
      const { agencyId } = await createChain(sql, seal);
      await sql.begin(async (transaction) => {
        await setTriggersAside(transaction);
        await transaction`delete from publication_report where agency_id = ${agencyId} and number > 3`;
      });
      expect(await verifyChain(sql, agencyId, { seal })).toMatchObject({
        chainBreak: { fault: "last_missing", number: 4 },
      });
    });

    test("a row without its end is found", async () => {
      const { agencyId } = await createChain(sql, seal);
      await sql`delete from report_chain where agency_id = ${agencyId}`;
      expect((await verifyChain(sql, agencyId, { seal })).chainBreak?.fault).toBe("end_missing");
    });
  });
});
type Tampering = {
  name: string;
  /** What somebody does who may do everything in the database. */
  tamper: (sql: Queryable, chain: Chain) => Promise<unknown>;
  byCommand: { fault: string; number: number };
  bySdk: string;
  /** Of the report that was put in another's place: what a caller gets to see. */
  isServed?: boolean;
};

/** Hashes anew what was written, and signs with a key of the forger's own. */
async function forge(sql: Queryable, agencyId: number): Promise<void> {
  const { privateKey } = generateKeyPairSync("ed25519");
  let previousChainHash: string | null = null;
  const rows = await listSealedRows(sql, agencyId, 0);
  for (const row of rows) {
    const contentHash = createHash("sha256").update(row.content).digest("hex");
    const chainHash = chainHashOf({ agencyId, number: row.number, contentHash, previousChainHash });
    const signature = sign(null, Buffer.from(chainHash), privateKey).toString("base64url");
    await sql`
      update publication_report
      set content_hash = ${contentHash}, previous_chain_hash = ${previousChainHash}, chain_hash = ${chainHash},
        signature = ${signature}
      where agency_id = ${agencyId} and id = ${row.id}
    `;
    await sql`
      update report_chain
      set last_number = ${row.number}, last_chain_hash = ${chainHash}, last_signature = ${signature}
      where agency_id = ${agencyId}
    `;
    previousChainHash = chainHash;
  }
}
