import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { readUnsavedText } from "../../../../service/features/workflow/drafts/unsaved-texts.ts";
import { drawPng } from "../../../features/media/support/draw.ts";
import { dashboardScene } from "../../../support/cast.ts";
import { storyBrowsers } from "../../../support/story-browsers.ts";
import { until } from "../../../support/until.ts";
import { freshToken } from "../../../support/workflow.ts";
import { clipboards } from "../rich-text/support/clipboards.ts";
import { createDashboardUser, type DashboardUser, signIn } from "../support.ts";
import { press, tabTo } from "../support-keyboard.ts";
import { give, markdown, rest, textbox } from "./support/editor.ts";
import { openNewDraft } from "./support/open-new-draft.ts";

describe.each(storyBrowsers)("the editor in $name", ({ openBrowser }) => {
  const { dashboard, workshop: own, owner } = dashboardScene({}, openBrowser);
  let url = "";
  beforeAll(async () => {
    url = dashboard.url;
  });
  const openEditor = (person: DashboardUser = owner) => openNewDraft(dashboard, { own, person });

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

  async function setSession(window: BrowserContext, cookie: string): Promise<void> {
    const [name = "", value = ""] = cookie.split("=");
    await window.addCookies([{ name, value, url }]);
  }
});

const word = join(import.meta.dirname, "../../../press-text/docx/files/pandoc.docx");
const isKept = (page: Page) => page.getByText(/^Zwischenstand von \d\d:\d\d Uhr ist gesichert/).waitFor();
