import { afterAll, describe, expect, test } from "bun:test";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { given, serviceScene } from "../../support/cast.ts";
import { allow, ask, goesOnTo, newProof, pathOf, redeem } from "./support/connect.ts";

type Answer = { status?: number; headers?: Record<string, string>; body: string };

/** Documents by their path; how often each was asked for. */
const documents = new Map<string, (address: string) => Answer>();
const asked = new Map<string, number>();
const server: Server = createServer((request, response) => {
  const path = request.url ?? "";
  asked.set(path, (asked.get(path) ?? 0) + 1);
  const answer = documents.get(path)?.(`${origin.url}${path}`) ?? { status: 404, body: "" };
  response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
  response.end(answer.body);
});
const origin = given(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});
afterAll(() => server.close());

const document = (address: string, more: Record<string, unknown> = {}) =>
  JSON.stringify({
    client_id: address,
    client_name: "Claude",
    redirect_uris: ["https://assistant.example/callback"],
    ...more,
  });

describe("a client that names its document", () => {
  const { service, owner } = serviceScene("server", { WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" });

  test("is known by it, fetched once, and shown with the address of its document", async () => {
    documents.set("/claude.json", (address) => ({ body: document(address) }));
    const clientId = `${origin.url}/claude.json`;
    const { verifier, challenge } = newProof();
    const answer = await ask(service, { client_id: clientId, code_challenge: challenge });
    expect([answer.status, pathOf(answer).split("?")[0]]).toEqual([302, "/app/agenten/erlauben"]);
    const page = await (await owner.get(pathOf(answer))).text();
    for (const words of ["„Claude“", new URL(origin.url).host, "assistant.example", "nicht geprüft"])
      expect(page).toContain(words);
    const code = goesOnTo(await allow(owner, pathOf(answer))).searchParams.get("code") ?? "";
    expect((await redeem(service, { code, clientId, verifier })).status).toBe(200);
    await ask(service, { client_id: clientId });
    expect(asked.get("/claude.json")).toBe(1);
    const elsewhere = await ask(service, { client_id: clientId, redirect_uri: "https://evil.example/" });
    expect(elsewhere.status).toBe(400);
  });

  test("is none where the document speaks for another, keeps a secret, is too large, gone or somewhere else", async () => {
    const padded = (address: string, bytes: number) => {
      const short = document(address, { padding: "" });
      return document(address, { padding: "x".repeat(bytes - short.length) });
    };
    const cases: Record<string, (address: string) => Answer> = {
      "/other.json": () => ({ body: document(`${origin.url}/claude.json`) }),
      "/secret.json": (address) => ({
        body: document(address, { token_endpoint_auth_method: "private_key_jwt" }),
      }),
      "/large.json": (address) => ({ body: padded(address, 5 * 1024 + 1) }),
      "/error.json": (address) => ({ status: 500, body: document(address) }),
      "/moved.json": () => ({ status: 302, headers: { location: `${origin.url}/claude.json` }, body: "" }),
      "/list.json": () => ({ body: "[]" }),
      "/none.json": () => ({ body: "no json" }),
      "/script.json": (address) => ({ body: document(address, { redirect_uris: ["javascript:alert(1)"] }) }),
      "/no-address.json": (address) => ({
        body: document(address, { redirect_uris: "https://assistant.example/callback" }),
      }),
    };
    for (const [path, answer] of Object.entries(cases)) {
      documents.set(path, answer);
      expect([path, (await ask(service, { client_id: origin.url + path })).status]).toEqual([path, 400]);
    }
    documents.set("/edge.json", (address) => ({ body: padded(address, 5 * 1024) }));
    expect((await ask(service, { client_id: `${origin.url}/edge.json` })).status).toBe(302);
    for (const odd of ["/", "/claude.json#x", "/a/../claude.json"])
      expect((await ask(service, { client_id: origin.url + odd })).status).toBe(400);
  });

  test("is fetched thirty times a quarter of an hour for one network", async () => {
    const before = [...asked.values()].reduce((sum, count) => sum + count, 0);
    for (let count = 0; count < 40; count += 1)
      await ask(service, { client_id: `${origin.url}/unknown/${count}` });
    const after = [...asked.values()].reduce((sum, count) => sum + count, 0);
    expect(after).toBe(30);
    expect(before).toBeLessThan(30);
  });
});

describe("a document on an address that is not public", () => {
  const { service } = serviceScene();

  test("is never asked for", async () => {
    const before = asked.size;
    const { port } = new URL(origin.url);
    for (const clientId of [
      `${origin.url}/x.json`,
      `https://127.0.0.1:${port}/x.json`,
      `https://localhost:${port}/x.json`,
      `https://[::1]:${port}/x.json`,
      "https://10.0.0.1/x.json",
      "https://169.254.169.254/latest/meta-data",
    ])
      expect([clientId, (await ask(service, { client_id: clientId })).status]).toEqual([clientId, 400]);
    expect(asked.size).toBe(before);
  });
});
