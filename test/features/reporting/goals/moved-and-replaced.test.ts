import { describe, expect, test } from "bun:test";
import { lookForAlerts } from "../../../../service/features/alerts/alerts.ts";
import { fixGoal, requireGoal, saveGoal } from "../../../../service/features/reporting/goals/change-goal.ts";
import { readGoals } from "../../../../service/features/reporting/goals/read-goals.ts";
import { drawRunningGoal } from "../../../../service/features/reporting/goals/running-sql.ts";
import { selectMarks } from "../../../../service/features/reporting/reports/marks-sql.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { moveDraft } from "../../../../service/features/workflow/drafts/move-draft.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { createTestRelease } from "../../../support/service.ts";
import { context, draftInput, refusalOf } from "../../../support/workflow.ts";
import { goalScene, operator, unlimited } from "./goal-scene.ts";

forEachDatabase((_database, open) => {
  const { sql, seal, day, scene, typed, fixed, views, report } = goalScene(open);

  describe("a text that moves to another client", () => {
    /** A text of one client with a fixed goal and one that is not, which is published for another client. */
    async function moved() {
      const { agencyId, clientId } = await scene();
      const other = await createTestRelease(sql, agencyId);
      const { id: draftId } = await createDraft(sql, agencyId, draftInput(clientId), context);
      const scope = { type: "release", id: draftId } as const;
      const days = { from: await day(3), to: await day(0) };
      const goal = await fixed(agencyId, clientId, { ...days, scope });
      const open = await typed(clientId, { ...days, scope });
      await saveGoal(sql, agencyId, open, operator);
      await moveDraft(sql, agencyId, { draftId, clientId: other.clientId }, operator);
      const releaseId = other.pressReleaseId;
      await sql`update release set draft_id = ${draftId} where agency_id = ${agencyId} and id = ${releaseId}`;
      await views(agencyId, releaseId, { on: await day(1), views: 500 });
      return { agencyId, clientId, otherId: other.clientId, releaseId, scope, days, goal, open };
    }

    test("leaves its goals behind in the reports, marks and news of the other client", async () => {
      const { agencyId, otherId, releaseId, scope, days, goal } = await moved();
      const { performance } = await report(agencyId, otherId, days.from, days.to);
      const read = async () =>
        await readGoals(sql, agencyId, {
          scope: { type: "article", id: String(releaseId) },
          releaseIds: [releaseId],
          figures: { performance },
        });
      expect(await read()).toBeUndefined();
      const about = { releaseIds: [releaseId], clientIds: [otherId], days };
      const goalMarks = (await selectMarks(sql, agencyId, about)).filter(({ kind }) =>
        kind.startsWith("goal"),
      );
      expect(goalMarks).toEqual([]);
      expect(await drawRunningGoal(sql, agencyId, { endedDays: 7 })).toMatchObject({
        id: goal.id,
        releaseIds: [],
      });
      expect((await requireGoal(sql, agencyId, { goalId: goal.id, ...unlimited })).title).toBeNull();
      const own = await fixed(agencyId, otherId, { ...days, scope });
      expect((await read())?.items.map(({ id }) => id)).toEqual([own.id]);
    });

    test("lets nobody fix a goal of the first client for it any more", async () => {
      const { agencyId, open } = await moved();
      const asked = { goalId: open.id, ...unlimited, seal };
      expect(await refusalOf(fixGoal(sql, agencyId, asked, operator))).toBe("validation_error");
      expect((await requireGoal(sql, agencyId, asked)).fixedAt).toBeNull();
    });
  });

  describe("a goal that one of other days replaces", () => {
    test("stays in reports of its own days, and is gone where the other one takes over", async () => {
      const { agencyId, clientId } = await scene();
      const missed = await fixed(agencyId, clientId, { from: await day(20), to: await day(11) });
      const next = await fixed(agencyId, clientId, {
        ...{ from: await day(10), to: await day(5), replaces: missed.id },
      });
      const shown = async (from: number, to: number) => {
        const days = { from: await day(from), to: await day(to) };
        const { goals } = await report(agencyId, clientId, days.from, days.to);
        const marks = await selectMarks(sql, agencyId, { releaseIds: [], clientIds: [clientId], days });
        return {
          goals: goals?.items.map(({ id }) => id),
          ended: marks.filter(({ kind }) => kind === "goal_ended").map((mark) => mark.day),
        };
      };
      expect(await shown(25, 11)).toEqual({ goals: [missed.id], ended: [missed.to] });
      expect(await shown(10, 1)).toEqual({ goals: [next.id], ended: [next.to] });
      // Of all these days each goal has its own: the second one is no word on the first one's.
      expect(await shown(25, 1)).toEqual({ goals: [next.id, missed.id], ended: [missed.to, next.to] });
      const instead = await fixed(agencyId, clientId, {
        ...{ from: await day(12), to: await day(5), replaces: next.id },
      });
      expect(await shown(25, 1)).toMatchObject({ goals: [instead.id, missed.id] });
    });

    test("is told of as reached and as ended, and one whose own days the other one has is not", async () => {
      const { agencyId, clientId, releaseId } = await scene();
      await views(agencyId, releaseId, { on: await day(6), views: 120 });
      const days = { from: await day(9), to: await day(5) };
      const reached = await fixed(agencyId, clientId, days);
      await fixed(agencyId, clientId, { replaces: reached.id });
      const replaced = await fixed(agencyId, clientId, days);
      await fixed(agencyId, clientId, { from: days.from, to: await day(8), replaces: replaced.id });
      await lookForAlerts(sql, agencyId);
      const told = await sql<{ kind: string; subject: string }[]>`
        select kind, subject from alert where agency_id = ${agencyId} and kind like 'goal%' order by kind
      `;
      expect(told.map(({ kind, subject }) => [kind, subject])).toEqual([
        ["goal_ended", `${clientId}:${reached.id}`],
        ["goal_reached", `${clientId}:${reached.id}`],
      ]);
    });
  });
});
