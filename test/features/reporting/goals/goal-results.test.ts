import { describe, expect, test } from "bun:test";
import { lookForAlerts } from "../../../../service/features/alerts/alerts.ts";
import { interactionKinds } from "../../../../service/features/measurement/vocabulary.ts";
import { addCampaign } from "../../../../service/features/reporting/campaigns/change-campaign.ts";
import { readFigures } from "../../../../service/features/reporting/figures/read-figures.ts";
import { isGoalReached } from "../../../../service/features/reporting/goals/read-goals.ts";
import { drawRunningGoal } from "../../../../service/features/reporting/goals/running-sql.ts";
import type { GoalMeasure } from "../../../../service/features/reporting/goals/schema.ts";
import { selectMarks } from "../../../../service/features/reporting/reports/marks-sql.ts";
import { setTemplate } from "../../../../service/features/reporting/templates/set-template.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { createTestImport, insertMention, insertSample } from "../../insights/support.ts";
import { goalScene, operator } from "./goal-scene.ts";

forEachDatabase((_database, open) => {
  const { sql, day, scene, fixed, views, conversion, report } = goalScene(open);

  describe("results", () => {
    test("are what plain counts of the rows give, each measure", async () => {
      const { agencyId, clientId, releaseId } = await scene();
      const [today, yesterday, before] = [await day(0), await day(1), await day(9)];
      await views(agencyId, releaseId, { on: yesterday, views: 30, interactions: 5 });
      await views(agencyId, releaseId, { on: before, views: 400 });
      await sql`
        insert into hit_day_dimension (agency_id, release_id, day, dimension, value_id, count, visitors, visits)
        values (${agencyId}, ${releaseId}, ${yesterday}, 8, ${interactionKinds.indexOf("contact_click")}, 5, 4, 0)
      `;
      const mention = { release_id: releaseId, client_id: clientId };
      await insertMention(sql, agencyId, { ...mention, match_type: "full_text", key_messages: ["Werk"] });
      await insertMention(sql, agencyId, { ...mention, match_type: "full_text" });
      await insertMention(sql, agencyId, {
        client_id: clientId,
        match_type: "link",
        key_messages: ["Werk", "Stadt"],
      });
      await insertMention(sql, agencyId, { ...mention, state: "rejected", key_messages: ["Werk"] });
      const import_id = await createTestImport(sql, agencyId, "ai-visibility");
      await insertSample(sql, agencyId, {
        import_id,
        release_id: releaseId,
        runs: 20,
        mentioned: 8,
        cited: 5,
      });
      await insertSample(sql, agencyId, {
        import_id,
        release_id: releaseId,
        prompt: "Wer baut Wärmepumpen?",
        runs: 10,
        mentioned: 1,
        cited: 1,
      });
      await insertSample(sql, agencyId, {
        import_id,
        release_id: releaseId,
        engine: "Andere",
        runs: 10,
        mentioned: 10,
      });
      await conversion(agencyId, releaseId, "lead", 0);
      await conversion(agencyId, releaseId, "purchase", 200);
      await fixed(agencyId, clientId, {
        ...{ from: await day(2), to: today },
        measures: [
          { kind: "views", target: 30 },
          { kind: "visitors", target: 30 },
          { kind: "contact_clicks", target: 6 },
          { kind: "clippings", target: 3 },
          { kind: "clippings", of: "full_text", target: 3 },
          { kind: "key_message_share", target: 67 },
        ],
      });
      await fixed(agencyId, clientId, {
        ...{ from: yesterday, to: today },
        measures: [
          { kind: "ai_share", of: "ChatGPT", target: 30 },
          { kind: "ai_share", of: "Niemand", target: 30 },
          { kind: "conversions", of: "lead", target: 1 },
          { kind: "conversions", of: "purchase", target: 1 },
          { kind: "conversions", of: "newsletter", target: 1 },
        ],
      });
      const { goals } = await report(agencyId, clientId, await day(2), today);
      const found = goals?.items.flatMap(({ measures }) =>
        measures.map(({ kind, of = "", result, outcome }) => [kind, of, result, outcome]),
      );
      const [counted] = await sql<{ views: number; visitors: number; clippings: number; full: number }[]>`
        select
          (select sum(requests)::integer from hit_day where agency_id = ${agencyId} and class = 0 and day between ${await day(2)} and ${today}) as views,
          (select sum(visitors)::integer from hit_day where agency_id = ${agencyId} and class = 0 and day between ${await day(2)} and ${today}) as visitors,
          (select count(*)::integer from media_mention where agency_id = ${agencyId} and state <> 'rejected') as clippings,
          (select count(*)::integer from media_mention where agency_id = ${agencyId} and state <> 'rejected' and match_type = 'full_text') as full
      `;
      expect(counted).toEqual({ views: 30, visitors: 29, clippings: 3, full: 2 });
      expect(found).toEqual([
        ["ai_share", "ChatGPT", 30, "reached"],
        ["ai_share", "Niemand", null, "not_measured"],
        ["conversions", "lead", 1, "reached"],
        ["conversions", "purchase", 0, "open"],
        ["conversions", "newsletter", null, "not_measured"],
        ["views", "", 30, "reached"],
        ["visitors", "", 29, "open"],
        ["contact_clicks", "", 5, "open"],
        ["clippings", "", 3, "reached"],
        ["clippings", "full_text", 2, "open"],
        ["key_message_share", "", 66.7, "open"],
      ]);
      expect(goals?.items[0]?.measures[0]?.origins).toEqual(["imported"]);
      expect(goals?.items[1]?.measures[0]?.origins).toEqual(["measured"]);
      expect(goals?.stages.find(({ stage }) => stage === "impact")?.figures).toEqual([]);
      expect(goals?.stages.find(({ stage }) => stage === "outputs")?.figures).toEqual([
        "clippings",
        "key_messages",
        "ai_answers",
      ]);
    });

    test("count all samples and all kinds of conversions, not those alone that a report lists", async () => {
      const { agencyId, clientId, releaseId } = await scene();
      const import_id = await createTestImport(sql, agencyId, "ai-visibility");
      const sample = { import_id, release_id: releaseId };
      await insertSample(sql, agencyId, { ...sample, engine: "Claude", runs: 10, mentioned: 4 });
      for (const prompt of Array.from({ length: 100 }, (_, index) => `Frage ${index}`))
        await insertSample(sql, agencyId, { ...sample, prompt, runs: 20, mentioned: 0 });
      await sql`
        insert into conversion (agency_id, id, release_id, kind, occurred_at, event_id)
        select ${agencyId}, gen_random_uuid(), ${releaseId}, 'kind_' || number % 100, now(), number::text
        from generate_series(1, 200) as number
      `;
      await conversion(agencyId, releaseId, "lead", 0);
      await conversion(agencyId, releaseId, "lead", 9);
      const measures: GoalMeasure[] = [
        { kind: "ai_share", of: "Claude", target: 40 },
        { kind: "conversions", of: "lead", target: 1 },
      ];
      const [from, to] = [await day(2), await day(0)];
      await fixed(agencyId, clientId, { from, to, measures });
      const { externalInsights, goals } = await report(agencyId, clientId, from, to);
      expect(externalInsights?.aiVisibility?.some(({ engine }) => engine === "Claude")).toBe(false);
      expect(externalInsights?.conversions?.some(({ kind }) => kind === "lead")).toBe(false);
      expect(goals?.items[0]?.measures).toMatchObject([
        { result: 40, outcome: "reached", origins: ["imported"] },
        { result: 1, outcome: "reached", origins: ["observed"] },
      ]);
      const running = await drawRunningGoal(sql, agencyId, { endedDays: 7 });
      expect(running !== null && (await isGoalReached(sql, agencyId, running))).toBe(true);
    });

    test("count from the goal's first day to the report's last, and are final when both are over", async () => {
      const { agencyId, clientId, releaseId } = await scene();
      await views(agencyId, releaseId, { on: await day(20), views: 7 });
      await views(agencyId, releaseId, { on: await day(10), views: 9 });
      await views(agencyId, releaseId, { on: await day(3), views: 40 });
      await fixed(agencyId, clientId, { from: await day(25), to: await day(2) });
      const during = await report(agencyId, clientId, await day(12), await day(8));
      expect(during.performance.views).toBe(9);
      expect(during.goals?.items[0]).toMatchObject({
        through: await day(8),
        isLater: true,
        measures: [{ result: 16, outcome: "open" }],
      });
      const after = await report(agencyId, clientId, await day(12), await day(1));
      expect(after.goals?.items[0]).toMatchObject({ measures: [{ result: 56, outcome: "not_reached" }] });
      expect(after.goals?.items[0]?.through).toBeUndefined();
      const beside = await report(agencyId, clientId, await day(1), await day(0));
      expect(beside.goals).toBeUndefined();
    });

    test("of clicks are not measured at level L0, and partly where another release measured more", async () => {
      const { agencyId, clientId, releaseId } = await scene();
      await views(agencyId, releaseId, { on: await day(1), views: 7, levels: 1 });
      await fixed(agencyId, clientId, {
        from: await day(2),
        to: await day(0),
        measures: [{ kind: "contact_clicks", target: 1 }],
      });
      const alone = await report(agencyId, clientId, await day(2), await day(0));
      expect(alone.goals?.items[0]?.measures[0]).toMatchObject({
        result: null,
        origins: [],
        outcome: "not_measured",
      });
      await views(agencyId, releaseId, { on: await day(2), views: 7, levels: 2, interactions: 1 });
      const mixed = await report(agencyId, clientId, await day(2), await day(0));
      expect(mixed.goals?.items[0]?.measures[0]).toMatchObject({ isPartial: true });
    });

    test("stand beside the figures of a release, a campaign and a client, each its own", async () => {
      const { agencyId, clientId, releaseId } = await scene();
      const campaignId = await addCampaign(
        sql,
        agencyId,
        { name: "Werk", releaseIds: [releaseId] },
        operator,
      );
      const days = { from: await day(2), to: await day(0) };
      const scopes = [
        { type: "release", id: String(releaseId) },
        { type: "campaign", id: campaignId },
        { type: "client", id: String(clientId) },
      ] as const;
      for (const scope of scopes) await fixed(agencyId, clientId, { ...days, scope, objective: scope.type });
      for (const { type, id } of scopes) {
        const scope = { type: type === "release" ? "article" : type, id } as const;
        const { goals } = await readFigures(sql, agencyId, { scope, days, before: null, clientIds: null });
        expect(goals?.items.map(({ objective }) => objective)).toEqual([type]);
      }
      const marks = await selectMarks(sql, agencyId, {
        releaseIds: [releaseId],
        clientIds: [clientId],
        campaignId,
        days,
      });
      expect(
        marks.filter(({ kind }) => kind.startsWith("goal")).map(({ kind, count }) => [kind, count]),
      ).toEqual([
        ["goal_ended", 3],
        ["goal_fixed", 3],
      ]);
      const other = await scene();
      expect(
        await selectMarks(sql, other.agencyId, {
          releaseIds: [releaseId],
          clientIds: [clientId],
          campaignId,
          days,
        }),
      ).toEqual([]);
    });
  });

  describe("a report", () => {
    test("says nothing of goals where there is none, whatever its template shows", async () => {
      const { agencyId, clientId } = await scene();
      await setTemplate(sql, agencyId, { clientId, sections: ["goals", "figures"] }, operator);
      const plain = await report(agencyId, clientId, await day(2), await day(0));
      expect(plain.goals).toBeUndefined();
      expect(plain.presentation?.sections).toEqual(["figures"]);
      await fixed(agencyId, clientId, { from: await day(2), to: await day(0) });
      const withGoal = await report(agencyId, clientId, await day(2), await day(0));
      expect(withGoal.presentation?.sections).toEqual(["goals", "figures"]);
    });

    test("shows none by a template of before there were any, until somebody puts them in", async () => {
      const { agencyId, clientId } = await scene();
      await fixed(agencyId, clientId, { from: await day(2), to: await day(0) });
      await sql`
        insert into client_report_template (agency_id, client_id, sections) values (${agencyId}, ${clientId}, '{coverage,figures}')
      `;
      const sectionsNow = async () =>
        (await report(agencyId, clientId, await day(2), await day(0))).presentation?.sections;
      expect(await sectionsNow()).toEqual(["coverage", "figures"]);
      await setTemplate(sql, agencyId, { clientId, sections: ["coverage", "figures", "goals"] }, operator);
      expect(await sectionsNow()).toEqual(["coverage", "figures", "goals"]);
    });
  });

  test("people are told once of a goal that is reached and of one that has ended", async () => {
    const { agencyId, clientId, releaseId } = await scene();
    await lookForAlerts(sql, agencyId);
    await views(agencyId, releaseId, { on: await day(1), views: 120 });
    const reached = await fixed(agencyId, clientId, { from: await day(3), to: await day(0) });
    const ended = await fixed(agencyId, clientId, {
      from: await day(9),
      to: await day(5),
      objective: "Vorbei",
    });
    const kinds = async () => {
      await sql`update alert_state set checked_at = now() - interval '1 hour' where agency_id = ${agencyId}`;
      await lookForAlerts(sql, agencyId);
      const rows = await sql<{ kind: string; subject: string }[]>`
        select kind, subject from alert where agency_id = ${agencyId} and kind like 'goal%' order by kind
      `;
      return rows.map(({ kind, subject }) => [kind, subject]);
    };
    const both = [
      ["goal_ended", `${clientId}:${ended.id}`],
      ["goal_reached", `${clientId}:${reached.id}`],
    ];
    // Each look draws one of the two; missing the same sixty times is no chance.
    for (let look = 0; look < 60 && (await kinds()).length < 2; look += 1);
    expect(await kinds()).toEqual(both);
    expect(await kinds()).toEqual(both);
  });
});
