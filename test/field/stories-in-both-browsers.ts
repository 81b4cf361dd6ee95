/**
 * The six main stories as a visitor goes them, in Chromium and Debian's Firefox: newsroom, signing in by mail, editor, upload, approval and
 * the link to a report. Each page on the way is read as a screen reader reads it. `PAGE_PICTURES=FOLDER` keeps pictures and trees.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { addClientContact } from "../../service/features/clients/contacts.ts";
import { createReportLink } from "../../service/features/reporting/links/report-links.ts";
import { createPublicationReport } from "../../service/features/reporting/reports/create-publication-report.ts";
import { createDraft } from "../../service/features/workflow/drafts/create-draft.ts";
import { createDashboardUser } from "../edges/dashboard/support.ts";
import {
  checkPage,
  type DashboardBrowser,
  startDashboardBrowser,
} from "../edges/dashboard/support-browser.ts";
import { drawPng } from "../features/media/support/draw.ts";
import { sharedChromium } from "../features/newsroom/support/chromium.ts";
import { sharedFirefox } from "../features/newsroom/support/firefox.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { readMail } from "../support/read-mail.ts";
import { testSeal } from "../support/seal.ts";
import { createTestRelease } from "../support/service.ts";
import { until } from "../support/until.ts";
import { context, createWorkshop, draftInput } from "../support/workflow.ts";

const operator = { type: "operator", id: null } as const;
const title = "Altbauten von Heliora sparen Heizkosten in 214 Häusern der Donaudampfschifffahrtsgesellschaft";
const folder = Bun.env.PAGE_PICTURES;

/** What a screen reader announces with a name, and finds none: `- button` and no quotation mark behind it. */
const nameless =
  /^\s*- (?:button|link|textbox|searchbox|combobox|checkbox|radio|slider|spinbutton|img|dialog|table)(?! ")[^\n]*/gm;
/**
 * Levels of the headings that are shown, in their order; without those of a release that a page quotes as it will appear. The page that asks
 * for an approval has the release's own first heading.
 */
const headings = `(() => {
  const all = [...document.querySelectorAll("h1,h2,h3,h4,h5,h6")].filter((each) => each.checkVisibility());
  const own = all.filter((each) => !each.closest("section article.release"));
  return (own.some(({ localName }) => localName === "h1") ? own : all).map((each) => Number(each.localName[1]));
})()`;
/** The words of what is in focus and of what describes it. */
const inFocus = `(() => {
  const at = document.activeElement;
  if (at === document.body) return "";
  const ids = at.getAttribute("aria-describedby")?.split(" ") ?? [];
  return [at, ...ids.map((id) => document.getElementById(id))].map((each) => each?.textContent).join(" ");
})()`;
/** Words of headlines that stand on two lines though one would hold them. */
const brokenWords = `[...document.querySelectorAll("h1,h2,h3")].flatMap((heading) => {
  const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) for (const { 0: word, index } of texts.currentNode.data.matchAll(/[^\\s\\u00ad-]+/g)) {
    const range = document.createRange();
    range.setStart(texts.currentNode, index);
    range.setEnd(texts.currentNode, index + word.length);
    const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
    const lines = new Set(boxes.map(({ top }) => Math.round(top)));
    const needed = boxes.reduce((sum, { width }) => sum + width, 0);
    if (lines.size > 1 && needed < heading.clientWidth) broken.push(word);
  }
  return broken;
})`;

describe.each([
  ["Chromium", sharedChromium],
  ["Firefox", sharedFirefox],
] as const)("in %s", (browserName, openBrowser) => {
  let dashboard: DashboardBrowser;
  let mailServer: MailServer;
  beforeAll(async () => {
    mailServer = await startMailServer();
    const mail = { SMTP_URL: mailServer.url, MAIL_FROM: "Dienst <dienst@nordlicht.example>" };
    dashboard = await startDashboardBrowser(mail, openBrowser);
  }, 120_000);
  afterEach(() => dashboard.closeWindows());
  afterAll(async () => {
    await dashboard?.stop();
    await mailServer?.stop();
  });

  const look = { isChecked: browserName === "Chromium" };

  /** The tree of the page: headings in their order, one at the top, a name for each control; and nothing that axe finds. */
  async function checkTree(page: Page, name: string): Promise<void> {
    const tree = await page.locator("body").ariaSnapshot();
    if (folder !== undefined) {
      writeFileSync(join(folder, `tree-${browserName}-${name}.yaml`), tree);
      await page.screenshot({ path: join(folder, `${browserName}-${name}.png`), fullPage: true });
    }
    expect({ name, nameless: tree.match(nameless) ?? [] }).toEqual({ name, nameless: [] });
    const levels = (await page.evaluate(headings)) as number[];
    expect({ name, first: levels.filter((level) => level === 1) }).toEqual({ name, first: [1] });
    const skipped = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1 && index > 0);
    expect({ name, levels, skipped }).toEqual({ name, levels, skipped: [] });
    expect({ name, broken: await page.evaluate(brokenWords) }).toEqual({ name, broken: [] });
    expect({ name, landmarks: /^- main/m.test(tree) }).toEqual({ name, landmarks: true });
    if (browserName === "Chromium") await checkPage(page, name);
  }
  /** Playwright hides the caret in a picture by a style that the page's policy refuses. */
  const faultsOf = (complaints: readonly string[]) =>
    complaints.filter((text) => folder === undefined || !/blocked an inline style/.test(text));
  /** A live region that changes is read out. */
  const isSaid = (page: Page, text: string) =>
    page.getByRole("status").filter({ hasText: text }).first().waitFor();
  /** Of a page that has just come its title is read out, and what is in focus or describes it: a live region that it came with is not. */
  const isTitled = (page: Page, title: string) =>
    until(`the title is ${title}`, () =>
      page.title().then(
        (found) => found.includes(title),
        // The page is just being left.
        () => false,
      ),
    );
  const isInFocus = async (page: Page, reason: string) => {
    await page.getByRole("alert").filter({ hasText: reason }).first().waitFor();
    await until(`${reason} is in focus`, async () => String(await page.evaluate(inFocus)).includes(reason));
  };

  test.each([390, 1280])(
    "a journalist finds a release in the newsroom and takes its text, %d pixels wide",
    async (width) => {
      const { agencyId } = await createWorkshop(dashboard.service.sql);
      const { path } = await createTestRelease(dashboard.service.sql, agencyId, { title });
      const { page, complaints } = await dashboard.open(null, { ...look, width });
      await page.goto(dashboard.url + path.split("/").slice(0, -1).join("/"));
      await checkTree(page, "newsroom");
      await page.getByRole("searchbox").fill("altbau");
      await page.getByRole("button", { name: "Suchen" }).click();
      await isTitled(page, "Suche nach „altbau“");
      await page.locator("[aria-live=polite]").getByRole("heading", { name: "1 Treffer" }).waitFor();
      await checkTree(page, "search");
      await page.getByRole("link", { name: title }).click();
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await checkTree(page, "release");
      expect(faultsOf(complaints)).toEqual([]);
      await page.getByRole("link", { name: "Text ohne Gestaltung" }).click();
      await page.getByText("Das Werk hat 120 Arbeitsplätze.").waitFor();
    },
  );

  test("a person signs in by a mail", async () => {
    const { agencyId } = await createWorkshop(dashboard.service.sql);
    const { email } = await createDashboardUser(dashboard.service, agencyId);
    const { page, complaints } = await dashboard.open(null, look);
    await page.goto(`${dashboard.url}/app`);
    await checkTree(page, "sign-in");
    await page.getByLabel("E-Mail-Adresse").fill("");
    await page.getByRole("button", { name: "Link anfordern" }).click();
    await isInFocus(page, "E-Mail-Adresse");
    await checkTree(page, "sign-in-refused");
    await page.getByLabel("E-Mail-Adresse").fill(email);
    await page.getByRole("button", { name: "Link anfordern" }).click();
    await isTitled(page, "Sehen Sie in Ihr Postfach");
    await checkTree(page, "sign-in-sent");
    const link = await until("the mail has come", () =>
      mailServer.received
        .filter(({ to }) => to.includes(email))
        .map(({ source }) => /http:\/\/localhost:\d+\/app\/anmelden\/\S+/.exec(readMail(source))?.[0])
        .at(-1),
    );
    await page.goto(link);
    await checkTree(page, "sign-in-link");
    await page.locator("main").getByRole("button").first().click();
    await page.getByRole("heading", { level: 1, name: "Heute" }).waitFor();
    await isTitled(page, "Heute");
    await checkTree(page, "today");
    expect(faultsOf(complaints).filter((text) => !/400/.test(text))).toEqual([]);
  });

  test("an editor changes a text and saves it", async () => {
    const { agencyId, clientId } = await createWorkshop(dashboard.service.sql);
    const editor = await createDashboardUser(dashboard.service, agencyId, { role: "editor" });
    const { id } = await createDraft(dashboard.service.sql, agencyId, draftInput(clientId), context);
    const { page, complaints } = await dashboard.open(editor, look);
    await page.goto(`${dashboard.url}/app/meldungen/${id}`);
    const text = page.getByRole("textbox", { name: "Text", exact: true });
    await text.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" Mehr dazu morgen.");
    await checkTree(page, "editor");
    await page.getByRole("button", { name: "Speichern", exact: true }).click();
    await isSaid(page, "Gespeichert als Fassung 2.");
    await text.getByText("Mehr dazu morgen.").waitFor();
    expect(faultsOf(complaints)).toEqual([]);
  });

  test("a picture is uploaded and described", async () => {
    const { agencyId, clientId } = await createWorkshop(dashboard.service.sql);
    const owner = await createDashboardUser(dashboard.service, agencyId);
    const { page, complaints } = await dashboard.open(owner, look);
    await page.goto(`${dashboard.url}/app/kunden/${clientId}/mediathek`);
    await checkTree(page, "library");
    const picture = { name: "halle.png", mimeType: "image/png", buffer: drawPng(900, 600) };
    await page.getByLabel("Dateien wählen oder hierher ziehen").setInputFiles(picture);
    await isSaid(page, "halle.png ist hochgeladen.");
    await page.getByLabel("Alternativtext").fill("Blick in die Halle");
    await page.getByLabel("Bildnachweis").fill("Foto: Anna Berg");
    await checkTree(page, "uploaded");
    await page.getByRole("button", { name: "Speichern" }).click();
    await isSaid(page, "Eine Datei ist gespeichert.");
    await page.reload();
    await page.getByRole("img", { name: "Blick in die Halle" }).waitFor();
    expect(faultsOf(complaints)).toEqual([]);
  });

  test("a contact approves by the link of a mail", async () => {
    const { agencyId, clientId } = await createWorkshop(dashboard.service.sql, { contactEmail: null });
    const email = `freigabe-${agencyId}@mueller.example`;
    const contact = { clientId, name: "Frau Müller", email, canApprove: true };
    await addClientContact(dashboard.service.sql, agencyId, contact, operator);
    const owner = await createDashboardUser(dashboard.service, agencyId);
    const { id } = await createDraft(dashboard.service.sql, agencyId, draftInput(clientId), context);
    const asking = (await dashboard.open(owner, look)).page;
    await asking.goto(`${dashboard.url}/app/meldungen/${id}/freigabe`);
    await asking.getByRole("button", { name: "Um Freigabe bitten" }).click();
    await isSaid(asking, "bekommt eine Mail");
    await checkTree(asking, "asked");
    const link = await until("the mail has come", () =>
      mailServer.received
        .filter(({ to }) => to.includes(email))
        .map(({ source }) => /http:\/\/localhost:\d+\/approvals\/[\w-]{43}/.exec(readMail(source))?.[0])
        .at(-1),
    );
    const { page, complaints } = await dashboard.open(null, look);
    await page.goto(link);
    await checkTree(page, "approval");
    await page.getByRole("button", { name: "Änderungen wünschen" }).click();
    // Its form leads to the decision, so that nothing takes the focus.
    await isTitled(page, "Bitte prüfen: Freigabe");
    await page.getByRole("alert").filter({ hasText: "Bitte" }).first().waitFor();
    await checkTree(page, "approval-refused");
    await page.getByRole("button", { name: "Freigeben", exact: true }).click();
    await isTitled(page, "Ihre Freigabe ist angekommen");
    await checkTree(page, "approved");
    expect(faultsOf(complaints).filter((text) => !/400/.test(text))).toEqual([]);
  });

  test("a client opens its report behind a password", async () => {
    const { agencyId } = await createWorkshop(dashboard.service.sql);
    const { pressReleaseId } = await createTestRelease(dashboard.service.sql, agencyId, { title });
    const report = await createPublicationReport(dashboard.service.sql, agencyId, {
      scopeType: "article",
      scopeId: pressReleaseId,
      createdBy: "operator",
      seal: await testSeal(),
      comment: "Ein guter Monat.",
      publicUrl: dashboard.url,
    });
    const { url } = await createReportLink(dashboard.service.sql, agencyId, {
      reportId: report.id,
      actor: operator,
      publicUrl: dashboard.url,
      password: "geheim-genug-1",
    });
    const { page, complaints } = await dashboard.open(null, look);
    await page.goto(url);
    await checkTree(page, "report-password");
    for (const password of ["falsch", "geheim-genug-1"]) {
      await page.getByLabel("Passwort").fill(password);
      await page.locator("main").getByRole("button").click();
      if (password === "falsch") await isInFocus(page, "Das Passwort stimmt nicht.");
    }
    await page.getByText("Ein guter Monat.").waitFor();
    await isTitled(page, title);
    await checkTree(page, "report");
    expect(faultsOf(complaints).filter((text) => !/401/.test(text))).toEqual([]);
  });
});
