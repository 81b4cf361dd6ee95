import { expect, test } from "bun:test";
import { serviceScene } from "../../../support/cast.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
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
