import { beforeAll, expect, test } from "bun:test";
import { rowFile } from "../../../../service/edges/dashboard/pages/figures/row-table.ts";
import { ensureComingPartitions } from "../../../../service/features/measurement/partitions.ts";
import { insertCampaign } from "../../../../service/features/reporting/campaigns/sql.ts";
import { insertPortfolio } from "../../../../service/features/reporting/portfolios/sql.ts";
import { createTestImport, insertMention, insertSearch } from "../../../features/insights/support.ts";
import { serviceScene } from "../../../support/cast.ts";
import { createTestAgency, createTestRelease, type TestRelease } from "../../../support/service.ts";
import { insertViews, mainOf } from "../reports/support.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";

const { service } = serviceScene();
let agencyId: number;
let release: TestRelease;
let other: TestRelease;
let owner: DashboardUser;
let analyst: DashboardUser;
let limited: DashboardUser;
let foreign: DashboardUser;

beforeAll(async () => {
  const { sql } = service;
  await ensureComingPartitions(sql);
  ({ agencyId } = await createTestAgency(sql));
  release = await createTestRelease(sql, agencyId, { title: "Werk eröffnet", clientName: "=Müller" });
  other = await createTestRelease(sql, agencyId, { title: "Speicher fertig", clientName: "Stadtwerke" });
  await insertViews(sql, agencyId, release.pressReleaseId);
  await sql`update release set published_at = now() - interval '70 days' where id = ${other.pressReleaseId}`;
  owner = await createDashboardUser(service, agencyId);
  analyst = await createDashboardUser(service, agencyId, { role: "analyst" });
  limited = await createDashboardUser(service, agencyId, { role: "editor", clientIds: [other.clientId] });
  foreign = await createDashboardUser(service, (await createTestAgency(sql)).agencyId);
});

const pathOf = ({ pressReleaseId }: TestRelease) => `/app/zahlen/meldung/${pressReleaseId}`;

test("the overview has the sums of the reader's clients beside the period before, and sorts by each column", async () => {
  const page = await mainOf(await owner.get("/app/zahlen?tage=7"));
  expect(page).toContain("<strong>28</strong><span>davor: 77");
  expect(page.indexOf("=Müller")).toBeLessThan(page.indexOf("Stadtwerke"));
  const byName = await mainOf(await owner.get("/app/zahlen?tage=7&sortiert=name&q="));
  expect(byName).toContain('aria-sort="ascending"');
  // The choice goes along into the client's figures.
  expect(byName).toContain(`href="/app/zahlen/kunde/${release.clientId}?tage=7"`);
  const seen = await mainOf(await limited.get("/app/zahlen?tage=7"));
  expect([seen.includes("Müller"), seen.includes("<strong>28</strong>")]).toEqual([false, false]);
  expect(await mainOf(await foreign.get("/app/zahlen"))).toContain("Hier stehen die Zahlen");
  expect((await owner.get("/app/zahlen/kunden")).headers.get("location")).toBe("/app/zahlen");
});

test("a period is a month, free days, or since the publication, compared with what was before or the year before", async () => {
  const path = pathOf(release);
  const range = await mainOf(await owner.get(`${path}?von=2026-01-05&bis=2026-01-11`));
  expect(range).toContain("KW 2 2026");
  expect(range).toContain("verglichen mit der KW 1 2026");
  const month = await mainOf(await owner.get(`${path}?zeitraum=2025-03&vergleich=vorjahr`));
  expect(month).toContain("verglichen mit März 2024");
  expect(month).toContain("zeitraum=2025-03&amp;vergleich=vorjahr&amp;als=svg");
  const alone = await mainOf(await owner.get(`${pathOf(other)}?zeitraum=2025-03&vergleich=ohne`));
  expect([alone.includes("verglichen mit"), alone.includes('class="before"')]).toEqual([false, false]);
  expect(await mainOf(await owner.get(`${path}?zeitraum=since-publication`))).toContain(
    'aria-current="true">Seit Erscheinen',
  );
  for (const [query, sentence] of [
    ["zeitraum=2026-13", "gibt es nicht"],
    ["zeitraum=2999-01", "noch nicht begonnen"],
    ["von=2024-01-01&bis=2024-12-31", "höchstens 365 Tage"],
  ] as const)
    expect(await mainOf(await owner.get(`${path}?${query}`))).toContain(sentence);
  // After 30 days the last ones are shown.
  expect(await mainOf(await owner.get(pathOf(other)))).toContain('aria-current="true">30 Tage');
  expect(
    await mainOf(await owner.get(`/app/zahlen/kunde/${other.clientId}?zeitraum=since-publication`)),
  ).toContain("nur für eine einzelne Meldung");
});

