import { afterAll, afterEach, describe, expect, setSystemTime, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { readAuthorization, resourceOf } from "../../../service/features/agent-access/authorize.ts";
import {
  createFindDocument,
  isDocumentAddress,
} from "../../../service/features/agent-access/client-documents.ts";
import { createMemoryLimiter } from "../../../service/floor/limits/memory.ts";
import { createSecretCipher } from "../../../service/floor/secrets/secret-cipher.ts";
import { authorityPem, hostCertificate } from "../../floor/outbound/certificates.ts";
import { rules } from "../../floor/outbound/posting.ts";
import { given, serviceScene } from "../../support/cast.ts";
import { allow, ask, goesOnTo, newProof, redeem, redirectUri } from "./support/connect.ts";

/** Documents by their path; how often each was asked for. */
const documents = new Map<string, (address: string) => Answer>();
const asked = new Map<string, number>();
/** What an answer waits for. */
let held: Promise<void> = Promise.resolve();
const server = createServer(hostCertificate, async (request, response) => {
  const path = request.url ?? "";
  asked.set(path, (asked.get(path) ?? 0) + 1);
  await held;
  const answer = documents.get(path)?.(`${origin.url}${path}`) ?? { status: 404, body: "" };
  response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
  response.end(answer.body);
});
const origin = given(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `https://hooks.example:${(server.address() as AddressInfo).port}` };
});
afterAll(() => server.close());
afterEach(() => {
  setSystemTime();
  held = Promise.resolve();
});

const secretKey = randomBytes(32);
const network = "203.0.113.5";

