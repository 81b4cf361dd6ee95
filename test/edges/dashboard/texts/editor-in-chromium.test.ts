import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { drawPng } from "../../../features/media/support/draw.ts";
import { until } from "../../../support/until.ts";
import { context, createWorkshop, draftInput, freshToken, type Workshop } from "../../../support/workflow.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";
import { checkPage, type DashboardBrowser, startDashboardBrowser } from "../support-browser.ts";
import { give } from "./support/editor.ts";

let dashboard: DashboardBrowser;
let own: Workshop;
let owner: DashboardUser;
let url = "";

beforeAll(async () => {
  dashboard = await startDashboardBrowser();
  url = dashboard.url;
  own = await createWorkshop(dashboard.service.sql);
  owner = await createDashboardUser({ ...dashboard.service, url }, own.agencyId);
});
afterEach(() => dashboard.closeWindows());
afterAll(() => dashboard.stop());

const textbox = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });

const sentences = [
  "Bremen. Das Werk hat **120** Arbeitsplätze und ging am Montag in Betrieb.",
  "## Halle und Hof",
  "Die Halle misst 4.000 Quadratmeter, der Hof\ndoppelt so viel.",
  ...Array.from({ length: 12 }, (_, index) => `Absatz ${index + 1}: ${"Noch ein Satz. ".repeat(8)}`),
  "Mehr Arbeitsplätze sind geplant.",
];

/** A text with what its client wants changed: of the title, of words, of a whole paragraph, and of all. */
async function createRemarked(): Promise<string> {
  const { sql } = dashboard.service;
  const bodyMarkdown = sentences.join("\n\n");
  const { id } = await createDraft(sql, own.agencyId, draftInput(own.clientId, { bodyMarkdown }), context);
  const asked = { draftId: id, draftVersion: 1, acceptWarnings: true };
  const { approvalId } = await sendApprovalRequest(sql, own.agencyId, asked, context);
  const last = sentences.length + 1;
  await decideApproval(sql, await freshToken(sql, approvalId), {
    status: "changes_requested",
    comment: "Bitte noch einmal ruhiger.",
    passages: [
      { passage: 0, quote: "Neues Werk in Bremen eröffnet", comment: "Der Titel ist zu lang." },
      { passage: 2, quote: "Arbeitsplätze", comment: "Es sind 130." },
      { passage: 4, quote: "der Hof doppelt", comment: "Der Hof bleibt weg." },
      { passage: last, quote: "Mehr Arbeitsplätze sind geplant.", comment: "Das ist noch geheim." },
    ],
  });
  return id;
}

