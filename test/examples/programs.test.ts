import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installBuiltSdk } from "../support/build-sdk.ts";
import { serviceScene } from "../support/cast.ts";
import { childEnvironment } from "../support/environment.ts";
import { thrownBy } from "../support/error-of.ts";
import { createTestAgency, createTestRelease } from "../support/service.ts";

const projectFolder = join(import.meta.dirname, "../..");
const examples = join(projectFolder, "examples");
const deno = join(projectFolder, "node_modules/.bin/deno");

describe("the examples that are programs", () => {
  const { service } = serviceScene("server", { LOOPS: "on" });
  let folder: string;
  let key: string;
  let pressReleaseId: string;

  beforeAll(async () => {
    const agency = await createTestAgency(service.sql);
    key = agency.key;
    pressReleaseId = String((await createTestRelease(service.sql, agency.agencyId)).pressReleaseId);
    folder = mkdtempSync(join(tmpdir(), "prs-examples-"));
    installBuiltSdk(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  for (const path of ["conversions/send-conversion.ts", "conversions/sign-yourself.ts"]) {
    const runtimes: [string, () => string[]][] = [
      ["Bun", () => [process.execPath, join(examples, path)]],
      ["Node", () => ["node", place(path, "mjs")]],
      [
        "Deno",
        () => [deno, "run", "--no-remote", "--node-modules-dir=manual", "--allow-all", place(path, "ts")],
      ],
    ];
    test.each(runtimes)(`${path} records a conversion once on %s`, async (_, command) => {
      const eventId = crypto.randomUUID();
      const first = JSON.parse(await run(...command(), pressReleaseId, eventId));
      const again = JSON.parse(await run(...command(), pressReleaseId, eventId));
      expect(first).toEqual({ id: expect.any(String), duplicate: false });
      expect(again).toEqual({ id: first.id, duplicate: true });
    });
  }

  test("export-and-wait writes a PDF, and verify-report tells a changed JSON export from a true one", async () => {
    const program = join(examples, "exports/export-and-wait.ts");
    const { fileName } = JSON.parse(await run(process.execPath, program, pressReleaseId));
    expect(readFileSync(join(folder, fileName), "latin1")).toStartWith("%PDF-");

    const order = ["sh", join(examples, "curl/export-report.sh"), pressReleaseId, "json"];
    const json = await run(...order);
    writeFileSync(join(folder, json), "of this morning");
    expect(await run(...order)).toBe(json);
    const verify = join(examples, "reports/verify-report.ts");
    expect(await run(process.execPath, verify, json)).toMatch(/^unchanged: [0-9a-f]{64}$/);
    const changed = join(folder, "changed.json");
    writeFileSync(changed, readFileSync(join(folder, json), "utf8").replace("Müller", "Meyer"));
    expect(await thrownBy(run(process.execPath, verify, changed))).toThrow("CHANGED: states ");
    const save = (name: string, content: unknown) => {
      writeFileSync(join(folder, name), JSON.stringify(content));
      return join(folder, name);
    };
    const served = await fetch(`${service.url}/.well-known/pr-service-keys.json`);
    const keys = save("keys.json", await served.json());
    expect(await run(process.execPath, verify, json, keys)).toMatch(/^unchanged and signed: [0-9a-f]{64}$/);
    // None of these says that somebody changed the report.
    const contentHash = "e4df5194aa0f0e6d9f8c124fa92a356da80c49ad6991387e6417ce9dfa0c3372";
    const integrity = { algorithm: "sha256", previousHash: null, contentHash };
    const early = save("early.json", { b: [1.5, "ß"], a: null, integrity });
    for (const [report, given, saying] of [
      [json, save("other-keys.json", { keys: [] }), "not proven: none of these keys signed it."],
      [early, keys, "not proven: it has no signature of its own."],
      [save("no-report.json", {}), keys, "no report: "],
    ] as const) {
      const ended = await thrownBy(run(process.execPath, verify, report, given));
      expect(ended).toThrow(saying);
      expect(ended).not.toThrow("CHANGED");
    }
  });

  test("the curl scripts show their key to nobody who lists processes", async () => {
    const seen = join(folder, "arguments.txt");
    const programs = join(folder, "programs");
    mkdirSync(programs);
    for (const name of ["curl", "openssl", "od", "sed"]) {
      const real = Bun.which(name);
      if (real === null) throw new Error(`${name} is missing`);
      const script = `#!/bin/sh\necho "${name} $*" >> '${seen}'\nexec ${real} "$@"\n`;
      writeFileSync(join(programs, name), script, { mode: 0o755 });
    }
    const path = `${programs}:/usr/bin:/bin`;
    for (const args of [["article-performance.sh"], ["record-conversion.sh"], ["export-report.sh", "csv"]]) {
      const [script = "", ...rest] = args;
      await run("env", `PATH=${path}`, "sh", join(examples, "curl", script), pressReleaseId, ...rest);
    }
    const shown = readFileSync(seen, "utf8");
    expect(shown).toContain("curl --silent");
    expect(shown).toContain("openssl dgst");
    expect(shown).not.toContain("svc_key_");
  });

  test("the curl scripts show figures and record a conversion once", async () => {
    const figures = await run("sh", join(examples, "curl/article-performance.sh"), pressReleaseId, "7");
    expect(figures).toMatch(/x-ratelimit-remaining: \d+/i);
    expect(figures).toContain('"performance"');
    const record = ["sh", join(examples, "curl/record-conversion.sh"), pressReleaseId, "curl-1"];
    expect(JSON.parse(await run(...record)).duplicate).toBe(false);
    expect(JSON.parse(await run(...record)).duplicate).toBe(true);
    const unknown = [...record.slice(0, 2), "999999999", "curl-2"];
    expect(await thrownBy(run(...unknown))).toThrow("release_not_found");
  });

  test("export-report.sh ends with the service's words where it refuses, at once, while it waits and at the end", async () => {
    const script = ["timeout", "20", "sh", join(examples, "curl/export-report.sh"), "999999999"];
    expect(await thrownBy(run(...script))).toThrow("scope_not_found");
    let id = "";
    const refusing = Bun.serve({
      port: 0,
      fetch: ({ method, url }) => {
        if (method === "POST") return Response.json({ id, status: "queued" }, { status: 202 });
        if (url.endsWith("/done")) return Response.json({ status: "completed" });
        return Response.json({ code: "not_found" }, { status: 404 });
      },
    });
    try {
      for (const each of ["unknown", "done"]) {
        id = each;
        const asked = run("env", `PR_SERVICE_URL=${refusing.url.origin}`, ...script);
        expect(await thrownBy(asked)).toThrow("not_found");
      }
    } finally {
      await refusing.stop(true);
    }
  });

  /** Runs a command where its files may be written; returns what it printed, and fails with what it complained. */
  async function run(...command: string[]): Promise<string> {
    const child = Bun.spawn(command, {
      cwd: folder,
      env: childEnvironment({ PR_SERVICE_URL: service.url, PR_SERVICE_KEY: key }),
      stdout: "pipe",
      stderr: "pipe",
    });
    const [output, complaint] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    if ((await child.exited) !== 0) throw new Error(`${command.join(" ")}: ${output}${complaint}`);
    return output.trim();
  }

  /** The example as a file that lies where an agency's program would: beside node_modules, types taken out for Node 20. */
  function place(path: string, extension: "ts" | "mjs"): string {
    const source = readFileSync(join(examples, path), "utf8");
    const file = join(folder, path.replace(/ts$/, extension));
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(
      file,
      extension === "ts" ? source : new Bun.Transpiler({ loader: "ts" }).transformSync(source),
    );
    return file;
  }
});
