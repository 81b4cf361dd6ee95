import { beforeAll, describe, expect, test } from "bun:test";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import canonicalize from "canonicalize";
import { type ReportKeys, verifyReportChain } from "../../../sdk/src/index.ts";
import type { Queryable, Sql } from "../../../service/db/open.ts";
import { createLog } from "../../../service/log.ts";
import { prepareSeal } from "../../../service/reporting/integrity/prepare-seal.ts";
import type { ReportSeal } from "../../../service/reporting/integrity/report-seal.ts";
import { chainHashOf, type SealedRow } from "../../../service/reporting/integrity/rules.ts";
import { findChainEnd, listSealedRows } from "../../../service/reporting/integrity/sql.ts";
import { verifyChain } from "../../../service/reporting/integrity/verify-chain.ts";
import { createPublicationReport } from "../../../service/reporting/reports/create-publication-report.ts";
import { getPublicationReport } from "../../../service/reporting/reports/get-publication-report.ts";
import { thawReport } from "../../../service/reporting/reports/rules.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { testSeal } from "../../support/seal.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import { setTriggersAside } from "../../support/triggers.ts";

const startTimeoutMs = 60_000;
const reportsOfAChain = 5;

type Chain = { agencyId: number; rows: SealedRow[] };
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

/** Closes the gap after a deletion: numbers and pointers fit again. */
async function mendLinks(sql: Queryable, agencyId: number): Promise<void> {
  const rows = await listSealedRows(sql, agencyId, 0);
  let previous: string | null = null;
  for (const [index, row] of rows.entries()) {
    await sql`
      update publication_report
      set number = ${index + 1}, previous_chain_hash = ${previous}
      where agency_id = ${agencyId} and id = ${row.id}
    `;
    previous = row.chainHash;
  }
  await sql`update report_chain set last_number = ${rows.length} where agency_id = ${agencyId}`;
}