describe("what the client wants changed", () => {
  test("stands beside its words in the editor, moves with them, and is dealt with there", async () => {
    const id = await createRemarked();
    const { page, complaints } = await dashboard.open(owner, { isChecked: true });
    await page.goto(`${url}/app/meldungen/${id}`);
    const list = page.getByRole("region", { name: "Offene Anmerkungen" });
    const remark = (text: string) => list.getByRole("listitem").filter({ hasText: text });
    const marked = textbox(page).locator(".rich-remarked");
    await marked.first().waitFor();
    expect(await marked.allTextContents()).toEqual([
      "Arbeitsplätze",
      "der Hof",
      " ",
      "doppelt",
      "Mehr Arbeitsplätze sind geplant.",
    ]);
    await page.locator(".is-beside").waitFor();
    const isBeside = async (words: string, text: string) => {
      const [at, of] = await Promise.all([
        marked.filter({ hasText: words }).first().boundingBox(),
        remark(text).boundingBox(),
      ]);
      return at !== null && of !== null && of.x > at.x + at.width && Math.abs(of.y - at.y) < 24;
    };
    await until(() =>
      page.evaluate<boolean>("document.querySelector('.is-beside li:last-child').style.top !== ''"),
    );
    expect(await isBeside("Mehr Arbeitsplätze", "Das ist noch geheim.")).toBe(true);
    await checkPage(page, "editor-remarks");

    // What is typed above moves the words, and the comment with them.
    await textbox(page).focus();
    await page.keyboard.press("Control+Home");
    for (let line = 0; line < 3; line += 1) await page.keyboard.press("Enter");
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    expect(await isBeside("Mehr Arbeitsplätze", "Das ist noch geheim.")).toBe(true);

    await remark("Der Hof bleibt weg.").getByRole("button", { name: "Zur Stelle" }).click();
    expect(await page.evaluate("getSelection().toString()")).toBe("der Hof doppelt");
    await page.locator(".is-current", { hasText: "Der Hof bleibt weg." }).waitFor();
    await remark("Der Titel ist zu lang.").getByRole("button", { name: "Zur Stelle" }).click();
    await page.locator("[name=title]:focus").waitFor();

    await remark("Es sind 130.").getByRole("button", { name: "Erledigt" }).click();
    await list.getByText("Als erledigt vermerkt.").waitFor();
    expect(await remark("Es sind 130.").count()).toBe(0);
    expect(await marked.filter({ hasText: /^Arbeitsplätze$/ }).count()).toBe(0);
    expect(page.url()).toBe(`${url}/app/meldungen/${id}`);
    const [row] = await dashboard.service.sql`
      select count(*)::integer as done from approval_comment where agency_id = ${own.agencyId} and done_at is not null`;
    expect(row?.done).toBe(1);
    expect(complaints).toEqual([]);
  });

  test("stands below the text on a telephone, and without a script", async () => {
    const id = await createRemarked();
    const small = await dashboard.open(owner, { width: 390, isChecked: true });
    await small.page.goto(`${url}/app/meldungen/${id}`);
    const listed = small.page.getByText("Das ist noch geheim.", { exact: true });
    const [text, remark] = await Promise.all([textbox(small.page).boundingBox(), listed.boundingBox()]);
    expect(remark?.y).toBeGreaterThan((text?.y ?? 0) + (text?.height ?? 0));
    await checkPage(small.page, "editor-remarks-small");

    const plain = await dashboard.open(owner, { javaScriptEnabled: false });
    await plain.page.goto(`${url}/app/meldungen/${id}`);
    await plain.page.getByRole("button", { name: "Erledigt : Das ist noch geheim." }).click();
    expect(plain.page.url()).toBe(`${url}/app/meldungen/${id}#anmerkungen`);
    await plain.page.getByText("Als erledigt vermerkt.").waitFor();
    expect(await plain.page.getByText("Das ist noch geheim.", { exact: true }).count()).toBe(0);
  });
});

test("a picture goes on after the answer to a part was lost, and the next look at the upload failed too", async () => {
  const { sql } = dashboard.service;
  const { id } = await createDraft(sql, own.agencyId, draftInput(own.clientId), context);
  const { page } = await dashboard.open(owner);
  await page.goto(`${url}/app/meldungen/${id}`);
  const picture = Buffer.from(drawPng(70, 40));
  const asked: string[] = [];
  await page.route("**/uploads/*", async (route) => {
    asked.push(route.request().method());
    // A browser does not tell what it sends of a file.
    if (asked.length === 1) expect((await route.fetch({ postData: picture })).status()).toBe(200);
    return await (asked.length > 2 ? route.continue() : route.abort("connectionreset"));
  });
  await textbox(page).waitFor();
  await give(page, "drop", { files: [{ name: "hof.png", base64: picture.toString("base64") }] });
  expect(await page.locator(".rich-note", { hasText: /\.$/ }).textContent()).toBe(
    "Das Bild ist hochgeladen.",
  );
  expect(asked).toEqual(["POST", "GET", "POST", "GET"]);
});

test("on a telephone all tools and the next step are in sight", async () => {
  const { sql } = dashboard.service;
  const { id } = await createDraft(sql, own.agencyId, draftInput(own.clientId), context);
  const { page } = await dashboard.open(owner, { width: 390 });
  await page.goto(`${url}/app/meldungen/${id}`);
  await textbox(page).waitFor();
  const isWithin = async (selector: string) =>
    await page.locator(selector).evaluateAll((all) =>
      all.every((each) => {
        const { left, right } = each.getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
      }),
    );
  expect(await isWithin(".rich-bar button:not([hidden])")).toBe(true);
  expect(await isWithin(".editor .form > .buttons > *")).toBe(true);
  expect((await page.locator(".rich-bar").boundingBox())?.height).toBeLessThan(90);
  expect((await page.locator(".editor .form > .buttons").boundingBox())?.height).toBeLessThan(75);
  const next = await page.getByRole("button", { name: "Freigabe anfragen" }).boundingBox();
  expect((next?.y ?? 0) + (next?.height ?? 0)).toBeLessThanOrEqual(850);
});
