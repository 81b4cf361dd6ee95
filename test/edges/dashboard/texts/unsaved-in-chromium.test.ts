import { describe, expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import {
  keepUnsavedText,
  readUnsavedText,
} from "../../../../service/features/workflow/drafts/unsaved-texts.ts";
import { dashboardScene } from "../../../support/cast.ts";
import { until } from "../../../support/until.ts";
import { context, draftInput } from "../../../support/workflow.ts";
import { createDashboardUser, signIn } from "../support.ts";
import { checkPage } from "../support-browser.ts";

const { dashboard, workshop: own, owner } = dashboardScene();

const newDraft = async () =>
  (await createDraft(dashboard.service.sql, own.agencyId, draftInput(own.clientId), context)).id;
const subtitle = (page: Page) => page.getByLabel("Untertitel");
const isKept = (page: Page) => page.getByText(/^Zwischenstand von \d\d:\d\d Uhr ist gesichert/).waitFor();

const whose = (draftId: string) => ({ personId: owner.personId, of: { draftId } });

const keptSubtitle = async (draftId: string) =>
  (await readUnsavedText(dashboard.service.sql, own.agencyId, whose(draftId)))?.fields.subtitle?.[0];

/** As if the person had typed so in a window that this test does not open. */
async function keepElsewhere(draftId: string, typed: Record<string, string>): Promise<void> {
  const { title, bodyMarkdown } = draftInput(own.clientId);
  const all = { title, bodyMarkdown, language: "de", expectedVersion: "1", ...typed };
  const fields = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value]]));
  const typedIn = { windowId: crypto.randomUUID(), shownAt: null };
  await keepUnsavedText(dashboard.service.sql, own.agencyId, { ...whose(draftId), fields, typedIn });
}

async function setSession(window: BrowserContext, cookie: string): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  await window.addCookies([{ name, value, url: dashboard.url }]);
}

