import { expect, test } from "bun:test";
import { richTextSource } from "../../../../service/edges/dashboard/rich-text/bundle.ts";
import { sharedChromium } from "../../../features/newsroom/support/chromium.ts";
import { until } from "../../../support/until.ts";

const table = "| A | B |\n| --- | --- |\n| a1 | b1 |\n| a2 | b2 |\n\nDanach";
type Pasted = { html: string; text: string };

test.each([
  [{ html: "<p>c</p><p>d <b>e</b></p>", text: "x" }, "c d **e**"],
  [{ html: "", text: "c\nd" }, "c d"],
  [{ html: "<ul><li>c</li><li>d</li></ul>", text: "x" }, "c d"],
])("several lines that are pasted into a cell stay in it: %p", async (pasted, line) => {
  const context = await (await sharedChromium()).newContext();
  const page = await context.newPage();
  await page.setContent(
    '<form><div data-editor hidden></div><textarea id="f" name="bodyMarkdown"></textarea></form>',
  );
  await page.fill("textarea", table);
  await page.addScriptTag({ content: richTextSource, type: "module" });
  await page.click("td >> nth=1");
  await page.evaluate(({ html, text }: Pasted) => {
    const clipboardData = new DataTransfer();
    if (html !== "") clipboardData.setData("text/html", html);
    clipboardData.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.querySelector(".ProseMirror")?.dispatchEvent(event);
  }, pasted);
  const written = await until("what was pasted", async () => {
    const text = await page.inputValue("textarea");
    return text !== table && text;
  });
  await context.close();
  const at = written.indexOf(line);
  expect(at).toBeGreaterThan(0);
  // Where in the old words the click has put the cursor is no matter.
  expect(written.slice(0, at) + written.slice(at + line.length)).toBe(table);
});
