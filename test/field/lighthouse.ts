/**
 * Lighthouse on a newsroom's list and a release, as on a telephone with a slow network: 100 in all four categories, at L0 and L1.
 */
import { beforeAll, expect, test } from "bun:test";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { findChromium } from "../setup/this-machine.ts";
import { given, serviceScene } from "../support/cast.ts";
import { childEnvironment } from "../support/environment.ts";
import { createTestRelease } from "../support/service.ts";
import { fetchLighthouse, lighthouseVersion } from "./support/fetch-lighthouse.ts";

const run = promisify(execFile);
const outputBytesMax = 64 * 1024 * 1024;
const timeoutMs = 300_000;
/** Speed is judged by the best of these, because others use the machine too; all else has to be right each time. */
const triesMax = 3;
const others = { accessibility: 100, "best-practices": 100, seo: 100 };
/** The switches that a test's Chromium has too; of its shell Lighthouse gets no answer. */
const flags =
  "--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update";

const Answer = Type.Object({
  categories: Type.Record(Type.String(), Type.Object({ score: Type.Number() })),
  audits: Type.Record(
    Type.String(),
    Type.Object({ score: Type.Union([Type.Number(), Type.Null()]), title: Type.String() }),
  ),
});

const { service, agency } = serviceScene();
const made = given(async () => createTestRelease(service.sql, agency.agencyId));
let lighthouse = "";
beforeAll(() => {
  lighthouse = fetchLighthouse();
}, timeoutMs);

/** The points of each category, and what was not perfect. */
async function judge(path: string): Promise<{ points: Record<string, number>; faults: string[] }> {
  const args = ["--quiet", "--output=json", `--chrome-flags=${flags}`];
  const { stdout } = await run("node", [lighthouse, service.url + path, ...args], {
    maxBuffer: outputBytesMax,
    env: childEnvironment({ CHROME_PATH: findChromium({ isShell: false }) }),
  });
  const { categories, audits } = Value.Parse(Answer, JSON.parse(stdout));
  const points = Object.entries(categories).map(([name, { score }]) => [name, Math.round(score * 100)]);
  const failed = Object.values(audits).filter(({ score }) => score !== null && score < 1);
  return { points: Object.fromEntries(points), faults: failed.map(({ title }) => title) };
}

test.each([
  ["the list", "L0"],
  ["the list", "L1"],
  ["a release", "L0"],
  ["a release", "L1"],
])(
  `Lighthouse ${lighthouseVersion} gives %s at %s all points`,
  async (page, level) => {
    await service.sql`update newsroom set level = ${level} where agency_id = ${agency.agencyId}`;
    const path = page === "a release" ? made.path : made.path.split("/").slice(0, -1).join("/");
    const tries: number[] = [];
    while (tries.length < triesMax && tries.at(-1) !== 100) {
      const { points, faults } = await judge(path);
      const { performance = 0, ...rest } = points;
      console.info(`${page} at ${level}: ${performance} for speed. Not perfect: ${faults.join(", ")}`);
      expect(rest).toEqual(others);
      tries.push(performance);
    }
    expect(Math.max(...tries)).toBe(100);
  },
  timeoutMs,
);
