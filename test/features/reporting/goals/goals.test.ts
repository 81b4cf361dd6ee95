import { describe, expect, test } from "bun:test";
import { createHash, randomUUID, verify } from "node:crypto";
import { addCampaign } from "../../../../service/features/reporting/campaigns/change-campaign.ts";
import {
  dropGoal,
  fixGoal,
  requireGoal,
  saveGoal,
} from "../../../../service/features/reporting/goals/change-goal.ts";
import type { GoalMeasure } from "../../../../service/features/reporting/goals/schema.ts";
import { type GoalFields, goalsOfClientMax } from "../../../../service/features/reporting/goals/sql.ts";
import { verifyGoals } from "../../../../service/features/reporting/goals/verify-goals.ts";
import { findStamp } from "../../../../service/features/stamps/sql.ts";
import { verifyStamps } from "../../../../service/features/stamps/verify-stamps.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { createTestRelease } from "../../../support/service.ts";
import { setTriggersAside } from "../../../support/triggers.ts";
import { context, createWorkshop, draftInput, refusalOf } from "../../../support/workflow.ts";
import { goalScene, operator, unlimited } from "./goal-scene.ts";

const sixMeasures: GoalMeasure[] = [
  { kind: "views", target: 1 },
  { kind: "visitors", target: 1 },
  { kind: "clippings", target: 1 },
  { kind: "clippings", of: "link", target: 1 },
  { kind: "contact_clicks", target: 1 },
  { kind: "conversions", of: "lead", target: 1 },
];

