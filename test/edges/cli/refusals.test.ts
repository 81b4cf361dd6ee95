import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linksMax } from "../../../service/press-text/markdown/text-limits.ts";
import { createMigratedDatabase } from "../../support/service.ts";
import { runProcess, runProgram } from "./run-program.ts";

let folder: string;
let databaseUrl: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "prs-"));
  databaseUrl = await createMigratedDatabase();
  writeFileSync(join(folder, "latin1.md"), Buffer.from([0x4d, 0xfc, 0x6c, 0x6c]));
  writeFileSync(join(folder, "empty.md"), "");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const publish = (file: string) => ["release", "publish", "--client", "1", "--title", "T", "--body", file];
const oidc = ["partner", "add", "--agency", "1", "--kind", "oidc", "--name", "Firma"];

describe("wrong usage ends with 2 and one line", () => {
  const cases: [string, (folder: string) => string[], RegExp][] = [
    ["an unknown command", () => ["serv"], /unknown command 'serv' \(Did you mean serve\?\)/],
    ["an unknown command of a group", () => ["key", "foo"], /unknown command 'foo'/],
    ["an unknown option", () => ["migrate", "--force"], /unknown option '--force'/],
    ["a missing option", () => ["key", "create", "--agency", "1"], /required option '--name <name>'/],
    ["a port above 65535", () => ["serve", "--port", "65536"], /whole number from 0 to 65535/],
    ["an agency id of 0", () => ["key", "list", "--agency", "0"], /whole number from 1 to 2147483647/],
    [
      "an unknown plan",
      () => ["agency", "create", "--name", "A", "--plan", "gold"],
      /Expected one of: starter, agency/,
    ],
    ["a text file that is not there", (at) => publish(join(at, "none.md")), /none\.md can't be read/],
    ["a text that is not UTF-8", (at) => publish(join(at, "latin1.md")), /is not UTF-8/],
    ["an empty text", (at) => publish(join(at, "empty.md")), /--body has 0 characters/],
    [
      "a partner without the file of its secret",
      () => [...oidc, "--issuer", "https://id.example", "--client-id", "pr"],
      /: --client-secret-file is missing: name the file that holds the secret; - is stdin\.\n/,
    ],
    ["a demo in a directory that is in use", (at) => ["demo", "--data-dir", at], /is not empty/],
  ];
  for (const [name, args, message] of cases) {
    test(name, async () => {
      const before = readdirSync(folder);
      const ended = await runProgram(args(folder), { DATABASE_URL: databaseUrl });
      expect(ended.exitCode).toBe(2);
      expect(ended.stdout).toBe("");
      expect(ended.stderr).toMatch(/^pr-service: [^\n]+\n$/);
      expect(ended.stderr).toMatch(message);
      expect(readdirSync(folder)).toEqual(before);
    });
  }
});

describe("an error ends with 1 and one line", () => {
  test("a text with more links than a release may have", async () => {
    const file = join(folder, "links.md");
    writeFileSync(file, "[a](https://a.example/) ".repeat(linksMax + 1));
    const ended = await runProgram(publish(file), { DATABASE_URL: databaseUrl });
    expect(ended).toMatchObject({ exitCode: 1, stdout: "" });
    expect(ended.stderr).toBe("pr-service: The text has 501 links (at most 500). Shorten it.\n");
  });

  const cases: [string, string[], RegExp][] = [
    [
      "a key for an agency that is not there",
      ["key", "create", "--agency", "9", "--name", "k"],
      /There is no agency 9/,
    ],
    [
      "a client of an agency that is not there",
      ["client", "create", "--agency", "9", "--name", "K"],
      /no agency 9/,
    ],
    ["a key that is not there", ["key", "revoke", "01890a5d-ac96-774b-bcce-b302099a8057"], /There is no key/],
    ["a key id that is no id", ["key", "revoke", "x"], /There is no key x/],
  ];
  for (const [name, args, message] of cases) {
    test(name, async () => {
      const ended = await runProgram([...args, "--json"], { DATABASE_URL: databaseUrl });
      expect(ended).toEqual({
        exitCode: 1,
        stdout: "",
        stderr: expect.stringMatching(/^pr-service: [^\n]+\n$/),
      });
      expect(ended.stderr).toMatch(message);
    });
  }

  test("a configuration with several problems names them all", async () => {
    const ended = await runProgram(["migrate"], { PORT: "x", LOG_LEVEL: "loud" });
    expect(ended.exitCode).toBe(1);
    expect(ended.stderr).toMatch(/^pr-service: the configuration is wrong: PORT [^\n]+ LOG_LEVEL [^\n]+\n$/);
  });

  test("a database that does not answer", async () => {
    const ended = await runProcess(["migrate"], { DATABASE_URL: "postgres://postgres@127.0.0.1:1/none" });
    expect(ended.exitCode).toBe(1);
    expect(ended.stderr).toMatch(/^pr-service: [^\n]+\n$/);
  });

  test("two databases behind a proxy that ends each connection", async () => {
    const proxy = createServer((socket) => socket.once("data", () => socket.end()).on("error", () => {}));
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const { port } = proxy.address() as AddressInfo;
    const DATABASE_URL = `postgres://u@127.0.0.1:${port},localhost:${port}/x?target_session_attrs=read-write`;
    const ended = await runProgram(["agency", "create", "--name", "A"], { DATABASE_URL });
    proxy.close();
    expect(ended.exitCode).toBe(1);
    expect(ended.stderr).toMatch(/^pr-service: No server of the database takes writes: [^\n]+\n$/);
  });
});

test("help and version end with 0 on stdout", async () => {
  const help = await runProcess(["--help"]);
  const version = await runProgram(["--version"]);
  expect([help.exitCode, help.stderr, version.exitCode, version.stderr]).toEqual([0, "", 0, ""]);
  for (const command of ["serve", "migrate", "demo", "agency", "key", "client", "release"]) {
    expect(help.stdout).toContain(`\n  ${command} `);
  }
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
