import { beforeAll, describe, expect, test } from "bun:test";
import { saveGoal } from "../../../../service/features/reporting/goals/change-goal.ts";
import { keptPortfolio } from "../../../../service/features/reporting/portfolios/kept-portfolio.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { reportSections } from "../../../../service/features/reporting/reports/sections.ts";
import { setTemplate } from "../../../../service/features/reporting/templates/set-template.ts";
import { serviceScene } from "../../../support/cast.ts";
import { errorOf } from "../../../support/error-of.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease, type TestRelease } from "../../../support/service.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";

const { service } = serviceScene("server");
let agencyId: number;
let release: TestRelease;
let owner: DashboardUser;
let at = "";

beforeAll(async () => {
  ({ agencyId } = await createTestAgency(service.sql));
  release = await createTestRelease(service.sql, agencyId);
  owner = await createDashboardUser(service, agencyId);
  at = `/app/kunden/${release.clientId}/berichtsvorlage`;
});

const freeze = async () =>
  await createPublicationReport(service.sql, agencyId, {
    ...{ seal: await testSeal(), createdBy: "operator" },
    ...{ scopeType: "portfolio", scopeId: (await keptPortfolio(service.sql, agencyId, release.clientId)).id },
  });

describe("the template of a client's reports", () => {
  test("shows all sections where nobody chose, and reports say nothing of a template", async () => {
    const page = await (await owner.get(at)).text();
    expect(page).toContain("<span>Medienresonanz</span>");
    expect(page).not.toContain("Weggelassen");
    const { presentation } = await freeze();
    expect(presentation?.layout).toBe(2);
    expect(presentation?.sections).toBeUndefined();
  });

  test("is saved by a button, frozen with later reports alone, and noted with before and after", async () => {
    const before = await freeze();
    const answer = await owner.post(at, { sections: "coverage,figures,releases" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, at]);
    const page = await (await owner.get(at)).text();
    expect(page.indexOf("<span>Medienresonanz</span>")).toBeLessThan(
      page.indexOf("<span>Die wichtigsten Zahlen"),
    );
    expect(page).toContain("Weggelassen");
    const { presentation } = await freeze();
    expect(presentation?.sections).toEqual(["coverage", "figures", "releases"]);
    expect(before.presentation?.sections).toBeUndefined();
    const [entry] = await service.sql<{ details: unknown }[]>`
      select details
      from audit
      where agency_id = ${agencyId} and action = 'client.report_template_changed'
      order by id desc
      limit 1
    `;
    expect(entry?.details).toEqual({
      before: [...reportSections],
      after: ["coverage", "figures", "releases"],
    });
  });

  test("is not undone from an older page, which then shows what somebody else has chosen", async () => {
    const { clientId } = await createTestRelease(service.sql, agencyId, { clientName: "Zwei am Werk AG" });
    const path = `/app/kunden/${clientId}/berichtsvorlage`;
    const [, seenStamp = ""] =
      /name="seenStamp" value="([^"]+)"/.exec(await (await owner.get(path)).text()) ?? [];
    const first = { sections: "coverage,figures", seenStamp };
    // A double click leads to the same order.
    for (let times = 0; times < 2; times += 1) expect((await owner.post(path, first)).status).toBe(303);
    const older = await owner.post(path, { sections: "figures,releases", seenStamp });
    const told = await older.text();
    expect([older.status, told.includes("Diese Vorlage wurde inzwischen an anderer Stelle")]).toEqual([
      409,
      true,
    ]);
    const [stored] = await service.sql`
      select sections from client_report_template where agency_id = ${agencyId} and client_id = ${clientId}`;
    expect(stored?.sections).toEqual(["coverage", "figures"]);
    const [, now = ""] = /name="seenStamp" value="([^"]+)"/.exec(told) ?? [];
    const again = await owner.post(path, { sections: "figures,releases", seenStamp: now });
    expect(again.status).toBe(303);
  });

  test("stays as it was saved when the program has new sections, and its page offers them as new", async () => {
    const saved = await createTestRelease(service.sql, agencyId, { clientName: "Alte Vorlage AG" });
    await service.sql`
      insert into client_report_template (agency_id, client_id, sections)
      values (${agencyId}, ${saved.clientId}, '{figures,coverage}')
    `;
    const path = `/app/kunden/${saved.clientId}/berichtsvorlage`;
    const page = await (await owner.get(path)).text();
    const [shown = "", leftOut = ""] = page.split('id="weggelassen"');
    expect(shown).not.toContain("<span>Ziel und Ergebnis");
    expect(leftOut.match(/<span>([^<]*) <span class="state">neu/g)).toEqual([
      '<span>Ziel und Ergebnis <span class="state">neu',
      '<span>Aussand an Redaktionen <span class="state">neu',
    ]);
    const { id: scopeId } = await keptPortfolio(service.sql, agencyId, saved.clientId);
    const { presentation } = await createPublicationReport(service.sql, agencyId, {
      ...{ seal: await testSeal(), createdBy: "operator", scopeType: "portfolio", scopeId },
    });
    expect(presentation?.sections).toEqual(["figures", "coverage"]);
    const goals = `/app/kunden/${saved.clientId}/ziele`;
    const hint = "Berichte über diesen Kunden zeigen seine Ziele nicht";
    expect(await (await owner.get(goals)).text()).not.toContain(hint);
    const goal = {
      ...{
        id: crypto.randomUUID(),
        replaces: null,
        clientId: saved.clientId,
        measures: [{ kind: "views" as const, target: 1 }],
      },
      ...{ scope: { type: "client" as const, id: String(saved.clientId) }, objective: "Bekannt werden" },
      ...{ from: "2030-01-01", to: "2030-01-31", audience: "Fachmedien" },
    };
    await saveGoal(service.sql, agencyId, goal, { type: "operator", id: null });
    expect(await (await owner.get(goals)).text()).toContain(hint);
    await owner.post(path, { sections: "figures,coverage" });
    expect(await (await owner.get(path)).text()).not.toContain('class="state">neu');
  });

  test("is previewed with last month's figures, in a frame of this page alone", async () => {
    const answer = await owner.get(`${at}/vorschau`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
    const text = await answer.text();
    expect(text).toContain("Müller Maschinenbau");
    expect(text).toContain("<h2>Die wichtigsten Zahlen</h2>");
  });

  test.each(["", "figures,figures", "unknown", "figures,unknown"])(
    "is refused where it is no template: %p",
    async (sections) => {
      expect((await owner.post(at, { sections })).status).toBe(400);
    },
  );

  test("is nobody's of another agency, nor of somebody who only reads or has other clients", async () => {
    const stranger = await createDashboardUser(service, (await createTestAgency(service.sql)).agencyId);
    const other = await createTestRelease(service.sql, agencyId, { clientName: "Andere AG" });
    const limited = await createDashboardUser(service, agencyId, {
      role: "editor",
      clientIds: [other.clientId],
    });
    const reader = await createDashboardUser(service, agencyId, { role: "analyst" });
    for (const [user, status] of [
      [stranger, 404],
      [limited, 404],
      [reader, 403],
    ] as const) {
      expect((await user.get(at)).status).toBe(status);
      expect((await user.get(`${at}/vorschau`)).status).toBe(status);
      expect((await user.post(at, { sections: "figures" })).status).toBe(status);
    }
    expect(
      await errorOf(
        setTemplate(
          service.sql,
          agencyId + 100_000,
          { clientId: release.clientId, sections: ["figures"] },
          { type: "operator", id: null },
        ),
      ),
    ).toMatchObject({ code: "not_found" });
  });
});
