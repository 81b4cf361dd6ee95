import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { addClientContact } from "../../../../service/features/clients/contacts.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { startApprovalMails } from "../../../support/approval-mails.ts";
import { storyBrowsers } from "../../../support/story-browsers.ts";
import { until } from "../../../support/until.ts";
import { context, createWorkshop, draftInput } from "../../../support/workflow.ts";
import { createDashboardUser } from "../support.ts";
import { type DashboardBrowser, startDashboardBrowser, takePicture } from "../support-browser.ts";
import { press, tabTo } from "../support-keyboard.ts";
import { markdown, rest, textbox } from "../texts/support/editor.ts";

const title = "Neues Werk in Bremen";
const first = "Bremen. Das Werk hat 120 neue Arbeitsplätze und ging am Montag in Betrieb.";
const second = "Das Land förderte den Bau mit zwei Millionen Euro.";

/** What a person does by mouse, or by keyboard alone. */
type Hand = {
  push: (target: Locator) => Promise<void>;
  fill: (field: Locator, text: string) => Promise<void>;
  /** Comments on words of a passage: these words, or where there is no mouse all of it. */
  comment: (page: Page, on: { words: string; passage: string }, text: string) => Promise<void>;
  /** Puts `to` in the place of a word of the first paragraph in the editor. */
  replace: (page: Page, word: string, to: string) => Promise<void>;
};

/** Where words stand in the window. */
const boxOf = (page: Page, root: string, words: string) =>
  page.evaluate(
    ([within = "", wanted = ""]) => {
      const walker = document.createTreeWalker(
        document.querySelector(within) ?? document.body,
        NodeFilter.SHOW_TEXT,
      );
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const at = node.nodeValue?.indexOf(wanted) ?? -1;
        if (at < 0) continue;
        node.parentElement?.scrollIntoView({ block: "center", behavior: "instant" });
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
        const [start, ...rest] = range.getClientRects();
        const end = rest.at(-1) ?? start;
        if (start !== undefined && end !== undefined)
          return {
            left: start.left,
            top: start.top + start.height / 2,
            right: end.right,
            bottom: end.top + end.height / 2,
          };
      }
      throw new Error(`There is no "${wanted}".`);
    },
    [root, words],
  );

/** Selects words by the mouse. */
async function drag(page: Page, root: string, words: string): Promise<void> {
  const { left, top, right, bottom } = await boxOf(page, root, words);
  await page.mouse.move(left + 1, top);
  await page.mouse.down();
  await page.mouse.move(right - 1, bottom, { steps: 6 });
  await page.mouse.up();
  await until(async () => (await page.evaluate("String(getSelection())")) === words);
}

const mouse: Hand = {
  push: (target) => target.click(),
  async fill(field, text) {
    await field.click();
    await field.page().keyboard.type(text);
  },
  async comment(page, { words }, text) {
    await drag(page, ".sheet .text", words);
    await page.locator(".pick").click();
    await page.keyboard.type(text);
  },
  async replace(page, word, to) {
    await drag(page, ".ProseMirror", word);
    await rest(page);
    await page.keyboard.type(to);
  },
};

const keyboard: Hand = {
  push: async (target) => press(target.page(), target),
  async fill(field, text) {
    await tabTo(field.page(), field);
    await field.page().keyboard.type(text);
  },
  async comment(page, { passage }, text) {
    await press(page, page.locator("details.remark>summary", { hasText: `zu „${passage.slice(0, 40)}` }));
    await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  },
  async replace(page, word, to) {
    await tabTo(page, textbox(page));
    await page.keyboard.press("Control+Home");
    await rest(page);
    const before = await textbox(page).evaluate((box, each) => box.textContent?.indexOf(each) ?? 0, word);
    for (let step = 0; step < before; step += 1) await page.keyboard.press("ArrowRight");
    for (const _letter of word) await page.keyboard.press("Shift+ArrowRight");
    await rest(page);
    await page.keyboard.type(to);
  },
};

const hands = { mouse, keyboard };

