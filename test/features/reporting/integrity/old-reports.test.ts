import { beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { type ReportKeys, verifyReportChain } from "../../../../sdk/src/index.ts";
import { listAudit } from "../../../../service/features/audit/list-audit-sql.ts";
import {
  findAnchorToSign,
  signAnchor,
} from "../../../../service/features/reporting/integrity/sign-anchors.ts";
import {
  findAnchor,
  findChainEnd,
  listSealedRows,
} from "../../../../service/features/reporting/integrity/sql.ts";
import { verifyChain } from "../../../../service/features/reporting/integrity/verify-chain.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { getPublicationReport } from "../../../../service/features/reporting/reports/get-publication-report.ts";
import { thawReport } from "../../../../service/features/reporting/reports/rules.ts";
import { databaseScene, given } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { errorOf, thrownBy } from "../../../support/error-of.ts";
import { testSeal } from "../../../support/seal.ts";
import { setTriggersAside } from "../../../support/triggers.ts";
import { at, createChain, reportsOfAChain, startAgain } from "./support/tampered-chains.ts";

forEachDatabase((_database, open) => {
  const { sql } = databaseScene(open);
  const seal = given(() => testSeal());
  let keys: ReportKeys;

  beforeAll(async () => {
    keys = [...(await seal.keys()).publicKeys.values()].map(({ jwk }) => jwk);
  });

  describe("reports from before version 2", () => {
    test("stay as they are, are signed by an operator alone, and are followed by version 2", async () => {
      const { agencyId, pressReleaseId } = await createOldChain();
      const request = { scopeType: "article", scopeId: pressReleaseId, createdBy: "operator", seal } as const;
      expect(await thrownBy(createPublicationReport(sql, agencyId, request))).toThrow("are not signed");
      expect((await verifyChain(sql, agencyId, { seal })).chainBreak?.fault).toBe("anchor_unsigned");
      const bytes = await listSealedRows(sql, agencyId, 0);
      const lines = await startAgain(sql, seal);
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
      expect(
        await errorOf(getPublicationReport(sql, agencyId, { reportId: first?.id ?? "", seal })),
      ).toMatchObject({ code: "internal_error" });
      expect((await verifyChain(sql, agencyId, { seal })).chainBreak).not.toBeNull();
    });

    /** As the service wrote them before, and as the migration leaves them. */
    async function createOldChain(): Promise<{ agencyId: number; pressReleaseId: number }> {
      const { agencyId, rows } = await createChain(sql, seal);
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
});
