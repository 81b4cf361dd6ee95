import { afterAll, describe, expect, test } from "bun:test";
import { tokenOfFile } from "../../../service/features/stamps/ask-authority.ts";
import { findStamp, headQueue } from "../../../service/features/stamps/sql.ts";
import type { SubjectType } from "../../../service/features/stamps/statements-sql.ts";
import { verifyStamps } from "../../../service/features/stamps/verify-stamps.ts";
import { decideApproval } from "../../../service/features/workflow/approvals/decide-approval.ts";
import { sendApprovalRequest } from "../../../service/features/workflow/approvals/send-approval-request.ts";
import { correctRelease } from "../../../service/features/workflow/releases/correct-release.ts";
import { publishNewRelease } from "../../../service/features/workflow/releases/publish-new-release.ts";
import { publishRelease } from "../../../service/features/workflow/releases/publish-release.ts";
import { takeOverRelease } from "../../../service/features/workflow/releases/take-over-release.ts";
import { databaseScene, given } from "../../support/cast.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { createReportChain, rebuildChain, runStampLoop } from "../../support/report-chains.ts";
import { testSeal } from "../../support/seal.ts";
import { createAuthority, serveAuthority } from "../../support/time-stamp-authority.ts";
import { setTriggersAside } from "../../support/triggers.ts";
import { context, createRequested, createWorkshop, freshToken } from "../../support/workflow.ts";

