import { describe, expect, test } from "bun:test";
import { compareHeads } from "../../../../service/features/reporting/integrity/compare-heads.ts";
import { keysMissing } from "../../../../service/features/reporting/integrity/prepare-seal.ts";
import { listNotedKeys } from "../../../../service/features/reporting/integrity/sql.ts";
import { verifyChain } from "../../../../service/features/reporting/integrity/verify-chain.ts";
import type { WitnessLine } from "../../../../service/features/reporting/integrity/witness.ts";
import { openWitnessFile } from "../../../../service/features/reporting/integrity/witness-file.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { thawReport } from "../../../../service/features/reporting/reports/rules.ts";
import { databaseScene, given } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { testSeal } from "../../../support/seal.ts";
import { createFolder } from "../../../support/server-process.ts";
import { setTriggersAside } from "../../../support/triggers.ts";
import { at, createChain, startAgain } from "./support/tampered-chains.ts";
import { cutAfter, unseenTamperings } from "./support/unseen-tamperings.ts";

forEachDatabase((_database, open) => {
  const { sql } = databaseScene(open);
  const seal = given(() => testSeal());

  describe("without a kept head, by the heads that the service witnessed", () => {
    test.each(unseenTamperings)("$name: found", async ({ tamper, isStarted, chainFault, headFault }) => {
      const chain = await createChain(sql, seal);
      const other = await createChain(sql, seal);
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
      if (isStarted === true) await startAgain(sql, seal);
      expect(chainFault ?? headFault).toBeString();
      expect(await found()).toEqual([chainFault ?? null, headFault ?? null]);
      // What goes on from a forged state never hides it.
      const { news } = await compareHeads(sql, { store, seal });
      await store.append(news);
      expect((await found())[1]).toBe(headFault ?? null);
    });

    test("a fork that goes on after the cut is found, whatever its length", async () => {
      const { agencyId, rows } = await createChain(sql, seal);
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
      const { agencyId } = await createChain(sql, seal);
      expect(agencyId).toBePositive();
      expect(await keysMissing(sql, seal)).toEqual([]);
      const { keyId } = (await listNotedKeys(sql))[0] ?? { keyId: "" };
      await sql`update report_signing_key set public_key = ${"A".repeat(43)} where key_id = ${keyId}`;
      expect(await keysMissing(sql, seal)).toEqual([keyId]);
      await sql`delete from report_signing_key where key_id = ${keyId}`;
    });
  });
});
