import { describe, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { serviceScene } from "../../../support/cast.ts";
import { samplePng } from "../../../support/sample-png.ts";
import { send } from "../support.ts";

const { service, workshop, owner } = serviceScene();

describe("clients", () => {
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
    expect([
      taken.status,
      (await taken.text()).includes("Dieses Ende der Adresse ist oder war schon vergeben."),
    ]).toEqual([400, true]);
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
});
