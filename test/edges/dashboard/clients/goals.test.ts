import { expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { fixGoal, saveGoal } from "../../../../service/features/reporting/goals/change-goal.ts";
import type { GoalFields } from "../../../../service/features/reporting/goals/sql.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { serviceScene } from "../../../support/cast.ts";
import { testSeal } from "../../../support/seal.ts";
import { context, createApproved } from "../../../support/workflow.ts";

const { sql, workshop, owner } = serviceScene();
const operator = { type: "operator", id: null } as const;

test("the day that stands beside a goal's state is said to be that of its fixing", async () => {
  const running = await goalOf();
  const over = await goalOf({ from: await day(40), to: await day(10) });
  const replaced = await goalOf({ from: await day(-100), to: await day(-120) });
  await goalOf({ from: replaced.from, to: replaced.to, replaces: replaced.id });
  const list = await textOf(goalsPath());
  for (const [{ id, path }, state] of [
    [running, /festgelegt<\/span>[^<]*(<span class="facts">)?am \d/],
    [over, /abgeschlossen<\/span>[^<]*(<span class="facts">)?nachträglich festgelegt am \d/],
    [replaced, /abgelöst<\/span>[^<]*(<span class="facts">)?festgelegt am \d/],
  ] as const) {
    expect(await textOf(path)).toMatch(state);
    expect(rowOf(list, id)).toMatch(state);
  }
});

test("a goal leads to the figures of its own days, where its result stands", async () => {
  const { clientId, agencyId } = workshop;
  const figures = `/app/zahlen/kunde/${clientId}`;
  const over = await goalOf({ from: await day(80), to: await day(60), objective: "Im Sommer bekannt" });
  const href = `${figures}?zeitraum=${over.from}..${over.to}`;
  expect(await textOf(over.path)).toContain(`href="${href}"`);
  expect(await textOf(href)).toContain("Im Sommer bekannt");
  // Of days to come there are no figures yet.
  expect(await textOf((await goalOf()).path)).toContain(`href="${figures}"`);

  const draftId = await createApproved(sql, workshop);
  const ofText = await goalOf({
    ...{ from: await day(3), to: await day(-3), objective: "Alle lesen es" },
    scope: { type: "release", id: draftId },
  });
  expect(await textOf(ofText.path)).toContain(`href="/app/meldungen/${draftId}"`);
  const publication = { draftId, approvedVersion: 1, maxCredits: 5 };
  const { pressReleaseId } = await publishRelease(sql, agencyId, publication, context);
  const released = `/app/zahlen/meldung/${pressReleaseId}?zeitraum=${ofText.from}..${ofText.to}`;
  expect(await textOf(ofText.path)).toContain(`href="${released}"`);
  expect(await textOf(released)).toContain("Alle lesen es");
});

test("that fixing comes too late is said before it is for good: when the goal is saved, and beside the button", async () => {
  const draftId = await createApproved(sql, workshop);
  const publication = { draftId, approvedVersion: 1, maxCredits: 5 };
  await publishRelease(sql, workshop.agencyId, publication, context);
  const ofClient = `client:${workshop.clientId}`;
  for (const [typed, late] of [
    [{ scope: ofClient, from: await day(0) }, "Der Zeitraum hat schon begonnen: "],
    [{ scope: `release:${draftId}`, from: await day(-1) }, "Die Meldung ist schon erschienen: "],
    [{ scope: ofClient, from: await day(-1) }, null],
  ] as const) {
    const saved = await owner.post(`${goalsPath()}/neu`, {
      ...{ ...typed, to: await day(-30), objective: "Mehr Leser", audience: "Alle" },
      ...{ measures: "views", measureOf: "", measureTarget: "100" },
    });
    expect(saved.status).toBe(303);
    const notice = /notice=([^;]+)/.exec(saved.headers.get("set-cookie") ?? "")?.[1] ?? "";
    const said = Buffer.from(notice, "base64").toString();
    const page = await textOf(saved.headers.get("location") ?? "");
    expect(said.includes("bevor der Zeitraum beginnt")).toBe(late === null);
    for (const text of [said, page]) {
      expect(text.includes("nachträglich")).toBe(late !== null);
      if (late !== null) expect(text).toContain(`${late}Wenn Sie das Ziel jetzt festlegen`);
    }
  }
});

const textOf = async (path: string) => await (await owner.get(path)).text();
const goalsPath = () => `/app/kunden/${workshop.clientId}/ziele`;
const rowOf = (list: string, id: string) =>
  list.split("<tr").find((row) => row.includes(`/ziele/${id}"`)) ?? "";

const day = async (back: number) => {
  const [row] =
    await sql`select ((now() at time zone 'Europe/Berlin')::date - ${back}::integer)::text as day`;
  return String(row?.day);
};

/** A goal for the client and the next days, fixed. */
async function goalOf(input: Partial<GoalFields> & { replaces?: string } = {}) {
  const goal = {
    ...{ id: randomUUID() as string, replaces: null, clientId: workshop.clientId },
    scope: { type: "client", id: String(workshop.clientId) } as GoalFields["scope"],
    ...{ from: await day(-1), to: await day(-30), objective: "Die Fachpresse kennt das Werk" },
    ...{ audience: "Fachjournalisten", measures: [{ kind: "views" as const, target: 100 }] },
    ...input,
  };
  await saveGoal(sql, workshop.agencyId, goal, operator);
  const asked = { goalId: goal.id, clientIds: null, seal: await testSeal() };
  await fixGoal(sql, workshop.agencyId, asked, operator);
  return { ...goal, path: `${goalsPath()}/${goal.id}` };
}
