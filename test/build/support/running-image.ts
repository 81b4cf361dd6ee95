import { expect } from "bun:test";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportCalls } from "../../support/export-calls.ts";
import { keepLog } from "../../support/kept-logs.ts";
import type { TestAgency } from "../../support/service.ts";
import { type MinimalRoot, runInRoot, spawnInRoot } from "./minimal-root.ts";

export type RunningImage = { url: string; service: ChildProcess };
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

/** Publishes a release of a new agency by commands, whether the service runs or not. */
export function publishByCommands(root: MinimalRoot): PublishedRelease {
  const { agencyId } = runJson(root, "agency", "create", "--name", "Nordlicht");
  const { key, id } = runJson(root, "key", "create", "--agency", String(agencyId), "--name", "test");
  const client = [
    "--agency",
    String(agencyId),
    "--name",
    "Kunde",
    "--imprint",
    "https://example.org/impressum",
  ];
  const { clientId } = runJson(root, "client", "create", ...client);
  writeFileSync(join(root.data, "text.md"), "Bremen. Das Werk ist eröffnet.");
  const release = ["--client", String(clientId), "--title", "Neues Werk", "--body", "/data/text.md"];
  const published = runJson(root, "release", "publish", ...release);
  return {
    agency: { agencyId: Number(agencyId), key: String(key), keyId: String(id) },
    pressReleaseId: String(published.pressReleaseId),
    path: new URL(String(published.url)).pathname,
  };
}

/**
 * A reader comes, and a report is drawn as PDF within `drawnTimeoutMs`; after a stop and `serveAgain` the file is the same.
 */
export async function expectReport(
  { url, service }: RunningImage,
  { agency, pressReleaseId, path }: PublishedRelease,
  { serveAgain, drawnTimeoutMs }: { serveAgain: () => Promise<unknown>; drawnTimeoutMs?: number },
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

  service.kill("SIGTERM");
  await once(service, "exit");
  expect(service.exitCode).toBe(0);
  await serveAgain();
  expect(await (await calls.download(job.id)).bytes()).toEqual(before);
}

function runJson(root: MinimalRoot, ...args: string[]): Record<string, unknown> {
  const { exitCode, stdout, stderr } = runInRoot(root, [...args, "--json"]);
  if (exitCode !== 0) throw new Error(`${args.join(" ")} ended with ${exitCode}: ${stderr}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}
