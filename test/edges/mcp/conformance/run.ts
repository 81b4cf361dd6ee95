/**
 * Runs the official conformance suite against the agent endpoint, at both generations of the protocol; with `--newest` each
 * scenario at the newest revision that it knows, which is what the tests have time for.
 * The same follows with the token of an assistant, at the newest revision, and without `--newest` only. Its scenarios for authorization
 * servers come last, against a whole service and a person of it.
 * Every server scenario of the suite is either run, and has to pass, or listed with the reason why it does not apply.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ServiceError } from "../../../../service/errors.ts";
import { createAgentAuthenticate } from "../../../../service/features/agent-access/authenticate.ts";
import { createIsToken } from "../../../../service/features/agent-access/is-token.ts";
import { connectAgent } from "../../../features/agent-access/support/connect.ts";
import { createTestAgency, startTestService } from "../../../support/service.ts";
import { createDashboardUser } from "../../dashboard/support.ts";
import { runAuthorization } from "./run-authorization.ts";
import { applicable, notApplicable, revisions } from "./scenarios.ts";
import { startProxiedEndpoint } from "./start-proxied-endpoint.ts";

const suiteFolder = dirname(
  fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/package.json")),
);
const suite = join(suiteFolder, "dist", "index.js");
/** A scenario takes about a second; one that hangs is over after this. */
const scenarioTimeoutMs = 30_000;

const onlyNewest = process.argv.includes("--newest");

const folder = mkdtempSync(join(tmpdir(), "mcp-conformance-"));
const endpoint = await startProxiedEndpoint();
try {
  const areAllPassed = (await runAll(endpoint.url, onlyNewest)) && (onlyNewest || (await runWithToken()));
  let isAuthorizing = true;
  for (const revision of onlyNewest ? revisions.slice(-1) : revisions)
    isAuthorizing = (await runAuthorization({ suite, folder, revision })) && isAuthorizing;
  process.exitCode = isAuthorizing && areAllPassed ? 0 : 1;
} finally {
  await endpoint.stop();
  rmSync(folder, { recursive: true, force: true });
}
// The embedded database that services of a process share would keep it alive: only a run of tests ends it.
process.exit();

/** The same once more, at the newest revision, as an assistant that a person let in. */
async function runWithToken(): Promise<boolean> {
  const service = await startTestService("embedded");
  const { agencyId } = await createTestAgency(service.sql, { hourlyLimit: 100_000 });
  const agent = await connectAgent(service, await createDashboardUser(service, agencyId));
  const isToken = createIsToken(service.sql);
  const authenticate = createAgentAuthenticate({ sql: service.sql, isToken }, async () => {
    throw new ServiceError("unauthorized", "No token.");
  });
  const asAssistant = await startProxiedEndpoint({ bearer: agent.access_token, authenticate });
  try {
    console.log("\nWith the token of an assistant:");
    return await runAll(asAssistant.url, true);
  } finally {
    await asAssistant.stop();
    await service.stop();
  }
}

async function runAll(url: string, isNewestAlone: boolean): Promise<boolean> {
  const known = await listScenarios();
  const undecided = [...known.keys()].filter((name) => !isApplicable(name) && reasonOf(name) === null);
  const vanished = applicable.filter((name) => !known.has(name));
  let passed = 0;
  let failed = 0;
  for (const [name, tags] of known) {
    if (!isApplicable(name)) continue;
    for (const revision of revisionsFor(tags, isNewestAlone)) {
      const { isPassed, output } = await runScenario(url, name, revision);
      if (isPassed) passed += 1;
      else failed += 1;
      console.log(`${isPassed ? "ok  " : "FAIL"}  ${revision}  ${name}`);
      if (!isPassed) console.log(output);
    }
  }
  if (!isNewestAlone) console.log("\nNot applicable:");
  for (const [name, reason] of isNewestAlone ? [] : Object.entries(notApplicable))
    console.log(`      ${name}: ${reason}`);
  for (const name of undecided)
    console.log(`FAIL  ${name} is new in the suite: say in scenarios.ts whether it applies.`);
  for (const name of vanished) console.log(`FAIL  ${name} is no longer in the suite.`);
  failed += undecided.length + vanished.length;
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0;
}

/** Revisions are listed oldest first. */
function revisionsFor(tags: readonly string[], isNewestAlone: boolean): string[] {
  const known = revisions.filter((each) => tags.includes(each));
  return isNewestAlone ? known.slice(-1) : known;
}

function isApplicable(name: string): boolean {
  return applicable.some((each) => each === name);
}

function reasonOf(name: string): string | null {
  const pattern = Object.keys(notApplicable).find((each) =>
    each.endsWith("*") ? name.startsWith(each.slice(0, -1)) : each === name,
  );
  return pattern === undefined ? null : (notApplicable[pattern] ?? null);
}

/** Every server scenario of the suite, with the revisions that it knows. */
async function listScenarios(): Promise<Map<string, string[]>> {
  const { output } = await runSuite(["list", "--server"]);
  const lines = [...output.matchAll(/^ +- ([a-z0-9-]+) \[([^\]]*)\]$/gm)];
  return new Map(lines.map(([, name = "", tags = ""]) => [name, tags.split(",")]));
}

async function runScenario(url: string, name: string, revision: string) {
  const { exitCode, output } = await runSuite([
    ...["server", "--url", url, "--scenario", name, "--spec-version", revision],
    ...["--timeout", String(scenarioTimeoutMs), "--output-dir", folder],
  ]);
  // A scenario that was skipped ends well too, and proves nothing.
  return { isPassed: exitCode === 0 && /Passed: [1-9]/.test(output), output };
}

function runSuite(args: string[]): Promise<{ exitCode: number | null; output: string }> {
  const child = spawn(process.execPath, [suite, ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) =>
    child.once("close", (exitCode) => resolve({ exitCode, output: Buffer.concat(chunks).toString("utf8") })),
  );
}
