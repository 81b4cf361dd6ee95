import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { dashboardScene } from "../../../support/cast.ts";
import { context, createApproved, draftInput } from "../../../support/workflow.ts";
import { createDashboardUser } from "../support.ts";
import { checkBothLooks } from "../support-browser.ts";
import { press, tabTo } from "../support-keyboard.ts";

const { dashboard, workshop: own, owner } = dashboardScene();

const longText = `Bremen. ${"Das neue Werk schafft 120 Arbeitsplätze und ging am Montag in Betrieb. ".repeat(9)}

## Gebaut in zwei Jahren

Geschäftsführerin Anna Müller sagt: „Wir bleiben in Bremen.“ Mehr auf https://example.org.`;

describe("texts in Chromium", () => {
  test("a text is written with the page that readers will get beside it, warned of, checked and saved", async () => {
    const { page, complaints } = await dashboard.open(owner);
    await page.goto(`${dashboard.url}/app/meldungen`);
    await page.getByRole("link", { name: "Neue Meldung" }).click();
    await page.getByRole("button", { name: "Weiter" }).click();
    await page.getByLabel("Titel", { exact: true }).fill("Ein billiges Werk");
    await write(page, longText);
    await preview(page).getByRole("heading", { name: "Ein billiges Werk" }).waitFor();
    await preview(page).getByRole("heading", { name: "Gebaut in zwei Jahren" }).waitFor();
    await page.getByText("Der Kunde vermeidet „billig“.").waitFor();
    await page.getByText("von 100 Punkten").waitFor();
    await page.getByLabel("Titel", { exact: true }).fill("Ein günstiges Werk");
    await page.getByText("Der Kunde vermeidet").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Entwurf speichern" }).click();
    await page.getByText("Der Entwurf ist gespeichert.").waitFor();

    await page.getByText("Suchmaschinen", { exact: true }).click();
    await page.getByRole("button", { name: "Vorschlagen" }).click();
    await page.getByText("Gespeichert wird erst mit „Speichern“.").waitFor();
    await page.getByText("Suchmaschinen", { exact: true }).click();
    expect(await page.getByLabel("Ende der Adresse").inputValue()).toBe("ein-guenstiges-werk");
    await save(page).click();
    await page.getByText("Gespeichert als Fassung 2.").waitFor();
    expect(complaints).toEqual([]);
  });

  test("a click in the preview leads nowhere, and a page that is left keeps what was typed", async () => {
    const draftId = await newDraft();
    const { page } = await dashboard.open(owner);
    await page.goto(`${dashboard.url}/app/meldungen/${draftId}`);
    await preview(page).getByRole("link", { name: "https://example.org" }).click();
    await preview(page).getByRole("heading", { name: "Gebaut in zwei Jahren" }).waitFor();
    await page.getByLabel("Titel", { exact: true }).fill("Noch nicht gespeichert");
    await page.goto(`${dashboard.url}/app/meldungen`);
    await page.goto(`${dashboard.url}/app/meldungen/${draftId}`);
    expect(await page.getByLabel("Titel", { exact: true }).inputValue()).toBe("Noch nicht gespeichert");
  });

  test("two tabs: the second save meets the first on one page, is merged, and stands in the versions", async () => {
    const draftId = await newDraft({ bodyMarkdown: "Das Werk ist groß." });
    const [first, second] = [await dashboard.open(owner), await dashboard.open(owner)];
    for (const { page } of [first, second]) await page.goto(`${dashboard.url}/app/meldungen/${draftId}`);
    await write(first.page, "Das Werk ist riesig.");
    await save(first.page).click();
    await first.page.getByText("Gespeichert als Fassung 2.").waitFor();
    const { page } = second;
    await write(page, "Das Werk ist winzig.");
    await page.getByLabel("Untertitel").fill("Mein Untertitel");
    await save(page).click();
    await page.getByRole("heading", { name: "Zwei Fassungen" }).waitFor();
    await page.locator(".summary:focus").waitFor();
    await page.getByText("An beiden Stellen geändert: Text.").waitFor();
    expect(await written(page)).toBe("Das Werk ist winzig.");
    await write(page, "Das Werk ist riesig, nicht winzig.");
    await save(page).click();
    await page.getByText("Gespeichert als Fassung 3.").waitFor();

    await page.getByRole("link", { name: "Fassungen" }).click();
    await page.getByRole("link", { name: "Fassung 3", exact: true }).click();
    expect(await page.locator("ins").allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringContaining(", nicht winzig")]),
    );
    await page.getByRole("navigation", { name: "Pfad" }).getByRole("link", { name: "Fassungen" }).click();
    await page.getByRole("link", { name: "Fassung 1", exact: true }).click();
    await page.getByText("Diese Fassung wiederherstellen …").click();
    await page.getByRole("button", { name: "Wiederherstellen" }).click();
    await page.getByText("Fassung 1 ist wieder da, als Fassung 4.").waitFor();
    expect(await written(page)).toBe("Das Werk ist groß.");
  });

  test("back after the publication: the older tab is told kindly, and its text stays", async () => {
    const draftId = await createApproved(dashboard.service.sql, own);
    const { page } = await dashboard.open(owner);
    await page.goto(`${dashboard.url}/app/meldungen/${draftId}`);
    const input = { draftId, approvedVersion: 1, maxCredits: 5 };
    await publishRelease(dashboard.service.sql, own.agencyId, input, context);
    await page.getByLabel("Titel", { exact: true }).fill("Zu spät");
    await save(page).click();
    await page.getByText("Ihre Änderung ist nicht gespeichert.").waitFor();
    expect(await page.getByLabel("Titel (Ihr Wortlaut)").inputValue()).toBe("Zu spät");
    await page.getByRole("link", { name: "Im Newsroom ansehen" }).click();
    await page.getByRole("heading", { name: "Neues Werk in Bremen eröffnet" }).waitFor();
  });

  test("a session that ends while somebody types loses no word", async () => {
    const draftId = await newDraft();
    const editor = await createDashboardUser({ ...dashboard.service, url: dashboard.url }, own.agencyId, {
      role: "editor",
    });
    const { page } = await dashboard.open(editor);
    await page.goto(`${dashboard.url}/app/meldungen/${draftId}`);
    await dashboard.service.sql`delete from person_session where person_id = ${editor.personId}`;
    await write(page, "Viel Arbeit\n\nund mehr davon");
    await page.getByText("Die Vorschau ist gerade nicht zu haben.").waitFor();
    await save(page).click();
    await page.getByRole("heading", { name: "Ihre Sitzung ist beendet" }).waitFor();
    // What was left empty takes no room: the button stands near.
    expect(await page.getByLabel("Untertitel").count()).toBe(0);
    await page.context().clearCookies();
    const [name = "", value = ""] = owner.cookie.split("=");
    await page.context().addCookies([{ name, value, url: dashboard.url }]);
    await page.getByRole("button", { name: "Noch einmal senden" }).click();
    await page.getByText("Gespeichert als Fassung 2.").waitFor();
    expect(await written(page)).toBe("Viel Arbeit\n\nund mehr davon");
  });

  test("everything works without JavaScript", async () => {
    const { page } = await dashboard.open(owner, { javaScriptEnabled: false });
    await page.goto(`${dashboard.url}/app/meldungen/neu`);
    await page.getByRole("button", { name: "Weiter" }).click();
    await page.getByLabel("Titel", { exact: true }).fill("Ohne Skript");
    await write(page, longText);
    const opened = page.context().waitForEvent("page");
    await page.getByRole("button", { name: "Vorschau in neuem Fenster" }).click();
    await (await opened).getByRole("heading", { name: "Ohne Skript" }).waitFor();
    await page.getByRole("button", { name: "Entwurf speichern" }).click();
    await page.getByText("Der Entwurf ist gespeichert.").waitFor();
    await preview(page).getByRole("heading", { name: "Ohne Skript" }).waitFor();
    await page.getByLabel("Titel", { exact: true }).fill("Ohne Skript gespeichert");
    // Enter in a line saves, and proposes nothing.
    await page.getByLabel("Titel", { exact: true }).press("Enter");
    await page.getByText("Gespeichert als Fassung 2.").waitFor();
  });

  test("the keyboard alone writes, looks and saves", async () => {
    const draftId = await newDraft();
    const { page } = await dashboard.open(owner);
    await page.goto(`${dashboard.url}/app/meldungen/${draftId}`);
    await tabTo(page, page.locator("#f-title"));
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Getippter Titel");
    await tabTo(page, page.locator(".group summary").first());
    await press(page, page.locator(".group + .group summary").first());
    await tabTo(page, page.locator("#f-topics"));
    await page.keyboard.type("Bau");
    await press(page, page.locator(".buttons .primary").first());
    await page.getByText("Gespeichert als Fassung 2.").waitFor();
  });

  test("pages are accessible and fit: light on a telephone, dark on a wide screen", async () => {
    const { sql } = dashboard.service;
    const draftId = await newDraft({ title: "Ein billiges Werk", topics: ["Bau", "Bremen"] });
    const published = await createApproved(sql, own);
    await publishRelease(
      sql,
      own.agencyId,
      { draftId: published, approvedVersion: 1, maxCredits: 5 },
      context,
    );
    const { page } = await dashboard.open(owner, { width: 390, isChecked: true });
    const check = (name: string) => checkBothLooks(page, name);
    const { page: other } = await dashboard.open(owner);
    await other.goto(`${dashboard.url}/app/meldungen/${draftId}`);
    await page.goto(`${dashboard.url}/app/meldungen/${draftId}`);
    for (const summary of await page.locator(".editor summary").all()) await summary.click();
    await check("editor");
    await write(page, "Das Werk ist ganz anders.");
    await page.getByLabel("Themen").fill("1\n2\n3\n4\n5\n6");
    await save(page).click();
    await page.getByText("Bitte prüfen Sie Ihre Angaben.").waitFor();
    await check("refused");
    await write(other, `${longText}\n\nMehr.`);
    await save(other).click();
    await other.getByText("Gespeichert als Fassung 2.").waitFor();
    await page.getByLabel("Themen").fill("Bau");
    await save(page).click();
    await page.getByRole("heading", { name: "Zwei Fassungen" }).waitFor();
    await check("conflict");
    await page.goto(`${dashboard.url}/app/meldungen/${published}`);
    await check("locked");
  });
});

const newDraft = async (input = {}) => {
  const { sql } = dashboard.service;
  return (
    await createDraft(
      sql,
      own.agencyId,
      draftInput(own.clientId, { bodyMarkdown: longText, ...input }),
      context,
    )
  ).id;
};
const preview = (page: Page) => page.frameLocator("iframe[data-preview]");
const written = (page: Page) => page.locator("[name=bodyMarkdown]").inputValue();
/** Into the plain Markdown, which is all that a page without the editor has. */
const write = async (page: Page, markdown: string) => {
  await page.waitForLoadState();
  const plain = page.getByRole("button", { name: "Markdown", exact: true });
  if (await plain.isVisible()) await plain.click();
  await page.locator("[name=bodyMarkdown]").fill(markdown);
};
const save = (page: Page) => page.getByRole("button", { name: "Speichern", exact: true });
