import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installBuiltSdk } from "../../support/build-sdk.ts";
import { allCases } from "./cases.ts";
import { commandLines, runInChromium, runOnCommandLine, runOnWorkerd } from "./run-cases.ts";
import { runCases } from "./shim.ts";

let folder: string;
let sdkFile: string;
const allPassed = allCases.map(({ name }) => ({ name, error: null }));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "prs-sdk-"));
  sdkFile = join(installBuiltSdk(folder), "dist/index.js");
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(Object.keys(commandLines) as (keyof typeof commandLines)[])(
  "the built SDK passes its cases on %s",
  async (name) => {
    expect(await runOnCommandLine(name, sdkFile)).toEqual(allPassed);
  },
);

test("the built SDK passes its cases on workerd, where Workers run", async () => {
  expect(await runOnWorkerd(sdkFile)).toEqual(allPassed);
});

test("the built SDK passes its cases in a page of Chromium", async () => {
  expect(await runInChromium(sdkFile)).toEqual(allPassed);
});

test("a case that fails is told by its name and its reason", async () => {
  const failing = { name: "fails", run: () => Promise.reject(new RangeError("on purpose")) };
  expect(await runCases([failing], { baseUrl: "" })).toEqual([
    { name: "fails", error: "RangeError: on purpose" },
  ]);
});
