import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFolder, startServer, untilReady, withFreePorts } from "../../support/server-process.ts";
import { until } from "../../support/until.ts";

/**
 * One window of WPE, Debian's WebKit, driven by WebDriver (W3C). It stays light and at 1,280 by 720: `POST /window/rect` and
 * `/window/maximize` answer 200 with that size and change nothing, and the program has no option for either.
 */
export type WebKitWindow = {
  goto(url: string): Promise<void>;
  /** Runs a function's body in the page and returns what it returns. */
  run<Value>(body: string): Promise<Value>;
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  /** Waits until the page holds this text. */
  untilText(text: string): Promise<void>;
  /** By how many pixels the page as it stands is wider than a frame of this width, in which a copy of it is shown. */
  overflowAt(width: number, picture: string): Promise<number>;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
};

const browser = "/usr/lib/x86_64-linux-gnu/wpe-webkit-1.1/MiniBrowser";
const elementKey = "element-6066-11e4-a52e-4f735466cecf";
const textTimeoutMs = 20_000;
const pictureFolder = Bun.env.PAGE_PICTURES;

export async function openWebKit(): Promise<WebKitWindow> {
  return await withFreePorts(1, async ([port = 0]) => {
    const folder = createFolder("prs-webkit-");
    const driver = startServer({
      command: "WPEWebDriver",
      args: [`--port=${port}`],
      folder,
      exitSignal: "SIGTERM",
      environment: { HOME: folder, XDG_RUNTIME_DIR: folder },
    });
    const url = `http://127.0.0.1:${port}`;
    await untilReady(
      driver,
      folder,
      async () => (await fetch(`${url}/status`).catch(() => null))?.ok === true,
    );
    const options = { binary: browser, args: ["--automation", "--headless"] };
    const { sessionId } = await send<{ sessionId: string }>(`${url}/session`, {
      capabilities: { alwaysMatch: { "wpe:browserOptions": options } },
    });
    return windowOf(`${url}/session/${sessionId}`, () => driver.end("SIGTERM"));
  });
}

function windowOf(session: string, stop: () => Promise<unknown>): WebKitWindow {
  const find = async (selector: string) => {
    const element = await send<Record<string, string>>(`${session}/element`, {
      using: "css selector",
      value: selector,
    });
    return `${session}/element/${element[elementKey]}`;
  };
  const run = <Value>(body: string) => send<Value>(`${session}/execute/sync`, { script: body, args: [] });
  const screenshot = async () =>
    Buffer.from(await ask<string>(`${session}/screenshot`, { method: "GET" }), "base64");
  return {
    run,
    screenshot,
    async overflowAt(width, picture) {
      await run(showFrame(width));
      await until("the frame has the page's style", () => run<boolean>(isStyled));
      await keepPicture({ screenshot }, `${picture}-${width}`);
      return await run<number>(takeFrame);
    },
    goto: (url) => send(`${session}/url`, { url }),
    click: async (selector) => await send(`${await find(selector)}/click`, {}),
    type: async (selector, text) => await send(`${await find(selector)}/value`, { text }),
    async untilText(text) {
      const isThere = async () => (await run<string>("return document.body?.innerText ?? ''")).includes(text);
      await until(`the page says “${text}”`, isThere, textTimeoutMs);
    },
    async close() {
      await ask(session, { method: "DELETE" });
      await stop();
    },
  };
}

/** A copy of the page needs no second request, and none of its headers forbids it the frame. */
const showFrame = (width: number) => `
  const frame = document.createElement("iframe");
  frame.srcdoc = document.documentElement.outerHTML;
  Object.assign(frame.style, { position: "fixed", inset: "0 auto auto 0", zIndex: 9, border: 0, background: "Canvas" });
  frame.width = ${width};
  frame.height = innerHeight;
  document.body.append(frame);`;
const isStyled = `
  const { contentDocument, contentWindow } = document.querySelector("body > iframe:last-child");
  const displays = [contentWindow.getComputedStyle(contentDocument.body), getComputedStyle(document.body)];
  return contentDocument.readyState === "complete" && displays[0].fontFamily === displays[1].fontFamily;`;
const takeFrame = `
  const frame = document.querySelector("body > iframe:last-child");
  const { scrollWidth, clientWidth } = frame.contentDocument.documentElement;
  frame.remove();
  return scrollWidth - clientWidth;`;

/** Writes a picture where `PAGE_PICTURES` names a folder, to be looked at. */
export async function keepPicture(window: Pick<WebKitWindow, "screenshot">, name: string): Promise<void> {
  if (pictureFolder !== undefined)
    writeFileSync(join(pictureFolder, `webkit-${name}.png`), await window.screenshot());
}

async function send<Value>(url: string, body: unknown): Promise<Value> {
  return await ask<Value>(url, { method: "POST", body: JSON.stringify(body) });
}

async function ask<Value>(url: string, init: RequestInit): Promise<Value> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) });
  const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`WebKit refuses ${url}: ${value.error} ${value.message}`);
  return value;
}