const at = (chain: Chain, index: number): SealedRow => {
  const row = chain.rows[index];
  if (row === undefined) throw new Error(`There is no row ${index}.`);
  return row;
};

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
  let sql: Sql;
  let seal: ReportSeal;
  let keys: ReportKeys;

  beforeAll(async () => {
    sql = (await open()).database.sql;
    seal = await testSeal();
    keys = [...(await seal.keys()).publicKeys.values()].map(({ jwk }) => jwk);
  }, startTimeoutMs);

  async function createChain(): Promise<Chain> {
    const { agencyId } = await createTestAgency(sql);
    const { pressReleaseId } = await createTestRelease(sql, agencyId);
    const request = { scopeType: "article", scopeId: pressReleaseId, createdBy: "operator", seal } as const;
    for (let count = 0; count < reportsOfAChain; count += 1)
      await createPublicationReport(sql, agencyId, request);
    return { agencyId, rows: await listSealedRows(sql, agencyId, 0) };
  }

  describe("of a chain that somebody tampered with who may do everything in the database", () => {
    test.each(tamperings)(
      "$name: command and SDK find it",
      async ({ name, tamper, byCommand, bySdk, isServed }) => {
        const chain = await createChain();
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
        await expect(asked).rejects.toMatchObject({ code: "internal_error" });
      },
    );

    test("a cut end is found without a kept head where its own row was left", async () => {
      const { agencyId } = await createChain();
      await sql.begin(async (transaction) => {
        await setTriggersAside(transaction);
        await transaction`delete from publication_report where agency_id = ${agencyId} and number > 3`;
      });
      expect(await verifyChain(sql, agencyId, { seal })).toMatchObject({
        chainBreak: { fault: "last_missing", number: 4 },
      });
    });

    test("a row without its end is found", async () => {
      const { agencyId } = await createChain();
      await sql`delete from report_chain where agency_id = ${agencyId}`;
      expect((await verifyChain(sql, agencyId, { seal })).chainBreak?.fault).toBe("end_missing");
    });
  });

  describe("reports from before version 2", () => {
    /** As the service wrote them before, and as the migration leaves them. */
    async function createOldChain(): Promise<{ agencyId: number; pressReleaseId: number }> {
      const { agencyId, rows } = await createChain();
      const { scope } = thawReport(at({ agencyId, rows }, 0));
      await sql.begin(async (transaction) => {
        await setTriggersAside(transaction);
        for (const [index, row] of rows.entries())
          await transaction`
            update publication_report
            set chain_hash = null, signature = null, key_id = null, previous_chain_hash = null,
              previous_hash = ${rows[index - 1]?.contentHash ?? null}
            where agency_id = ${agencyId} and id = ${row.id}
          `;
        await transaction`
          update report_chain set last_chain_hash = null, last_signature = null, last_key_id = null
          where agency_id = ${agencyId}
        `;
        await transaction`
          insert into report_anchor (agency_id, number, content_hash)
          values (
            ${agencyId}, ${rows.length},
            ${createHash("sha256")
              .update(canonicalize(rows.map(({ contentHash }) => contentHash)) ?? "")
              .digest("hex")}
          )
        `;
      });
      return { agencyId, pressReleaseId: Number(scope.id) };
    }

    test("stay as they are, verify by the anchor that a start signs, and are followed by version 2", async () => {
      const { agencyId, pressReleaseId } = await createOldChain();
      const request = { scopeType: "article", scopeId: pressReleaseId, createdBy: "operator", seal } as const;
      await expect(createPublicationReport(sql, agencyId, request)).rejects.toThrow("not signed yet");
      expect((await verifyChain(sql, agencyId, { seal })).chainBreak?.fault).toBe("anchor_unsigned");
      const bytes = await listSealedRows(sql, agencyId, 0);
      await prepareSeal(
        sql,
        seal,
        createLog("silent", () => {}),
      );
      expect(await listSealedRows(sql, agencyId, 0)).toEqual(bytes);
      const end = await findChainEnd(sql, agencyId);
      const anchored = {
        number: end?.number ?? 0,
        chainHash: end?.chainHash ?? "",
        signature: end?.signature ?? "",
      };
      const old = bytes.map(thawReport);
      expect(await verifyReportChain(old, { keys, head: anchored })).toMatchObject({ isValid: true });
      expect(await verifyReportChain(old.slice(0, 4), { keys, head: anchored })).toMatchObject({
        isValid: false,
        reason: "last_missing",
      });
      const next = await createPublicationReport(sql, agencyId, request);
      expect(next.integrity).toMatchObject({
        number: reportsOfAChain + 1,
        previousChainHash: anchored.chainHash,
      });
      expect(await verifyChain(sql, agencyId, { seal, head: anchored })).toMatchObject({
        reports: reportsOfAChain + 1,
        chainBreak: null,
      });
      const whole = [...old, next];
      expect(await verifyReportChain(whole, { keys })).toMatchObject({ isValid: true });
      expect(await verifyReportChain(whole.toSpliced(1, 1), { keys })).toMatchObject({ isValid: false });
      expect(await verifyReportChain(whole.slice(1), { keys })).toMatchObject({ reason: "first_missing" });
      const first = await getPublicationReport(sql, agencyId, {
        reportId: at({ agencyId, rows: bytes }, 0).id,
        seal,
      });
      expect(first).toEqual(thawReport(at({ agencyId, rows: bytes }, 0)));
    });

    test("are not served once one of them was forged together with its hash", async () => {
      const { agencyId } = await createOldChain();
      await prepareSeal(
        sql,
        seal,
        createLog("silent", () => {}),
      );
      const [first] = await listSealedRows(sql, agencyId, 0);
      const content = first?.content.replace('"views":0', '"views":9') ?? "";
      await sql.begin(async (transaction) => {
        await setTriggersAside(transaction);
        await transaction`
          update publication_report
          set content = ${content}, content_hash = ${createHash("sha256").update(content).digest("hex")}
          where agency_id = ${agencyId} and number = 1
        `;
      });
      await expect(
        getPublicationReport(sql, agencyId, { reportId: first?.id ?? "", seal }),
      ).rejects.toMatchObject({ code: "internal_error" });
      expect((await verifyChain(sql, agencyId, { seal })).chainBreak).not.toBeNull();
    });
  });
});
