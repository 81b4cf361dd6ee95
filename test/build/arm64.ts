/**
 * `bun run test:arm64`: builds the binary for linux-arm64 and does the main job with it, in a root of its own, on an emulated
 * processor. Not part of the suite: it takes minutes.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { createFolder, removeFolder } from "../support/server-process.ts";
import { freePort } from "../support/service.ts";
import { until } from "../support/until.ts";
import { assembleArm64Root } from "./support/arm64-root.ts";
import { type MinimalRoot, runInRoot } from "./support/minimal-root.ts";
import { expectReport, publishByCommands, releaseText, serveInRoot } from "./support/running-image.ts";

/** A start takes 25 s on the emulated processor, one without emulation 0.3 s. */
const readyTimeoutMs = 180_000;
const testTimeoutMs = 900_000;

let folder: string;
let root: MinimalRoot;
let url: string;
let service: ChildProcess | undefined;

beforeAll(async () => {
  folder = createFolder("prs-arm64-");
  // The user without rights has to get through.
  chmodSync(folder, 0o755);
  const [image, data] = [join(folder, "image"), join(folder, "data")];
  mkdirSync(data);
  const emulator = await assembleArm64Root(folder, image);
  const port = String(await freePort());
  url = `http://127.0.0.1:${port}`;
  const environment = { NODE_ENV: "production", DATA_DIR: "/data", HOST: "127.0.0.1", PORT: port };
  root = { root: image, data, user: "65532:65532", emulator, environment };
}, testTimeoutMs);
afterAll(() => {
  service?.kill("SIGKILL");
  removeFolder(folder);
});

const serve = async () => (service = await serveInRoot({ root, args: ["serve"], url, readyTimeoutMs }));

test(
  "the binary for arm64 says its version",
  () => {
    expect(runInRoot(root, ["--version"])).toEqual({
      exitCode: 0,
      stdout: `${packageJson.version}\n`,
      stderr: "",
    });
  },
  testTimeoutMs,
);

test(
  "it publishes a release, serves it, is found healthy, draws a report, and a restart loses nothing",
  async () => {
    // Before it serves: beside an emulated service, a busy machine needs more than the 3 s that a command waits for.
    writeFileSync(join(root.data, "text.md"), releaseText);
    const release = await publishByCommands((args) => runInRoot(root, args));
    const started = await serve();
    expect(runInRoot(root, ["healthcheck"])).toEqual({ exitCode: 0, stdout: "ok\n", stderr: "" });
    // On an emulated processor a query takes longer than the 3 s after which a caller is told 503, until it was compiled.
    const warmUp = async () => {
      const api = "/api/reporting/v1";
      const unknown = `${api}/exports/${crypto.randomUUID()}/download`;
      for (const path of [release.path, `${api}/articles/${release.pressReleaseId}`, unknown])
        await untilServed(new URL(path, url), { "x-api-key": release.agency.key });
    };
    await warmUp();
    const stop = async () => {
      started.kill("SIGTERM");
      await once(started, "exit");
      expect(started.exitCode).toBe(0);
    };
    const serveAgain = async () => {
      await serve();
      await warmUp();
    };
    await expectReport({ url, stop, serveAgain }, release, readyTimeoutMs);
  },
  testTimeoutMs,
);

async function untilServed(address: URL, headers: Record<string, string>): Promise<void> {
  const isServed = async () => (await fetch(address, { headers })).status !== 503;
  await until(`${address.pathname} is served`, isServed, readyTimeoutMs);
}
