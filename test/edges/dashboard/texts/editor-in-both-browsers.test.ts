import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { readUnsavedText } from "../../../../service/features/workflow/drafts/unsaved-texts.ts";
import { drawPng } from "../../../features/media/support/draw.ts";
import { storyBrowsers } from "../../../support/story-browsers.ts";
import { until } from "../../../support/until.ts";
import { context, createWorkshop, draftInput, freshToken, type Workshop } from "../../../support/workflow.ts";
import { clipboards } from "../rich-text/support/clipboards.ts";
import { createDashboardUser, type DashboardUser, signIn } from "../support.ts";
import { type DashboardBrowser, startDashboardBrowser } from "../support-browser.ts";
import { give, markdown, press, rest, tabTo, textbox } from "./support/editor.ts";

const word = join(import.meta.dirname, "../../../press-text/docx/files/pandoc.docx");
const isKept = (page: Page) => page.getByText(/^Zwischenstand von \d\d:\d\d ist gesichert/).waitFor();

/** Each is another file: the library keeps the same one once. */
let width = 60;
function picture(name: string): { name: string; base64: string } {
  width += 1;
  return { name, base64: Buffer.from(drawPng(width, 40)).toString("base64") };
}

describe.each(storyBrowsers)("the editor in $name", ({ openBrowser }) => {
  let dashboard: DashboardBrowser;
  let own: Workshop;
  let owner: DashboardUser;
  let url = "";

  beforeAll(async () => {
    dashboard = await startDashboardBrowser({}, openBrowser);
    url = dashboard.url;
    own = await createWorkshop(dashboard.service.sql);
    owner = await createDashboardUser({ ...dashboard.service, url }, own.agencyId);
  });
  afterEach(() => dashboard.closeWindows());
  afterAll(() => dashboard.stop());

  const newDraft = async (bodyMarkdown = "Anfang.") =>
    (
      await createDraft(
        dashboard.service.sql,
        own.agencyId,
        draftInput(own.clientId, { bodyMarkdown }),
        context,
      )
    ).id;

  async function openEditor(person: DashboardUser = owner): Promise<{ page: Page; draftId: string }> {
    const draftId = await newDraft();
    const { page } = await dashboard.open(person);
    await page.goto(`${url}/app/meldungen/${draftId}`);
    await textbox(page).waitFor();
    return { page, draftId };
  }

  async function setSession(window: BrowserContext, cookie: string): Promise<void> {
    const [name = "", value = ""] = cookie.split("=");
    await window.addCookies([{ name, value, url }]);
  }

  test("keeps the structure of what other programs put into the clipboard", async () => {
    const { page } = await openEditor();
    for (const { html, markdown: wanted } of clipboards) {
      await textbox(page).focus();
      await page.keyboard.press("Control+A");
      await page.keyboard.press("Delete");
      await until(async () => (await markdown(page)) === "");
      await give(page, "paste", { html });
      await until(async () => (await markdown(page)) === wanted).catch(() => {});
      expect(await markdown(page)).toBe(wanted);
    }
  });

  test("takes pasted and dropped picture files into the library and into the text", async () => {
    const { page } = await openEditor();
    await textbox(page).focus();
    await give(page, "paste", { files: [picture("eins.png")] });
    const details = page.getByRole("dialog", { name: "Angaben zum Bild" });
    await details.getByLabel("Alternativtext: Was ist zu sehen?").fill("Eingefügt");
    await details.getByRole("button", { name: "Einfügen" }).click();
    await textbox(page).locator("figure img[alt=Eingefügt]").waitFor();
    await give(page, "drop", { files: [picture("zwei.png"), picture("drei.png")] });
    await page.getByText("2 Bilder sind hochgeladen.").waitFor();
    // Each of them is asked about, one after the other.
    for (const alt of ["Gezogen", "Auch gezogen"]) {
      const field = details.getByLabel("Alternativtext: Was ist zu sehen?");
      await field.waitFor();
      expect(await field.inputValue()).toBe("");
      await field.fill(alt);
      await details.getByRole("button", { name: "Einfügen" }).click();
      await textbox(page).locator(`figure img[alt="${alt}"]`).waitFor();
    }
    await textbox(page).locator("figure img").nth(2).waitFor();
    await until(async () => ((await markdown(page)).match(/!\[/g) ?? []).length === 3);
    expect(await markdown(page)).toContain("![Eingefügt](/media/");
    expect(await markdown(page)).not.toContain("wartet:");

    // The newest stands in no list of the page yet; it is offered above the text all the same.
    await page.getByText("Bild und Dateien").click();
    await page.getByRole("button", { name: "Erstes Bild des Textes" }).click();
    const lead = page.locator("select[name=imageAssetId]");
    await until(async () => (await lead.inputValue()) !== "");
    const first = await lead.inputValue();
    expect(/\/media\/([0-9a-f-]{36})\//.exec(await markdown(page))?.[1]).toBe(first);
    await page.getByRole("button", { name: "Bild wählen oder hochladen …" }).click();
    await page
      .getByRole("dialog", { name: "Bild einfügen" })
      .getByRole("button", { name: "zwei.png" })
      .click();
    await details.getByRole("button", { name: "Einfügen" }).click();
    await until(async () => (await lead.inputValue()) !== first);

    // A click on a picture asks about it again, and so does Enter.
    await textbox(page).locator("figure img[alt=Eingefügt]").click();
    await details.getByLabel("Bildnachweis").fill("Foto: Anna Berg");
    await details.getByRole("button", { name: "Übernehmen" }).click();
    await textbox(page).getByText("Foto: Anna Berg").waitFor();
    // The cursor stands behind it.
    await page.keyboard.press("ArrowLeft");
    await textbox(page).locator("figure.ProseMirror-selectednode").waitFor();
    await page.keyboard.press("Enter");
    await details.getByLabel("Bildnachweis").waitFor();
    expect(await details.getByLabel("Bildnachweis").inputValue()).toBe("Foto: Anna Berg");
    await details.getByRole("button", { name: "Aus dem Text nehmen" }).click();
    await until(async () => (await textbox(page).locator("figure").count()) === 2);
  });

  test("holds no text back for a picture that was refused, can't be read, was dragged in or was undone", async () => {
    const { page, draftId } = await openEditor();
    const details = page.getByRole("dialog", { name: "Angaben zum Bild" });
    const close = async () => {
      await details.waitFor();
      await page.keyboard.press("Escape");
      await details.waitFor({ state: "hidden" });
      // A paste that is quicker than the cursor's way behind the picture replaces it.
      await textbox(page).locator("figure.ProseMirror-selectednode").waitFor({ state: "detached" });
    };
    const isHolding = (count: number) =>
      until(async () => ((await markdown(page)).match(/!\[/g) ?? []).length === count);
    await textbox(page).focus();
    const broken = { name: "kaputt.png", base64: Buffer.from("kein Bild").toString("base64") };
    await give(page, "drop", { files: [broken, picture("gut.png")] });
    await page.getByText("Das Bild ist hochgeladen. kaputt.png:").waitFor();
    await close();
    await isHolding(1);

    const { base64 } = picture("im-html.png");
    await give(page, "paste", { html: '<p>Unlesbar</p><p><img src="data:image/png;base64,!!!"></p>' });
    await page.getByText("Ein Bild ließ sich nicht lesen.").waitFor();
    await give(page, "drop", {
      html: `<p>Gezogen</p><p><img alt="Halle" src="data:image/png;base64,${base64}"></p>`,
    });
    await details.waitFor();
    expect(await details.getByLabel("Alternativtext: Was ist zu sehen?").inputValue()).toBe("Halle");
    await close();
    await isHolding(2);

    let letThrough: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route("**/uploads?**", async (route) => {
      await held;
      await route.continue();
    });
    await textbox(page).focus();
    await page.keyboard.press("Control+End");
    await give(page, "paste", { files: [picture("spaet.png")] });
    await page.getByText("Bild wird hochgeladen …", { exact: true }).waitFor();
    await page.keyboard.press("Control+z");
    await textbox(page).locator(".rich-wait").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Speichern", exact: true }).click();
    await page.getByText("Ein Bild wird noch hochgeladen.").waitFor();
    letThrough();
    await page.getByText("Das Bild ist hochgeladen.", { exact: true }).waitFor();
    await textbox(page).focus();
    await page.keyboard.press("Control+y");
    await isHolding(3);
    expect(await textbox(page).locator(".rich-wait").count()).toBe(0);
    await page.getByRole("button", { name: "Speichern", exact: true }).click();
    await page.getByText("Gespeichert als Fassung 2.").waitFor();
    await isHolding(3);
    expect(page.url()).toContain(draftId);
  });

  test("leads from a Word file to a published release with three pictures by the keyboard alone", async () => {
    const { sql } = dashboard.service;
    const { page } = await dashboard.open(owner);
    await page.goto(`${url}/app/meldungen/neu/${own.clientId}`);
    const file = page.getByLabel("Aus einem Word-Dokument");
    await tabTo(page, file);
    // The window that the system opens for it is none of the page's.
    await file.setInputFiles(word);
    await press(page, page.getByRole("button", { name: "Übernehmen" }));
    await page.getByText("Der Entwurf ist aus dem Dokument angelegt.").waitFor();
    const draftId = new URL(page.url()).pathname.split("/").at(-1) ?? "";

    const details = page.getByRole("dialog", { name: "Angaben zum Bild" });
    const describe = async (alt: string | null) => {
      if (alt !== null) {
        await tabTo(page, details.getByLabel("Alternativtext: Was ist zu sehen?"));
        await page.keyboard.type(alt);
      }
      await tabTo(page, details.getByLabel("Bildnachweis"));
      await page.keyboard.type("Foto: Anna Berg");
      await page.keyboard.press("Enter");
      await details.waitFor({ state: "hidden" });
      await page.locator(".ProseMirror:focus").waitFor();
    };
    // The picture of the document is reached by the arrow keys, and asked about by Enter.
    await tabTo(page, textbox(page));
    await page.keyboard.press("Control+Home");
    for (let line = 0; line < 60; line += 1) {
      await rest(page);
      if ((await textbox(page).locator("figure.ProseMirror-selectednode").count()) > 0) break;
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
    await details.waitFor();
    await describe(null);
    for (const name of ["halle.png", "hof.png"]) {
      await page.keyboard.press("Control+End");
      await rest(page);
      await page.keyboard.press("Enter");
      await rest(page);
      await page.keyboard.press("Control+Alt+p");
      const upload = page.getByRole("dialog").getByLabel("Neues Bild hochladen");
      await tabTo(page, upload);
      await upload.setInputFiles({ name, mimeType: "image/png", buffer: drawPng(900, 600) });
      await details.waitFor();
      await describe(`Bild ${name}`);
    }
    await until(async () => ((await markdown(page)).match(/!\[/g) ?? []).length === 3);
    await press(page, page.getByRole("button", { name: "Speichern", exact: true }));
    await page.getByText("Gespeichert als Fassung 2.").waitFor();

    await press(page, page.getByRole("button", { name: "Freigabe anfragen" }));
    const accept = page.getByRole("checkbox");
    if ((await accept.count()) > 0) {
      await tabTo(page, accept.first());
      await page.keyboard.press("Space");
    }
    await press(page, page.getByRole("button", { name: "Um Freigabe bitten" }));
    await page.getByText("wurde am").first().waitFor();
    const [asked] = await sql<{ id: string }[]>`
      select id from approval where agency_id = ${own.agencyId} and draft_id = ${draftId} and status = 'pending'`;
    await decideApproval(sql, await freshToken(sql, asked?.id ?? ""), { status: "approved", comment: null });
    await page.reload();
    await press(page, page.getByRole("link", { name: "Veröffentlichen …" }));
    await press(page, page.getByRole("button", { name: "Veröffentlichen (1 Credit)" }));
    await page.getByText("So lange können Sie sie stoppen.").waitFor();
    await sql`update draft set scheduled_for = now() - interval '1 second' where id = ${draftId}`;
    await sql`
      update agency_work set due_at = now() - interval '1 second'
      where queue = 'publications' and agency_id = ${own.agencyId}`;
    await until(
      async () => (await sql`select status from draft where id = ${draftId}`)[0]?.status === "published",
    );
    await page.goto(`${url}/newsroom/${own.clientSlug}`);
    await press(page, page.getByRole("article").getByRole("link").first());
    await page.locator(".text figure img").nth(2).waitFor();
    expect(await page.locator(".text figure img").count()).toBe(3);
  });

  test("loses nothing by a reload, a closed window, a lost network and an ended session", async () => {
    const person = await createDashboardUser({ ...dashboard.service, url }, own.agencyId, { role: "editor" });
    const { page, draftId } = await openEditor(person);
    const whose = { personId: person.personId, of: { draftId } };
    const kept = async () =>
      (await readUnsavedText(dashboard.service.sql, own.agencyId, whose))?.fields.bodyMarkdown?.[0];
    await textbox(page).focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" Neu geladen.");
    await isKept(page);
    await page.reload();
    await textbox(page).getByText("Anfang. Neu geladen.").waitFor();

    await textbox(page).focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" Geschlossen.");
    // Typed within the wait of the editor: a closed window asks nothing.
    await page.close({ runBeforeUnload: true });
    await until(async () => (await kept()) === "Anfang. Neu geladen. Geschlossen.");

    const second = (await dashboard.open(person)).page;
    let isOffline = true;
    await second.route("**/stand?**", (route) => (isOffline ? route.abort() : route.continue()));
    await second.goto(`${url}/app/meldungen/${draftId}`);
    await textbox(second).focus();
    await second.keyboard.press("Control+End");
    await second.keyboard.type(" Offline.");
    await second.getByText("Keine Verbindung: Ihr Text steht nur in diesem Fenster.").waitFor();
    isOffline = false;
    await second.evaluate("dispatchEvent(new Event('online'))");
    await isKept(second);

    await dashboard.service.sql`delete from person_session where person_id = ${person.personId}`;
    await second.keyboard.type(" Abgemeldet.");
    await second.getByText("Sie wurden abgemeldet:").waitFor();
    await setSession(second.context(), (await signIn({ ...dashboard.service, url }, person.email)).cookie);
    await second.evaluate("dispatchEvent(new Event('focus'))");
    await isKept(second);
    expect(await kept()).toBe("Anfang. Neu geladen. Geschlossen. Offline. Abgemeldet.");
  });
});