test("the files of the days since a publication are compared with nothing, as their page: what nobody counted is no zero", async () => {
  const { sql } = service;
  const { agencyId: ownId } = await createTestAgency(sql);
  const fresh = await createTestRelease(sql, ownId);
  await sql`update release set published_at = now() - interval '5 days' where id = ${fresh.pressReleaseId}`;
  await insertViews(sql, ownId, fresh.pressReleaseId);
  const user = await createDashboardUser(service, ownId);
  const page = await mainOf(await user.get(pathOf(fresh)));
  const [, file = ""] = /href="([^"]*als=tage)"/.exec(page) ?? [];
  const days = await (await user.get(file.replaceAll("&amp;", "&"))).text();
  expect(days.trim().split("\r\n").slice(1)).toHaveLength(6);
  expect(days.trim().split("\r\n")[1]?.split(",")[2]).toBe("–");
});

test("tables and chart are taken along as files that a spreadsheet runs nothing of", async () => {
  const csv = await owner.get("/app/zahlen?tage=7&als=kunden");
  expect(csv.headers.get("content-type")).toContain("text/csv");
  expect(await csv.text()).toContain("'=Müller,,28,7,0\r\n");
  const days = await (await owner.get(`${pathOf(release)}?tage=7&als=tage`)).text();
  expect(days.split("\r\n")).toHaveLength(9);
  const svg = await owner.get(`${pathOf(release)}?tage=7&als=svg`);
  expect([
    svg.headers.get("content-type"),
    svg.headers.get("content-disposition")?.endsWith('.svg"'),
  ]).toEqual(["image/svg+xml", true]);
  expect(await svg.text()).toContain("Werk eröffnet: Aufrufe pro Tag");
  const rows = await (await owner.get(`/app/zahlen/kunde/${release.clientId}?tage=7&als=meldungen`)).text();
  expect(rows).toContain("Werk eröffnet");
  for (const user of [limited, foreign])
    expect((await user.get(`${pathOf(release)}?tage=7&als=tage`)).status).toBe(404);
});

