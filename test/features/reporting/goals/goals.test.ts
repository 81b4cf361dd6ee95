import { describe, expect, test } from "bun:test";
import { createHash, randomUUID, verify } from "node:crypto";
import { lookForAlerts } from "../../../../service/features/alerts/alerts.ts";
import { ensureComingPartitions } from "../../../../service/features/measurement/partitions.ts";
import { interactionKinds } from "../../../../service/features/measurement/vocabulary.ts";
import { addCampaign } from "../../../../service/features/reporting/campaigns/change-campaign.ts";
import { readFigures } from "../../../../service/features/reporting/figures/read-figures.ts";
import {
  dropGoal,
  fixGoal,
  requireGoal,
  saveGoal,
} from "../../../../service/features/reporting/goals/change-goal.ts";
import type { GoalMeasure } from "../../../../service/features/reporting/goals/schema.ts";
import { type GoalFields, goalsOfClientMax } from "../../../../service/features/reporting/goals/sql.ts";
import { verifyGoals } from "../../../../service/features/reporting/goals/verify-goals.ts";
import { keptPortfolio } from "../../../../service/features/reporting/portfolios/kept-portfolio.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { selectMarks } from "../../../../service/features/reporting/reports/marks-sql.ts";
import { setTemplate } from "../../../../service/features/reporting/templates/set-template.ts";
import { findStamp } from "../../../../service/features/stamps/sql.ts";
import { verifyStamps } from "../../../../service/features/stamps/verify-stamps.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { databaseScene, given } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { setTriggersAside } from "../../../support/triggers.ts";
import { context, createWorkshop, draftInput, refusalOf } from "../../../support/workflow.ts";
import { createTestImport, insertMention, insertSample } from "../../insights/support.ts";

const operator = { type: "operator", id: null } as const;
const unlimited = { clientIds: null };

const sixMeasures: GoalMeasure[] = [
  { kind: "views", target: 1 },
  { kind: "visitors", target: 1 },
  { kind: "clippings", target: 1 },
  { kind: "clippings", of: "link", target: 1 },
  { kind: "contact_clicks", target: 1 },
  { kind: "conversions", of: "lead", target: 1 },
];

forEachDatabase((_database, open) => {
  const { sql } = databaseScene(open);
  const seal = given(() => testSeal());
  given(async () => {
    await ensureComingPartitions(sql);
    return {};
  });

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
      expect(await refusalOf(saveGoal(sql, agencyId, again, operator))).toBe("version_conflict");
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

  async function conversion(agencyId: number, releaseId: number, kind: string, back: number): Promise<void> {
    await sql`
      insert into conversion (agency_id, id, release_id, kind, occurred_at, event_id)
      values (${agencyId}, gen_random_uuid(), ${releaseId}, ${kind}, now() - ${back}::integer * interval '1 day', gen_random_uuid()::text)
    `;
  }

  const day = async (back: number) => {
    const [row] =
      await sql`select ((now() at time zone 'Europe/Berlin')::date - ${back}::integer)::text as day`;
    return String(row?.day);
  };

  async function scene() {
    const { agencyId } = await createTestAgency(sql);
    const { pressReleaseId, clientId } = await createTestRelease(sql, agencyId);
    return { agencyId, clientId, releaseId: pressReleaseId };
  }

  /** A goal of the next days, as somebody types it. */
  async function typed(clientId: number, others: Partial<GoalFields> = {}) {
    return {
      id: randomUUID() as string,
      replaces: null as string | null,
      clientId,
      scope: { type: "client", id: String(clientId) } as GoalFields["scope"],
      from: await day(-1),
      to: await day(-30),
      objective: "Die Fachpresse kennt das neue Werk",
      audience: "Fachjournalisten",
      measures: [{ kind: "views", target: 100 }] as GoalMeasure[],
      ...others,
    };
  }

  async function fixed(
    agencyId: number,
    clientId: number,
    others: Partial<GoalFields> & { replaces?: string } = {},
  ) {
    const goal = await typed(clientId, others);
    await saveGoal(sql, agencyId, goal, operator);
    await fixGoal(sql, agencyId, { goalId: goal.id, ...unlimited, seal }, operator);
    return await requireGoal(sql, agencyId, { goalId: goal.id, ...unlimited });
  }

  async function views(
    agencyId: number,
    releaseId: number,
    input: { on: string; views: number; levels?: number; interactions?: number },
  ) {
    await sql`
      insert into hit_day (
        agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
        scroll_25, scroll_50, scroll_75, scroll_100, levels
      )
      values (
        ${agencyId}, ${releaseId}, ${input.on}::date, 0, ${input.views}, ${input.views - 1}, 1, ${input.interactions ?? 0}, 0, 0, 0, 0, 0, 0,
        ${input.levels ?? 2}
      )
    `;
  }
  const report = async (agencyId: number, clientId: number, from: string, to: string) =>
    await createPublicationReport(sql, agencyId, {
      ...{ seal, createdBy: "operator", period: `${from}..${to}` },
      ...{ scopeType: "portfolio", scopeId: (await keptPortfolio(sql, agencyId, clientId)).id },
    });
});