forEachDatabase((_database, open) => {
  const { sql } = databaseScene(open);
  const seal = given(() => testSeal());
  const authority = given(() => createAuthority());
  const stranger = given(() => createAuthority());
  const server = given(() => serveAuthority((query) => authority.reply(query)));
  afterAll(async () => {
    await server.stop();
    authority.remove();
    stranger.remove();
  });
  const trust = () => ({ roots: [authority.root], policies: [] });
  const stampAll = () => runStampLoop(sql, "stamps", { urls: [server.url], authority });
  const judge = (
    agencyId: number,
    token: Uint8Array,
    more: Partial<Parameters<typeof verifyStamps>[2]> = {},
  ) => verifyStamps(sql, agencyId, { trust: trust(), kept: [{ token, subject: null }], ...more });

  describe("a stamp that somebody kept", () => {
    test("holds for a report, for a goal's and an approval's hash, whatever became of the table of stamps", async () => {
      const { agencyId, reports } = await createReportChain(sql, seal, 1);
      await stampAll();
      const token = await tokenOf(agencyId, "report", reports[0]?.id ?? "");
      await sql`delete from time_stamp where agency_id = ${agencyId}`;
      const check = await judge(agencyId, token);
      expect(check).toMatchObject({ wrong: [], kept: { holding: 1, unjudged: 0 } });
      expect(check.kept?.notes.join()).toContain(`report ${reports[0]?.id} existed by`);

      const workshop = await createWorkshop(sql);
      const { approvalId, token: link } = await createRequested(sql, workshop);
      await decideApproval(sql, link, { status: "approved", comment: null });
      const made = await publishNewRelease(sql, workshop.clientId, { title: "Neu", bodyMarkdown: "Kurz." });
      await stampAll();
      const ids = [
        ["approval", approvalId],
        ["release", `${made.pressReleaseId}:0`],
      ] as const;
      const tokens = await Promise.all(ids.map(([type, id]) => tokenOf(workshop.agencyId, type, id)));
      await sql`delete from time_stamp where agency_id = ${workshop.agencyId}`;
      for (const each of tokens)
        expect(await judge(workshop.agencyId, each)).toMatchObject({ wrong: [], kept: { holding: 1 } });
    });

    test("accuses nobody where it proves nothing: another kind of hash, an unknown authority, no roots, noise", async () => {
      const { agencyId, reports } = await createReportChain(sql, seal, 1);
      await stampAll();
      const good = await tokenOf(agencyId, "report", reports[0]?.id ?? "");
      const sha512 = tokenOfFile(await authority.stamp(["-digest", "ab".repeat(64), "-sha512"]));
      // Whoever wants to harm a good service makes an authority, and stamps a hash that was never there.
      const own = tokenOfFile(await stranger.stamp(["-digest", "ab".repeat(32), "-sha256"]));
      for (const [token, more, reason] of [
        [sha512, {}, "another kind of hash"],
        [own, {}, "unknown_authority"],
        [good, { trust: { roots: [stranger.root], policies: [] } }, "add its root"],
        [good, { trust: { ...trust(), policies: ["1.2.3"] } }, "wrong_policy"],
        [good, { trust: null }, `that of report ${reports[0]?.id}. Who signed it was not checked`],
        [Buffer.from("300602010530", "hex"), {}, "can't be read"],
      ] as const) {
        const { kept, wrong } = await judge(agencyId, token, more);
        expect([reason, kept?.unjudged, kept?.wrong]).toEqual([reason, 1, []]);
        expect(kept?.notes.join()).toContain(reason);
        if (!("trust" in more)) expect(wrong).toEqual([]);
      }
    });

    test("finds a chain that was rebuilt with the key, unless the agency itself had it deleted after the stamp", async () => {
      const { agencyId, reports } = await createReportChain(sql, seal, 2);
      await stampAll();
      const token = await tokenOf(agencyId, "report", reports[1]?.id ?? "");
      await rebuildChain(sql, seal, agencyId);
      await sql`delete from time_stamp where agency_id = ${agencyId}`;
      expect((await judge(agencyId, token)).wrong.join()).toContain("the chain was replaced");
      const later = await judge(agencyId, token, { deletedAt: new Date(Date.now() + 60_000) });
      expect(later).toMatchObject({ wrong: [], kept: { unjudged: 1 } });
      const before = await judge(agencyId, token, { deletedAt: new Date(Date.now() - 3_600_000) });
      expect(before.wrong).toHaveLength(1);
    });

    test("finds a report that was dated back with the key: no stamp is from then, and the one of before is for another", async () => {
      const { agencyId, reports } = await createReportChain(sql, seal, 1);
      await stampAll();
      const token = await tokenOf(agencyId, "report", reports[0]?.id ?? "");
      await sql.begin(async (transaction) => {
        await setTriggersAside(transaction);
        await transaction`
          update publication_report
          set created_at = ${new Date(Date.now() - 40 * 86_400_000)},
            content = replace(content, '"views":0', '"views":1')
          where agency_id = ${agencyId}
        `;
      });
      await rebuildChain(sql, seal, agencyId);
      await sql`delete from time_stamp where agency_id = ${agencyId}`;
      const check = await judge(agencyId, token);
      expect(check.wrong.join()).toContain("the chain was replaced");
      expect(check).toMatchObject({ kinds: { report: { missing: 1 }, head: { missing: 40 } } });
    });
  });

  describe("a check of all stamps", () => {
    test("names what has none: reports, days, decisions, published and corrected texts", async () => {
      const workshop = await createWorkshop(sql);
      const { agencyId } = workshop;
      const { draftId, token } = await createRequested(sql, workshop);
      await decideApproval(sql, token, { status: "approved", comment: null });
      const { pressReleaseId } = await publishRelease(
        sql,
        agencyId,
        { draftId, approvedVersion: 1, maxCredits: 1 },
        context,
      );
      await sql`delete from time_stamp where agency_id = ${agencyId}`;
      const check = await verifyStamps(sql, agencyId, { trust: trust() });
      expect(check).toMatchObject({
        missing: 2,
        kinds: { approval: { missing: 1 }, release: { missing: 1 } },
        wrong: [],
      });
      expect(check.notes.join()).toContain(`published texts without a stamp: 1, ${pressReleaseId}:1`);
      // Whoever deletes the audit too does not hide what readers have.
      await sql`delete from audit where agency_id = ${agencyId}`;
      expect((await verifyStamps(sql, agencyId, { trust: trust() })).kinds.release.missing).toBe(1);
    });

    test("counts days without a head since the first report, and a day's head that came the next day for that day", async () => {
      const { agencyId } = await createReportChain(sql, seal, 1);
      await sql.begin(async (transaction) => {
        await setTriggersAside(transaction);
        await transaction`
          update publication_report set created_at = now() - interval '3 days' where agency_id = ${agencyId}
        `;
      });
      await runStampLoop(sql, "stamp-heads", { urls: [server.url], authority });
      await stampAll();
      const missing = async () => (await verifyStamps(sql, agencyId, { trust: trust() })).kinds.head.missing;
      expect(await missing()).toBe(3);
      await sql`
        update time_stamp
        set subject_id = to_char(now() at time zone 'utc' - interval '1 day', 'YYYY-MM-DD') || '#1'
        where agency_id = ${agencyId} and subject_type = 'head'
      `;
      expect(await missing()).toBe(2);
    });

    test("takes no texts for missing that moved in, that an operator published and corrected, or that came back", async () => {
      const workshop = await createWorkshop(sql);
      const { agencyId, clientId } = workshop;
      await sql.begin((transaction) =>
        takeOverRelease(transaction, agencyId, {
          ...{ clientId, name: "Alt", title: "Alt", bodyMarkdown: "Von früher.", source: "feed" },
          ...{ publishedAt: new Date("2020-01-01"), actor: { type: "operator", id: null } },
        }),
      );
      const made = await publishNewRelease(sql, clientId, { title: "Neu", bodyMarkdown: "Kurz." });
      const change = { pressReleaseId: made.pressReleaseId, note: "Länger.", bodyMarkdown: "Etwas länger." };
      const { id: draftId } = await correctRelease(sql, agencyId, change, context);
      await stampAll();
      const check = () => verifyStamps(sql, agencyId, { trust: trust() });
      expect(await check()).toMatchObject({ stamped: 1, missing: 0, wrong: [] });
      const request = { draftId, draftVersion: 2, acceptWarnings: true };
      const { approvalId } = await sendApprovalRequest(sql, agencyId, request, context);
      const yes = { status: "approved", comment: null } as const;
      await decideApproval(sql, await freshToken(sql, approvalId), yes);
      await publishRelease(sql, agencyId, { draftId, approvedVersion: 2, maxCredits: 1 }, context);
      await stampAll();
      expect(await check()).toMatchObject({ stamped: 3, missing: 0, wrong: [] });
      await sql`delete from time_stamp where agency_id = ${agencyId} and subject_id = ${`${made.pressReleaseId}:0`}`;
      expect((await check()).notes.join()).toContain(`without a stamp: 1, ${made.pressReleaseId}:0`);
    });

    test("says that tokens nobody could check are unchecked, and finds an authority that pages name wrongly", async () => {
      const { agencyId } = await createReportChain(sql, seal, 1);
      await stampAll();
      const unread = await verifyStamps(sql, agencyId, { trust: null });
      expect(unread).toMatchObject({ stamped: 0, unchecked: 1, wrong: [] });
      expect(unread.notes[0]).toContain("1 tokens were not checked");
      await sql`update time_stamp set is_qualified = true where agency_id = ${agencyId}`;
      expect((await verifyStamps(sql, agencyId, { trust: trust() })).wrong.join()).toContain(
        "what pages show of its authority",
      );
    });
  });

  test("each agency's head is due at a moment of its own on the day after the last one, so that no day is left out", async () => {
    const { agencyId } = await createReportChain(sql, seal, 1);
    await sql`
      insert into time_stamp (agency_id, subject_type, subject_id, statement, imprint, created_at)
      values (${agencyId}, 'head', '2026-01-01#1', '{}', ${"0".repeat(64)}, '2026-01-01T23:59:58Z')
    `;
    const [due] = await sql<{ at: Date }[]>`
      select due_at as at from (${headQueue.waiting(sql)}) as waiting where agency_id = ${agencyId}
    `;
    expect(due?.at.toISOString()).toStartWith("2026-01-02T");
  });

  async function tokenOf(agencyId: number, type: SubjectType, id: string): Promise<Buffer> {
    const stamp = await findStamp(sql, agencyId, { type, id });
    if (!stamp?.token) throw new Error(`There is no stamp of ${type} ${id}.`);
    return stamp.token;
  }
});
