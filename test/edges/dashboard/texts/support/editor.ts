import type { Page } from "playwright-core";

export const textbox = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
export const markdown = (page: Page) => page.locator("[name=bodyMarkdown]").inputValue();

export const tool = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Text gestalten" }).getByRole("button", { name, exact: true });

export async function rest(page: Page): Promise<void> {
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
}

type Pasted = { html?: string; text?: string; files?: { name: string; base64: string }[] };

/** The event of a browser that pastes or drops, with what a program or a folder would have put there. */
export const give = (page: Page, kind: "paste" | "drop", what: Pasted) =>
  textbox(page).evaluate(
    (box, { kind: type, html, text, files = [] }) => {
      const data = new DataTransfer();
      if (html !== undefined) data.setData("text/html", html);
      if (text !== undefined) data.setData("text/plain", text);
      for (const { name, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: "image/png" }));
      }
      const { left, top } = box.getBoundingClientRect();
      const options = { bubbles: true, cancelable: true };
      const event =
        type === "drop"
          ? new DragEvent("drop", { ...options, clientX: left + 40, clientY: top + 30, dataTransfer: data })
          : new ClipboardEvent("paste", { ...options, clipboardData: data });
      // Firefox takes no clipboard of a script into its event.
      if (type === "paste" && event instanceof ClipboardEvent && event.clipboardData !== data)
        Object.defineProperty(event, "clipboardData", { value: data });
      box.dispatchEvent(event);
    },
    { kind, ...what },
  );
