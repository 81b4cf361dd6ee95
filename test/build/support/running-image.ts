import { expect } from "bun:test";
import type { ChildProcess } from "node:child_process";
import { exportCalls } from "../../support/export-calls.ts";
import { keepLog } from "../../support/kept-logs.ts";
import type { TestAgency } from "../../support/service.ts";
import { type Ended, type MinimalRoot, spawnInRoot } from "./minimal-root.ts";

/** A service somewhere: in a root of its own, or in a container. `stop` ends it by SIGTERM, and `serveAgain` starts it anew. */
export type RunningImage = {
  url: string;
  stop: () => Promise<unknown>;
  serveAgain: () => Promise<unknown>;
};
/** Runs a command of the program where the service is. */
export type RunProgram = (args: readonly string[]) => Ended | Promise<Ended>;
export const releaseText = "Bremen. Das Werk ist eröffnet.";
export type PublishedRelease = { agency: TestAgency; pressReleaseId: string; path: string };

/** Starts the binary of a root with `args`, and resolves when it is ready. */
export async function serveInRoot(input: {
  root: MinimalRoot;
  args: readonly string[];
  url: string;
  readyTimeoutMs: number;
}): Promise<ChildProcess> {
  const child = spawnInRoot(input.root, input.args);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
  child.once("close", () => keepLog(output));
  const deadline = Date.now() + input.readyTimeoutMs;
  for (;;) {
    const answer = await fetch(`${input.url}/ready`).catch(() => null);
    if (answer?.status === 200) return child;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`it did not start: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Publishes a release of a new agency by commands, whether the service runs or not. The program finds `releaseText` at
 * /data/text.md.
 */
export async function publishByCommands(
  run: RunProgram,
  agencyOptions: readonly string[] = [],
): Promise<PublishedRelease> {
  const { agencyId } = await runJson(run, "agency", "create", "--name", "Nordlicht", ...agencyOptions);
  const { key, id } = await runJson(run, "key", "create", "--agency", String(agencyId), "--name", "test");
  const client = [
    "--agency",
    String(agencyId),
    "--name",
    "Kunde",
    "--imprint",
    "https://example.org/impressum",
  ];
  const { clientId } = await runJson(run, "client", "create", ...client);
  const release = ["--client", String(clientId), "--title", "Neues Werk", "--body", "/data/text.md"];
  const published = await runJson(run, "release", "publish", ...release);
  return {
    agency: { agencyId: Number(agencyId), key: String(key), keyId: String(id) },
    pressReleaseId: String(published.pressReleaseId),
    path: new URL(String(published.url)).pathname,
  };
}

/** A reader comes, and a report is drawn as PDF within `drawnTimeoutMs`; after a stop and a start the file is the same. */
export async function expectReport(
  { url, stop, serveAgain }: RunningImage,
  { agency, pressReleaseId, path }: PublishedRelease,
  drawnTimeoutMs?: number,
): Promise<void> {
  const page = await fetch(new URL(path, url));
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("Neues Werk");

  const calls = exportCalls({ url }, agency, drawnTimeoutMs);
  const order = { scopeType: "article", scopeId: pressReleaseId, days: 30, format: "pdf" };
  const { job } = await calls.finished(order);
  expect(job.status).toBe("completed");
  const before = await (await calls.download(job.id)).bytes();
  expect(new TextDecoder().decode(before.subarray(0, 5))).toBe("%PDF-");

  await stop();
  await serveAgain();
  expect(await (await calls.download(job.id)).bytes()).toEqual(before);
}

async function runJson(run: RunProgram, ...args: string[]): Promise<Record<string, unknown>> {
  const { exitCode, stdout, stderr } = await run([...args, "--json"]);
  if (exitCode !== 0) throw new Error(`${args.join(" ")} ended with ${exitCode}: ${stderr}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}