test("a table that was searched and sorted is taken along as it is shown", async () => {
  for (const [path, key, query, name] of [
    ["/app/zahlen", "kunden", "Stadt & Werke", "Stadt & Werke"],
    ["/app/zahlen/meldungen", "meldungen", "Speicher", "Speicher fertig"],
  ] as const) {
    await service.sql`update client set name = 'Stadt & Werke' where id = ${other.clientId}`;
    const asked = `tage=7&q=${encodeURIComponent(query)}&sortiert=name`;
    const page = await mainOf(await owner.get(`${path}?${asked}`));
    const [, href = ""] = page.match(new RegExp(`href="([^"]*als=${key})"`)) ?? [];
    const file = await (await owner.get(href.replaceAll("&amp;", "&"))).text();
    expect(href).toContain("&amp;sortiert=name&amp;");
    expect([file.includes(name), file.includes("Müller"), file.includes("Werk eröffnet")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await mainOf(await owner.get(`${path}?tage=7`))).not.toContain("&amp;q=");
  }
  await service.sql`update client set name = 'Stadtwerke' where id = ${other.clientId}`;
  const path = `/app/zahlen/kunde/${release.clientId}`;
  expect(await mainOf(await owner.get(`${path}?tage=7&sortiert=views`))).toContain(
    "&amp;als=meldungen&amp;sortiert=views",
  );
});

test("a fresh release begins with its first hours, which a script asks for until they are over", async () => {
  const fresh = await createTestRelease(service.sql, agencyId, { title: "Ganz neu" });
  const page = await mainOf(await owner.get(pathOf(fresh)));
  expect(page).toContain("noch keine Aufrufe von Menschen");
  expect(page).not.toContain('<dl class="figures">');
  expect(await mainOf(await owner.get(`${pathOf(fresh)}?tage=30`))).toContain('<dl class="figures">');
  const live = `${pathOf(fresh)}/erste-stunden`;
  const piece = await owner.get(live);
  expect([piece.status, (await piece.text()).includes("<html")]).toEqual([200, false]);
  for (const user of [limited, foreign]) expect((await user.get(live)).status).toBe(404);
  expect((await owner.get(`${pathOf(other)}/erste-stunden`)).status).toBe(204);
});

test("the period goes along the tabs, into lists with figures, and what can't be compared is said", async () => {
  const asked = "zeitraum=2026-02&vergleich=vorjahr";
  for (const path of ["", "/meldungen", "/kampagnen", "/portfolios"]) {
    const page = await mainOf(await owner.get(`/app/zahlen${path}?${asked}`));
    for (const tab of ["", "/meldungen", "/kampagnen", "/portfolios"])
      expect([
        path,
        page.includes(`href="/app/zahlen${tab}?zeitraum=2026-02&amp;vergleich=vorjahr"`),
      ]).toEqual([path, true]);
  }
  const { sql } = service;
  const campaign = await insertCampaign(sql, agencyId, {
    name: "Herbst",
    releaseIds: [release.pressReleaseId],
  });
  const portfolio = await insertPortfolio(sql, agencyId, {
    ...{ name: "Gruppe", clientIds: [release.clientId], campaignIds: [campaign] },
  });
  const own = await mainOf(await owner.get(`${pathOf(release)}?tage=7`));
  const views = /<dt>Aufrufe<\/dt><dd><strong>([\d.]+)/.exec(own)?.[1] ?? "";
  expect(Number(views)).toBeGreaterThan(0);
  for (const [list, href] of [
    ["meldungen", pathOf(release)],
    ["kampagnen", `/app/zahlen/kampagne/${campaign}`],
    ["portfolios", `/app/zahlen/portfolio/${portfolio}`],
  ]) {
    const page = await mainOf(await owner.get(`/app/zahlen/${list}?tage=7`));
    const row = page.split("<tr>").find((each) => each.includes(`${href}?tage=7"`)) ?? "";
    expect([list, row.includes(`>${views}</td>`)]).toEqual([list, true]);
    expect(await mainOf(await foreign.get(`/app/zahlen/${list}?tage=7`))).not.toContain(href);
  }
  const sorted = await mainOf(await owner.get("/app/zahlen/meldungen?tage=7&sortiert=views"));
  expect(sorted).toContain('aria-sort="descending"');
  expect(sorted.indexOf(pathOf(release))).toBeLessThan(sorted.indexOf(pathOf(other)));
  for (const path of ["/app/zahlen", `/app/zahlen/kunde/${release.clientId}`]) {
    const page = await mainOf(await owner.get(`${path}?zeitraum=2026-03`));
    expect([path, page.includes("31\u00a0Tage und 28\u00a0Tage")]).toEqual([path, true]);
    expect([path, page.includes("ohne Messung")]).toEqual([path, true]);
  }
});

test("clippings and other values of others are taken along with their origin, and the first hours as table and chart", async () => {
  const { sql } = service;
  await insertMention(sql, agencyId, {
    ...{
      release_id: release.pressReleaseId,
      headline: "=Werk",
      reach: 1_000,
      reach_source: "IVW",
      reach_origin: "estimated",
    },
  });
  await insertSearch(sql, agencyId, {
    ...{ release_id: release.pressReleaseId, query: "werk bremen" },
    import_id: await createTestImport(sql, agencyId, "search-visibility"),
  });
  const page = await mainOf(await owner.get(`${pathOf(release)}?tage=30`));
  for (const said of ["Anderswo gefunden: 1 Clipping.", "Clipping: Weser-Kurier: =Werk"])
    expect(page).toContain(said);
  expect(page).not.toContain("Medienbericht");
  for (const [key, said] of [
    ["clippings", '"\'=Werk"'],
    ["reichweite", "IVW"],
    ["suche", "werk bremen"],
    ["medienart-imported", "Online"],
    ["tonalitaet", "nicht beurteilt"],
  ] as const) {
    expect(page).toContain(`als=${key}`);
    const file = await owner.get(`${pathOf(release)}?tage=30&als=${key}`);
    expect([key, file.headers.get("content-disposition")?.endsWith(`${key}.csv"`)]).toEqual([key, true]);
    expect((await file.text()).replaceAll('"', "")).toContain(said.replaceAll('"', ""));
    for (const user of [limited, foreign])
      expect((await user.get(`${pathOf(release)}?tage=30&als=${key}`)).status).toBe(404);
  }
  expect(await (await owner.get(`${pathOf(release)}?tage=30&als=clippings`)).text()).toContain("importiert");
  const fresh = await createTestRelease(sql, agencyId, { title: "Eben erst" });
  const hours = await mainOf(await owner.get(pathOf(fresh)));
  for (const ending of ["erste-stunden", "erste-stunden-svg"]) expect(hours).toContain(`?als=${ending}"`);
  const table = await owner.get(`${pathOf(fresh)}?als=erste-stunden`);
  expect(table.headers.get("content-type")).toStartWith("text/csv");
  expect((await table.text()).split("\r\n")[0]).toEndWith("Ab,Menschen,Maschinen");
  const chart = await owner.get(`${pathOf(fresh)}?als=erste-stunden-svg`);
  expect(chart.headers.get("content-type")).toBe("image/svg+xml");
  expect(await chart.text()).toContain("Eben erst: Aufrufe in Schritten von 15 Minuten");
});

test("a file gives the day of publication where the agency is: half past midnight is that day", async () => {
  const late = await createTestRelease(service.sql, agencyId, { title: "Nachts um halb eins" });
  await service.sql`
    update release set published_at = '2026-10-31T23:30:00Z' where id = ${late.pressReleaseId}`;
  for (const path of ["/app/zahlen/meldungen", `/app/zahlen/kunde/${late.clientId}`]) {
    const file = await owner.get(`${path}?tage=7&als=meldungen`);
    expect(await file.text()).toContain("Nachts um halb eins,2026-11-01,");
  }
});

test("a file gives the day of a clipping where the agency is, of a feed's find too", async () => {
  const { agencyId: berliners } = await createTestAgency(service.sql);
  const user = await createDashboardUser(service, berliners);
  const { pressReleaseId, ...of } = await createTestRelease(service.sql, berliners);
  const late = { release_id: pressReleaseId, published_at: new Date("2026-10-31T23:30:00Z") };
  await insertMention(service.sql, berliners, { ...late, origin: "observed", headline: "Gefunden" });
  await insertMention(service.sql, berliners, { ...late, published_on: "2026-10-30", headline: "Getippt" });
  const path = `${pathOf({ ...of, pressReleaseId })}?von=2026-10-30&bis=2026-11-02&als=clippings`;
  const rows = (await (await user.get(path)).text()).split("\r\n");
  for (const [headline, day] of [
    ["Gefunden", "2026-11-01"],
    ["Getippt", "2026-10-30"],
  ] as const)
    expect(rows.find((row) => row.includes(headline))).toStartWith(day);
  expect(rows.find((row) => row.includes("Gefunden"))?.split(",")[0]).toBe("2026-11-01");
});

test("a file of more rows than it may have says so", () => {
  const row = { id: 1, name: "Müller", publishedAt: null, views: 1, visitors: 1, clippings: 0, days: [] };
  const rowsOf = (count: number) =>
    rowFile(
      { timeZone: "Europe/Berlin" },
      Array.from({ length: count }, () => row),
      "Kunde",
    ).rows;
  expect(rowsOf(2_000).at(-1)?.cells[0]).toBe("Müller");
  expect(rowsOf(2_001)).toHaveLength(2_001);
  expect(rowsOf(2_001).at(-1)?.cells[0]).toContain("höchstens 2.000");
});

test("notes are written by those who write, for what they see, and stand on the chart", async () => {
  const path = `/app/zahlen/kunde/${release.clientId}`;
  const [row] = await service.sql`select (now() at time zone 'Europe/Berlin')::date::text as day`;
  const fields = { day: String(row?.day), text: "Messeauftritt <b>" };
  expect((await analyst.post(`${path}/notizen`, fields)).status).toBe(403);
  for (const user of [limited, foreign])
    expect((await user.post(`${path}/notizen`, fields)).status).toBe(404);
  const tooLong = await owner.post(`${path}/notizen`, { ...fields, text: "x".repeat(101) });
  expect([tooLong.status, (await tooLong.text()).includes("höchstens 100")]).toEqual([400, true]);
  expect((await owner.post(`${path}/notizen`, fields)).status).toBe(303);
  const page = await mainOf(await owner.get(`${path}?tage=7`));
  expect(page).toContain("Messeauftritt &lt;b&gt;");
  expect(page).toContain('class="marks"');
  const removal = /action="([^"?]+\/entfernen)/.exec(page)?.[1] ?? "";
  expect(await mainOf(await analyst.get(`${path}?tage=7`))).not.toContain("/entfernen");
  for (const user of [limited, foreign]) expect((await user.post(removal)).status).toBe(404);
  expect((await analyst.post(removal)).status).toBe(403);
  expect((await owner.post(removal)).status).toBe(303);
  expect(await mainOf(await owner.get(`${path}?tage=7`))).not.toContain("Messeauftritt");
});
