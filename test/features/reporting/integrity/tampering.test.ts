import { beforeAll, describe, expect, test } from "bun:test";
import { createHash, generateKeyPairSync, sign } from "node:crypto";
import canonicalize from "canonicalize";
import { type ReportKeys, verifyReportChain } from "../../../../sdk/src/index.ts";
import { listAudit } from "../../../../service/features/audit/list-audit.ts";
import {
  compareHeads,
  type HeadBreak,
} from "../../../../service/features/reporting/integrity/compare-heads.ts";
import { keysMissing, prepareSeal } from "../../../../service/features/reporting/integrity/prepare-seal.ts";
import { chainHashOf, type SealedRow } from "../../../../service/features/reporting/integrity/rules.ts";
import {
  findAnchorToSign,
  migrateAndSign,
  signAnchor,
} from "../../../../service/features/reporting/integrity/sign-anchors.ts";
import {
  findAnchor,
  findChainEnd,
  listNotedKeys,
  listSealedRows,
} from "../../../../service/features/reporting/integrity/sql.ts";
import {
  type ChainBreak,
  verifyChain,
} from "../../../../service/features/reporting/integrity/verify-chain.ts";
import type { WitnessLine } from "../../../../service/features/reporting/integrity/witness.ts";
import { openWitnessFile } from "../../../../service/features/reporting/integrity/witness-file.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { getPublicationReport } from "../../../../service/features/reporting/reports/get-publication-report.ts";
import { thawReport } from "../../../../service/features/reporting/reports/rules.ts";
import type { Queryable } from "../../../../service/floor/db/open.ts";
import { createLog } from "../../../../service/log.ts";
import { databaseScene, given } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { testKeyFile, testSeal } from "../../../support/seal.ts";
import { createFolder } from "../../../support/server-process.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { setTriggersAside } from "../../../support/triggers.ts";

const reportsOfAChain = 5;

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

