import { describe, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { fixGoal, saveGoal } from "../../../../service/features/reporting/goals/change-goal.ts";
import { keptPortfolio } from "../../../../service/features/reporting/portfolios/kept-portfolio.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { dashboardScene } from "../../../support/cast.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestRelease } from "../../../support/service.ts";
import { createDashboardUser } from "../support.ts";
import { checkBothLooks } from "../support-browser.ts";

const operator = { type: "operator", id: null } as const;
const { dashboard, service, agency, release, owner, analyst } = dashboardScene();
const telephoneWidth = 390;
/** Tables of goals whose last column lies outside of what is seen. */
const cutGoals =
  "[...document.querySelectorAll('.part-goals .table')].filter((table) => table.scrollWidth > table.clientWidth).length";
const titleWidth = "document.querySelector('.published li > :first-child').getBoundingClientRect().width";

const day = async (back: number) => {
  const [row] = await service.sql`
    select ((now() at time zone 'Europe/Berlin')::date - ${back}::integer)::text as day
  `;
  return String(row?.day);
};

describe("goals of a client", () => {
  test("are set without a script, fixed by a second click, and replaced", async () => {
    const { page } = await dashboard.open(owner, { javaScriptEnabled: false, width: telephoneWidth });
    await page.goto(`/app/kunden/${release.clientId}/ziele`);
    await page.getByRole("link", { name: "Ziel setzen" }).click();
    await page.getByLabel("Wofür").selectOption(`client:${release.clientId}`);
    await page.getByLabel("Erster Tag").fill(await day(-1));
    await page.getByLabel("Letzter Tag").fill(await day(-30));
    await page.getByLabel("Was erreicht werden soll").fill("Die Fachpresse kennt das Werk");
    await page.getByLabel("Zielgruppe").fill("Fachjournalisten");
    await page.getByLabel("Messgröße, Zeile 1").selectOption("views");
    await page.getByLabel("Zielwert, Zeile 1").fill("viele");
    await page.getByRole("button", { name: "Speichern" }).click();
    expect(await page.getByRole("alert").textContent()).toContain("eine ganze Zahl von 1 bis");
    expect(await page.getByLabel("Messgröße, Zeile 1").inputValue()).toBe("views");
    await page.getByLabel("Zielwert, Zeile 1").fill("1.000");
    await page.getByLabel("Messgröße, Zeile 2").selectOption("clippings:full_text");
    await page.getByLabel("Zielwert, Zeile 2").fill("3");
    await page.getByLabel("Messgröße, Zeile 3").selectOption("conversions");
    await page.getByLabel("Nähere Angabe, Zeile 3").fill("lead");
    await page.getByLabel("Zielwert, Zeile 3").fill("20");
    await page.getByRole("button", { name: "Speichern" }).click();
    expect(await page.locator("main").textContent()).toContain("nicht festgelegt");
    await page.getByText("Festlegen …").click();
    await page.getByRole("button", { name: "Ja, festlegen" }).click();
    const main = await page.locator("main").textContent();
    for (const text of [
      "Prüfsumme",
      "Aufrufe durch Menschen: 1.000",
      "Clippings: Volltext: 3",
      "Conversions: Anfragen: 20",
    ])
      expect(main).toContain(text);
    expect(main).not.toContain("nachträglich");
    expect(await page.getByText("Festlegen …").count()).toBe(0);
    await page.getByRole("link", { name: "Durch ein neues ablösen" }).click();
    expect(await page.getByLabel("Zielwert, Zeile 2").inputValue()).toBe("3");
    await page.getByLabel("Zielwert, Zeile 2").fill("5");
    await page.getByRole("button", { name: "Speichern" }).click();
    await page.getByText("Festlegen …").click();
    await page.getByRole("button", { name: "Ja, festlegen" }).click();
    await page.getByRole("link", { name: "Ziele", exact: true }).first().click();
    const states = await page.getByRole("cell").locator(".state").allTextContents();
    expect(states.toSorted()).toEqual(["abgelöst", "festgelegt"]);
  });

  test("are read and not set by an analyst, and not seen by who is limited to another client", async () => {
    const at = `/app/kunden/${release.clientId}/ziele`;
    expect(await (await analyst.get(at)).text()).not.toContain("Ziel setzen");
    expect((await analyst.get(`${at}/neu`)).status).toBe(403);
    const other = await createTestRelease(service.sql, agency.agencyId);
    const limited = await createDashboardUser(service, agency.agencyId, {
      role: "editor",
      clientIds: [other.clientId],
    });
    expect((await limited.get(at)).status).toBe(404);
  });

  test("stand beside their results on figures, report and its link, which fit a telephone and a wide screen", async () => {
    const { sql } = service;
    const { agencyId } = agency;
    const goal = {
      ...{ id: randomUUID() as string, replaces: null, clientId: release.clientId },
      scope: { type: "client", id: String(release.clientId) } as const,
      ...{ from: await day(9), to: await day(-20), objective: "Die Region kennt das neue Werk in Bremen" },
      audience: "Lokaljournalisten und Fachmedien",
      measures: [
        { kind: "views", target: 100 },
        { kind: "clippings", of: "full_text", target: 1 },
        { kind: "key_message_share", target: 50 },
        { kind: "contact_clicks", target: 5 },
        { kind: "conversions", of: "lead", target: 10 },
      ] as const,
    };
    const { measures } = goal;
    const hits = await day(2);
    await sql`
      insert into hit_day (
        agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
        scroll_25, scroll_50, scroll_75, scroll_100, levels
      )
      values (${agencyId}, ${release.pressReleaseId}, ${hits}::date, 0, 240, 200, 210, 0, 0, 0, 0, 0, 0, 0, 1)
    `;
    await saveGoal(sql, agencyId, { ...goal, measures: [...measures] }, operator);
    await fixGoal(sql, agencyId, { goalId: goal.id, clientIds: null, seal: await testSeal() }, operator);
    const { id } = await createPublicationReport(sql, agencyId, {
      ...{ seal: await testSeal(), createdBy: "operator", period: `${await day(9)}..${await day(0)}` },
      ...{ scopeType: "portfolio", scopeId: (await keptPortfolio(sql, agencyId, release.clientId)).id },
    });
    const made = await owner.post(`/app/berichte/${id}/links`, { days: "30", password: "" });
    const link = new URL(/id="link"[^>]*value="([^"]+)"/.exec(await made.text())?.[1] ?? "").pathname;
    const places = [
      ["ziele", `/app/kunden/${release.clientId}/ziele`, ["Die Region kennt", "Clippings: Volltext"]],
      ["ziel", `/app/kunden/${release.clientId}/ziele/${goal.id}`, ["Prüfsumme", "Clippings: Volltext"]],
      ["ziel-neu", `/app/kunden/${release.clientId}/ziele/neu`, ["Messgrößen", "Clippings: Volltext"]],
      ["zahlen", `/app/zahlen/kunde/${release.clientId}`, ["Ziel und Ergebnis", "Clippings: Volltext"]],
      ["bericht", `/app/berichte/${id}`, ["Ziel und Ergebnis", "Medienberichte: Volltext"]],
      ["link", link, ["Stufen der Wirkung", "Medienberichte: Volltext"]],
    ] as const;
    const { page, complaints } = await dashboard.open(owner, { width: telephoneWidth, isChecked: true });
    for (const [name, path, texts] of places) {
      await page.goto(path);
      const main = (await page.locator("main").textContent()) ?? "";
      expect([name, texts.filter((text) => !main.includes(text))]).toEqual([name, []]);
      await checkBothLooks(page, name);
      for (const width of [1280, telephoneWidth]) {
        await page.setViewportSize({ width, height: 850 });
        expect({ name, cut: await page.evaluate(cutGoals) }).toEqual({ name, cut: 0 });
        // Without pictures a title has the whole width of its card.
        if (name === "link") expect(Number(await page.evaluate(titleWidth))).toBeGreaterThan(200);
      }
    }
    const shown = await page.locator(".part-goals").first().textContent();
    for (const part of ["erreicht", "nicht erhoben", "Nachträglich festgelegt", "selbst gemessen", "Wirkung"])
      expect(shown).toContain(part);
    expect(complaints).toEqual([]);
    const news = await owner.get(`/app/kunden/${release.clientId}/ziele/${goal.id}/stempel.tsr`);
    expect(news.status).toBe(404);
  });
});
