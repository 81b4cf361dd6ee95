import { expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { fixGoal, requireGoal, saveGoal } from "../../../../service/features/reporting/goals/change-goal.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestRelease } from "../../../support/service.ts";
import { context, draftInput } from "../../../support/workflow.ts";
import { createDashboardUser } from "../support.ts";

const { service, sql, agency, owner } = serviceScene();
const colleague = given(() => createDashboardUser(service, agency.agencyId));
const release = given(() => createTestRelease(sql, agency.agencyId));
const operator = { type: "operator", id: null } as const;
const shownStamp = (text: string) => /name="seenStamp" value="([0-9a-f]{64})"/.exec(text)?.[1] ?? "";
/** What the form beside that of fixing sends. */
const dropStamp = (text: string) => shownStamp(text.slice(text.indexOf("/verwerfen?")));

/** A goal that is not fixed, for a text or for the client, with what its form sends. */
async function savedGoal(draftId?: string) {
  const { clientId } = release;
  const [type, id] =
    draftId === undefined ? (["client", String(clientId)] as const) : (["release", draftId] as const);
  const goal = {
    ...{
      id: randomUUID(),
      clientId,
      replaces: null,
      scope: { type, id },
      from: "2035-01-01",
      to: "2035-01-31",
    },
    ...{ objective: "Die Fachpresse kennt das Werk", audience: "Fachjournalisten" },
    measures: [{ kind: "views" as const, target: 100 }],
  };
  await saveGoal(sql, agency.agencyId, goal, operator);
  const page = `/app/kunden/${clientId}/ziele/${goal.id}`;
  const typed = (more: Record<string, string>) => ({
    ...{
      scope: `${type}:${id}`,
      from: goal.from,
      to: goal.to,
      objective: goal.objective,
      audience: goal.audience,
    },
    ...{ measures: "views", measureOf: "", measureTarget: "100", ...more },
  });
  const stored = async () => await requireGoal(sql, agency.agencyId, { goalId: goal.id, clientIds: null });
  const stampOn = async (path: string) => shownStamp(await (await owner.get(path)).text());
  return { goal, page, typed, stored, stampOn };
}

test("an older form of a goal does not undo what a colleague has changed since", async () => {
  const { page, typed, stored, stampOn } = await savedGoal();
  const edit = `${page}/bearbeiten`;
  const seenStamp = await stampOn(edit);
  const first = typed({ measureTarget: "2000", seenStamp });
  expect((await colleague.post(edit, first)).status).toBe(303);
  expect((await colleague.post(edit, first)).status).toBe(303);
  const older = typed({ audience: "Kommunen", seenStamp });
  const refused = await owner.post(edit, older);
  const text = await refused.text();
  expect(refused.status).toBe(409);
  for (const words of [
    "Jemand hat das Ziel inzwischen geändert",
    "Inzwischen gespeichert: „Aufrufe durch Menschen: 2.000“",
    "Inzwischen gespeichert: „Fachjournalisten“",
  ])
    expect(text).toContain(words);
  expect(await stored()).toMatchObject({ audience: "Fachjournalisten", measures: [{ target: 2_000 }] });
  expect((await owner.post(edit, { ...older, seenStamp: shownStamp(text) })).status).toBe(303);
  expect(await stored()).toMatchObject({ audience: "Kommunen", measures: [{ target: 100 }] });
});

test("nobody fixes a goal as they have not seen it", async () => {
  const { page, typed, stored, stampOn } = await savedGoal();
  const seenStamp = await stampOn(page);
  const changed = typed({ measureTarget: "9", seenStamp: await stampOn(`${page}/bearbeiten`) });
  expect((await colleague.post(`${page}/bearbeiten`, changed)).status).toBe(303);
  const refused = await owner.post(`${page}/festlegen`, { seenStamp });
  const text = await refused.text();
  expect(refused.status).toBe(409);
  expect(text).toContain("Das Ziel wurde inzwischen an anderer Stelle geändert");
  expect(text).toContain("Aufrufe durch Menschen: 9");
  expect((await stored()).fixedAt).toBeNull();
  expect((await owner.post(`${page}/festlegen`, { seenStamp: shownStamp(text) })).status).toBe(303);
  expect((await stored()).fixedAt).not.toBeNull();
});

test("nobody drops a goal without being asked, nor as they have not seen it", async () => {
  const { page, typed, stored, stampOn } = await savedGoal();
  const shown = await (await owner.get(page)).text();
  expect(shown).toContain("<summary>Verwerfen …</summary>");
  const seenStamp = dropStamp(shown);
  const changed = typed({ measureTarget: "9", seenStamp: await stampOn(`${page}/bearbeiten`) });
  expect((await colleague.post(`${page}/bearbeiten`, changed)).status).toBe(303);
  const refused = await owner.post(`${page}/verwerfen`, { seenStamp });
  const text = await refused.text();
  expect(refused.status).toBe(409);
  expect(text).toContain("Das Ziel wurde inzwischen an anderer Stelle geändert");
  expect(await stored()).toMatchObject({ measures: [{ target: 9 }] });
  expect((await owner.post(`${page}/verwerfen`, { seenStamp: dropStamp(text) })).status).toBe(303);
  expect((await owner.get(page)).status).toBe(404);
});

test("a goal for an archived text is edited and replaced with what it is for", async () => {
  const input = draftInput(release.clientId);
  const { id: draftId } = await createDraft(sql, agency.agencyId, input, context);
  const { goal, page, typed, stored } = await savedGoal(draftId);
  await sql`
    update draft set status = 'archived', release_id = ${release.pressReleaseId}, approved_version = version
    where agency_id = ${agency.agencyId} and id = ${draftId}
  `;
  const chosen = `<option value="release:${draftId}" selected>`;
  expect(await (await owner.get(`${page}/bearbeiten`)).text()).toContain(chosen);
  expect((await owner.post(`${page}/bearbeiten`, typed({ audience: "Kommunen" }))).status).toBe(303);
  expect(await stored()).toMatchObject({ scopeId: draftId, audience: "Kommunen" });
  const asked = { goalId: goal.id, clientIds: null, seal: await testSeal() };
  await fixGoal(sql, agency.agencyId, asked, operator);
  const replace = `/app/kunden/${release.clientId}/ziele/neu?ersetzt=${goal.id}`;
  expect(await (await owner.get(replace)).text()).toContain(chosen);
  expect((await owner.post(replace, typed({ measureTarget: "50" }))).status).toBe(303);
});