describe("a client that names its document", () => {
  const { service, owner } = serviceScene("server", { SECRET_KEY: secretKey.toString("hex") });

  test("is known by it, fetched once, and shown with the address of its document", async () => {
    documents.set("/claude.json", (address) => ({ body: document(address) }));
    const clientId = `${origin.url}/claude.json`;
    const findDocument = finding();
    const connect = async () => {
      const { verifier, challenge } = newProof();
      const found = await askWith(findDocument, clientId, { code_challenge: challenge });
      if (found.kind !== "asked") throw new Error(`It was ${found.kind}.`);
      const path = `/app/agenten/erlauben?anfrage=${found.sealed}`;
      const page = await (await owner.get(path)).text();
      for (const words of ["„Claude“", new URL(origin.url).host, "assistant.example", "nicht geprüft"])
        expect(page).toContain(words);
      const code = goesOnTo(await allow(owner, path)).searchParams.get("code") ?? "";
      expect((await redeem(service, { code, clientId, verifier })).status).toBe(200);
    };
    await connect();
    // A hosted assistant is one for a person, whatever its document says: the new connection takes the place of the old one.
    await connect();
    const rows = await service.sql`select ended_at is null as open from agent_connection order by created_at`;
    expect(rows.map(({ open }) => open)).toEqual([false, true]);
    const [audit] =
      await service.sql`select details from audit where action = 'agent.disconnected' order by id desc limit 1`;
    expect(audit?.details).toEqual({ name: "Claude", why: "replaced" });
    expect(asked.get("/claude.json")).toBe(1);
    const elsewhere = await askWith(findDocument, clientId, { redirect_uri: "https://evil.example/" });
    expect(elsewhere).toEqual({ kind: "refused", why: "unknown_address" });
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
      expect([path, await kindOf(path)]).toEqual([path, "refused"]);
    }
    documents.set("/edge.json", (address) => ({ body: padded(address, 5 * 1024) }));
    expect(await kindOf("/edge.json")).toBe("asked");
    for (const odd of ["/", "/claude.json#x", "/a/../claude.json"])
      expect([odd, await kindOf(odd)]).toEqual([odd, "refused"]);
  });

  test("is fetched thirty times a quarter of an hour for one network", async () => {
    const findDocument = finding();
    const paths = Array.from({ length: 40 }, (_, count) => `/unknown/${count}`);
    for (const path of paths) await kindOf(path, findDocument);
    expect(paths.filter((path) => asked.has(path))).toEqual(paths.slice(0, 30));
  });

  test("is fetched once by all who ask at the same time, and eight are fetched at once", async () => {
    documents.set("/joined.json", (address) => ({ body: document(address) }));
    const findDocument = finding();
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    const joined = Array.from({ length: 20 }, () => findDocument(`${origin.url}/joined.json`, network));
    const others = Array.from({ length: 7 }, (_, count) =>
      findDocument(`${origin.url}/held/${count}`, network),
    );
    expect(await findDocument(`${origin.url}/ninth.json`, network)).toBeNull();
    resolve();
    expect(new Set((await Promise.all(joined)).map((client) => client?.name))).toEqual(new Set(["Claude"]));
    await Promise.all(others);
    expect([asked.get("/joined.json"), asked.get("/ninth.json")]).toEqual([1, undefined]);
  });

  test("is taken as it was while its server has a fault, for a week at most, and not when it is gone", async () => {
    const clientId = `${origin.url}/ill.json`;
    documents.set("/ill.json", (address) => ({ body: document(address) }));
    const findDocument = finding();
    const nameAfter = async (hours: number) => {
      setSystemTime(start + hours * 3_600_000);
      return (await findDocument(clientId, network))?.name;
    };
    const start = Date.now();
    expect(await nameAfter(0)).toBe("Claude");
    documents.set("/ill.json", () => ({ status: 503, body: "" }));
    expect([await nameAfter(23), asked.get("/ill.json")]).toEqual(["Claude", 1]);
    expect([await nameAfter(25), asked.get("/ill.json")]).toEqual(["Claude", 2]);
    expect(await nameAfter(7 * 24 - 1)).toBe("Claude");
    expect(await nameAfter(7 * 24 + 1)).toBeUndefined();
    documents.set("/ill.json", (address) => ({ body: document(address) }));
    expect(await nameAfter(7 * 24 + 2)).toBe("Claude");
    documents.set("/ill.json", () => ({ status: 404, body: "" }));
    expect(await nameAfter(9 * 24)).toBeUndefined();
  });

  /** Asks as `/oauth/authorize` does. */
  const askWith = (
    findDocument: ReturnType<typeof finding>,
    clientId: string,
    more: Record<string, string> = {},
  ) => {
    const query = new URLSearchParams({
      ...{ client_id: clientId, redirect_uri: redirectUri, response_type: "code", state: "state" },
      ...{ code_challenge_method: "S256", code_challenge: newProof().challenge },
      ...{ resource: resourceOf(service.url), ...more },
    });
    const secrets = createSecretCipher(secretKey);
    return readAuthorization({ secrets, findDocument, publicUrl: service.url }, query, network);
  };
  const kindOf = async (path: string, findDocument = finding()) =>
    (await askWith(findDocument, origin.url + path)).kind;
});

describe("a document on an address that is not public", () => {
  // What an operator lets webhooks reach is not for strangers, who choose the addresses of documents.
  const { service } = serviceScene("server", { WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8,10.0.0.0/8,::1/128" });

  test("is never asked for", async () => {
    const before = asked.size;
    const { port } = new URL(origin.url);
    for (const clientId of [
      `http://127.0.0.1:${port}/x.json`,
      `https://127.0.0.1:${port}/x.json`,
      `https://localhost:${port}/x.json`,
      `https://[::1]:${port}/x.json`,
      "https://10.0.0.1/x.json",
      "https://169.254.169.254/latest/meta-data",
    ])
      expect([clientId, (await ask(service, { client_id: clientId })).status]).toEqual([clientId, 400]);
    expect(asked.size).toBe(before);
    expect(isDocumentAddress("http://claude.example/x.json")).toBe(false);
  });
});

type Answer = { status?: number; headers?: Record<string, string>; body: string };
const document = (address: string, more: Record<string, unknown> = {}) =>
  JSON.stringify({
    client_id: address,
    client_name: "Claude",
    redirect_uris: [redirectUri],
    ...more,
  });
/** As the service finds them, and besides on this machine. */
const finding = () =>
  createFindDocument({ limiter: createMemoryLimiter(), targetRules: {} }, { rules, ca: authorityPem });
