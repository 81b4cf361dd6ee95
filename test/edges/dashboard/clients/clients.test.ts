import { beforeAll, describe, expect, test } from "bun:test";
import { addClientContact } from "../../../../service/features/clients/contacts.ts";
import { createClient } from "../../../../service/features/clients/create-client.ts";
import { keptPortfolio } from "../../../../service/features/reporting/portfolios/kept-portfolio.ts";
import { createSchedule } from "../../../../service/features/reporting/schedules/create-schedule.ts";
import { serviceScene } from "../../../support/cast.ts";
import { fastestMs } from "../../../support/fastest.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { createDashboardUser, seenStampIn } from "../support.ts";

const { service, workshop, owner } = serviceScene();
const operator = { type: "operator", id: null } as const;
let at = "";

beforeAll(async () => {
  at = `/app/kunden/${workshop.clientId}`;
});

describe("clients", () => {
  test("a list has its filter, its pages and its empty state", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const user = await createDashboardUser(service, agencyId);
    expect(await (await user.get("/app/kunden")).text()).toContain("Noch kein Kunde");
    await service.sql`
      with added as (
        insert into client (agency_id, name, slug)
        select ${agencyId}::integer, 'Kunde ' || n, 'liste-' || ${agencyId}::integer || '-' || n
        from generate_series(1, 51) n
        returning id
      )
      insert into newsroom (agency_id, client_id)
      select ${agencyId}::integer, id
      from added
    `;
    const first = await (await user.get("/app/kunden")).text();
    const next = /rel="next" href="([^"]*)"/.exec(first)?.[1] ?? "";
    expect(first.match(/<th scope="row"/g)?.length).toBe(50);
    expect((await (await user.get(next)).text()).match(/<th scope="row"/g)?.length).toBe(1);
    expect(await (await user.get("/app/kunden?q=kunde+17")).text()).toContain("Kunde 17");
    expect(await (await user.get("/app/kunden?stand=archived")).text()).toContain("Nichts gefunden");
    expect((await user.get("/app/kunden?cursor=unsinn")).status).toBe(400);
  });

  test("a page of 10,000 clients takes less than 150 ms", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const user = await createDashboardUser(service, agencyId);
    await service.sql`
      insert into client (agency_id, name, slug)
      select ${agencyId}::integer, 'Kunde ' || n, 'viele-' || ${agencyId}::integer || '-' || n
      from generate_series(1, 10000) n
    `;
    const takenMs = await fastestMs(150, async () => (await user.get("/app/kunden")).text());
    expect(takenMs).toBeLessThan(150);
  });

  test("the report of last month is offered for a client that was there in it, or had something published", async () => {
    const { sql } = service;
    const { agencyId } = workshop;
    const { clientId } = await createTestRelease(sql, agencyId);
    const startOfMonth = sql`date_trunc('month', now() at time zone 'Europe/Berlin') at time zone 'Europe/Berlin'`;
    const isOffered = async (created: string, published: string) => {
      await sql`
        update client set created_at = ${startOfMonth} - ${created}::interval
        where agency_id = ${agencyId} and id = ${clientId}
      `;
      await sql`
        update release set published_at = ${startOfMonth} - ${published}::interval
        where agency_id = ${agencyId} and client_id = ${clientId}
      `;
      const page = await (await owner.get(`/app/kunden/${clientId}`)).text();
      return [page.includes("<h2>Bericht für "), page.includes("Bericht erstellen")];
    };
    expect(await isOffered("0", "0")).toEqual([false, false]);
    expect(await isOffered("1 second", "0")).toEqual([true, true]);
    expect(await isOffered("0", "1 second")).toEqual([true, true]);
    expect(await isOffered("0", "32 days")).toEqual([false, false]);
  });

  test("a person limited to one client sees no other, on any page", async () => {
    const input = {
      name: "Andere GmbH",
      slugs: [`andere-${workshop.agencyId}`],
      persona: null,
      contactEmail: null,
    };
    const { clientId } = await createClient(service.sql, workshop.agencyId, input);
    const limits = { role: "editor", clientIds: [workshop.clientId] } as const;
    const limited = await createDashboardUser(service, workshop.agencyId, limits);
    const list = await (await limited.get("/app/kunden")).text();
    expect([list.includes("Müller"), list.includes("Andere GmbH"), list.includes("Kunden anlegen")]).toEqual([
      true,
      false,
      false,
    ]);
    for (const ending of [
      "",
      "/newsroom",
      "/domains",
      "/kontakte",
      "/persona",
      "/mediathek",
      "/abonnenten",
    ]) {
      expect({ ending, status: (await limited.get(`${at}${ending}`)).status }).toEqual({
        ending,
        status: 200,
      });
      const answers = await Promise.all([
        limited.get(`/app/kunden/${clientId}${ending}`),
        limited.get(`/app/kunden/999999999${ending}`),
      ]);
      expect({ ending, statuses: answers.map(({ status }) => status) }).toEqual({
        ending,
        statuses: [404, 404],
      });
    }
    expect((await limited.post(`/app/kunden/${clientId}/archivieren`)).status).toBe(404);
  });

  test("saving a contact says where its reports go from then on", async () => {
    const { sql } = service;
    const { agencyId, clientId } = workshop;
    const email = "frueher@mueller.example";
    const { id } = await addClientContact(sql, agencyId, { clientId, name: "Jo Neu", email }, operator);
    const portfolio = await keptPortfolio(sql, agencyId, clientId);
    await createSchedule(sql, agencyId, {
      ...{ scopeType: "portfolio", scopeId: portfolio.id, formats: ["pdf"], days: 30, rhythm: "monthly" },
      ...{ onDay: 1, atTime: "08:00", recipients: [email] },
    });
    const page = `${at}/kontakte/${id}`;
    const save = async (typed: string) => {
      const seenStamp = seenStampIn(await (await owner.get(page)).text(), page);
      const saved = await owner.post(page, { name: "Jo Neu", email: typed, seenStamp });
      const notice = /notice=([^;]+)/.exec(saved.headers.get("set-cookie") ?? "")?.[1] ?? "";
      return Buffer.from(notice, "base64url").toString();
    };
    expect(await save("neu@mueller.example")).toBe(
      "Jo Neu ist geändert. Berichte über diesen Kunden gehen jetzt an die neue Adresse.",
    );
    expect(await save("")).toBe("Jo Neu ist geändert. An die frühere Adresse gehen keine Berichte mehr.");
    expect(await save("")).toBe("Jo Neu ist geändert.");
  });

  test("the page of a client has the number that programs know it by", async () => {
    expect(await (await owner.get(at)).text()).toContain(`<dt>Nummer</dt><dd>${workshop.clientId}, für`);
  });

  test("an analyst reads and is offered nothing to change", async () => {
    const analyst = await createDashboardUser(service, workshop.agencyId, { role: "analyst" });
    for (const ending of ["", "/kontakte", "/persona", "/mediathek"]) {
      const page = await (await analyst.get(`${at}${ending}`)).text();
      const main = page.slice(page.indexOf("<main"));
      expect({ ending, forms: main.match(/<form method|<form class="form"/g) }).toEqual({
        ending,
        forms: null,
      });
    }
    expect((await analyst.post(`${at}/name`, { name: "X" })).status).toBe(403);
    expect((await analyst.get(`${at}/abonnenten`)).status).toBe(403);
  });
});