const unseenTamperings: Unseen[] = [
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

  /** All that a start does before it serves; returns what it logged. */
  async function startAgain(): Promise<string[]> {
    const lines: string[] = [];
    const log = createLog("info", (line) => lines.push(line));
    await migrateAndSign(
      sql,
      {
        ...{ databaseUrl: null, databaseDirectUrl: null, databasePooler: "auto" },
        ...{ reportSigningKeyFile: testKeyFile(), dataDirectory: createFolder("none-") },
      },
      log,
    );
    await prepareSeal(sql, seal, log);
    return lines;
  }

  describe("without a kept head, by the heads that the service witnessed", () => {
    test.each(unseenTamperings)("$name: found", async ({ tamper, isStarted, chainFault, headFault }) => {
      const chain = await createChain();
      const other = await createChain();
      const { agencyId } = chain;
      const store = openWitnessFile(createFolder("witness-"));
      await store.append((await compareHeads(sql, { store, seal })).news);
      const found = async () => {
        const { chainBreak } = await verifyChain(sql, agencyId, { seal });
        const { breaks } = await compareHeads(sql, { store, seal });
        const head = breaks.find((each) => each.agencyId === agencyId);
        return [chainBreak?.fault ?? null, head?.fault ?? null];
      };
      expect(await found()).toEqual([null, null]);
      await sql.begin(async (transaction) => {
        await setTriggersAside(transaction);
        await tamper(transaction, chain, other);
      });
      if (isStarted === true) await startAgain();
      expect(chainFault ?? headFault).toBeString();
      expect(await found()).toEqual([chainFault ?? null, headFault ?? null]);
      // What goes on from a forged state never hides it.
      const { news } = await compareHeads(sql, { store, seal });
      await store.append(news);
      expect((await found())[1]).toBe(headFault ?? null);
    });

    test("a fork that goes on after the cut is found, whatever its length", async () => {
      const { agencyId, rows } = await createChain();
      const store = openWitnessFile(createFolder("witness-"));
      await store.append((await compareHeads(sql, { store, seal })).news);
      await sql.begin(async (transaction) => {
        await setTriggersAside(transaction);
        await cutAfter(transaction, { agencyId, rows }, 3);
      });
      const { scope } = thawReport(at({ agencyId, rows }, 0));
      const witness = (line: WitnessLine) => void lines.push(line);
      const lines: WitnessLine[] = [];
      const request = { scopeType: "article", scopeId: scope.id, createdBy: "operator" } as const;
      for (let count = 0; count < 3; count += 1)
        await createPublicationReport(sql, agencyId, { ...request, seal: { ...seal, witness } });
      expect(lines.map(({ number }) => number)).toEqual([4, 5, 6]);
      await store.append(lines);
      expect((await verifyChain(sql, agencyId, { seal })).chainBreak).toBeNull();
      const { breaks } = await compareHeads(sql, { store, seal });
      expect(breaks.filter((each) => each.agencyId === agencyId)).toMatchObject([
        { fault: "head_differs", number: 5 },
      ]);
    });

    test("a note of a signing key that was exchanged is found", async () => {
      const { agencyId } = await createChain();
      expect(agencyId).toBePositive();
      expect(await keysMissing(sql, seal)).toEqual([]);
      const { keyId } = (await listNotedKeys(sql))[0] ?? { keyId: "" };
      await sql`update report_signing_key set public_key = ${"A".repeat(43)} where key_id = ${keyId}`;
      expect(await keysMissing(sql, seal)).toEqual([keyId]);
      await sql`delete from report_signing_key where key_id = ${keyId}`;
    });
  });

  describe("reports from before version 2", () => {
    test("stay as they are, are signed by an operator alone, and are followed by version 2", async () => {
      const { agencyId, pressReleaseId } = await createOldChain();
      const request = { scopeType: "article", scopeId: pressReleaseId, createdBy: "operator", seal } as const;
      await expect(createPublicationReport(sql, agencyId, request)).rejects.toThrow("are not signed");
      expect((await verifyChain(sql, agencyId, { seal })).chainBreak?.fault).toBe("anchor_unsigned");
      const bytes = await listSealedRows(sql, agencyId, 0);
      const lines = await startAgain();
      expect(lines.join("\n")).toContain("report_anchor_unsigned");
      expect((await findAnchor(sql, agencyId))?.signature).toBeNull();
      await signAnchor(sql, seal, await findAnchorToSign(sql, agencyId, seal));
      const { acts } = await listAudit(sql, agencyId, { action: "report_anchor.signed" });
      expect(acts).toMatchObject([{ actorType: "operator", details: { reports: reportsOfAChain } }]);
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
      await signAnchor(sql, seal, await findAnchorToSign(sql, agencyId, seal));
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
  });

  async function createChain(): Promise<Chain> {
    const { agencyId } = await createTestAgency(sql);
    const { pressReleaseId } = await createTestRelease(sql, agencyId);
    const request = { scopeType: "article", scopeId: pressReleaseId, createdBy: "operator", seal } as const;
    for (let count = 0; count < reportsOfAChain; count += 1)
      await createPublicationReport(sql, agencyId, request);
    return { agencyId, rows: await listSealedRows(sql, agencyId, 0) };
  }
});

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

type Unseen = {
  name: string;
  tamper: (sql: Queryable, chain: Chain, other: Chain) => Promise<unknown>;
  /** The service is started again afterwards. */
  isStarted?: true;
  /** What `verifyChain` finds by itself, and what the witnessed heads show. */
  chainFault?: ChainBreak["fault"];
  headFault?: HeadBreak["fault"];
};

/** Back to an older state, with the end of the chain that belongs to it. */
async function cutAfter(sql: Queryable, chain: Chain, number: number): Promise<void> {
  const { chainHash, signature, keyId } = at(chain, number - 1);
  await sql`delete from publication_report where agency_id = ${chain.agencyId} and number > ${number}`;
  await sql`
    update report_chain
    set last_number = ${number}, last_chain_hash = ${chainHash}, last_signature = ${signature}, last_key_id = ${keyId}
    where agency_id = ${chain.agencyId}
  `;
}