forEachDatabase((_database, open) => {
  const { sql, seal, day, scene, typed, fixed, report } = goalScene(open);

  describe("a goal", () => {
    test("is fixed once by a hash, a signature and an order for a stamp, even by two at once", async () => {
      const { agencyId, clientId } = await scene();
      const goal = await typed(clientId);
      await saveGoal(sql, agencyId, goal, operator);
      const asked = { goalId: goal.id, ...unlimited, seal };
      await Promise.all([1, 2, 3].map(() => fixGoal(sql, agencyId, asked, operator)));
      const [row] = await sql<Record<string, string>[]>`
        select statement, content_hash, signature, key_id from goal where agency_id = ${agencyId} and id = ${goal.id}
      `;
      const hash = createHash("sha256").update(String(row?.statement)).digest("hex");
      expect(row?.content_hash).toBe(hash);
      const key = (await seal.keys()).publicKeys.get(String(row?.key_id))?.key;
      expect(
        verify(null, Buffer.from(hash), key ?? "", Buffer.from(String(row?.signature), "base64url")),
      ).toBe(true);
      const stamp = await findStamp(sql, agencyId, { type: "goal", id: goal.id });
      expect(stamp?.statement).toBe(`{"agencyId":${agencyId},"contentHash":"${hash}","goalId":"${goal.id}"}`);
      const audits = await sql`
        select from audit where agency_id = ${agencyId} and action = 'goal.fixed' and subject_id = ${goal.id}
      `;
      expect(audits.length).toBe(1);
    });

    test("changes until it is fixed and never afterwards, not in the database either", async () => {
      const { agencyId, clientId } = await scene();
      const goal = await typed(clientId);
      await saveGoal(sql, agencyId, goal, operator);
      await saveGoal(sql, agencyId, { ...goal, objective: "Anders" }, operator);
      await fixGoal(sql, agencyId, { goalId: goal.id, ...unlimited, seal }, operator);
      expect(await refusalOf(saveGoal(sql, agencyId, goal, operator))).toBe("draft_locked");
      expect(await refusalOf(dropGoal(sql, agencyId, { goalId: goal.id, ...unlimited }, operator))).toBe(
        "draft_locked",
      );
      const kept = await requireGoal(sql, agencyId, { goalId: goal.id, ...unlimited });
      expect(kept.objective).toBe("Anders");
      for (const change of [
        sql`update goal set objective = 'x' where agency_id = ${agencyId} and id = ${goal.id}`,
        sql`delete from goal where agency_id = ${agencyId} and id = ${goal.id}`,
      ])
        expect(
          await change.then(
            () => null,
            (error: Error) => error.message,
          ),
        ).toContain("fixed goal");
    });

    test("that is not fixed is dropped", async () => {
      const { agencyId, clientId } = await scene();
      const goal = await typed(clientId);
      await saveGoal(sql, agencyId, goal, operator);
      await dropGoal(sql, agencyId, { goalId: goal.id, ...unlimited }, operator);
      expect(await refusalOf(requireGoal(sql, agencyId, { goalId: goal.id, ...unlimited }))).toBe(
        "not_found",
      );
    });

    test("of another agency or client is not there, and no goal is for what is theirs", async () => {
      const { agencyId, clientId } = await scene();
      const other = await scene();
      const goal = await typed(clientId);
      await saveGoal(sql, agencyId, goal, operator);
      const asked = { goalId: goal.id, seal };
      expect(await refusalOf(fixGoal(sql, other.agencyId, { ...asked, ...unlimited }, operator))).toBe(
        "not_found",
      );
      expect(await refusalOf(fixGoal(sql, agencyId, { ...asked, clientIds: [clientId + 1] }, operator))).toBe(
        "not_found",
      );
      expect(
        await refusalOf(saveGoal(sql, other.agencyId, { ...goal, clientId: other.clientId }, operator)),
      ).toBe("validation_error");
      const ofRelease = (id: number) => typed(clientId, { scope: { type: "release", id: String(id) } });
      expect(await refusalOf(saveGoal(sql, agencyId, await ofRelease(other.releaseId), operator))).toBe(
        "validation_error",
      );
      const second = await createTestRelease(sql, agencyId);
      expect(await refusalOf(saveGoal(sql, agencyId, await ofRelease(second.pressReleaseId), operator))).toBe(
        "validation_error",
      );
    });

    test("is for a campaign only where all its releases are the client's", async () => {
      const { agencyId, clientId, releaseId } = await scene();
      const second = await createTestRelease(sql, agencyId);
      const own = await addCampaign(sql, agencyId, { name: "Werk", releaseIds: [releaseId] }, operator);
      const mixed = await addCampaign(
        sql,
        agencyId,
        { name: "Alle", releaseIds: [releaseId, second.pressReleaseId] },
        operator,
      );
      const of = (id: string) => typed(clientId, { scope: { type: "campaign", id } });
      await saveGoal(sql, agencyId, await of(own), operator);
      expect(await refusalOf(saveGoal(sql, agencyId, await of(mixed), operator))).toBe("validation_error");
    });

    test.each<[string, Partial<GoalFields>, Partial<GoalFields>]>([
      ["objective", { objective: "x".repeat(300) }, { objective: "x".repeat(301) }],
      ["audience", { audience: "x".repeat(200) }, { audience: "x".repeat(201) }],
      ["days", { from: "2030-01-01", to: "2030-12-31" }, { from: "2030-01-01", to: "2031-01-01" }],
      ["order of days", { from: "2030-01-01", to: "2030-01-01" }, { from: "2030-01-02", to: "2030-01-01" }],
      [
        "measures",
        { measures: sixMeasures },
        { measures: [...sixMeasures, { kind: "ai_share", of: "ChatGPT", target: 1 }] },
      ],
      [
        "share",
        { measures: [{ kind: "key_message_share", target: 100 }] },
        { measures: [{ kind: "key_message_share", target: 101 }] },
      ],
      [
        "target",
        { measures: [{ kind: "views", target: 1_000_000_000 }] },
        { measures: [{ kind: "views", target: 1_000_000_001 }] },
      ],
      [
        "least target",
        { measures: [{ kind: "views", target: 1 }] },
        { measures: [{ kind: "views", target: 0 }] },
      ],
      [
        "kind of conversion",
        { measures: [{ kind: "conversions", of: "x".repeat(80), target: 1 }] },
        { measures: [{ kind: "conversions", of: "x".repeat(81), target: 1 }] },
      ],
      [
        "double measure",
        {
          measures: [
            { kind: "conversions", of: "a", target: 1 },
            { kind: "conversions", of: "b", target: 1 },
          ],
        },
        {
          measures: [
            { kind: "conversions", of: "a", target: 1 },
            { kind: "conversions", of: "a", target: 2 },
          ],
        },
      ],
      [
        "match type",
        { measures: [{ kind: "clippings", of: "full_text", target: 1 }] },
        { measures: [{ kind: "clippings", of: "print", target: 1 }] },
      ],
    ])("is taken at its bound and refused past it: %s", async (_name, taken, refused) => {
      const { agencyId, clientId } = await scene();
      await saveGoal(sql, agencyId, await typed(clientId, taken), operator);
      expect(await refusalOf(saveGoal(sql, agencyId, await typed(clientId, refused), operator))).toBe(
        "validation_error",
      );
    });

    test("is one of 250 of a client at most", async () => {
      const { agencyId, clientId } = await scene();
      const goal = await typed(clientId);
      await sql`
        insert into goal (agency_id, id, client_id, scope_type, scope_id, from_day, to_day, objective, audience, measures)
        select ${agencyId}, gen_random_uuid(), ${clientId}, 'client', ${String(clientId)}, ${goal.from}, ${goal.to}, 'x', 'y', '[{}]'
        from generate_series(1, ${goalsOfClientMax - 1}::integer)
      `;
      await saveGoal(sql, agencyId, goal, operator);
      await saveGoal(sql, agencyId, { ...goal, objective: "Geändert" }, operator);
      const next = { ...goal, id: randomUUID() };
      expect(await refusalOf(saveGoal(sql, agencyId, next, operator))).toBe("asset_limit_reached");
    });

    test("is a later one from its period's first moment on, and where its release is published", async () => {
      const { agencyId, clientId, releaseId } = await scene();
      expect((await fixed(agencyId, clientId)).isLater).toBe(false);
      expect((await fixed(agencyId, clientId, { from: await day(0) })).isLater).toBe(true);
      const scope = { type: "release", id: String(releaseId) } as const;
      expect((await fixed(agencyId, clientId, { scope })).isLater).toBe(true);
    });

    test("of a text that is no release yet is fixed before it", async () => {
      const workshop = await createWorkshop(sql);
      const { id: draftId } = await createDraft(
        sql,
        workshop.agencyId,
        draftInput(workshop.clientId),
        context,
      );
      const goal = await fixed(workshop.agencyId, workshop.clientId, {
        scope: { type: "release", id: draftId },
      });
      expect(goal).toMatchObject({ isLater: false, scopeId: draftId });
      expect(goal.title).not.toBeNull();
    });

    test("is changed by another one that says what it replaces, once", async () => {
      const { agencyId, clientId } = await scene();
      const old = await fixed(agencyId, clientId, { from: await day(3) });
      const next = await fixed(agencyId, clientId, {
        from: await day(3),
        measures: [{ kind: "views", target: 50 }],
        replaces: old.id,
      });
      expect((await requireGoal(sql, agencyId, { goalId: old.id, ...unlimited })).replacedBy).toBe(next.id);
      const again = { ...(await typed(clientId)), replaces: old.id };
      expect(await refusalOf(saveGoal(sql, agencyId, again, operator))).toBe("draft_locked");
      const { goals } = await report(agencyId, clientId, await day(2), await day(0));
      expect(goals?.items.map(({ id }) => id)).toEqual([next.id]);
      expect(goals?.items[0]?.replaces).toMatchObject({
        id: old.id,
        measures: [{ kind: "views", target: 100 }],
      });
    });
  });

  describe("whoever has the database", () => {
    test("is found where columns, statement, hash or signature of a goal are changed", async () => {
      const { agencyId, clientId } = await scene();
      const goal = await fixed(agencyId, clientId);
      expect(await verifyGoals(sql, agencyId, seal)).toEqual({ agencyId, goals: 1, wrong: [] });
      const forge = async (set: ReturnType<typeof sql>) =>
        await sql.begin(async (transaction) => {
          await setTriggersAside(transaction);
          await transaction`update goal set ${set} where agency_id = ${agencyId} and id = ${goal.id}`;
        });
      const wrongNow = async () => (await verifyGoals(sql, agencyId, seal)).wrong.join();
      await forge(sql`measures = '[{"kind":"views","target":1}]'`);
      expect(await wrongNow()).toContain("is not what was fixed");
      await forge(sql`statement = replace(statement, '"target":100', '"target":1')`);
      expect(await wrongNow()).toContain("does not fit its hash");
      await forge(sql`content_hash = encode(sha256(convert_to(statement, 'UTF8')), 'hex')`);
      expect(await wrongNow()).toContain("signature is wrong");
      // With the key in hand all of it fits again, and the stamp that was given before does not.
      const [row] = await sql<
        { hash: string }[]
      >`select content_hash as hash from goal where agency_id = ${agencyId} and id = ${goal.id}`;
      const { signature } = await seal.sign(row?.hash ?? "");
      await forge(sql`signature = ${signature}`);
      expect(await wrongNow()).toBe("");
      await sql`
        update time_stamp
        set token = '\\x00', stamped_at = now(), authority = 'x', policy = 'x', is_qualified = false, certificate_ends_at = now()
        where agency_id = ${agencyId}
      `;
      expect((await verifyStamps(sql, agencyId, { trust: null })).wrong.join()).toContain(
        "is not what is stored now",
      );
    });

    test("can date a goal back only by a stamp that comes too late", async () => {
      const { agencyId, clientId } = await scene();
      const goal = await fixed(agencyId, clientId);
      await sql.begin(async (transaction) => {
        await setTriggersAside(transaction);
        await transaction`update goal set fixed_at = fixed_at - interval '40 days' where agency_id = ${agencyId}`;
      });
      expect((await verifyGoals(sql, agencyId, seal)).wrong.join()).toContain(goal.id);
      await sql`
        update time_stamp
        set token = '\\x00', stamped_at = now(), authority = 'x', policy = 'x', is_qualified = false, certificate_ends_at = now()
        where agency_id = ${agencyId}
      `;
      expect(await verifyStamps(sql, agencyId, { trust: null })).toMatchObject({ late: 1 });
    });
  });
});
