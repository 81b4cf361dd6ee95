import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allowLoopback } from "../features/reporting/webhooks/webhook-calls.ts";
import { serviceScene } from "../support/cast.ts";
import { childEnvironment } from "../support/environment.ts";
import { createTestAgency, createTestRelease, freePort } from "../support/service.ts";

const projectFolder = join(import.meta.dirname, "../..");
const sdkFolder = join(projectFolder, "sdk");
const readme = readFileSync(join(sdkFolder, "README.md"), "utf8");
/** What the README promises, and far more than a machine needs: the rest is the reader's own time. */
const pathSecondsMax = 60;

/** Packing runs `tsc`, which npm would find beside the package if it were not a copy. */
const programs = `${join(projectFolder, "node_modules/.bin")}:${childEnvironment().PATH ?? ""}`;

const { service } = serviceScene("server", allowLoopback);
let folder: string;
let tarball: string;
let installSeconds: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "prs-readme-"));
  // A copy, because packing builds dist anew and other tests may be reading it.
  const copy = join(folder, "copy-of-sdk");
  cpSync(sdkFolder, copy, { recursive: true, filter: (path) => !/\/(dist|node_modules)$/.test(path) });
  await run(copy, "npm", "pack", "--silent", "--pack-destination", folder);
  tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  const started = performance.now();
  await run(folder, "npm", "init", "--yes");
  await run(folder, "npm", "install", "--offline", "--no-audit", "--no-fund", `./${tarball}`);
  installSeconds = (performance.now() - started) / 1000;
});
afterAll(() => rmSync(folder, { recursive: true }));

test("whoever follows the README from the installation gets figures, a conversion, a file and a verified webhook", async () => {
  const started = performance.now();
  const { agencyId, key } = await createTestAgency(service.sql);
  const { pressReleaseId } = await createTestRelease(service.sql, agencyId);
  const port = await freePort();
  const program = programOf(
    codeOf("1. Ask"),
    // In the order of a real set-up: the endpoint is registered before there is something to tell.
    `{\n${codeOf("4. Be told")}\nprocess.env.PR_SERVICE_WEBHOOK_SECRET = data.signingSecret; }`,
    codeOf("4. Be told", 1).replace("export ", ""),
    receiver(port),
    `{\n${codeOf("2. Report")}\nconsole.log("duplicate:", data.duplicate); }`,
    `{\n${codeOf("3. Get")}\nconsole.log("wrote", file.fileName); }`,
    "await delivered; server.close();",
  )
    // As a word: the port may have these digits too.
    .replaceAll(/\b42\b/g, String(pressReleaseId))
    .replace("https://agency.example", `http://127.0.0.1:${port}`);
  writeFileSync(join(folder, "report.mjs"), program);
  const child = Bun.spawn(["node", "report.mjs"], {
    cwd: folder,
    env: childEnvironment({ PR_SERVICE_URL: service.url, PR_SERVICE_KEY: key }),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect([await child.exited, complaint]).toEqual([0, ""]);
  expect(output).toContain("Neues Werk in Bremen eröffnet 0 views");
  expect(output).toMatch(/\d+ requests left/);
  expect(output).toContain("svc_whsec_");
  expect(output).toContain("duplicate: false");
  expect(output).toMatch(/wrote report-article-.*\.pdf/);
  expect(output).toMatch(/queued msg_[0-9a-f]{32} http:.*download/);
  const seconds = installSeconds + (performance.now() - started) / 1000;
  console.log(`From npm install to a verified webhook: ${seconds.toFixed(1)} s of machine time.`);
  expect(seconds).toBeLessThan(pathSecondsMax);
});

/** The reader's own framework, in its smallest form: node:http with the Web's Request and Response. */
function receiver(port: number): string {
  return `
import { createServer } from "node:http";
let isDelivered;
const delivered = new Promise((resolve) => { isDelivered = resolve; });
const queue = { add: async (id, url) => { console.log("queued", id, url); isDelivered(); } };
const server = createServer(async (incoming, outgoing) => {
  const chunks = await incoming.toArray();
  const request = new Request("http://receiver.example/", { method: "POST", headers: incoming.headers, body: Buffer.concat(chunks) });
  outgoing.writeHead((await receive(request)).status).end();
});
await new Promise((resolve) => server.listen(${port}, "127.0.0.1", resolve));
`;
}

test("the README's operations are the client's, by the names that it has", async () => {
  const names = [...readme.matchAll(/^\| `((?:\w+)\.(?:\w+))\(/gm)].map(([, name]) => name ?? "");
  const script = `import { createClient } from "@pr-service/sdk";
    const client = createClient({ baseUrl: "http://localhost", apiKey: "svc_key_x" });
    const names = Object.entries(client).flatMap(([noun, group]) => Object.keys(group).map((verb) => noun + "." + verb));
    process.stdout.write(JSON.stringify(names));`;
  writeFileSync(join(folder, "names.mjs"), script);
  expect(JSON.parse(await run(folder, "node", "names.mjs")).sort()).toEqual(names.sort());
});

test("the tarball holds the built code with its types and maps, its sources, and nothing else", async () => {
  const files = (await run(folder, "tar", "-tzf", tarball)).trim().split("\n");
  const kinds = new Set(
    files.map((file) => file.replace(/^package\/(dist|src)\/(types\/)?[a-z0-9-]+\./, "$1 ")),
  );
  expect([...kinds].sort()).toEqual([
    "dist d.ts",
    "dist d.ts.map",
    "dist js",
    "dist js.map",
    "package/LICENSE",
    "package/README.md",
    "package/package.json",
    "src ts",
  ]);
  expect(files).toContain("package/dist/index.js");
});

async function run(cwd: string, ...command: string[]): Promise<string> {
  const child = Bun.spawn(command, {
    cwd,
    env: childEnvironment({ npm_config_update_notifier: "false", PATH: programs }),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")}: ${output}${complaint}`);
  return output;
}

/** The code under a heading, as it stands there. */
function codeOf(heading: string, nth = 0): string {
  const section = readme.split(/^#{2,3} /m).find((part) => part.startsWith(heading)) ?? "";
  const code = [...section.matchAll(/```ts\n([\s\S]*?)```/g)][nth]?.[1];
  if (code === undefined) throw new Error(`The README has no such code: ${heading}`);
  return code;
}

/** Joins pieces that share names: each in a block of its own, imports before them all. */
function programOf(...pieces: string[]): string {
  const imports = new Set<string>();
  const blocks = pieces.map((piece) =>
    piece.replaceAll(/^import .*;$/gm, (line) => {
      imports.add(line);
      return "";
    }),
  );
  return [...imports, ...blocks].join("\n");
}
