import { expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import { updateAsset } from "../../../../service/features/media/update-asset.ts";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { drawPng } from "../../../features/media/support/draw.ts";
import { insertPicture } from "../../../features/media/support/insert-picture.ts";
import { dashboardScene } from "../../../support/cast.ts";
import { until } from "../../../support/until.ts";
import { context, draftInput, freshToken } from "../../../support/workflow.ts";
import { clipboards } from "../rich-text/support/clipboards.ts";
import { checkPage } from "../support-browser.ts";
import { give, markdown, rest, textbox } from "./support/editor.ts";

const { dashboard, workshop: own, owner } = dashboardScene();

/** Notes of the first picture that comes into the text whether it was loaded by then. */
const notePictures = `
  var notedPicture;
  new MutationObserver(() => {
    const image = document.querySelector(".ProseMirror figure img");
    if (image !== null) notedPicture ??= { isLoaded: image.complete };
  }).observe(document.body, { childList: true, subtree: true });`;

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
  await dialog.getByText("In der Mediathek des Kunden liegt noch kein Bild.").waitFor();
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

test("the text becomes Markdown once its pictures are uploaded, and not while they stand in it under a name of their own", async () => {
  const page = await openText("Anfang.");
  const uploaded = Promise.withResolvers<void>();
  await page.route("**/fertig?**", (route) => uploaded.promise.then(() => route.continue()));
  await give(page, "drop", {
    files: [{ name: "hof.png", base64: Buffer.from(drawPng(70, 40)).toString("base64") }],
  });
  await page.getByText("Bild 1 von 1 wird hochgeladen …").waitFor();
  await tool(page, "Markdown").click();
  await page.getByText("Ein Bild wird noch hochgeladen.").waitFor();
  expect(await page.locator("[name=bodyMarkdown]").isVisible()).toBe(false);
  uploaded.resolve();
  await page.getByRole("dialog", { name: "Angaben zum Bild" }).waitFor();
  await page.keyboard.press("Escape");
  await tool(page, "Markdown").click();
  expect(await markdown(page)).toMatch(/!\[\]\(\/media\//);
});

test("what is said of a picture while Markdown is shown does not bring back the text from before", async () => {
  const { sql } = dashboard.service;
  const picture = await insertPicture(sql, own.agencyId, { clientId: own.clientId, caption: "Halle" });
  const page = await openText(`Anfang.\n\n![Halle](/media/${picture}/0123456789abcdef-800.webp)`);
  const found = Promise.withResolvers<void>();
  await page.route("**/auswahl?asset=**", (route) => found.promise.then(() => route.continue()));
  await textbox(page).locator("figure img").click({ force: true });
  await tool(page, "Markdown").click();
  found.resolve();
  const details = page.getByRole("dialog", { name: "Angaben zum Bild" });
  await details.getByLabel("Alternativtext: Was ist zu sehen?").fill("Die Halle");
  await details.getByRole("button", { name: "Übernehmen" }).click();
  await details.waitFor({ state: "hidden" });
  await page.locator("[name=bodyMarkdown]").fill("Als Markdown geschrieben.");
  await tool(page, "Textfeld").click();
  const sent = "new FormData(document.querySelector('[name=bodyMarkdown]').form).get('bodyMarkdown')";
  expect(await page.evaluate(sent)).toBe("Als Markdown geschrieben.");
});

test("a picture that was uploaded too late leaves the dialog about another one alone", async () => {
  const { sql } = dashboard.service;
  const picture = await insertPicture(sql, own.agencyId, { clientId: own.clientId, caption: "Halle" });
  const page = await openText(`Anfang.\n\n![Halle](/media/${picture}/0123456789abcdef-800.webp)`);
  const held = Promise.withResolvers<void>();
  const hold = (route: Route) => held.promise.then(() => route.continue());
  await page.route("**/fertig?**", hold);
  await page.route("**/mediathek/angaben?**", hold);
  const details = page.getByRole("dialog", { name: "Angaben zum Bild" });
  const alt = details.getByLabel("Alternativtext: Was ist zu sehen?");
  // Said of the picture of the text, and uploaded: neither has an answer when somebody closes the dialog and goes on.
  await textbox(page).locator("figure img").click({ force: true });
  await alt.fill("Zu spät gesagt");
  await details.getByRole("button", { name: "Übernehmen" }).click();
  await details.getByRole("button", { name: "Abbrechen" }).click();
  await tool(page, "Bild").click();
  const late = { name: "spaet.png", mimeType: "image/png", buffer: drawPng(71, 40) };
  await page.getByLabel("Neues Bild hochladen").setInputFiles(late);
  await page.getByRole("button", { name: "Abbrechen" }).click();

  await textbox(page).locator("figure.ProseMirror-selectednode").waitFor();
  await page.keyboard.press("Enter");
  await alt.fill("Gerade geschrieben");
  const answers = [/\/fertig\?/, /\/angaben\?/].map((address) => page.waitForResponse(address));
  held.resolve();
  await Promise.all(answers);
  await rest(page);
  expect(await alt.inputValue()).toBe("Gerade geschrieben");
  expect(await details.isVisible()).toBe(true);
});

test("what a colleague has said of a picture meanwhile stays until the dialog has shown it, and each refusal says why", async () => {
  const { sql } = dashboard.service;
  const picture = await insertPicture(sql, own.agencyId, { clientId: own.clientId, caption: "Halle" });
  await sql`
    insert into release (agency_id, client_id, slug, title, body_markdown, status, published_at, image_asset_id)
    values (${own.agencyId}, ${own.clientId}, 'mit-bild', 'Mit Bild', 'Text', 'published', now(), ${picture})`;
  const page = await openText(`Anfang.\n\n![Halle](/media/${picture}/0123456789abcdef-800.webp)`);
  const details = page.getByRole("dialog", { name: "Angaben zum Bild" });
  const take = details.getByRole("button", { name: "Übernehmen" });
  await textbox(page).locator("figure img").click({ force: true });
  await details.getByLabel("Bildnachweis").fill("");
  await take.click();
  await details.getByText("Eine veröffentlichte oder geplante Meldung zeigt dieses Bild.").waitFor();
  await details.getByLabel("Bildnachweis").fill("Foto: A. Ärger");
  await details.getByLabel("Bildunterschrift").fill("Die Halle von Süden.");
  await updateAsset(sql, own.agencyId, {
    ...{ assetId: picture, alt: "Die neue Halle", credit: "Foto: B", actor: context.actor },
  });
  await take.click();
  await details.getByText("Das wurde inzwischen an anderer Stelle geändert.").waitFor();
  await details.getByText("„Die neue Halle“").waitFor();
  expect(await saidOf(picture)).toEqual({ alt: "Die neue Halle", credit: "Foto: B", caption: "Halle" });

  await page.route("**/mediathek/angaben?**", (route) => route.abort("connectionreset"));
  await take.click();
  await details.getByText("Die Verbindung ist abgebrochen. Bitte versuchen Sie es noch einmal.").waitFor();
  await page.unroute("**/mediathek/angaben?**");
  await take.click();
  await details.waitFor({ state: "hidden" });
  expect(await saidOf(picture)).toEqual({
    ...{ alt: "Halle", credit: "Foto: A. Ärger", caption: "Die Halle von Süden." },
  });
});

async function saidOf(id: string) {
  const [said] = await dashboard.service.sql`
    select alt, credit, caption from asset where agency_id = ${own.agencyId} and id = ${id}`;
  return { ...said };
}

test("a dropped picture that arrives while another one is described waits for its turn", async () => {
  const { sql } = dashboard.service;
  const picture = await insertPicture(sql, own.agencyId, { clientId: own.clientId, caption: "Halle" });
  const page = await openText(`Anfang.\n\n![Halle](/media/${picture}/0123456789abcdef-800.webp)`);
  const uploaded = Promise.withResolvers<void>();
  await page.route("**/fertig?**", (route) => uploaded.promise.then(() => route.continue()));
  const details = page.getByRole("dialog", { name: "Angaben zum Bild" });
  const alt = details.getByLabel("Alternativtext: Was ist zu sehen?");
  await textbox(page).locator("figure img").click({ force: true });
  await details.getByRole("button", { name: "Abbrechen" }).click();
  await give(page, "drop", {
    files: [{ name: "hof.png", base64: Buffer.from(drawPng(72, 40)).toString("base64") }],
  });
  await page.getByText("Bild 1 von 1 wird hochgeladen …").waitFor();
  await textbox(page).locator("figure img").click({ force: true });
  await alt.fill("Die Halle, gerade beschrieben");
  uploaded.resolve();
  await page.locator(".rich-note", { hasText: "Das Bild ist hochgeladen." }).waitFor();
  await rest(page);
  expect(await alt.inputValue()).toBe("Die Halle, gerade beschrieben");
  await details.getByRole("button", { name: "Übernehmen" }).click();
  await details.getByRole("button", { name: "Einfügen" }).waitFor();
  await alt.fill("Der Hof");
  await details.getByRole("button", { name: "Einfügen" }).click();
  await until(async () => (await markdown(page)).includes("![Der Hof]"));
  expect(await markdown(page)).toContain(`![Die Halle, gerade beschrieben](/media/${picture}/`);
});

async function openText(bodyMarkdown: string): Promise<Page> {
  const { sql } = dashboard.service;
  const { id } = await createDraft(sql, own.agencyId, draftInput(own.clientId, { bodyMarkdown }), context);
  const { page } = await dashboard.open(owner);
  await page.goto(`${dashboard.url}/app/meldungen/${id}`);
  await textbox(page).waitFor();
  return page;
}

const tool = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Text gestalten" }).getByRole("button", { name, exact: true });
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
