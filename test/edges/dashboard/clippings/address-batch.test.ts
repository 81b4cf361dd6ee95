import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  createTestAgency,
  createTestRelease,
  startTestService,
  type TestService,
} from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";

type Desk = { owner: DashboardUser; agencyId: number; releaseId: number };

let service: TestService;
let busy: Desk;
let neighbour: Desk;
let medium: ReturnType<typeof Bun.serve>;
let isSlow = true;
let open = 0;
let openMost = 0;

beforeAll(async () => {
  service = await startTestService("server", { LOOPS: "on", WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" });
  [busy, neighbour] = await Promise.all([openDesk(), openDesk()]);
  medium = Bun.serve({
    ...{ port: 0, hostname: "127.0.0.1" },
    async fetch({ url }) {
      if (/robots|tdmrep/.test(url)) return new Response("", { status: 404 });
      const { pathname } = new URL(url);
      if (pathname.startsWith("/langsam")) {
        open += 1;
        openMost = Math.max(openMost, open);
        // Longer than a page may take.
        for (let waited = 0; isSlow && waited < 300; waited += 1) await Bun.sleep(100);
        open -= 1;
      }
      return new Response(
        `<title>Werk ${pathname}</title><meta property="og:site_name" content="Kurier"><time datetime="2026-11-02">`,
        { headers: { "content-type": "text/html" } },
      );
    },
  });
});
afterAll(async () => {
  isSlow = false;
  await medium.stop(true);
  await service.stop();
});

async function openDesk(): Promise<Desk> {
  const { agencyId } = await createTestAgency(service.sql);
  const { pressReleaseId } = await createTestRelease(service.sql, agencyId);
  const owner = await createDashboardUser(service, agencyId);
  await owner.post("/app/clippings/medien", { readsArticles: "on" });
  return { owner, agencyId, releaseId: pressReleaseId };
}

async function handOver({ owner, releaseId }: Desk, names: readonly string[]): Promise<string> {
  const urls = names.map((name) => `http://127.0.0.1:${medium.port}/${name}`).join("\n");
  const answer = await owner.post("/app/clippings/eintragen", { subject: `release:${releaseId}`, urls });
  expect(answer.status).toBe(303);
  return answer.headers.get("location")?.split("?")[0] ?? "";
}

const batchIdOf = (batch: string) => batch.split("/").at(-1) ?? "";

const textOf = async ({ owner }: Desk, at: string) => await (await owner.get(at)).text();

async function outcomesOf({ agencyId }: Desk): Promise<Record<string, number>> {
  const rows = await service.sql<{ outcome: string; rows: number }[]>`
    select coalesce(outcome, 'waits') as outcome, count(*)::integer as rows
    from clipping_address
    where agency_id = ${agencyId}
    group by outcome
  `;
  return Object.fromEntries(rows.map(({ outcome, rows: count }) => [outcome, count]));
}

test("100 addresses of a slow medium wait in line, hold nobody up, and can be stopped and read again", async () => {
  const batch = await handOver(
    busy,
    Array.from({ length: 100 }, (_, n) => `langsam/${n}`),
  );
  expect(await textOf(busy, batch)).toContain('<progress max="100" value="0"');
  await until(() => open >= 2);
  const one = await handOver(neighbour, ["schnell"]);
  await until(async () => (await textOf(neighbour, one)).includes('value="Werk /schnell"'));
  // The neighbour's was read while most of the hundred waited.
  expect((await outcomesOf(busy)).waits).toBeGreaterThan(90);

  const before = await outcomesOf(busy);
  expect((await neighbour.owner.post(`${batch}/anhalten`, {})).status).toBe(404);
  expect((await neighbour.owner.post(`${batch}/noch-einmal`, {})).status).toBe(404);
  expect(Object.keys(await outcomesOf(busy))).toContain("waits");
  expect((await busy.owner.post(`${batch}/anhalten`, {})).status).toBe(303);
  const stopped = await outcomesOf(busy);
  expect(stopped.waits).toBeUndefined();
  expect(stopped.stopped).toBeGreaterThan(90 - (before.timeout ?? 0));
  expect(await textOf(busy, batch)).toContain("Nicht gelesen: Angehalten.");
  // What was being read is not entered afterwards.
  isSlow = false;
  await until(() => open === 0);
  await until("nothing is at work", async () => {
    const [row] = await service.sql`select from clipping_address where lease_token is not null`;
    return row === undefined;
  });
  expect((await outcomesOf(busy)).added).toBeUndefined();
  expect(openMost).toBeLessThanOrEqual(4);

  expect((await busy.owner.post(`${batch}/noch-einmal`, {})).status).toBe(303);
  await until(async () => (await outcomesOf(busy)).added === 100);
  expect(await textOf(busy, batch)).toContain("Fertig: 100 neue Clippings.");
  const clippings = await service.sql`select from media_mention where agency_id = ${busy.agencyId}`;
  expect(clippings).toHaveLength(100);

  const noted = await service.sql`
    select action, actor_id, subject_type, subject_id, details
    from audit
    where agency_id = ${busy.agencyId} and action like 'clipping\_addresses.%'
    order by id
  `;
  const act = {
    actor_id: busy.owner.personId,
    subject_type: "clipping_addresses",
    subject_id: batchIdOf(batch),
  };
  expect([...noted]).toEqual([
    {
      ...{ ...act, action: "clipping_addresses.handed_over" },
      details: { addresses: 100, clientId: expect.any(Number), releaseId: busy.releaseId },
    },
    { ...act, action: "clipping_addresses.stopped", details: { addresses: stopped.stopped } },
    { ...act, action: "clipping_addresses.read_again", details: { addresses: 100 } },
  ]);
  const ofNeighbour = await service.sql`
    select action from audit where agency_id = ${neighbour.agencyId} and action like 'clipping\_addresses.%'
  `;
  expect([...ofNeighbour]).toEqual([{ action: "clipping_addresses.handed_over" }]);
  // Nothing waits any more, so nothing is done that could be noted.
  await busy.owner.post(`${batch}/anhalten`, {});
  await busy.owner.post(`${batch}/noch-einmal`, {});
  expect(
    await service.sql`select from audit where agency_id = ${busy.agencyId} and action like 'clipping\_addresses.%'`,
  ).toHaveLength(3);
});

test("an address that was handed over alone is read again from its own page", async () => {
  await busy.owner.post("/app/clippings/medien", {});
  const at = await handOver(busy, ["allein"]);
  await until(async () => (await textOf(busy, at)).includes("Noch einmal lesen"));
  await busy.owner.post("/app/clippings/medien", { readsArticles: "on" });
  const again = await busy.owner.post(`${at.replace("/adresse/", "/adressen/")}/noch-einmal`, {});
  expect(again.headers.get("location")?.split("?")[0]).toBe(at);
  await until(async () => (await textOf(busy, at)).includes('value="Werk /allein"'));
});
