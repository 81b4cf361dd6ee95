import { beforeEach, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { serviceScene } from "../../../support/cast.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";

const { service } = serviceScene();
let agencyId: number;
let owner: DashboardUser;
beforeEach(async () => {
  ({ agencyId } = await createTestAgency(service.sql));
  owner = await createDashboardUser(service, agencyId);
});

test("who goes back and makes a second key with another name has both", async () => {
  const idempotencyKey = uuidv7();
  const make = async (name: string, expiresAt = "") => {
    const answer = await owner.post("/app/einstellungen/schluessel/neu", { name, expiresAt, idempotencyKey });
    return /svc_key_\w{38}/.exec(await answer.text())?.[0] ?? "";
  };
  const [shop, agent] = [await make("Webshop"), await make("Claude", "2099-12-24")];
  for (const key of [shop, agent]) {
    const url = `${service.url}/api/reporting/v1/webhooks`;
    expect((await fetch(url, { headers: { "x-api-key": key } })).status).toBe(200);
  }
  const keys = await service.sql<{ name: string; ends: boolean }[]>`
    select name, expires_at is not null as ends from api_key where agency_id = ${agencyId} and name <> 'test' order by created_at`;
  expect([...keys]).toEqual([
    { name: "Webshop", ends: false },
    { name: "Claude", ends: true },
  ]);
});

test("a form for a key that is sent several times at once, or when its key is in use, meets no fault", async () => {
  const form = { name: "W", expiresAt: "", idempotencyKey: uuidv7() };
  const send = async () => (await owner.post("/app/einstellungen/schluessel/neu", form)).status;
  expect(await Promise.all([send(), send(), send()])).toEqual([200, 200, 200]);
  await service.sql`update api_key set last_used_at = now() where agency_id = ${agencyId}`;
  expect(await send()).toBe(200);
});

test("who goes back and names another address has a second webhook", async () => {
  const idempotencyKey = uuidv7();
  const add = async (endpointUrl: string) => {
    const form = { endpointUrl, events: "release.published", idempotencyKey };
    return (await owner.post("/app/einstellungen/webhooks/neu", form)).status;
  };
  expect([await add("https://93.184.216.34/a"), await add("https://93.184.216.34/b")]).toEqual([200, 200]);
  const webhooks = await service.sql`select from webhook where agency_id = ${agencyId}`;
  expect(webhooks).toHaveLength(2);
});

test("who goes back and writes another note has both, and of one that is sent twice there is one", async () => {
  const { pressReleaseId } = await createTestRelease(service.sql, agencyId);
  const idempotencyKey = uuidv7();
  const [today] = await service.sql<{ day: string }[]>`select current_date::text as day`;
  const add = async (text: string) => {
    const form = { day: today?.day ?? "", text, idempotencyKey };
    return (await owner.post(`/app/zahlen/meldung/${pressReleaseId}/notizen`, form)).status;
  };
  expect([await add("Messe"), await add("Messe"), await add("Interview")]).toEqual([303, 303, 303]);
  const notes = await service.sql<{ text: string }[]>`
    select text from figure_note where agency_id = ${agencyId} order by text`;
  expect(notes.map(({ text }) => text)).toEqual(["Interview", "Messe"]);
});

test("who goes back and sets another goal has both, and of one that is sent twice there is one", async () => {
  const { clientId } = await createTestRelease(service.sql, agencyId);
  const idempotencyKey = uuidv7();
  const add = async (objective: string) => {
    const form = { scope: `client:${clientId}`, from: "2030-01-01", to: "2030-01-31", objective };
    const measure = { measures: "views", measureOf: "", measureTarget: "5" };
    const body = { ...form, ...measure, audience: "Fachpresse", idempotencyKey };
    return (await owner.post(`/app/kunden/${clientId}/ziele/neu`, body)).status;
  };
  expect([await add("Mehr Leser"), await add("Mehr Leser"), await add("Mehr Anfragen")]).toEqual([
    303, 303, 303,
  ]);
  const goals = await service.sql<{ objective: string }[]>`
    select objective from goal where agency_id = ${agencyId} order by objective`;
  expect(goals.map(({ objective }) => objective)).toEqual(["Mehr Anfragen", "Mehr Leser"]);
});