describe("what is typed, in Chromium", () => {
  test("survives a reload and a closed window, and is gone after saving", async () => {
    const draftId = await newDraft();
    const first = await dashboard.open(owner);
    await first.page.goto(`${dashboard.url}/app/meldungen/${draftId}`);
    await subtitle(first.page).fill("Zwei Sekunden alt");
    await isKept(first.page);
    await first.page.reload();
    await first.page.getByText(/^Ihr Stand von \d\d:\d\d Uhr ist noch nicht gespeichert/).waitFor();
    expect(await subtitle(first.page).inputValue()).toBe("Zwei Sekunden alt");
    // A closed window asks nothing and takes what was typed a moment ago with it.
    await subtitle(first.page).fill("Gerade getippt");
    await first.page.close({ runBeforeUnload: true });
    await until(async () => (await keptSubtitle(draftId)) === "Gerade getippt");

    const { page, complaints } = await dashboard.open(owner, { isChecked: true });
    await page.goto(`${dashboard.url}/app/meldungen/${draftId}`);
    expect(await subtitle(page).inputValue()).toBe("Gerade getippt");
    await checkPage(page, "unsaved");
    await page.getByRole("button", { name: "Speichern", exact: true }).click();
    await page.getByText("Gespeichert als Fassung 2.").waitFor();
    expect(await page.getByText("Ihr Stand von").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("of a new text waits at its client, and can be dropped", async () => {
    const { page } = await dashboard.open(owner);
    await page.goto(`${dashboard.url}/app/meldungen/neu/${own.clientId}`);
    await page.getByLabel("Titel", { exact: true }).fill("Noch ohne Text");
    await isKept(page);
    await page.goto(`${dashboard.url}/app/meldungen/neu/${own.clientId}`);
    expect(await page.getByLabel("Titel", { exact: true }).inputValue()).toBe("Noch ohne Text");
    await page.getByText("Verwerfen …").click();
    await page.getByRole("button", { name: "Ja, verwerfen" }).click();
    await page.getByText("Ihr ungespeicherter Stand ist verworfen.").waitFor();
    expect(await page.getByLabel("Titel", { exact: true }).inputValue()).toBe("");
  });

  test("of a new text outlives the import of a file that is no Word document", async () => {
    const { page } = await dashboard.open(owner);
    await page.goto(`${dashboard.url}/app/meldungen/neu/${own.clientId}`);
    await page.getByLabel("Titel", { exact: true }).fill("Vor dem Import getippt");
    await isKept(page);
    const file = {
      name: "Alt.doc",
      mimeType: "application/msword",
      buffer: Buffer.from("d0cf11e0a1b11ae1", "hex"),
    };
    await page.getByLabel("Aus einem Word-Dokument").setInputFiles(file);
    await Promise.all([
      page.waitForURL(/\/import\?/),
      page.getByRole("button", { name: "Übernehmen", exact: true }).click(),
    ]);
    await page.getByText("kein Word-Dokument").waitFor();
    expect(await page.getByLabel("Titel", { exact: true }).inputValue()).toBe("Vor dem Import getippt");
    // And it is written on in, from this page and from another one.
    await subtitle(page).fill("Nach dem Import getippt");
    await isKept(page);
    await page.goto(`${dashboard.url}/app/meldungen/neu/${own.clientId}`);
    expect(await page.getByLabel("Titel", { exact: true }).inputValue()).toBe("Vor dem Import getippt");
    expect(await subtitle(page).inputValue()).toBe("Nach dem Import getippt");
    await page.getByText("Verwerfen …").click();
    await page.getByRole("button", { name: "Ja, verwerfen" }).click();
    await page.getByText("Ihr ungespeicherter Stand ist verworfen.").waitFor();
  });

  test("without a network stands in the page, which says so and asks before it is left", async () => {
    const draftId = await newDraft();
    const { page } = await dashboard.open(owner);
    await page.goto(`${dashboard.url}/app/meldungen/${draftId}`);
    await page.context().setOffline(true);
    await subtitle(page).fill("Im Zug getippt");
    await page.getByText("Keine Verbindung: Ihr Text steht nur in diesem Fenster.").waitFor();
    const asked = page.waitForEvent("dialog");
    const leaving = page.goto(`${dashboard.url}/app/meldungen`).catch(() => null);
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await leaving;
    // Sending would lead to the browser's own page on a missing network.
    await page.getByRole("button", { name: "Speichern", exact: true }).click();
    expect(await subtitle(page).inputValue()).toBe("Im Zug getippt");

    await page.context().setOffline(false);
    await isKept(page);
    expect(await page.getByText("Keine Verbindung").isVisible()).toBe(false);
    await page.reload();
    expect(await subtitle(page).inputValue()).toBe("Im Zug getippt");
  });

  test("outlives the end of the session, and goes on by itself after signing in elsewhere", async () => {
    const draftId = await newDraft();
    const person = await createDashboardUser({ ...dashboard.service, url: dashboard.url }, own.agencyId, {
      role: "editor",
    });
    const { page } = await dashboard.open(person);
    await page.goto(`${dashboard.url}/app/meldungen/${draftId}`);
    await dashboard.service.sql`delete from person_session where person_id = ${person.personId}`;
    await subtitle(page).fill("Nach dem Ende getippt");
    await page.getByText("Sie wurden abgemeldet:").waitFor();
    const link = page.getByRole("link", { name: "in einem neuen Fenster anmelden" });
    const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
    await opened.getByRole("heading", { name: "Anmelden" }).first().waitFor();
    // Somebody else at the same machine gets nothing of it.
    await setSession(page.context(), owner.cookie);
    await page.bringToFront();
    await page.getByText("jetzt jemand anderes angemeldet").waitFor();
    await setSession(
      page.context(),
      (await signIn({ ...dashboard.service, url: dashboard.url }, person.email)).cookie,
    );
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await isKept(page);
    await page.getByRole("button", { name: "Speichern", exact: true }).click();
    await page.getByText("Gespeichert als Fassung 2.").waitFor();
  });

  test("in another window outlives the button that saves and asks for approval", async () => {
    const draftId = await newDraft();
    const { page } = await dashboard.open(owner);
    await page.goto(`${dashboard.url}/app/meldungen/${draftId}`);
    await keepElsewhere(draftId, { title: "Im anderen Fenster" });
    await subtitle(page).fill("In diesem Fenster");
    await page.getByRole("button", { name: "Freigabe anfragen" }).click();
    await page.getByText("Gespeichert als Fassung 2.").waitFor();
    const kept = await readUnsavedText(dashboard.service.sql, own.agencyId, whose(draftId));
    expect(kept?.fields.title).toEqual(["Im anderen Fenster"]);
  });

  test("is written on in where another window's state was shown and its approval was refused", async () => {
    const draftId = await newDraft();
    await keepElsewhere(draftId, { title: "" });
    const { page } = await dashboard.open(owner);
    await page.goto(`${dashboard.url}/app/meldungen/${draftId}`);
    await page.getByText(/^Ihr Stand von/).waitFor();
    await page.getByRole("button", { name: "Freigabe anfragen" }).click();
    await page.getByText("Bitte prüfen Sie Ihre Angaben.").waitFor();
    await subtitle(page).fill("Nach der Ablehnung");
    await until(() => page.evaluate("document.querySelector('[data-keep]:not([hidden])') !== null"));
    expect(await page.locator("[data-keep]:visible").first().textContent()).toMatch(/^Zwischenstand von/);
  });

  test("while the answer to the button that saves is on its way is kept as well, without a question", async () => {
    const draftId = await newDraft();
    const { page } = await dashboard.open(owner);
    const asked: string[] = [];
    page.on("dialog", async (dialog) => {
      asked.push(dialog.type());
      await dialog.accept();
    });
    await page.goto(`${dashboard.url}/app/meldungen/${draftId}`);
    const slowLine = Promise.withResolvers<void>();
    await page.route(`**/app/meldungen/${draftId}?*`, async (route) => {
      await slowLine.promise;
      await route.continue();
    });
    await page.getByLabel("Titel", { exact: true }).fill("Gespeichert");
    await subtitle(page).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Danach getippt");
    // The save forgets what was kept before it came.
    await until(async () => (await keptSubtitle(draftId)) === "Danach getippt");
    slowLine.resolve();
    await page.getByText("Gespeichert als Fassung 2.").waitFor();
    await until(async () => (await keptSubtitle(draftId)) === "Danach getippt");
    expect(asked).toEqual([]);
  });
});
