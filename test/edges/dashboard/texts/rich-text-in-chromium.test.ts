import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { drawPng } from "../../../features/media/support/draw.ts";
import { dashboardScene } from "../../../support/cast.ts";
import { until } from "../../../support/until.ts";
import { context, draftInput, freshToken } from "../../../support/workflow.ts";
import { clipboards } from "../rich-text/support/clipboards.ts";
import { checkPage } from "../support-browser.ts";
import { markdown, textbox, tool } from "./support/editor.ts";

const { dashboard, workshop: own, owner } = dashboardScene();

test("a text is typed, pasted from Word, given a picture, saved, and appears as it was written", async () => {
  const { sql } = dashboard.service;
  const bodyMarkdown = "Bremen. Das Werk * ist offen.\n\n* bleibt\n* so";
  const { id } = await createDraft(sql, own.agencyId, draftInput(own.clientId, { bodyMarkdown }), context);
  const { page, complaints } = await dashboard.open(owner);
  await page.goto(`${dashboard.url}/app/meldungen/${id}`);
  await textbox(page).focus();
  await move(page, "Control+Home");
  await page.keyboard.press("Enter");
  await move(page, "ArrowUp");
  await page.keyboard.type("## Ein Titel");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Ein **fettes** Wort und ");
  await page.keyboard.press("Control+i");
  await page.keyboard.type("schräge");
  await page.keyboard.press("Control+i");
  await page.keyboard.type(" Wörter.");
  await page.keyboard.press("Enter");
  await preview(page).getByRole("heading", { name: "Ein Titel" }).waitFor();
  await preview(page).locator("strong", { hasText: "fettes" }).waitFor();
  // What nobody touched stands there as it was written.
  const typed = "## Ein Titel\n\nEin **fettes** Wort und *schräge* Wörter.";
  expect(await markdown(page)).toBe(`${typed}\n\n${bodyMarkdown}`);

  const word = clipboards[0];
  await paste(page, word?.html ?? "");
  await preview(page).getByRole("cell", { name: "2025" }).waitFor();
  expect(await markdown(page)).toBe(`${typed}\n\n${word?.markdown}\n\n${bodyMarkdown}`);

  await tool(page, "Bild").click();
  const dialog = page.getByRole("dialog", { name: "Bild einfügen" });
  await dialog
    .getByText("In der Mediathek des Kunden liegt noch kein Bild, das sich im Text zeigen lässt.")
    .waitFor();
  const picture = { name: "halle.png", mimeType: "image/png", buffer: drawPng(900, 600) };
  const loading = Promise.withResolvers<void>();
  await page.route("**/bild", (route) => loading.promise.then(() => route.continue()));
  await page.evaluate(notePictures);
  await dialog.getByLabel("Neues Bild hochladen").setInputFiles(picture);
  const details = page.getByRole("dialog", { name: "Angaben zum Bild" });
  await details.getByLabel("Alternativtext: Was ist zu sehen?").fill("Die [neue] Halle");
  await details.getByLabel("Bildnachweis").fill("Foto: Anna Berg");
  await details.getByLabel("Bildunterschrift").fill("Die Halle von Süden.");
  const described = page.waitForResponse(
    (answer) => answer.request().postData()?.includes('"credit":') === true,
  );
  await details.getByRole("button", { name: "Einfügen" }).click();
  await described;
  loading.resolve();
  await details.waitFor({ state: "hidden" });
  // It has its room from the beginning: nothing below it moves under the mouse.
  await until(() => page.evaluate<boolean>("notedPicture !== undefined"));
  expect(await page.evaluate("notedPicture")).toEqual({ isLoaded: true });
  await preview(page).getByText("Die Halle von Süden. Foto: Anna Berg").first().waitFor();
  // The preview shows it although it is not public yet.
  const shown = preview(page).locator(".text figure img");
  await shown.evaluate((image: HTMLImageElement) => image.decode());
  expect(await markdown(page)).toMatch(
    /!\[Die \(neue\) Halle\]\(\/media\/[0-9a-f-]{36}\/[0-9a-f]{16}-\d+\.webp "Die Halle von Süden\. Foto: Anna Berg"\)/,
  );
  const saved = await markdown(page);
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await says(page, "Gespeichert als Fassung 2.");
  // The scripts put the text field in the place of the textarea: a button that moves under the mouse is not clicked.
  await page.waitForLoadState();
  expect(await markdown(page)).toBe(saved);
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await says(page, "Es gab nichts zu speichern");

  await publish(id, 2);
  await page.goto(`${dashboard.url}/newsroom/${own.clientSlug}`);
  await page.getByRole("article").getByRole("link").first().click();
  await page.getByRole("heading", { name: "Ein Titel" }).waitFor();
  const published = page.locator(".text figure img");
  await published.scrollIntoViewIfNeeded();
  await published.evaluate((image: HTMLImageElement) => image.decode());
  expect(await published.getAttribute("alt")).toBe("Die (neue) Halle");
  expect(await page.locator("script[src*=rich-text]").count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("the tools are one stop of the keyboard, the switch shows Markdown, and axe finds nothing", async () => {
  const { sql } = dashboard.service;
  const bodyMarkdown = 'Ein Satz.\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\n![Bild](/media/x.png "Zeile")';
  const { id } = await createDraft(sql, own.agencyId, draftInput(own.clientId, { bodyMarkdown }), context);
  for (const width of [390, 1280]) {
    const { page } = await dashboard.open(owner, { width, isChecked: true });
    await page.goto(`${dashboard.url}/app/meldungen/${id}`);
    await page.getByLabel("Untertitel").focus();
    await page.keyboard.press("Tab");
    await page.locator(":focus", { hasText: "Zwischentitel" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.locator("[aria-label=Fett]:focus").waitFor();
    await page.keyboard.press("Tab");
    await page.locator(".ProseMirror:focus").waitFor();
    await page.keyboard.press("Control+A");
    // A browser tells of a selection a moment later, and no hand presses the next key before that.
    await until(() => page.evaluate<boolean>("/Satz[^]*2/.test(String(getSelection()))"));
    await page.keyboard.press("Control+b");
    await page.locator("[aria-label=Fett][aria-pressed=true]").waitFor();
    await page.keyboard.press("Control+z");
    await page.getByRole("cell", { name: "1" }).click();
    await tool(page, "Zeile darunter einfügen").waitFor();
    await checkPage(page, `rich-text-${width}`);
    await tool(page, "Markdown").click();
    expect(await markdown(page)).toBe(bodyMarkdown);
    await page.locator("[name=bodyMarkdown]").fill("Ein [](https://a.de) Link");
    await tool(page, "Textfeld").click();
    await page
      .getByText("Der Text enthält einen Link ohne Wörter. Er steht deshalb hier als Markdown.")
      .waitFor();
    await page.locator("[name=bodyMarkdown]").fill("Ein **Link**");
    await tool(page, "Textfeld").click();
    await textbox(page).locator("strong", { hasText: "Link" }).waitFor();
    await checkPage(page, `rich-text-switched-${width}`);
  }
});

/** Notes of the first picture that comes into the text whether it was loaded by then. */
const notePictures = `
  var notedPicture;
  new MutationObserver(() => {
    const image = document.querySelector(".ProseMirror figure img");
    if (image !== null) notedPicture ??= { isLoaded: image.complete };
  }).observe(document.body, { childList: true, subtree: true });`;

/** Fails with what the page says instead. */
const says = async (page: Page, text: string) => {
  const found = page.getByText(text);
  await found.waitFor().catch(async (cause: unknown) => {
    throw new Error(`${page.url()}: ${await page.locator("body").textContent()}`, { cause });
  });
};
const preview = (page: Page) => page.frameLocator("iframe[data-preview]");

const paste = (page: Page, html: string) =>
  textbox(page).evaluate((box, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", text);
    box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, html);

/** Moves the cursor. The browser tells the editor of it with its next event, and nobody types sooner. */
async function move(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
}

async function publish(draftId: string, draftVersion: number): Promise<void> {
  const { sql } = dashboard.service;
  const request = { draftId, draftVersion, acceptWarnings: true };
  const { approvalId } = await sendApprovalRequest(sql, own.agencyId, request, context);
  await decideApproval(sql, await freshToken(sql, approvalId), { status: "approved", comment: null });
  const input = { draftId, approvedVersion: draftVersion, maxCredits: 5 };
  await publishRelease(sql, own.agencyId, input, context);
}