describe.each(storyBrowsers)("two rounds of comments in $name", ({ name: browser, openBrowser }) => {
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

  // Each hand and each width in each browser; all eight together take minutes.
  const [ofMouse, ofKeyboard] = browser === "Chromium" ? ([390, 1280] as const) : ([1280, 390] as const);
  test.each([
    ["mouse", ofMouse],
    ["keyboard", ofKeyboard],
  ] as const)(
    "lead to a release and its correction, by %s, %d pixels wide",
    async (name, width) => {
      const hand = hands[name];
      const { service, url } = dashboard;
      const { sql } = service;
      const { agencyId, clientId, clientSlug } = await createWorkshop(sql, { contactEmail: null });
      const email = `${name}-${width}-${browser.toLowerCase()}@mueller.example`;
      const operator = { type: "operator", id: null } as const;
      const person = { clientId, name: "Berta Berg", email, canApprove: true };
      await addClientContact(sql, agencyId, person, operator);
      const user = await createDashboardUser({ ...service, url }, agencyId);
      const bodyMarkdown = `${first}\n\n${second}`;
      const { id: draftId } = await createDraft(
        sql,
        agencyId,
        draftInput(clientId, { title, bodyMarkdown }),
        context,
      );
      const look = async (page: Page, what: string) => takePicture(page, `round-${browser}-${name}-${what}`);
      // A window of its own for each step: Firefox, as it is driven, holds a key down whose press brought another page.
      const desk = async (path: string) => {
        const { page } = await dashboard.open(user, { width });
        await page.goto(`${url}/app/meldungen/${path}`);
        return page;
      };
      let link = "";
      const client = async () => {
        await until(async () => (await mails.linkTo(email)) !== link);
        link = await mails.linkTo(email);
        const { page } = await dashboard.open(null, { width });
        await page.goto(link);
        return page;
      };
      const ask = async (message: string) => {
        const page = await desk(`${draftId}/freigabe`);
        await hand.fill(page.getByLabel("Nachricht"), message);
        const accept = page.getByLabel("Trotzdem zur Freigabe schicken");
        if ((await accept.count()) > 0) {
          await tabTo(page, accept);
          await page.keyboard.press("Space");
        }
        await hand.push(page.getByRole("button", { name: "Um Freigabe bitten" }));
        await page.getByText("bekommt eine Mail").first().waitFor();
      };
      const publish = async (linkName: string, button: string) => {
        const page = await desk(`${draftId}/freigabe`);
        await look(page, "approved");
        await hand.push(page.getByRole("link", { name: linkName }));
        await page.waitForURL(/veroeffentlichen$/);
        await look(page, "publish");
        const last = await desk(`${draftId}/veroeffentlichen`);
        await hand.push(last.getByRole("button", { name: button }));
        await last.getByRole("timer").waitFor();
        await sql`update draft set scheduled_for = now() - interval '1 second' where id = ${draftId}`;
        await sql`
        update agency_work set due_at = now() - interval '1 second'
        where agency_id = ${agencyId} and queue = 'publications'`;
        await until(
          async () => (await sql`select status from draft where id = ${draftId}`)[0]?.status === "published",
        );
      };

      await ask("Bitte prüfen Sie die Zahlen.");
      const round1 = await client();
      await hand.comment(round1, { words: "120 neue Arbeitsplätze", passage: first }, "Es sind 130.");
      await hand.comment(round1, { words: "zwei Millionen Euro", passage: second }, "Das bleibt so.");
      await look(round1, "commented");
      await hand.push(round1.getByRole("button", { name: "Änderungen wünschen" }));
      await round1.getByRole("heading", { name: /Ihre Rückmeldung ist angekommen/ }).waitFor();
      await look(round1, "receipt");

      const settling = await desk(draftId);
      await settling.getByText("Es sind 130.").first().waitFor();
      await look(settling, "remarks");
      await hand.push(settling.getByRole("button", { name: /^Erledigt.*Es sind 130/ }));
      await settling.getByText("Es sind 130.").first().waitFor({ state: "hidden" });
      const writing = await desk(draftId);
      await textbox(writing).waitFor();
      await hand.replace(writing, "120", "130");
      await until(async () => (await markdown(writing)).includes("130 neue"));
      await hand.push(writing.getByRole("button", { name: "Speichern", exact: true }));
      await writing.getByText("Gespeichert als Fassung 2.").waitFor();

      await ask("Die Zahl ist berichtigt, die Förderung ist geblieben.");
      const round2 = await client();
      await round2.getByText("Die Zahl ist berichtigt, die Förderung ist geblieben.").waitFor();
      expect(await round2.locator(".release ins").allTextContents()).toEqual(["130"]);
      expect(await round2.locator(".release del").allTextContents()).toEqual(["120"]);
      const earlier = round2.getByRole("region", { name: "Ihre Anmerkungen zu Fassung 1" });
      expect(await earlier.locator("p:not(.outcome)").allTextContents()).toEqual([
        "Es sind 130.",
        "Das bleibt so.",
      ]);
      expect(await earlier.locator(".outcome").allTextContents()).toEqual([
        expect.stringContaining("Erledigt"),
        "Die Stelle steht unverändert im Text",
      ]);
      await look(round2, "second");
      await hand.push(round2.getByRole("button", { name: "Freigeben" }));
      await round2.getByRole("heading", { name: /Ihre Freigabe ist angekommen/ }).waitFor();

      await publish("Veröffentlichen …", "Veröffentlichen (1 Credit)");
      const [release] = await sql<
        { id: number; slug: string }[]
      >`select id, slug from release where agency_id = ${agencyId}`;
      const reader = (await dashboard.open(null, { width })).page;
      await reader.goto(`${url}/newsroom/${clientSlug}/${release?.slug}`);
      await reader.getByText("130 neue Arbeitsplätze").waitFor();
      await look(reader, "published");

      const shown = await desk(`erschienen/${release?.id}`);
      await look(shown, "release");
      await hand.push(shown.getByRole("link", { name: "Meldung berichtigen" }));
      await shown.waitForURL(/berichtigen$/);
      const correcting = await desk(`erschienen/${release?.id}/berichtigen`);
      await textbox(correcting).waitFor();
      await hand.fill(correcting.getByLabel("Was wird berichtigt?"), "Es sind 140 Arbeitsplätze.");
      await hand.replace(correcting, "130", "140");
      await until(async () => (await markdown(correcting)).includes("140 neue"));
      await look(correcting, "correcting");
      await hand.push(correcting.getByRole("button", { name: "Als neue Fassung speichern" }));
      await correcting.getByText("berichtigt die Meldung.").waitFor();
      await ask("Nur eine Zahl.");
      const round3 = await client();
      expect(await round3.locator(".release .text :is(ins, del)").allTextContents()).toEqual(["130", "140"]);
      await look(round3, "correction");
      await hand.push(round3.getByRole("button", { name: "Freigeben" }));
      await round3.getByRole("heading", { name: /Ihre Freigabe ist angekommen/ }).waitFor();
      await publish("Berichtigung veröffentlichen …", "Berichtigung veröffentlichen");
      await reader.reload();
      await reader.getByText("Es sind 140 Arbeitsplätze.").waitFor();
      await look(reader, "corrected");
    },
    300_000,
  );
});
