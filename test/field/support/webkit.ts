import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFolder, startServer, untilReady, withFreePorts } from "../../support/server-process.ts";
import { until } from "../../support/until.ts";

/** One window of WPE, Debian's WebKit, driven by WebDriver (W3C). Its size is fixed: 1,280 by 720. */
export type WebKitWindow = {
  goto(url: string): Promise<void>;
  /** Runs a function's body in the page and returns what it returns. */
  run<Value>(body: string): Promise<Value>;
  click(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  /** Waits until the page holds this text. */
  untilText(text: string): Promise<void>;
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
  return {
    run,
    goto: (url) => send(`${session}/url`, { url }),
    click: async (selector) => await send(`${await find(selector)}/click`, {}),
    type: async (selector, text) => await send(`${await find(selector)}/value`, { text }),
    async untilText(text) {
      const isThere = async () => (await run<string>("return document.body?.innerText ?? ''")).includes(text);
      await until(`the page says “${text}”`, isThere, textTimeoutMs);
    },
    screenshot: async () =>
      Buffer.from(await ask<string>(`${session}/screenshot`, { method: "GET" }), "base64"),
    async close() {
      await ask(session, { method: "DELETE" });
      await stop();
    },
  };
}

/** Writes a picture where `PAGE_PICTURES` names a folder, to be looked at. */
export async function keepPicture(window: WebKitWindow, name: string): Promise<void> {
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
