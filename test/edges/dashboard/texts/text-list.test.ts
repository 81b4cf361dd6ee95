import { expect, test } from "bun:test";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { listReleases } from "../../../../service/features/workflow/releases/list-releases.ts";
import { serviceScene } from "../../../support/cast.ts";
import { context, createApproved, createWorkshop, draftInput } from "../../../support/workflow.ts";
import { createDashboardUser } from "../support.ts";

const { service, workshop: own } = serviceScene();

test("the list is filtered by client, state, topic and day, in pages", async () => {
  const workshop = await createWorkshop(service.sql);
  const person = await createDashboardUser(service, workshop.agencyId);
  const empty = await (await person.get("/app/meldungen")).text();
  expect(empty).toContain("Noch keine Meldung");
  for (let number = 1; number <= 51; number += 1)
    await createDraft(
      service.sql,
      workshop.agencyId,
      draftInput(workshop.clientId, { title: `Text ${number}`, ...(number === 7 && { topics: ["Bau"] }) }),
      number === 9 ? { ...context, actor: { type: "api_key", id: workshop.keyId } } : context,
    );
  const titles = async (query: string) => {
    const page = await (await person.get(`/app/meldungen${query}`)).text();
    return { page, found: [...page.matchAll(/>(Text \d+)<\/a>/g)].map(([, title]) => title) };
  };
  const first = await titles("");
  expect(first.found).toHaveLength(50);
  const next = /rel="next" href="([^"]+)"/.exec(first.page)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect((await titles(next.replace("/app/meldungen", ""))).found).toEqual(["Text 1"]);
  expect((await titles("?thema=bau")).found).toEqual(["Text 7"]);
  expect((await titles("?stand=approved")).page).toContain("Keine Meldung gefunden");
  expect((await titles("?stand=draft&von=2020-01-01&bis=2020-12-31")).found).toEqual([]);
  const today = new Date().toISOString().slice(0, 10);
  expect((await titles(`?von=${today}`)).found.length).toBeGreaterThan(0);
  expect((await titles("")).page.match(/über die Schnittstelle/g)).toHaveLength(1);
  expect((await titles(`?kunde=${workshop.clientId}`)).found).toHaveLength(50);
  expect((await person.get(`/app/meldungen?kunde=${own.clientId}`)).status).toBe(404);
  expect((await person.get("/app/meldungen?kunde=x")).status).toBe(404);
  expect((await person.get("/app/meldungen?cursor=x")).status).toBe(400);
});

test("the list is sorted by each of its columns, both ways and across pages, and searched by words", async () => {
  const workshop = await createWorkshop(service.sql);
  const { agencyId, clientId } = workshop;
  const person = await createDashboardUser(service, agencyId);
  const titles = ["Äpfel", "Birnen", "Ölpreis steigt", "Zebra", "apfelsaft / süß"];
  for (const title of titles) await createApproved(service.sql, workshop, { title });
  await createDraft(
    service.sql,
    agencyId,
    draftInput(clientId, { title: "Quitten", topics: ["Ernte"] }),
    context,
  );
  const read = async (query: string) => {
    const page = await (await person.get(`/app/meldungen?${query}`)).text();
    return [...page.matchAll(/<th scope="row"[^>]*><a href="[^"]+">([^<]+)</g)].map(([, title]) => title);
  };
  const byTitle = ["Äpfel", "apfelsaft / süß", "Birnen", "Ölpreis steigt", "Quitten", "Zebra"];
  expect(await read("sort=titel")).toEqual(byTitle);
  expect(await read("sort=-titel")).toEqual(byTitle.toReversed());
  expect((await read("sort=stand"))[0]).toBe("Quitten");
  expect((await read("sort=-stand")).at(-1)).toBe("Quitten");
  expect((await read("sort=-geaendert"))[0]).toBe("Äpfel");
  expect((await read("sort=irgendwas"))[0]).toBe("Quitten");
  expect(await read("q=ÖLPREIS")).toEqual(["Ölpreis steigt"]);
  for (const asked of ["oelpreis", "olpreis steigt", "O\u0308lpreis"])
    expect(await read(`q=${encodeURIComponent(asked)}`)).toEqual(["Ölpreis steigt"]);
  expect(await read("q=suess")).toEqual(["apfelsaft / süß"]);
  expect(await read("q=ernte+müller")).toEqual(["Quitten"]);
  expect(await read("q=ernte+zebra")).toEqual([]);
  for (const by of ["updated", "title", "client", "status"] as const)
    for (const isReversed of [false, true]) {
      const order = { by, isReversed };
      const whole = await listReleases(service.sql, agencyId, { order, limit: 50 });
      const paged: unknown[] = [];
      for (let cursor: string | undefined, more = true; more; ) {
        const page = await listReleases(service.sql, agencyId, { order, limit: 2, cursor });
        paged.push(...page.releases);
        cursor = page.nextCursor ?? undefined;
        more = cursor !== undefined;
      }
      expect(paged).toEqual(whole.releases);
    }
  const { nextCursor } = await listReleases(service.sql, agencyId, {
    order: { by: "title", isReversed: false },
    limit: 2,
  });
  expect((await person.get(`/app/meldungen?sort=kunde&cursor=${nextCursor}`)).status).toBe(400);
});
