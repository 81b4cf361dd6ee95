import { beforeAll, describe, expect, test } from "bun:test";
import { insertCampaign } from "../../../../service/features/reporting/campaigns/sql.ts";
import { keptPortfolio } from "../../../../service/features/reporting/portfolios/kept-portfolio.ts";
import { insertPortfolio } from "../../../../service/features/reporting/portfolios/sql.ts";
import { thisMonth } from "../../../support/berlin-days.ts";
import { serviceScene } from "../../../support/cast.ts";
import {
  createTestAgency,
  createTestRelease,
  serviceKinds,
  type TestRelease,
} from "../../../support/service.ts";
import { insertViews, mainOf } from "../reports/support.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";

const unknown = "018f4f0e-1111-7000-8000-000000000000";

describe.each(serviceKinds)("figures in the dashboard, on the %s database", (kind) => {
  const { service } = serviceScene(kind);
  let agencyId: number;
  let first: TestRelease;
  let second: TestRelease;
  let campaign: string;
  let mixed: string;
  let portfolio: string;
  let owner: DashboardUser;
  let limited: DashboardUser;
  let foreign: DashboardUser;

  beforeAll(async () => {
    const { sql } = service;
    ({ agencyId } = await createTestAgency(sql));
    first = await createTestRelease(sql, agencyId, { title: "Werk eröffnet", clientName: "Müller" });
    second = await createTestRelease(sql, agencyId, { title: "Speicher fertig", clientName: "Stadtwerke" });
    await insertViews(sql, agencyId, first.pressReleaseId);
    campaign = await insertCampaign(sql, agencyId, { name: "Herbst", releaseIds: [first.pressReleaseId] });
    const releaseIds = [first.pressReleaseId, second.pressReleaseId];
    mixed = await insertCampaign(sql, agencyId, { name: "Beide", releaseIds });
    portfolio = await insertPortfolio(sql, agencyId, {
      name: "Gruppe",
      clientIds: [first.clientId],
      campaignIds: [mixed],
    });
    owner = await createDashboardUser(service, agencyId);
    limited = await createDashboardUser(service, agencyId, { role: "editor", clientIds: [first.clientId] });
    foreign = await createDashboardUser(service, (await createTestAgency(sql)).agencyId);
  });

  test("are those of the API for each period, beside the period before", async () => {
    // Day by day 1, 2, 3 … views back from today.
    const expected = { 7: [28, 77], 30: [465, 1_365], 90: [1_830, 0] } as const;
    for (const [what, path] of pathsOf()) {
      for (const [days, [views, before]] of Object.entries(expected)) {
        const page = await mainOf(await owner.get(`${path}?tage=${days}`));
        expect([what, days, page.includes(`<strong>${views.toLocaleString("de-DE")}</strong>`)]).toEqual([
          what,
          days,
          true,
        ]);
        // Nobody counted before the first publication, and that is no zero.
        const beside = before === 0 ? "davor nicht gemessen" : `davor: ${before.toLocaleString("de-DE")}`;
        expect(page).toContain(`<span>${beside}`);
        expect(page).not.toContain("davor: 0");
        expect(page).toContain('<g class="before">');
        expect(page).toContain("<details><summary>");
      }
    }
    const answer = await mainOf(await owner.get(`/app/zahlen/meldung/${first.pressReleaseId}?tage=365`));
    expect(answer).toContain("Aufrufe pro Woche");
  });

  test("a level that measures no interactions says so, and never 0", async () => {
    await service.sql`update newsroom set level = 'L0' where agency_id = ${agencyId} and client_id = ${second.clientId}`;
    const page = await mainOf(await owner.get(`/app/zahlen/meldung/${second.pressReleaseId}?tage=30`));
    expect(page).toContain("nicht erhoben");
  });

  test("a person of one client sees what is that client's alone, and others see nothing", async () => {
    const hidden = [
      `/app/zahlen/meldung/${second.pressReleaseId}`,
      `/app/zahlen/kunde/${second.clientId}`,
      `/app/zahlen/kampagne/${mixed}`,
      `/app/zahlen/portfolio/${portfolio}`,
    ];
    for (const path of hidden) expect([path, (await limited.get(path)).status]).toEqual([path, 404]);
    for (const [, path] of pathsOf().slice(0, 3))
      expect([path, (await limited.get(path)).status]).toEqual([path, 200]);
    const lists = ["", "/meldungen", "/kampagnen", "/portfolios"].map((ending) => `/app/zahlen${ending}`);
    const seen = (await Promise.all(lists.map(async (path) => mainOf(await limited.get(path))))).join("");
    for (const [name, isSeen] of [
      ["Werk eröffnet", true],
      ["Müller", true],
      ["Herbst", true],
      ["Speicher", false],
      ["Stadtwerke", false],
      ["Beide", false],
      ["Gruppe", false],
    ] as const)
      expect([name, seen.includes(name)]).toEqual([name, isSeen]);
    for (const [, path] of pathsOf()) {
      const theirs = await foreign.get(path);
      const nobodys = await foreign.get(path.replace(/[^/]+$/, path.includes("-") ? unknown : "999999999"));
      expect([path, theirs.status, await mainOf(theirs)]).toEqual([path, 404, await mainOf(nobodys)]);
    }
  });

  test("a member that is gone is said in the form, which keeps the rest of what was chosen", async () => {
    const typed = { name: "Neu getippt", clientIds: [String(first.clientId), "999999999"] };
    const answer = await owner.post(`/app/zahlen/portfolios/${portfolio}`, typed);
    const page = await answer.text();
    expect(answer.status).toBe(404);
    expect(page).toContain("gibt es nicht mehr");
    expect(page).toContain("Neu getippt");
    const unknownPortfolio = await owner.post(`/app/zahlen/portfolios/${unknown}`, typed);
    expect(unknownPortfolio.status).toBe(404);
    expect(await unknownPortfolio.text()).not.toContain('<form class="form"');
  });

  test("campaigns and portfolios are made and changed, with what belongs to the agency alone", async () => {
    const ids = { first: String(first.pressReleaseId), second: String(second.pressReleaseId) };
    const other = await createTestRelease(service.sql, (await createTestAgency(service.sql)).agencyId);
    const made = await owner.post("/app/zahlen/kampagnen/neu", { name: "Neu", releaseIds: [ids.first] });
    const path = made.headers.get("location") ?? "";
    const id = path.split("/").at(-1) ?? "";
    expect(await mainOf(await owner.get(path))).toContain("Werk eröffnet");
    const edit = `/app/zahlen/kampagnen/${id}`;
    expect((await owner.post(edit, { name: "Neu 2", releaseIds: [ids.second] })).status).toBe(303);
    expect(await mainOf(await owner.get(path))).not.toContain("Werk eröffnet");
    const refused: [string, Record<string, string | string[]>][] = [
      [edit, { name: "", releaseIds: [ids.first] }],
      [edit, { name: "x", releaseIds: [] }],
      [edit, { name: "x", releaseIds: [String(other.pressReleaseId)] }],
      ["/app/zahlen/kampagnen/neu", { name: "x", releaseIds: [String(other.pressReleaseId)] }],
      ["/app/zahlen/portfolios/neu", { name: "x", clientIds: [String(other.clientId)] }],
      [`/app/zahlen/portfolios/${portfolio}`, { name: "x", clientIds: [] }],
    ];
    for (const [at, fields] of refused) {
      const answer = await owner.post(at, fields);
      expect([at, fields, answer.status >= 400 && answer.status < 500]).toEqual([at, fields, true]);
    }
    expect(await mainOf(await owner.get(path))).toContain("Speicher fertig");
    expect((await foreign.post(edit, { name: "x", releaseIds: [ids.first] })).status).toBeGreaterThanOrEqual(
      400,
    );
    const folio = `/app/zahlen/portfolios/${portfolio}`;
    const members = { clientIds: [String(second.clientId)], campaignIds: [campaign] };
    expect((await owner.post(folio, { name: "Gruppe 2", ...members })).status).toBe(303);
    expect(await mainOf(await owner.get(`/app/zahlen/portfolio/${portfolio}`))).toContain("Speicher fertig");
    const actions = await service.sql`
      select distinct action from audit where agency_id = ${agencyId} and action ~ '^(campaign|portfolio)' order by 1
    `;
    expect(actions.map(({ action }) => String(action))).toEqual([
      "campaign.changed",
      "campaign.created",
      "portfolio.changed",
    ]);
  });

  test("an older page of a campaign or a portfolio undoes nothing, and says what somebody else has saved", async () => {
    const ids = { first: String(first.pressReleaseId), second: String(second.pressReleaseId) };
    const made = await owner.post("/app/zahlen/kampagnen/neu", { name: "Zu zweit", releaseIds: [ids.first] });
    const campaignId = made.headers.get("location")?.split("/").at(-1) ?? "";
    const clients = [String(first.clientId), String(second.clientId)];
    const started = await owner.post("/app/zahlen/portfolios/neu", { name: "Zu zweit", clientIds: clients });
    const portfolioId = started.headers.get("location")?.split("/").at(-1) ?? "";
    const stampIn = (page: string) => /name="seenStamp" value="([^"]+)"/.exec(page)?.[1] ?? "";
    for (const { at, one, other, words } of [
      {
        at: `/app/zahlen/kampagnen/${campaignId}`,
        one: { name: "Zu zweit", releaseIds: [ids.second, ids.first] },
        other: { name: "Zu dritt", releaseIds: [ids.first] },
        words: ["Jemand hat die Kampagne", "Inzwischen gespeichert: Speicher fertig (Stadtwerke)."],
      },
      {
        at: `/app/zahlen/portfolios/${portfolioId}`,
        one: { name: "Zu zweit", clientIds: clients.slice(0, 1), campaignIds: [campaignId] },
        other: { name: "Zu dritt", clientIds: clients },
        words: [
          "Jemand hat das Portfolio",
          "Nicht gespeichert: Stadtwerke.",
          "Inzwischen gespeichert: Zu dritt.",
        ],
      },
    ]) {
      const seenStamp = stampIn(await mainOf(await owner.get(at)));
      // The second is a double click.
      for (let times = 0; times < 2; times += 1)
        expect((await owner.post(at, { ...one, seenStamp })).status).toBe(303);
      const older = await owner.post(at, { ...other, seenStamp });
      const told = await mainOf(older);
      expect([at, older.status]).toEqual([at, 409]);
      for (const each of [...words, "Inzwischen gespeichert: „Zu zweit“"]) expect(told).toContain(each);
      expect(await mainOf(await owner.get(at))).toContain('value="Zu zweit"');
      expect((await owner.post(at, { ...other, seenStamp: stampIn(told) })).status).toBe(303);
      expect(await mainOf(await owner.get(at))).toContain('value="Zu dritt"');
    }
  });

  test("have the number by which programs order reports, a client's once it has one", async () => {
    const pageOf = async (path: string) => await mainOf(await owner.get(`/app/zahlen/${path}`));
    expect(await pageOf(`kampagne/${campaign}`)).toContain(`Nummer ${campaign}, für`);
    expect(await pageOf(`portfolio/${portfolio}`)).toContain(`Nummer ${portfolio}, für`);
    expect(await pageOf(`meldung/${first.pressReleaseId}?tage=30`)).not.toContain("die Schnittstelle");
    const client = `kunde/${first.clientId}`;
    expect(await pageOf(client)).not.toContain("die Schnittstelle");
    const asked = { scope: `client:${first.clientId}`, period: thisMonth() };
    expect((await owner.post("/app/berichte/neu", { ...asked, comparison: "none" })).status).toBe(303);
    const { id } = await keptPortfolio(service.sql, agencyId, first.clientId);
    expect(await pageOf(client)).toContain(`Nummer ${id}, für`);
  });

  test("a search above a campaign leaves its name and what is ticked and unticked", async () => {
    const [ticked, member] = [String(second.pressReleaseId), String(first.pressReleaseId)];
    for (const at of ["/app/zahlen/kampagnen/neu", `/app/zahlen/kampagnen/${campaign}`]) {
      const typed = { name: "Halb getippt", q: "gibt es nicht", releaseIds: [ticked] };
      const answer = await owner.post(`${at}/suchen`, typed);
      const page = await mainOf(answer);
      expect([at, answer.status]).toEqual([at, 200]);
      expect(page).toContain('value="Halb getippt"');
      expect(page).toContain(`value="${ticked}" checked`);
      expect([at, page.includes(`value="${member}"`)]).toEqual([at, at.endsWith(campaign)]);
      expect(page).not.toContain(`value="${member}" checked`);
    }
  });

  const pathsOf = (): [string, string][] => [
    ["a release", `/app/zahlen/meldung/${first.pressReleaseId}`],
    ["a client", `/app/zahlen/kunde/${first.clientId}`],
    ["a campaign", `/app/zahlen/kampagne/${campaign}`],
    ["a portfolio", `/app/zahlen/portfolio/${portfolio}`],
  ];
});
