import { afterAll, describe, expect, test } from "bun:test";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { chainHashOf } from "../../../service/features/reporting/integrity/rules.ts";
import { checkToken } from "../../../service/features/stamps/check-token.ts";
import { enqueueStamps, findStamp, type KeptStamp } from "../../../service/features/stamps/sql.ts";
import { opensslLines, timestampReply } from "../../../service/features/stamps/stamp-box.ts";
import { stampHeadByHand } from "../../../service/features/stamps/stamp-loops.ts";
import type { SubjectType } from "../../../service/features/stamps/statements-sql.ts";
import { verifyStamps } from "../../../service/features/stamps/verify-stamps.ts";
import { decideApproval } from "../../../service/features/workflow/approvals/decide-approval.ts";
import { sendApprovalRequest } from "../../../service/features/workflow/approvals/send-approval-request.ts";
import { correctRelease } from "../../../service/features/workflow/releases/correct-release.ts";
import { publishNewRelease } from "../../../service/features/workflow/releases/publish-new-release.ts";
import { publishRelease } from "../../../service/features/workflow/releases/publish-release.ts";
import { databaseScene, given } from "../../support/cast.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { thrownBy } from "../../support/error-of.ts";
import { type ChainRow, createReportChain, rebuildChain, runStampLoop } from "../../support/report-chains.ts";
import { testSeal } from "../../support/seal.ts";
import { createTestAgency } from "../../support/service.ts";
import {
  createAuthority,
  createSigstoreAuthority,
  serveAuthority,
} from "../../support/time-stamp-authority.ts";
import { setTriggersAside } from "../../support/triggers.ts";
import { context, createRequested, createWorkshop, draftInput, freshToken } from "../../support/workflow.ts";

const run = promisify(execFile);

