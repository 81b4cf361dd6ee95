import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { trafficClasses } from "../../../service/features/measurement/vocabulary.ts";
import { given, serviceScene } from "../../support/cast.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { cookieOf, createDashboardUser, send } from "./support.ts";

const mailServer = given(() => startMailServer());
const { service } = serviceScene("server", () => ({
  LOOPS: "on",
  SMTP_URL: mailServer.url,
  MAIL_FROM: "Dienst <dienst@nordlicht.example>",
  TRUSTED_PROXIES: "127.0.0.1",
}));
beforeEach(() => {
  mailServer.received.length = 0;
});
afterAll(() => mailServer.stop());

let clients = 0;

describe("a link by mail", () => {
  test("comes to a person of an agency, signs in, and leads on", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const user = await createDashboardUser(service, agencyId);
    await ask(user.email.toUpperCase());
    await until(() => mailServer.received.length === 1);
    const [mail] = mailServer.received;
    expect(mail?.to).toEqual([user.email]);
    const source = mail?.source.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "";
    const path = /\/app\/anmelden\/[\w-]{43}\?weiter=%2Fapp%2Fkonto/.exec(source)?.[0] ?? "";
    const entered = await send(service, path, { method: "POST" });
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/app/konto"]);
    expect(cookieOf(entered)).not.toBeNull();
  });

  test("is answered alike for an address that nobody has, and no mail goes there", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const user = await createDashboardUser(service, agencyId);
    expect(await ask("niemand@example.org")).toEqual(await ask(user.email));
    await settle(agencyId);
    expect(mailServer.received.flatMap(({ to }) => to)).not.toContain("niemand@example.org");
  });

  test("goes to nobody whose only agency is to be deleted, and again once that is taken back", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const elsewhere = await createTestAgency(service.sql);
    const user = await createDashboardUser(service, agencyId);
    const mark = (after: string | null) =>
      service.sql`update agency set deletion_requested_at = ${after}, delete_after = ${after} where id = ${agencyId}`;
    await mark("2100-01-01");
    await ask(user.email);
    await settle(elsewhere.agencyId);
    expect(mailServer.received.flatMap(({ to }) => to)).not.toContain(user.email);
    await mark(null);
    await ask(user.email);
    await until(() => mailServer.received.some(({ to }) => to.includes(user.email)));
  });

  test("comes five times in a quarter of an hour to one address, and not a sixth time", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const user = await createDashboardUser(service, agencyId);
    for (let time = 0; time < 6; time += 1) expect((await ask(user.email)).status).toBe(200);
    await until(() => mailServer.received.length >= 5);
    await settle(agencyId);
    expect(mailServer.received.filter(({ to }) => to.includes(user.email)).length).toBe(5);
  });

  test("is sent twenty times for one client address, and not once more", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const from = newClient();
    for (let time = 0; time < 19; time += 1) await ask(`niemand-${time}@example.org`, from);
    const twentieth = await createDashboardUser(service, agencyId);
    const next = await createDashboardUser(service, agencyId);
    for (const { email } of [twentieth, next]) expect((await ask(email, from)).status).toBe(200);
    const reached = () =>
      mailServer.received.flatMap(({ to }) => to).filter((to) => [twentieth.email, next.email].includes(to));
    await until(() => reached().length > 0);
    await settle(agencyId);
    expect(reached()).toEqual([twentieth.email]);
  });

  test("leads nowhere but to the dashboard", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const user = await createDashboardUser(service, agencyId);
    for (const next of [
      "https://evil.example",
      "//evil.example",
      "/app//evil.example",
      "/newsroom/x",
      "/app/../x",
    ]) {
      await send(service, "/app/anmelden", {
        method: "POST",
        body: new URLSearchParams({ email: user.email, next }),
        headers: { "x-forwarded-for": newClient() },
      });
    }
    await until(() => mailServer.received.length === 5);
    expect(mailServer.received.filter(({ source }) => /evil|newsroom/.test(source))).toEqual([]);
  });

  test("an invitation has no link that signs in", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const owner = await createDashboardUser(service, agencyId);
    const fields = { email: "neu@example.org", role: "editor", scope: "all" };
    expect((await owner.post("/app/einstellungen/team/einladen", fields)).status).toBe(303);
    await until(() => mailServer.received.length === 1);
    expect(mailServer.received[0]?.source).toContain("/app/anmelden");
    expect(mailServer.received[0]?.source).not.toMatch(/anmelden\/[\w-]{20}/);
  });
});

test("views and clicks of somebody who is signed in are internal, and a cookie that is none changes nothing", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const { path } = await createTestRelease(service.sql, agencyId);
  const user = await createDashboardUser(service, agencyId);
  const browser = {
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    accept: "text/html",
    "accept-language": "de",
    "x-forwarded-for": newClient(),
  };
  const invented = `session=${"A".repeat(43)}`;
  for (const cookie of [user.cookie, invented, "session=x", "other=1"])
    expect((await send(service, path, { headers: { ...browser, cookie } })).status).toBe(200);
  const classes = async () =>
    await service.sql<{ class: number; hits: number }[]>`
      select class, count(*)::integer as hits
      from hit
      where agency_id = ${agencyId}
      group by 1
    `;
  await until(async () => (await classes()).reduce((sum, { hits }) => sum + hits, 0) === 4);
  const counted = new Map((await classes()).map(({ class: name, hits }) => [name, hits]));
  expect(counted.get(trafficClasses.indexOf("internal"))).toBe(1);
  expect([...counted.values()].reduce((sum, hits) => sum + hits, 0)).toBe(4);
});

const newClient = () => {
  clients += 1;
  return `198.51.100.${clients}`;
};

const ask = async (email: string, from = newClient()) => {
  const answer = await send(service, "/app/anmelden", {
    method: "POST",
    body: new URLSearchParams({ email, next: "/app/konto" }),
    headers: { "x-forwarded-for": from },
  });
  return { status: answer.status, text: (await answer.text()).replaceAll(email, "ADDRESS") };
};

/** Whether anything else arrives that was asked for before: the marker was asked for after it. */
async function settle(agencyId: number): Promise<void> {
  const marker = await createDashboardUser(service, agencyId);
  await ask(marker.email);
  await until(() => mailServer.received.some(({ to }) => to.includes(marker.email)));
}
