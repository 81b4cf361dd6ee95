import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { setApprovalRule } from "../../../../service/features/clients/approval-rule.ts";
import { addClientContact } from "../../../../service/features/clients/contacts.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { startApprovalMails } from "../../../support/approval-mails.ts";
import { storyBrowsers } from "../../../support/story-browsers.ts";
import { context, createWorkshop, draftInput } from "../../../support/workflow.ts";
import { createDashboardUser } from "../support.ts";
import { checkBothLooks, type DashboardBrowser, startDashboardBrowser } from "../support-browser.ts";
import { press } from "../support-keyboard.ts";

const operator = { type: "operator", id: null } as const;
describe.each(storyBrowsers)("in $name", ({ name, openBrowser }) => {
  let dashboard: DashboardBrowser;
  let mails: Awaited<ReturnType<typeof startApprovalMails>>;
  beforeAll(async () => {
    mails = await startApprovalMails();
    dashboard = await startDashboardBrowser(mails.settings, openBrowser);
  });
  afterEach(() => dashboard.closeWindows());
  afterAll(async () => {
    await dashboard.stop();
    await mails.stop();
  });

  test.each([390, 1280])("two approve in order, by keyboard alone, %d pixels wide", async (width) => {
    const { user, draftId, expert, board } = await openRound();
    const { page, complaints } = await dashboard.open(user, { width });
    await page.goto(`${dashboard.url}/app/meldungen/${draftId}/freigabe`);
    await press(page, page.getByRole("button", { name: "Um Freigabe bitten" }));
    await page.getByText("bekommt eine Mail").waitFor();
    for (const [address, thanks] of [
      [expert, "Veröffentlicht wird erst, wenn alle freigegeben haben."],
      [board, "kann diese Fassung jetzt veröffentlichen"],
    ] as const) {
      const contact = (await dashboard.open(null, { width })).page;
      await contact.goto(await mails.linkTo(address));
      await press(contact, contact.getByRole("button", { name: "Freigeben" }));
      await contact.getByText(thanks).waitFor();
    }
    await page.goto(`${dashboard.url}/app`);
    await page.getByRole("heading", { name: "Freigegeben" }).waitFor();
    await press(page, page.getByRole("link", { name: /^Jetzt veröffentlichen ?: Neues Werk/ }));
    await page.waitForURL(/veroeffentlichen$/);
    // A window of its own: Firefox, as it is driven, holds a key down whose press brought another page.
    const last = (await dashboard.open(user, { width })).page;
    await last.goto(page.url());
    await press(last, last.getByRole("button", { name: "Veröffentlichen (1 Credit)" }));
    await last.getByRole("timer").waitFor();
    expect(complaints).toEqual([]);
  });

  test.each([390, 1280])("the palette leads on by keyboard alone, %d pixels wide", async (width) => {
    const { user } = await openRound();
    const { page } = await dashboard.open(user, { width });
    await page.goto(`${dashboard.url}/app`);
    await page.locator("h1").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Suchen oder springen" }).waitFor();
    await page.keyboard.type("einlad");
    await page.getByRole("option", { name: "Person einladen" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/einladen$/);
  });

  // axe needs a script that the page's policy refuses; only Chromium lets a test set that aside.
  if (name !== "Chromium") return;
  test("a round with a recorded answer, its form, Verwalten and the import are accessible: light on a telephone, dark on a wide screen", async () => {
    const { user, draftId } = await openRound();
    const { page } = await dashboard.open(user, { width: 390, isChecked: true });
    const at = `${dashboard.url}/app/meldungen/${draftId}`;
    await page.goto(`${at}/verwalten`);
    await checkBothLooks(page, "verwalten");
    await page.goto(`${dashboard.url}/app/meldungen/neu`);
    await page.getByRole("button", { name: "Weiter" }).click();
    await page.locator("form.import").waitFor();
    await checkBothLooks(page, "neue-meldung");
    await page.goto(`${at}/freigabe`);
    await page.getByRole("button", { name: "Um Freigabe bitten" }).click();
    await page.getByText("Freigabe am Telefon oder auf Papier vermerken").click();
    await checkBothLooks(page, "vermerken");
    await page.getByLabel("Notiz").fill("Rief um zehn an.");
    const file = {
      name: "blatt.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from(`%PDF-1.7${"\n".repeat(2_000)}`),
    };
    await page.getByLabel(/^Beleg/).setInputFiles(file);
    await page.getByRole("button", { name: "Freigabe vermerken" }).click();
    await page.waitForLoadState();
    expect(await page.getByRole("status").first().textContent()).toContain("Andere sind noch gefragt.");
    await page.getByRole("link", { name: "blatt.pdf" }).first().waitFor();
    await checkBothLooks(page, "vermerkt");
  });

  /** Whom a rule asks, one after the other, and a draft for them. */
  async function openRound() {
    const { service } = dashboard;
    const { agencyId, clientId } = await createWorkshop(service.sql);
    const user = await createDashboardUser(service, agencyId);
    const add = async (person: string) => {
      const email = `${person.toLowerCase()}-${agencyId}@mueller.example`;
      const input = { clientId, name: person, email, canApprove: true };
      return { email, id: (await addClientContact(service.sql, agencyId, input, operator)).id };
    };
    const [expert, board] = [await add("Fachfrau"), await add("Vorstand")];
    const rule = { clientId, contactIds: [expert.id, board.id], isInOrder: true, allowsRecorded: true };
    await setApprovalRule(service.sql, agencyId, rule, operator);
    const { id } = await createDraft(service.sql, agencyId, draftInput(clientId), context);
    return { user, draftId: id, expert: expert.email, board: board.email };
  }
});
