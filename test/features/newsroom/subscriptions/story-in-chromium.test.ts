import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import type { MailFacts } from "../../../../service/features/newsroom/subscriptions/facts-sql.ts";
import {
  renderConfirmation,
  renderDigest,
  renderReleaseMail,
} from "../../../../service/features/newsroom/subscriptions/render-mails.ts";
import { createEmbargoLink } from "../../../../service/features/workflow/embargo/embargo-links.ts";
import { renderMail } from "../../../../service/floor/mail/render-mail.ts";
import { expectAccessible } from "../../../support/axe.ts";
import { type MailServer, startMailServer } from "../../../support/mail-server.ts";
import { headerOf, readMail } from "../../../support/read-mail.ts";
import { startTestService, type TestService } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { createApproved, createWorkshop, context as verbContext } from "../../../support/workflow.ts";
import { closeWindows, sharedChromium } from "../support/chromium.ts";
import { clientAddress } from "./forms.ts";
import { createTestNewsroom, publishTo } from "./support.ts";

let browser: Browser;
let service: TestService;
let mailServer: MailServer;

beforeAll(async () => {
  mailServer = await startMailServer();
  browser = await sharedChromium();
  service = await startTestService("server", {
    LOOPS: "on",
    SMTP_URL: mailServer.url,
    MAIL_FROM: "presse@nordlicht.example",
    TRUSTED_PROXIES: "127.0.0.0/8",
  });
});
afterAll(async () => {
  await closeWindows(browser);
  await service.stop();
  await mailServer.stop();
});

test("a journalist subscribes, confirms, gets a release, looks at the data and unsubscribes", async () => {
  const newsroom = await createTestNewsroom(service.sql);
  await service.sql`update release set topics = '{Energie}' where id = ${newsroom.releaseId}`;
  // A name wider than a telephone: the pages of the subscription scrolled sideways with it.
  const name = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz";
  await service.sql`update client set name = ${name} where id = ${newsroom.clientId}`;
  await withPage({ width: 390 }, async (page) => {
    await page.goto(`${service.url}/newsroom/${newsroom.clientSlug}`);
    await page.getByRole("link", { name: "Pressemitteilungen per E-Mail" }).click();
    await page.getByLabel("E-Mail-Adresse").fill("anna@redaktion.example");
    await page.getByLabel("Welche Meldungen?").selectOption("Energie");
    await expectClean(page);
    await page.getByRole("button", { name: "Abonnieren" }).click();
    await page.getByRole("heading", { name: "Bitte sehen Sie in Ihr Postfach" }).waitFor();
    await expectClean(page);
    const asked = await nextMail(0);
    await page.goto(linkIn(asked, "bestaetigen"));
    await expectClean(page);
    await page.getByRole("button", { name: "Ja, bitte abonnieren" }).click();
    await page.getByRole("heading", { name: "Ihr Abo ist bestätigt" }).waitFor();
    await publishTo(service.sql, newsroom, { title: "Werk liefert Strom", topics: ["Energie"] });
    const release = await nextMail(1);
    await page.goto(/https?:\/\/\S+\/newsroom\/\S+/.exec(readMail(release))?.[0] ?? "");
    await page.getByRole("heading", { name: "Werk liefert Strom" }).waitFor();
    await page.goto(linkIn(release, "daten"));
    await page.getByText("anna@redaktion.example").waitFor();
    await expectClean(page);
    await page.goto(headerOf(release, "List-Unsubscribe")?.slice(1, -1) ?? "");
    await expectClean(page);
    await page.getByRole("button", { name: "Ja, abmelden" }).click();
    await page.getByRole("heading", { name: "Sie sind abgemeldet" }).waitFor();
    await page.goto(linkIn(release, "daten"));
    await page.getByText("nicht mehr gespeichert").waitFor();
  });
  expect(mailServer.received.length).toBe(2);
});