forEachDatabase((_database, open) => {
  const { sql } = databaseScene(open);
  const seal = given(() => testSeal());
  const authority = given(() => createAuthority());
  const server = given(() => serveAuthority((query) => authority.reply(query)));
  afterAll(async () => {
    await server.stop();
    authority.remove();
  });
  const trust = () => ({ roots: [authority.root], policies: [] });

  test("a report is issued without an authority and stamped later, with that later time", async () => {
    const { agencyId, reports } = await createChain(1);
    const id = reports[0]?.id ?? "";
    const waiting = await findStamp(sql, agencyId, { type: "report", id });
    expect(waiting).toMatchObject({ token: null, stampedAt: null, imprint: chainHashOfRow(reports[0]) });
    await stampAll([]);
    expect((await findStamp(sql, agencyId, { type: "report", id }))?.token).toBeNull();
    await stampAll();
    const stamp = await stampOf(agencyId, "report", id);
    expect(stamp).toMatchObject({ authority: "Stempelstelle, Stempel GmbH", isQualified: false });
    expect(Math.abs((stamp.stampedAt?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    await checkToken(stamp.token ?? Buffer.alloc(0), { statement: stamp.statement, trust: trust() });
  });

  test("the next authority is asked where the first refuses, and a row that none stamped waits longer", async () => {
    const { agencyId, reports } = await createChain(1);
    const id = reports[0]?.id ?? "";
    const broken = await serveAuthority(() => Promise.resolve(Buffer.from("nein")));
    await stampAll([broken.url]);
    const [row] = await sql<{ attempts: number; fault: string; isLater: boolean }[]>`
      select attempts, fault, due_at > now() + interval '20 seconds' as "isLater"
      from time_stamp where agency_id = ${agencyId} and subject_id = ${id}
    `;
    expect(row).toMatchObject({ attempts: 1, isLater: true });
    expect(row?.fault).toStartWith("unreadable");
    await sql`update time_stamp set due_at = now() - interval '1 second' where agency_id = ${agencyId}`;
    await sql`delete from agency_work where agency_id = ${agencyId}`;
    await stampAll([broken.url, server.url]);
    expect((await stampOf(agencyId, "report", id)).token).not.toBeNull();
    expect(broken.queries.length).toBeGreaterThan(1);
    await broken.stop();
  });

  test("of two authorities of different makers the second stamps what the first refuses, and both count from then on", async () => {
    const { agencyId, reports } = await createChain(2);
    const other = await createSigstoreAuthority();
    const second = await serveAuthority((query) => other.reply(query));
    let asked = 0;
    // "Rejection" to every second request.
    const first = await serveAuthority((query) => {
      asked += 1;
      return asked % 2 === 1 ? Promise.resolve(Buffer.from("30053003020102", "hex")) : authority.reply(query);
    });
    await runStampLoop(sql, "stamps", { urls: [first.url, second.url], authority, also: [other.root] });
    const names = await Promise.all(
      reports.map(async ({ id }) => (await stampOf(agencyId, "report", id)).authority),
    );
    expect(new Set(names)).toEqual(new Set(["Stempelstelle, Stempel GmbH", "tsa signing, sigstore.mock"]));
    const both = { trust: { roots: [authority.root, other.root], policies: [] } };
    expect(await verifyStamps(sql, agencyId, both)).toMatchObject({ stamped: 2, wrong: [] });
    await first.stop();
    await second.stop();
  });

  test("the head of a chain is stamped once a day, and by hand as often as an operator wants", async () => {
    const { agencyId } = await createChain(2);
    await stampHeads();
    await stampHeads();
    const heads = () =>
      sql<{ subject_id: string }[]>`
        select subject_id from time_stamp where agency_id = ${agencyId} and subject_type = 'head' order by created_at
      `;
    expect(await heads()).toHaveLength(1);
    expect(await stampHeadByHand(sql, agencyId)).toEndWith("#2");
    expect(await heads()).toHaveLength(2);
    await stampAll();
    // The release of the scene was published without a verb: nobody had its text stamped, and that is said.
    expect(await verifyStamps(sql, agencyId, { trust: trust() })).toMatchObject({
      ...{ stamped: 4, missing: 1, wrong: [] },
      notes: [expect.stringContaining("published texts without a stamp: 1")],
    });
    expect(await stampHeadByHand(sql, (await createTestAgency(sql)).agencyId)).toBeNull();
  });

  test("the two lines of openssl say what the service says", async () => {
    const { agencyId, reports } = await createChain(1);
    await stampAll();
    const stamp = await stampOf(agencyId, "report", reports[0]?.id ?? "");
    writeFileSync(join(authority.folder, "stempel.tsr"), timestampReply(stamp.token ?? Buffer.alloc(0)));
    writeFileSync(join(authority.folder, "stelle.pem"), authority.root.toString());
    for (const line of opensslLines(stamp)) {
      const { stdout } = await run("sh", ["-c", line], { cwd: authority.folder });
      expect(stdout).toContain("Verification: OK");
    }
    // A certificate ends long before its stamps stop to prove: the lines then name the time to look at.
    expect(opensslLines(stamp).join()).not.toContain("-attime");
    const ended = opensslLines({ ...stamp, certificateEndsAt: new Date(Date.now() - 1_000) });
    for (const line of ended) {
      expect(line).toContain("-attime");
      expect((await run("sh", ["-c", line], { cwd: authority.folder })).stdout).toContain("Verification: OK");
    }
    const other = opensslLines({ ...stamp, imprint: "0".repeat(64), statement: "{}" });
    for (const line of other)
      expect(await thrownBy(run("sh", ["-c", line], { cwd: authority.folder }))).toThrow();
  });

  test("an approval, a published text and its correction are stamped, and a changed one is found", async () => {
    const workshop = await createWorkshop(sql);
    const { agencyId } = workshop;
    const publish = (draftId: string, approvedVersion: number) =>
      publishRelease(sql, agencyId, { draftId, approvedVersion, maxCredits: 1 }, context);
    const { draftId, approvalId, token } = await createRequested(sql, workshop);
    await decideApproval(sql, token, { status: "approved", comment: null });
    const { pressReleaseId } = await publish(draftId, 1);
    const change = { pressReleaseId, note: "Es sind 130.", bodyMarkdown: "Es sind **130** Plätze." };
    await correctRelease(sql, agencyId, change, context);
    const request = { draftId, draftVersion: 2, acceptWarnings: true };
    const second = await sendApprovalRequest(sql, agencyId, request, context);
    await decideApproval(sql, await freshToken(sql, second.approvalId), {
      status: "approved",
      comment: null,
    });
    await publish(draftId, 2);
    const made = await publishNewRelease(sql, workshop.clientId, {
      title: "Ohne Freigabe",
      bodyMarkdown: "Kurz.",
    });
    await stampAll();

    const approval = await stampOf(agencyId, "approval", approvalId);
    expect(JSON.parse(approval.statement)).toMatchObject({
      agencyId,
      approvalId,
      decision: "approved",
      draftId,
      version: 1,
    });
    const text = await stampOf(agencyId, "release", `${pressReleaseId}:1`);
    const { title, bodyMarkdown } = draftInput(workshop.clientId);
    const textHash = createHash("sha256").update(`${title}\n\n${bodyMarkdown}`).digest("hex");
    expect(JSON.parse(text.statement)).toEqual({ agencyId, releaseId: pressReleaseId, textHash, version: 1 });
    await stampOf(agencyId, "release", `${pressReleaseId}:2`);
    await stampOf(agencyId, "release", `${made.pressReleaseId}:0`);
    expect(await verifyStamps(sql, agencyId, { trust: trust() })).toMatchObject({
      stamped: 5,
      wrong: [],
      notes: [],
    });

    await sql`update release set body_markdown = 'Nie gesagt.' where agency_id = ${agencyId} and id = ${pressReleaseId}`;
    await sql`update approval set decided_at = ${new Date(Date.now() - 86_400_000)} where agency_id = ${agencyId} and id = ${approvalId}`;
    const { wrong } = await verifyStamps(sql, agencyId, { trust: trust() });
    expect(wrong).toHaveLength(2);
    expect(wrong.join()).toContain(`release and version ${pressReleaseId}:2`);
    expect(wrong.join()).toContain(approvalId);
  });

  describe("a check of all stamps finds", () => {
    test("a chain that somebody rebuilt who has database and key", async () => {
      const { agencyId, reports } = await createChain(3);
      await stampAll();
      const kept = (await stampOf(agencyId, "report", reports[1]?.id ?? "")).token ?? Buffer.alloc(0);
      await rebuild(agencyId);
      const { wrong } = await verifyStamps(sql, agencyId, { trust: trust() });
      expect(wrong).toHaveLength(3);
      // The stamps of before deleted too, and the new chain stamped: one token that somebody kept shows it.
      await sql`delete from time_stamp where agency_id = ${agencyId}`;
      const ids = reports.map(({ id }) => id);
      await enqueueStamps(sql, agencyId, { type: "report", ids });
      await stampAll();
      expect((await verifyStamps(sql, agencyId, { trust: trust() })).wrong).toEqual([]);
      const held = await verifyStamps(sql, agencyId, {
        ...{ trust: trust(), kept: [{ token: kept, subject: null }] },
      });
      expect(held.wrong).toHaveLength(1);
      expect(held.wrong[0]).toContain("the chain was replaced");
    });

    test("a report that was dated back: its first stamp is of today", async () => {
      const { agencyId, reports } = await createChain(1);
      await sql.begin(async (transaction) => {
        await setTriggersAside(transaction);
        await transaction`
          update publication_report set created_at = ${new Date(Date.now() - 30 * 86_400_000)} where agency_id = ${agencyId}
        `;
      });
      await stampAll();
      const check = await verifyStamps(sql, agencyId, { trust: trust() });
      expect(check).toMatchObject({ late: 1, wrong: [] });
      expect(check.notes.join()).toContain(reports[0]?.id ?? "?");
    });

    test("swapped tokens, other times, other texts, and an authority that is not trusted", async () => {
      const { agencyId } = await createChain(2);
      await stampAll();
      expect(await verifyStamps(sql, agencyId, { trust: trust() })).toMatchObject({ stamped: 2, wrong: [] });
      const stranger = await createAuthority();
      const unknown = await verifyStamps(sql, agencyId, { trust: { roots: [stranger.root], policies: [] } });
      stranger.remove();
      expect(unknown.wrong.join()).toContain("unknown_authority");
      expect(
        (await verifyStamps(sql, agencyId, { trust: { ...trust(), policies: ["1.2.3"] } })).wrong.join(),
      ).toContain("wrong_policy");
      await sql`
        update time_stamp t set token = other.token
        from time_stamp other
        where t.agency_id = ${agencyId} and other.agency_id = ${agencyId} and other.id <> t.id
      `;
      const swapped = await verifyStamps(sql, agencyId, { trust: trust() });
      expect(swapped.wrong).toHaveLength(2);
      expect(swapped.wrong.join()).toContain("other_hash");
      await sql`update time_stamp set statement = '{}' where agency_id = ${agencyId}`;
      expect((await verifyStamps(sql, agencyId, { trust: trust() })).wrong.join()).toContain(
        "does not fit its hash",
      );
    });

    test("what is still to come, and reports that nobody had stamped", async () => {
      const { agencyId } = await createChain(2);
      expect((await verifyStamps(sql, agencyId, { trust: trust() })).notes.join()).toContain(
        "2 stamps are still to come",
      );
      await sql`delete from time_stamp where agency_id = ${agencyId}`;
      expect((await verifyStamps(sql, agencyId, { trust: null })).notes.join()).toContain(
        "2 reports have no stamp",
      );
      await stampHeads();
      await stampAll();
      expect((await verifyStamps(sql, agencyId, { trust: trust() })).stamped).toBe(3);
    });
  });

  const createChain = (reports: number) => createReportChain(sql, seal, reports);
  const rebuild = (agencyId: number) => rebuildChain(sql, seal, agencyId);
  const stampAll = (urls: readonly string[] = [server.url]) =>
    runStampLoop(sql, "stamps", { urls, authority });
  const stampHeads = () => runStampLoop(sql, "stamp-heads", { urls: [server.url], authority });

  async function stampOf(agencyId: number, type: SubjectType, id: string): Promise<KeptStamp> {
    const stamp = await findStamp(sql, agencyId, { type, id });
    if (stamp === null) throw new Error(`There is no stamp of ${type} ${id}.`);
    return stamp;
  }
});

function chainHashOfRow(row: ChainRow | undefined): string {
  return row === undefined ? "" : chainHashOf(row);
}
