import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { createSocket, type Socket } from "node:dgram";
import { getServers, setServers } from "node:dns";
import { once } from "node:events";
import { utimesSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atChangeOf, lookUpOnBun } from "../../service/program/look-up-on-bun.ts";
import { serviceScene } from "../support/cast.ts";
import { until } from "../support/until.ts";

const { service, owner } = serviceScene();
const usual = getServers();
/** Says nothing, and counts by name what it was asked. */
let silent: Socket;
let asked: string[] = [];

beforeAll(async () => {
  silent = createSocket("udp4");
  silent.on("message", (question) => asked.push(question.toString("latin1")));
  silent.bind(0, "127.0.0.1");
  await once(silent, "listening");
  setServers([`127.0.0.1:${silent.address().port}`]);
});
afterAll(() => {
  setServers(usual);
  silent.close();
});
beforeEach(() => {
  asked = [];
});

test("names whose server is silent keep nobody from a file, from a signature or from another name", async () => {
  const names = Array.from({ length: 32 }, (_, index) => `silent-${index}.example.org`);
  for (const name of names) void lookUpOnBun(name).catch(() => []);
  await until(() =>
    names.every((name) => asked.some((question) => question.includes(name.split(".")[0] ?? ""))),
  );
  const startedMs = performance.now();
  const found = await lookUpOnBun("localhost");
  await readFile(import.meta.path);
  await crypto.subtle.digest("SHA-256", new Uint8Array(1_000_000));
  expect(performance.now() - startedMs).toBeLessThan(3_000);
  expect(found.map(({ address }) => address)).toContain("127.0.0.1");
});

test("servers that the machine gets later are asked: their file is looked at anew, and again after a failure", () => {
  const file = join(tmpdir(), "resolv.conf");
  writeFileSync(file, "nameserver 192.0.2.1");
  const calls: string[] = [];
  let fails = false;
  const look = atChangeOf(file, () => {
    calls.push("asked");
    if (fails) throw new Error("Questions are under way.");
  });
  look();
  expect(calls).toHaveLength(0);
  utimesSync(file, 1, 1);
  fails = true;
  look();
  fails = false;
  look();
  look();
  expect(calls).toHaveLength(2);
  expect(atChangeOf(join(tmpdir(), "not-there"), () => calls.push("never"))()).toBeUndefined();
  expect(calls).toHaveLength(2);
});

test("a host that somebody names for webhooks is looked up so, and the answer comes in time", async () => {
  const fields = { endpointUrl: "https://silent-webhook.example.org/", events: "report.created" };
  const startedMs = performance.now();
  const refused = await owner.post("/app/einstellungen/webhooks/neu", fields);
  expect(refused.status).toBe(400);
  expect(performance.now() - startedMs).toBeLessThan(5_000);
  expect(asked.some((question) => question.includes("silent-webhook"))).toBe(true);
});

test("so is a host that a stranger names as the address of an assistant's document", async () => {
  const query = new URLSearchParams({
    client_id: "https://silent-document.example.org/client.json",
    response_type: "code",
    redirect_uri: "https://silent-document.example.org/",
  });
  const refused = await fetch(`${service.url}/oauth/authorize?${query}`, { redirect: "manual" });
  expect(refused.status).toBe(400);
  expect(asked.some((question) => question.includes("silent-document"))).toBe(true);
});
