import { beforeAll, describe, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { createClient } from "../../../../service/features/clients/create-client.ts";
import { serviceScene } from "../../../support/cast.ts";
import { fastestMs } from "../../../support/fastest.ts";
import { samplePng } from "../../../support/sample-png.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { createWorkshop, type Workshop } from "../../../support/workflow.ts";
import { createDashboardUser, type DashboardUser, send } from "../support.ts";

const { service } = serviceScene("server");
let workshop: Workshop;
let owner: DashboardUser;
let at = "";

beforeAll(async () => {
  workshop = await createWorkshop(service.sql);
  owner = await createDashboardUser(service, workshop.agencyId);
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

  test("a new client takes its imprint as an address or a text, and refusals keep what was typed", async () => {
    const both = { name: "Neu AG", imprintUrl: "https://neu.example", imprintMarkdown: "Neu AG, Bremen" };
    const refused = await owner.post("/app/kunden/neu", both);
    const page = await refused.text();
    expect([
      refused.status,
      page.includes("entweder eine Adresse oder einen Text"),
      page.includes("Neu AG, Bremen"),
    ]).toEqual([400, true, true]);
    const slug = workshop.clientSlug;
    const taken = await owner.post("/app/kunden/neu", { name: "Neu AG", slug });
    expect([taken.status, (await taken.text()).includes("schon vergeben")]).toEqual([400, true]);
    const made = await owner.post("/app/kunden/neu", { name: "Neu AG", imprintMarkdown: "Neu AG, Bremen" });
    expect(made.status).toBe(303);
    const [row] = await service.sql`
      select actor_type, details->>'name' as name from audit
      where agency_id = ${workshop.agencyId} and action = 'client.created' and actor_type = 'person'
    `;
    expect(row).toEqual({ actor_type: "person", name: "Neu AG" });
  });

  test("a new client comes with its logo; a file that is none makes no client, and a broken picture a client without one", async () => {
    const create = (name: string, file: File | null, idempotencyKey: string = crypto.randomUUID()) => {
      const body = new FormData();
      for (const [field, value] of Object.entries({ name, slug: "", contactEmail: "", idempotencyKey }))
        body.set(field, value);
      body.set("logo", file ?? new File([], ""));
      const init = { method: "POST", body, headers: { cookie: owner.cookie } };
      return send(service, "/app/kunden/neu", init);
    };
    const logosOf = async (name: string) =>
      (
        await service.sql`
          select asset.file_name as "fileName" from client
          join newsroom on newsroom.agency_id = client.agency_id and newsroom.client_id = client.id
          left join asset on asset.agency_id = client.agency_id and asset.id = newsroom.logo_asset_id
          where client.agency_id = ${workshop.agencyId} and client.name = ${name}`
      ).map(({ fileName }) => fileName);
    const png = new File([new Uint8Array(samplePng(300, 100))], "logo.png", { type: "image/png" });
    expect((await create("Mit Logo AG", png)).status).toBe(303);
    expect(await logosOf("Mit Logo AG")).toEqual(["logo.png"]);
    expect((await create("Ohne Logo AG", null)).status).toBe(303);
    expect(await logosOf("Ohne Logo AG")).toEqual([null]);
    const text = await create("Text AG", new File(["Logo"], "logo.txt", { type: "text/plain" }));
    expect([text.status, (await text.text()).includes('value="Text AG"')]).toEqual([415, true]);
    expect(await logosOf("Text AG")).toEqual([]);
    const broken = await create("Kaputt AG", new File(["Logo"], "logo.png", { type: "image/png" }));
    expect([broken.status, broken.headers.get("location")?.endsWith("/newsroom#logo")]).toEqual([303, true]);
    expect(await logosOf("Kaputt AG")).toEqual([null]);
    // A copy of a form whose client has a logo already is led to where it is changed; one without a file, or whose first had none, is not.
    const key = uuidv7();
    expect((await create("Doppelt AG", null, key)).status).toBe(303);
    const led = async (file: File | null) =>
      (await create("Doppelt AG", file, key)).headers.get("location")?.endsWith("/newsroom#logo");
    expect([await led(png), await led(null)]).toEqual([false, false]);
    const other = new File([new Uint8Array(samplePng(60, 20))], "neu.png", { type: "image/png" });
    expect(await led(other)).toBe(true);
    expect(await logosOf("Doppelt AG")).toEqual(["logo.png"]);
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

  test("two who change a newsroom at once: the second sees both, and overwrites only knowingly", async () => {
    const first = await formOf(owner, `${at}/newsroom`);
    const second = { ...first };
    expect((await owner.post(`${at}/newsroom`, { ...first, contactName: "Ida Quast" })).status).toBe(303);
    const refused = await owner.post(`${at}/newsroom`, {
      ...second,
      contactName: "Jan Ott",
      boilerplate: "Neu",
    });
    const page = await refused.text();
    expect(refused.status).toBe(409);
    expect(page).toContain("Inzwischen gespeichert: „Ida Quast“");
    expect(page).toContain('value="Jan Ott"');
    const stamp = /name="seenStamp" value="([0-9a-f]{64})"/.exec(page)?.[1] ?? "";
    const wrong = await owner.post(`${at}/newsroom`, { ...second, contactEmail: "keine" });
    expect([wrong.status, (await wrong.text()).includes(`value="${String(second.seenStamp)}"`)]).toEqual([
      400,
      true,
    ]);
    expect(
      (await owner.post(`${at}/newsroom`, { ...second, seenStamp: stamp, contactName: "Jan Ott" })).status,
    ).toBe(303);
    const [row] = await service.sql`
      select contact_name from newsroom where client_id = ${workshop.clientId}
    `;
    expect(row?.contact_name).toBe("Jan Ott");
  });

  test("a logo has to be a picture of this client, whoever's id is sent", async () => {
    const fields = await formOf(owner, `${at}/newsroom`);
    for (const logoAssetId of ["018f4f0e-1111-7000-8000-000000000000", "unsinn"]) {
      const refused = await owner.post(`${at}/newsroom`, { ...fields, logoAssetId });
      expect([refused.status, (await refused.text()).includes("aus der Mediathek")]).toEqual([400, true]);
    }
  });

  test("a persona keeps all its fields, and a second person's version is a conflict", async () => {
    expect(await (await owner.get(`${at}/persona`)).text()).toContain('<option value="en">Englisch</option>');
    const fields = await formOf(owner, `${at}/persona`);
    const change = {
      ...fields,
      tone: "warm\r\n\r\nklar",
      tabooTerm: ["billig", "", "Kunden"],
      tabooAlternative: ["günstig", "", ""],
      tabooReason: ["klingt minderwertig", "", ""],
      groupName: ["Fachpresse"],
      groupDescription: ["Liest genau"],
    };
    expect((await owner.post(`${at}/persona`, change)).status).toBe(303);
    const again = await formOf(owner, `${at}/persona`);
    expect([again.tone, again.groupName, (again.tabooTerm ?? []).slice(0, 2)]).toEqual([
      "warm\nklar",
      ["Fachpresse", "", "", ""],
      ["billig", "Kunden"],
    ]);
    const conflict = await owner.post(`${at}/persona`, { ...change, tone: "kühl" });
    const page = await conflict.text();
    expect([conflict.status, page.includes("„warm“, „klar“"), page.includes("kühl")]).toEqual([
      409,
      true,
      true,
    ]);
    expect((await owner.post(`${at}/persona`, { ...again, language: "Deutsch!" })).status).toBe(400);
    const many = Array.from({ length: 201 }, (_, index) => `Wort ${index}`);
    expect((await owner.post(`${at}/persona`, { ...again, tabooTerm: many })).status).toBe(400);
    const most = await owner.post(`${at}/persona`, {
      ...again,
      tabooTerm: many.slice(1),
      tabooAlternative: [],
      tabooReason: [],
    });
    expect(most.status).toBe(303);
  });

  test("a domain is added, looked for, and removed, by the client's people alone", async () => {
    const host = `presse.kunde-${workshop.agencyId}.de`;
    expect((await owner.post(`${at}/domains`, { host: "kein name" })).status).toBe(400);
    expect((await owner.post(`${at}/domains`, { host })).status).toBe(303);
    expect(await (await owner.get(`${at}/domains`)).text()).toContain(`_pr-service.${host}`);
    const missing = await owner.post(`${at}/domains/entfernen`, { host: "fremd.example.org" });
    expect(missing.status).toBe(404);
    expect((await owner.post(`${at}/domains/entfernen`, { host })).status).toBe(303);
  });
});

/** The fields of the form on a page, as they stand there. */
async function formOf(user: DashboardUser, path: string): Promise<Record<string, string | string[]>> {
  const page = await (await user.get(path)).text();
  const form = page.match(/<form class="form"[^>]*>(.*?)<\/form>/s)?.[1] ?? "";
  const fields: Record<string, string[]> = {};
  const add = (name: string | undefined, value: string) => {
    if (name !== undefined) fields[name] = [...(fields[name] ?? []), unescaped(value)];
  };
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const [name, value = "on"] = [/ name="([^"]*)"/.exec(tag)?.[1], / value="([^"]*)"/.exec(tag)?.[1]];
    const isBox = /type="(?:checkbox|radio)"/.test(tag);
    if (name !== "idempotencyKey" && (!isBox || tag.includes(" checked"))) add(name, value);
  }
  for (const [, name, text = ""] of form.matchAll(
    /<textarea[^>]* name="([^"]*)"[^>]*>\n?(.*?)<\/textarea>/gs,
  ))
    add(name, text);
  for (const [, name, options = ""] of form.matchAll(/<select[^>]* name="([^"]*)"[^>]*>(.*?)<\/select>/gs))
    add(name, /value="([^"]*)" selected/.exec(options)?.[1] ?? "");
  return Object.fromEntries(
    Object.entries(fields).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]),
  );
}

function unescaped(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}
