import { expect, test } from "bun:test";
import { insertPortfolio } from "../../../../service/features/reporting/portfolios/sql.ts";
import { insertMention } from "../../../features/insights/support.ts";
import { berlinDay } from "../../../support/berlin-days.ts";
import { serviceScene } from "../../../support/cast.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { mainOf } from "../reports/support.ts";
import { createDashboardUser } from "../support.ts";

const { service } = serviceScene();

test("the tabs lead a person only to pages that it may open", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const { clientId } = await createTestRelease(service.sql, agencyId);
  const people = [
    [{ role: "editor" }, ["", "/gefunden", "/importe", "/feeds"]],
    [{ role: "analyst" }, ["", "/gefunden", "/feeds"]],
    [{ role: "editor", clientIds: [clientId] }, ["", "/gefunden"]],
  ] as const;
  for (const [input, endings] of people) {
    const user = await createDashboardUser(service, agencyId, input);
    const page = await (await user.get("/app/clippings")).text();
    const links = [...page.matchAll(/href="(\/app\/clippings[^"]*)"(?! class)/g)].map(
      ([, href = ""]) => href,
    );
    const opened = [...new Set(links)].filter((href) => !/\?|\/neu$|\/eintragen$/.test(href));
    expect(opened).toEqual(endings.map((ending) => `/app/clippings${ending}`));
    for (const path of opened)
      expect([input, path, (await user.get(path)).status]).toEqual([input, path, 200]);
  }
});

test("what one list of clippings was asked, the other one is asked too, but for a state and a place", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const { clientId, pressReleaseId } = await createTestRelease(service.sql, agencyId);
  const user = await createDashboardUser(service, agencyId);
  const asked = `kunde=${clientId}&meldung=${pressReleaseId}&q=Werk`;
  const page = await (await user.get(`/app/clippings?${asked}&stand=confirmed&ton=`)).text();
  const tabs = /<nav class="tabs".*?<\/nav>/s.exec(page)?.[0] ?? "";
  expect([...tabs.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"))).toEqual(
    [
      `/app/clippings?${asked}`,
      `/app/clippings/gefunden?${asked}`,
      ...["importe", "feeds", "medien"].map((name) => `/app/clippings/${name}`),
    ],
  );
});

test("pages that show the newest clippings lead to all of them: those entered and those found stand in two lists", async () => {
  const { sql } = service;
  const { agencyId } = await createTestAgency(sql);
  const { clientId, pressReleaseId } = await createTestRelease(sql, agencyId);
  for (let made = 0; made <= 50; made += 1)
    await insertMention(sql, agencyId, { release_id: pressReleaseId, client_id: clientId });
  const clientIds = [clientId];
  const portfolio = await insertPortfolio(sql, agencyId, { name: "Alle", clientIds, campaignIds: [] });
  const user = await createDashboardUser(service, agencyId);
  const linksOn = async (path: string) =>
    [
      ...(await mainOf(await user.get(path))).matchAll(
        /href="(\/app\/clippings(?:\/gefunden)?(?:\?[^"]*)?)"/g,
      ),
    ].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
  const both = (asked: string) => [`/app/clippings?${asked}`, `/app/clippings/gefunden?${asked}`];
  const days = `von=${berlinDay(-29)}&bis=${berlinDay(0)}`;
  for (const [path, asked] of [
    [`/app/kunden/${clientId}`, `kunde=${clientId}`],
    [`/app/meldungen/erschienen/${pressReleaseId}`, `meldung=${pressReleaseId}`],
    [`/app/zahlen/kunde/${clientId}?tage=30`, `kunde=${clientId}&${days}`],
    [`/app/zahlen/meldung/${pressReleaseId}?tage=30`, `meldung=${pressReleaseId}&${days}`],
  ] as const)
    expect([path, await linksOn(path)]).toEqual([path, both(asked)]);
  // No list of clippings can be asked for a group.
  expect(await linksOn(`/app/zahlen/portfolio/${portfolio}?tage=30`)).toEqual([]);
});

test("a client's page counts the clippings of its releases over whole days, as the figures do", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const { clientId, pressReleaseId } = await createTestRelease(service.sql, agencyId);
  const user = await createDashboardUser(service, agencyId);
  const start = service.sql`${berlinDay(-29)}::date::timestamp at time zone 'Europe/Berlin'`;
  for (const seconds of [-1, 0]) {
    await insertMention(service.sql, agencyId, { release_id: pressReleaseId, headline: String(seconds) });
    await service.sql`
      update media_mention
      set published_at = ${start} + ${seconds}::integer * interval '1 second'
      where agency_id = ${agencyId} and headline = ${String(seconds)}
    `;
  }
  const page = await mainOf(await user.get(`/app/kunden/${clientId}`));
  expect(page).toMatch(/data-label="Clippings in 30 Tagen"[^>]*>1</);
  expect(await mainOf(await user.get(`/app/zahlen/kunde/${clientId}?tage=30`))).toContain(
    "Anderswo gefunden: 1 Clipping.",
  );
});
