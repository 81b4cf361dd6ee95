import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchChromium } from "../../features/newsroom/support/chromium.ts";
import { freePort } from "../../support/service.ts";
import { startWorkerd } from "../start-workerd.ts";
import { bundleCases } from "./bundle-cases.ts";
import type { Outcome } from "./shim.ts";
import { startStub } from "./start-stub.ts";

const programs = join(import.meta.dirname, "../../../node_modules/.bin");

/** The program and its arguments before those of the cases. */
export const commandLines = {
  "Node 20 or later": ["node"],
  Bun: [process.execPath, "run"],
  Deno: [join(programs, "deno"), "run", "--no-remote", "--no-npm", "--no-config", "--allow-net=127.0.0.1"],
} as const;

/** Runs the cases as a program. */
export async function runOnCommandLine(name: keyof typeof commandLines, sdkFile: string): Promise<Outcome[]> {
  return await withFolder(async (folder) => {
    const file = join(folder, "cases.mjs");
    writeFileSync(file, await bundleCases("program", sdkFile));
    const stub = startStub();
    try {
      const [program, ...args] = commandLines[name];
      const child = Bun.spawn([program, ...args, file, stub.baseUrl], { stdout: "pipe", stderr: "pipe" });
      const [output, complaint] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      if ((await child.exited) !== 0) throw new Error(`${program} failed: ${complaint}`);
      return JSON.parse(output) as Outcome[];
    } finally {
      await stub.stop();
    }
  });
}

/** Runs the cases inside a Worker of workerd, the open-source runtime of Cloudflare Workers. */
export async function runOnWorkerd(sdkFile: string): Promise<Outcome[]> {
  const port = await freePort();
  const stub = startStub();
  const workerd = await startWorkerd({ module: await bundleCases("worker", sdkFile), port });
  try {
    const response = await fetch(`http://127.0.0.1:${port}/?baseUrl=${stub.baseUrl}`);
    return (await response.json()) as Outcome[];
  } finally {
    await workerd.stop();
    await stub.stop();
  }
}

/** Runs the cases in a page of headless Chromium, which the stub serves. */
export async function runInChromium(sdkFile: string): Promise<Outcome[]> {
  const stub = startStub({
    "/": "<!doctype html><title>SDK</title>",
    "/cases.js": await bundleCases("browser", sdkFile),
  });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(stub.baseUrl);
    await page.addScriptTag({ url: `${stub.baseUrl}/cases.js`, type: "module" });
    return await page.evaluate(`globalThis.runAllCases({ baseUrl: ${JSON.stringify(stub.baseUrl)} })`);
  } finally {
    await browser.close();
    await stub.stop();
  }
}

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "prs-runtime-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