test("a journalist opens a release under embargo with its password", async () => {
  const workshop = await createWorkshop(service.sql);
  const embargoUntil = new Date(Date.now() + 3 * 24 * 3600 * 1000).toISOString();
  const draftId = await createApproved(service.sql, workshop, { embargoUntil });
  const link = await createEmbargoLink(
    service.sql,
    workshop.agencyId,
    { draftId, name: "Weser-Kurier" },
    { ...verbContext, publicUrl: service.url },
  );
  await withPage({ width: 390 }, async (page) => {
    await page.goto(link.url);
    await expectClean(page);
    await page.getByLabel("Passwort").fill("ganz falsch");
    await page.getByRole("button", { name: "Meldung öffnen" }).click();
    await page.getByText("Das Passwort stimmt nicht.").waitFor();
    await page.getByLabel("Passwort").fill(link.password);
    await page.getByRole("button", { name: "Meldung öffnen" }).click();
    await page.getByRole("heading", { name: "Neues Werk in Bremen eröffnet" }).waitFor();
    await page.getByText(/^Sperrfrist bis/).waitFor();
    expect(page.url()).toBe(link.url);
    await expectClean(page);
    const others = await page.context().cookies(service.url);
    expect(others).toEqual([]);
  });
});

describe("mails as pictures", () => {
  const facts: MailFacts = {
    status: "active",
    addressEncrypted: null,
    topic: null,
    frequency: "at_once",
    clientId: 1,
    clientName: "Nordlicht Energie",
    clientSlug: "nordlicht-energie",
    ownHost: null,
    agencyName: "Hafenkante Kommunikation",
    timeZone: "Europe/Berlin",
    language: "de" as const,
    contactName: "Katharina Brüggemann",
    contactEmail: "presse@nordlicht-energie.example",
  };
  const publicUrl = "https://presse.example";
  const token = "A".repeat(48);
  const links = {
    publicUrl,
    confirm: `${publicUrl}/abo/bestaetigen/${token}`,
    leave: `${publicUrl}/abo/abmelden/${token}`,
    data: `${publicUrl}/abo/daten/${token}`,
  };
  const release = {
    slug: "buergerwindpark",
    title: "Größter Bürgerwindpark Schleswig-Holsteins geht ans Netz",
    subtitle: "1.280 Bürgerinnen und Bürger beteiligen sich an 24 Anlagen, die 96.000 Haushalte versorgen",
    language: "de",
    publishedAt: new Date("2026-11-19T08:30:00Z"),
    bodyMarkdown: "Nach nur elf Monaten **Bauzeit** speisen die Anlagen Strom ein.",
    image: null,
  };
  const address = "anna@redaktion.example";
  const recipient = { facts, address, links };
  const mails = {
    confirmation: renderConfirmation({ ...recipient, facts: { ...facts, status: "pending" } }),
    known: renderConfirmation(recipient),
    release: renderReleaseMail(recipient, release),
    digest: renderDigest(recipient, [release, { ...release, title: "Kurz", subtitle: null }], 3),
    long: renderMail({
      to: { name: "", address },
      subject: "x",
      parts: [
        {
          kind: "heading",
          text: "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter".repeat(3),
        },
        { kind: "entry", title: "T".repeat(300), facts: "heute", text: "U".repeat(500), url: links.data },
      ],
    }),
  };

  test.each(
    Object.entries(mails).flatMap(([name, mail]) =>
      (["light", "dark"] as const).map((scheme) => [name, scheme, mail.html] as const),
    ),
  )("%s in the %s reads well and fits a phone", async (_name, colorScheme, markup) => {
    await withPage({ width: 390, colorScheme }, async (page) => {
      await page.setContent(markup);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      const background = await page.evaluate(
        "getComputedStyle(document.querySelector('.sheet')).backgroundColor",
      );
      expect(background).toBe(colorScheme === "dark" ? "rgb(27, 30, 33)" : "rgb(255, 255, 255)");
      await expectClean(page);
    });
  });
});

const nextMail = (index: number) => until(`mail ${index} has come`, () => mailServer.received[index]?.source);

function linkIn(source: string, word: string): string {
  const found = new RegExp(`https?://\\S+/abo/${word}/[0-9A-Za-z_-]{48}`).exec(readMail(source))?.[0];
  if (found === undefined) throw new Error(`The mail has no link to ${word}.`);
  return found;
}

/** axe finds nothing, and nothing is wider than the page. */
async function expectClean(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
}

async function withPage(
  { width, colorScheme = "light" }: { width: number; colorScheme?: "light" | "dark" },
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context: BrowserContext = await browser.newContext({
    colorScheme,
    viewport: { width, height: 800 },
    extraHTTPHeaders: { "x-forwarded-for": clientAddress(40_000) },
  });
  try {
    await use(await context.newPage());
  } finally {
    await context.close();
  }
}
