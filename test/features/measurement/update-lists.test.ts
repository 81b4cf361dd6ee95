import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { updateLists } from "../../../build/update-lists.ts";

const key = {
  kty: "OKP",
  crv: "Ed25519",
  kid: "a",
  use: "sig",
  x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs",
};
const answers: Record<string, unknown> = {
  "/a.json": {
    creationTime: "2026-11-22",
    prefixes: [{ ipv4Prefix: "192.0.2.0/24" }, { ipv6Prefix: "2001:db8::/32" }],
  },
  "/wrong.json": { prefixes: [{ ipv4Prefix: "192.0.2.0/33" }] },
  "/empty.json": { prefixes: [] },
  "/bare.json": ["192.0.2.0/24"],
  "/more.json": { prefixes: [{ ipv4Prefix: "192.0.2.0/24", scope: "eu-west" }] },
  "/keys": { keys: [key, { kty: "RSA", n: "x" }] },
  "/no-keys": { keys: [] },
};
let server: ReturnType<typeof Bun.serve>;
let folder: string;

beforeAll(() => {
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const answer = answers[new URL(request.url).pathname];
      return answer === undefined ? new Response("", { status: 404 }) : Response.json(answer);
    },
  });
  folder = mkdtempSync(join(tmpdir(), "pr-service-lists-"));
  mkdirSync(join(folder, "ranges"));
});
afterAll(() => {
  void server.stop(true);
  rmSync(folder, { recursive: true });
});

test("what operators publish is written with its source and the day, wrong answers leave the file as it was", async () => {
  writeKeys("/keys");
  const before = JSON.stringify({ name: "B", prefixes: ["198.51.100.0/24"] });
  for (const name of ["b", "c", "d", "e", "f"]) writeFileSync(join(folder, "ranges", `${name}.json`), before);
  const file = (name: string, path: string) => ({
    name,
    source: source(path),
    date: "2026-01-01",
    prefixes: [],
  });
  const ranges = [
    file("A", "/a.json"),
    file("B", "/wrong.json"),
    file("C", "/empty.json"),
    file("D", "/gone.json"),
    file("E", "/bare.json"),
    file("F", "/more.json"),
  ];
  const outcomes = await updateLists({ folder, today: "2026-11-22", ranges });
  expect(outcomes.map(({ file: name, isUpdated }) => [name, isUpdated])).toEqual([
    ["ranges/a.json", true],
    ["ranges/b.json", false],
    ["ranges/c.json", false],
    ["ranges/d.json", false],
    ["ranges/e.json", false],
    ["ranges/f.json", false],
    ["signature-keys.json", true],
  ]);
  expect(outcomes[3]?.detail).toContain("404");
  expect(JSON.parse(readFileSync(join(folder, "ranges/a.json"), "utf8"))).toEqual({
    name: "A",
    source: source("/a.json"),
    date: "2026-11-22",
    prefixes: ["192.0.2.0/24", "2001:db8::/32"],
  });
  for (const name of ["b", "c", "d", "e", "f"])
    expect(readFileSync(join(folder, "ranges", `${name}.json`), "utf8")).toBe(before);
  const [keys] = JSON.parse(readFileSync(join(folder, "signature-keys.json"), "utf8"));
  expect(keys).toEqual({
    host: "a.example",
    source: source("/keys"),
    date: "2026-11-22",
    keys: [{ kty: "OKP", crv: "Ed25519", x: key.x }],
  });
});

test("a directory without a key of ours leaves the keys as they were", async () => {
  writeKeys("/no-keys");
  const before = readFileSync(join(folder, "signature-keys.json"), "utf8");
  const [outcome] = await updateLists({ folder, today: "2026-11-22", ranges: [] });
  expect(outcome).toMatchObject({ isUpdated: false, detail: "a.example publishes no Ed25519 key." });
  expect(readFileSync(join(folder, "signature-keys.json"), "utf8")).toBe(before);
});

function source(path: string): string {
  return `http://127.0.0.1:${server.port}${path}`;
}

function writeKeys(path: string): void {
  const known = [{ host: "a.example", source: source(path), date: "2026-01-01", keys: [] }];
  writeFileSync(join(folder, "signature-keys.json"), JSON.stringify(known));
}
