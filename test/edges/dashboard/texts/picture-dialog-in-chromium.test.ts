import { expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import type { Page, Route } from "playwright-core";
import { updateAsset } from "../../../../service/features/media/update-asset.ts";
import { drawPng } from "../../../features/media/support/draw.ts";
import { insertPicture } from "../../../features/media/support/insert-picture.ts";
import { dashboardScene } from "../../../support/cast.ts";
import { until } from "../../../support/until.ts";
import { context } from "../../../support/workflow.ts";
import { give, markdown, rest, textbox, tool } from "./support/editor.ts";
import { openNewDraft } from "./support/open-new-draft.ts";

const { dashboard, workshop: own, owner } = dashboardScene();

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

test("the dialog finds pictures behind a page of files that are none", async () => {
  const { sql } = dashboard.service;
  const { agencyId, clientId } = own;
  await insertPicture(sql, agencyId, { clientId, caption: "Halle" });
  const blobId = randomUUID();
  await sql`insert into media_file (agency_id, id, unused_since) values (${agencyId}, ${blobId}, null)`;
  await sql`
    insert into media_blob (agency_id, id, sha256, media_type, bytes)
    values (${agencyId}, ${blobId}, sha256('report'), 'application/pdf', 1000)`;
  // Newest first is by the id.
  await sql`
    insert into asset (agency_id, id, client_id, blob_id, file_name)
    select ${agencyId}::integer, ('ffffffff-ffff-7fff-bfff-' || to_char(n, 'FM000000000000'))::uuid, ${clientId}::integer, ${blobId}::uuid, 'bericht.pdf'
    from generate_series(1, 48) n`;
  const page = await openText("Anfang.");
  await tool(page, "Bild").click();
  const dialog = page.getByRole("dialog", { name: "Bild einfügen" });
  await dialog.getByRole("list", { name: "Bilder des Kunden" }).getByRole("button").first().waitFor();
  expect(await dialog.getByText("liegt noch kein Bild").count()).toBe(0);
});

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
  const { page } = await openNewDraft(dashboard, { own, person: owner }, bodyMarkdown);
  return page;
}

async function saidOf(id: string) {
  const [said] = await dashboard.service.sql`
    select alt, credit, caption from asset where agency_id = ${own.agencyId} and id = ${id}`;
  return { ...said };
}
