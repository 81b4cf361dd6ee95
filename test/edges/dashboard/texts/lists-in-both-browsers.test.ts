import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { createClient } from "../../../../service/features/clients/create-client.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { drawPng } from "../../../features/media/support/draw.ts";
import { testImprint } from "../../../support/service.ts";
import { storyBrowsers } from "../../../support/story-browsers.ts";
import { until } from "../../../support/until.ts";
import { context, createWorkshop, draftInput, type Workshop } from "../../../support/workflow.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";
import { type DashboardBrowser, startDashboardBrowser } from "../support-browser.ts";
import { give, markdown, rest, textbox } from "./support/editor.ts";

const word = join(import.meta.dirname, "../../../press-text/docx/files/pandoc.docx");

/** An item as Word writes it, with its number or point between two of its comments. */
const item = (list: number, level: number, marker: string, words: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${36 * level}.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l${list} level${level} lfo${list + 1}'><![if !supportLists]><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${words}<o:p></o:p></p>`;
const ofWord = (...blocks: string[]) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body lang=DE><!--StartFragment-->${blocks.join("\n")}<!--EndFragment--></body></html>`;

describe.each(storyBrowsers)("lists and ways out of the editor in $name", ({ openBrowser }) => {
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

  async function openEditor(bodyMarkdown: string, language = "de"): Promise<Page> {
    const input = draftInput(own.clientId, { bodyMarkdown, language });
    const { id } = await createDraft(dashboard.service.sql, own.agencyId, input, context);
    const { page } = await dashboard.open(owner);
    await page.goto(`${url}/app/meldungen/${id}`);
    await textbox(page).waitFor();
    return page;
  }

  const becomes = async (page: Page, wanted: string) => {
    await until(async () => (await markdown(page)) === wanted).catch(() => {});
    expect(await markdown(page)).toBe(wanted);
  };
  const clear = async (page: Page) => {
    await textbox(page).focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Delete");
    await becomes(page, "");
  };
  /** Types lines with Enter between them; `→` and `←` are Tab and Shift+Tab. */
  const type = async (page: Page, lines: readonly string[]) => {
    for (const [index, line] of lines.entries()) {
      if (index > 0) await page.keyboard.press("Enter");
      for (const sign of line) {
        const key = { "→": "Tab", "←": "Shift+Tab" }[sign];
        await (key === undefined ? page.keyboard.type(sign) : page.keyboard.press(key));
      }
    }
  };

  test("Enter continues a list and ends it on an empty item, Tab makes it deeper and Shift+Tab less deep", async () => {
    const page = await openEditor("Anfang.");
    const typed: [string[], string][] = [
      [["- eins", "zwei", "", "danach"], "- eins\n- zwei\n\ndanach"],
      [["3. drei", "vier", "", "danach"], "3. drei\n4. vier\n\ndanach"],
      [
        ["- eins", "→tief", "→tiefer", "", "", "zwei", "", "danach"],
        "- eins\n  - tief\n    - tiefer\n- zwei\n\ndanach",
      ],
      [["1. eins", "→tief", "←zwei"], "1. eins\n   1. tief\n2. zwei"],
    ];
    for (const [lines, wanted] of typed) {
      await clear(page);
      await type(page, lines);
      await becomes(page, wanted);
    }
  });

  test("lists of Word keep their levels and kinds, pasted alone and into a list", async () => {
    const page = await openEditor("Anfang.");
    const nested = ofWord(
      item(0, 1, "1.", "eins"),
      item(0, 2, "a)", "eins a"),
      item(0, 3, "i.", "eins a i"),
      item(0, 3, "ii.", "eins a ii"),
      item(0, 2, "b)", "eins b"),
      item(0, 1, "2.", "<b>zwei</b>"),
      item(1, 2, "·", "Punkt unter zwei"),
      item(0, 1, "3.", "drei"),
    );
    const lists =
      "1. eins\n   1. eins a\n      1. eins a i\n      2. eins a ii\n   2. eins b\n2. **zwei**\n   - Punkt unter zwei\n3. drei";
    await clear(page);
    await give(page, "paste", { html: nested });
    await becomes(page, lists);
    await clear(page);
    await type(page, ["- vorher", "mitten"]);
    await give(page, "paste", {
      html: ofWord(item(0, 1, "·", "eins"), item(0, 2, "o", "tief"), item(0, 1, "·", "zwei")),
    });
    await becomes(page, "- vorher\n- mitteneins\n  - tief\n- zwei");
  });

  test("the field says its language and how the keyboard leaves it, also out of a table", async () => {
    const page = await openEditor("Plain text.\n\n| a | b |\n| --- | --- |\n| c | d |", "en");
    expect(await textbox(page).getAttribute("lang")).toBe("en");
    await page.getByText("Ort, Themen, Sperrfrist und Sprache").click();
    await page.getByLabel("Sprache").selectOption("fr");
    await until(async () => (await textbox(page).getAttribute("lang")) === "fr");
    const described = (await textbox(page).getAttribute("aria-describedby")) ?? "";
    const said = await page
      .locator(
        described
          .split(" ")
          .map((id) => `#${id}`)
          .join(", "),
      )
      .allTextContents();
    expect(said.join(" ")).toContain("Drücken Sie vorher Escape, verlässt sie das Textfeld.");
    const isInside = () => page.evaluate("document.activeElement.classList.contains('ProseMirror')");
    await textbox(page).getByText("d", { exact: true }).click();
    await rest(page);
    await page.keyboard.press("Tab");
    expect(await isInside()).toBe(true);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    expect(await isInside()).toBe(false);
    await textbox(page).getByText("c", { exact: true }).click();
    await rest(page);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+Tab");
    expect(await isInside()).toBe(false);
  });

  test("a Word file dropped on a new text, or on the choice of its client, becomes a draft of that client", async () => {
    const second = await createClient(dashboard.service.sql, own.agencyId, {
      name: "Zweiter Kunde",
      slugs: [`zweiter-${own.agencyId}`],
      persona: null,
      contactEmail: null,
      imprint: testImprint,
    });
    const base64 = readFileSync(word).toString("base64");
    const drop = (page: Page, name: string) =>
      page.evaluate(
        ([text, fileName]) => {
          const bytes = Uint8Array.from(atob(text ?? ""), (letter) => letter.charCodeAt(0));
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([bytes], fileName ?? ""));
          const options = { bubbles: true, cancelable: true, dataTransfer };
          document.querySelector("h1")?.dispatchEvent(new DragEvent("drop", options));
        },
        [base64, name],
      );
    for (const path of ["/app/meldungen/neu", `/app/meldungen/neu/${second.clientId}`]) {
      const { page } = await dashboard.open(owner);
      await page.goto(url + path);
      await page.locator("form.import").waitFor();
      if (path.endsWith("/neu")) await page.getByLabel("Für welchen Kunden?").selectOption("Zweiter Kunde");
      else await page.getByText("Ort, Themen, Sperrfrist und Sprache").click();
      await page.getByLabel("Sprache").selectOption("Französisch");
      await drop(page, "werk.pdf");
      await page.getByText("Hierher lassen sich nur Word-Dokumente (.docx) ziehen.").waitFor();
      await drop(page, "werk.docx");
      await page.getByText("Der Entwurf ist aus dem Dokument angelegt.").waitFor();
      await page.getByText("Zweiter Kunde ·").waitFor();
      expect(await page.locator("select[name=language]").inputValue()).toBe("fr");
    }
  });

  test("the library leads back to the text that somebody came from, with what was typed there", async () => {
    const page = await openEditor("Anfang.");
    await textbox(page).focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" Und mehr.");
    await page.getByText(/^Zwischenstand von \d\d:\d\d Uhr ist gesichert/).waitFor();
    const text = page.url();
    await page.getByText("Bild und Dateien").click();
    await page.getByRole("link", { name: "Mediathek des Kunden" }).click();
    await page
      .getByRole("button", { name: "Datei wählen" })
      .or(page.locator("input[type=file]"))
      .first()
      .waitFor();
    await page
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "halle.png", mimeType: "image/png", buffer: drawPng(90, 60) });
    await page.getByText("halle.png").first().waitFor();
    await page.getByRole("link", { name: "Zurück zur Meldung" }).click();
    await page.waitForURL(text);
    await until(async () => (await markdown(page)) === "Anfang. Und mehr.");
  });
});
