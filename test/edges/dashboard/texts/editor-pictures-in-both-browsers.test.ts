import { describe, expect, test } from "bun:test";
import { drawPng } from "../../../features/media/support/draw.ts";
import { dashboardScene } from "../../../support/cast.ts";
import { storyBrowsers } from "../../../support/story-browsers.ts";
import { until } from "../../../support/until.ts";
import { give, markdown, textbox } from "./support/editor.ts";
import { openNewDraft } from "./support/open-new-draft.ts";

describe.each(storyBrowsers)("the editor in $name", ({ openBrowser }) => {
  const { dashboard, workshop: own, owner } = dashboardScene({}, openBrowser);
  const openEditor = () => openNewDraft(dashboard, { own, person: owner });

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
});

/** Each is another file: the library keeps the same one once. */
let width = 60;
function picture(name: string): { name: string; base64: string } {
  width += 1;
  return { name, base64: Buffer.from(drawPng(width, 40)).toString("base64") };
}
