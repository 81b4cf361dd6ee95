import { afterAll, expect, test } from "bun:test";
import { subscribePath } from "../../../../service/features/newsroom/paths.ts";
import { hashAddress } from "../../../../service/features/newsroom/subscriptions/address-cipher.ts";
import { linkPath, signLink } from "../../../../service/features/newsroom/subscriptions/link-token.ts";
import { listSubscriptionsOf } from "../../../../service/features/newsroom/subscriptions/sql.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { startMailServer } from "../../../support/mail-server.ts";
import { until } from "../../../support/until.ts";
import { sendForm } from "./forms.ts";
import { createTestNewsroom, secretKey, secrets } from "./support.ts";

const mailServer = given(() => startMailServer());
const { service } = serviceScene("server", () => ({
  LOOPS: "on",
  SMTP_URL: mailServer.url,
  MAIL_FROM: "Dienst <dienst@nordlicht.example>",
  TRUSTED_PROXIES: "127.0.0.1",
  SECRET_KEY: Buffer.from(secretKey).toString("hex"),
}));
afterAll(() => mailServer.stop());

const german = /Abo|Pressemitteilung|E-Mail|Meine Daten|Abmelden|Bitte|zum Thema/;

test("an English newsroom asks, confirms, shows and ends in English, and keeps which words were agreed to", async () => {
  const { sql } = service;
  const { agencyId, clientId, clientSlug } = await createTestNewsroom(sql);
  await sql`update newsroom set language = 'en' where agency_id = ${agencyId} and client_id = ${clientId}`;
  await sql`update client set name = 'Miller Ltd' where agency_id = ${agencyId} and id = ${clientId}`;
  const textOf = async (answer: Response) => {
    const page = await answer.text();
    expect([answer.headers.get("content-language"), page]).toEqual([
      "en",
      expect.stringContaining('<html lang="en">'),
    ]);
    return page;
  };
  const read = async (path: string) => {
    const page = await textOf(await fetch(service.url + path));
    expect(page.replace(/<style>.*?<\/style>/gs, "")).not.toMatch(german);
    return page;
  };
  const path = subscribePath(clientSlug);
  expect(await read(path)).toContain("Subscribe</button>");
  await read(`${path}?gesendet`);
  const refused = await sendForm(service, path, { email: "none", frequency: "x" });
  expect(await textOf(refused)).toContain("Please enter a valid email address");
  const email = `reader-${agencyId}@example.org`;
  expect((await sendForm(service, path, { email, frequency: "at_once" })).status).toBe(303);
  const [row] = await listSubscriptionsOf(sql, agencyId, hashAddress(secrets, agencyId, email));
  expect([row?.consentTextVersion, row?.language]).toEqual(["2026-11-22-en", "en"]);
  const link = (purpose: "confirm" | "leave" | "data") =>
    linkPath(purpose, signLink(secrets, purpose, { agencyId, id: row?.id ?? "" }));
  const { source } = await until("a mail has come", () => mailServer.received[0]);
  expect(source).toContain("Subject: Please confirm your subscription: Miller Ltd");
  expect(source).toContain("Miller Ltd Press");
  expect(source).not.toMatch(german);
  for (const purpose of ["confirm", "leave", "data"] as const) await read(link(purpose));
  const confirmed = await sendForm(service, link("confirm"), {});
  expect(await textOf(confirmed)).toContain("Your subscription is confirmed");
  expect(await read(link("data"))).toContain("I would like to receive press releases of Miller Ltd");
  const erased = await sendForm(service, link("data"), { action: "erase" });
  expect(await textOf(erased)).toContain("Your data are deleted");
});

test("a German newsroom stays German", async () => {
  const { clientSlug } = await createTestNewsroom(service.sql);
  const answer = await fetch(service.url + subscribePath(clientSlug));
  const page = await answer.text();
  expect([answer.headers.get("content-language"), page]).toEqual([
    "de",
    expect.stringContaining('<html lang="de">'),
  ]);
  expect(page).toContain("Abonnieren</button>");
});
