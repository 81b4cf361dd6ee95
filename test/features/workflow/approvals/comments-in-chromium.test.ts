import { beforeAll, expect, test } from "bun:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { listComments } from "../../../../service/features/workflow/approvals/comment-sql.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { createDashboardUser } from "../../../edges/dashboard/support.ts";
import { serviceScene } from "../../../support/cast.ts";
import { context, createRequested, freshToken } from "../../../support/workflow.ts";
import { closeWindows, sharedChromium } from "../../newsroom/support/chromium.ts";

const bodyMarkdown =
  "Bremen. Das Werk hat **120 neue** Arbeitsplätze und ging am Montag in Betrieb.\n\nDas Land förderte den Bau.";
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const { service, workshop, atEnd } = serviceScene();
let browser: Browser;

beforeAll(async () => {
  browser = await sharedChromium();
});
atEnd(() => closeWindows(browser));

test("words over the end of a line are chosen and commented on by the keyboard", async () => {
  const { draftId, token } = await createRequested(service.sql, workshop, {
    bodyMarkdown: "Bremen. Hier ist das Ende\\\nund der Anfang der Zeile.",
  });
  const client = await open(`/approvals/${token}`, { viewport: { width: 1280, height: 800 } });
  await select(client, "das Ende", "Anfang");
  await client.locator(".pick").waitFor();
  await client.keyboard.press("Tab");
  await client.keyboard.press("Enter");
  await client.keyboard.type("Bitte kürzer.");
  await client.getByRole("button", { name: "Änderungen wünschen" }).click();
  await client.getByRole("heading", { name: /Ihre Rückmeldung ist angekommen/ }).waitFor();
  const [comment] = await listComments(service.sql, workshop.agencyId, { draftId });
  expect(comment).toMatchObject({ quote: "das Ende und der Anfang", comment: "Bitte kürzer." });
});

test("a client comments on chosen words, sees what became of them and what changed, and comments again", async () => {
  const { draftId, token } = await createRequested(service.sql, workshop, { bodyMarkdown });
  const client = await open(`/approvals/${token}`, phone);
  const pick = client.locator(".pick");
  expect(await pick.isVisible()).toBe(false);
  await select(client, "120 neue", "Arbeitsplätze");
  await pick.tap();
  await client.keyboard.type("Es sind 130.");
  await select(client, "Montag", "Betrieb");
  await pick.tap();
  await client.keyboard.type("War es nicht Dienstag?");
  await client.getByText("Anmerken zu „Das Land förderte den Bau.“").tap();
  await client.getByLabel("Ihre Anmerkung zu dieser Stelle").last().fill("Das Land nennen wir nicht.");
  await client.getByRole("button", { name: "Änderungen wünschen" }).tap();
  await client.getByRole("heading", { name: /Ihre Rückmeldung ist angekommen/ }).waitFor();
  const comments = () => listComments(service.sql, workshop.agencyId, { draftId });
  expect((await comments()).map(({ passage, quote, comment }) => [passage, quote, comment])).toEqual([
    [2, "120 neue Arbeitsplätze", "Es sind 130."],
    [2, "Montag in Betrieb", "War es nicht Dienstag?"],
    [3, "Das Land förderte den Bau.", "Das Land nennen wir nicht."],
  ]);

  const { cookie } = await createDashboardUser(service, workshop.agencyId);
  const [name = "", value = ""] = cookie.split("=");
  const agency = await browser.newContext();
  await agency.addCookies([{ name, value, url: service.url }]);
  const page = await agency.newPage();
  await page.goto(`${service.url}/app/meldungen/${draftId}/freigabe`);
  const beside = page.locator(".passage", { hasText: "Das Werk hat 120 neue" });
  expect(await beside.locator("li").count()).toBe(2);
  await beside.getByRole("button", { name: /^Erledigt.*Es sind 130/ }).click();
  await page.getByRole("button", { name: /^Wieder öffnen.*Es sind 130/ }).waitFor();

  const body = bodyMarkdown
    .replace("120 neue", "130 neue")
    .replace("Das Land förderte", "Die Stadt förderte");
  const change = { draftId, expectedVersion: 1, bodyMarkdown: body };
  await updateDraft(service.sql, workshop.agencyId, change, context);
  const request = { draftId, draftVersion: 2, acceptWarnings: true };
  const { approvalId } = await sendApprovalRequest(service.sql, workshop.agencyId, request, context);
  const path = `/approvals/${await freshToken(service.sql, approvalId)}`;
  const again = await open(path, { ...phone, javaScriptEnabled: false });
  expect(await again.locator(".release ins").allTextContents()).toEqual(["130", "Die Stadt"]);
  expect(await again.locator(".release del").allTextContents()).toEqual(["120", "Das Land"]);
  expect(await again.locator(".outcome").allTextContents()).toEqual([
    expect.stringContaining("Erledigt"),
    "Die Stelle steht unverändert im Text",
    "Die Stelle ist geändert",
  ]);
  await again.getByRole("link", { name: "Endfassung" }).tap();
  expect(await again.locator(".release :is(ins, del)").count()).toBe(0);
  await again.getByText("Anmerken zu „Die Stadt förderte den Bau.“").tap();
  await again.getByLabel("Ihre Anmerkung zu dieser Stelle").last().fill("Bitte mit Summe.");
  await again.getByRole("button", { name: "Freigeben" }).tap();
  await again.getByText("Mit Ihren Anmerkungen freigeben oder").waitFor();
  await again.getByRole("button", { name: "Änderungen wünschen" }).tap();
  await again.getByRole("heading", { name: /Ihre Rückmeldung ist angekommen/ }).waitFor();
  expect((await comments())[0]).toMatchObject({ draftVersion: 2, passage: 3, comment: "Bitte mit Summe." });
});

const open = async (path: string, look: BrowserContextOptions = {}) => {
  const page = await (await browser.newContext(look)).newPage();
  await page.goto(service.url + path);
  return page;
};
/** Selects from the first to the last of these words, as a finger or a mouse does. */
const select = (page: Page, first: string, last: string) =>
  page.evaluate(
    ([from = "", to = ""]) => {
      const text = document.querySelector(".release .text");
      const walker = document.createTreeWalker(text ?? document.body, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const words = node.nodeValue ?? "";
        if (words.includes(from)) range.setStart(node, words.indexOf(from));
        if (!words.includes(to)) continue;
        range.setEnd(node, words.indexOf(to) + to.length);
        break;
      }
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
    },
    [first, last],
  );
