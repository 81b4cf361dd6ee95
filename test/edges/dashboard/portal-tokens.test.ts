import { expect, test } from "bun:test";
import { generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { createSigner } from "fast-jwt";
import { importPKCS8, SignJWT } from "jose";
import { sign as signByJsonwebtoken } from "jsonwebtoken";
import { addHandoffPartner } from "../../../service/features/people/add-partner.ts";
import { serviceScene } from "../../support/cast.ts";
import { fastestMs } from "../../support/fastest.ts";
import { createTestAgency } from "../../support/service.ts";
import { createDashboardUser, sayYes, send } from "./support.ts";

const operator = { type: "operator", id: null } as const;
const issuer = "https://portal.example";
const { service, atEnd } = serviceScene("server", { WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" });

const pairs = {
  EdDSA: generateKeyPairSync("ed25519"),
  ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
  RS256: generateKeyPairSync("rsa", { modulusLength: 2048 }),
};

const ownKey = pairs.ES256.publicKey.export({ format: "jwk" });

const libraries: Record<string, { algorithms: readonly Algorithm[]; sign: Library }> = {
  jose: {
    algorithms: ["EdDSA", "ES256", "RS256"],
    sign: async (claims, { pem, algorithm, kid }) =>
      await new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, kid })
        .sign(await importPKCS8(pem, algorithm)),
  },
  // It knows no Ed25519.
  jsonwebtoken: {
    algorithms: ["ES256", "RS256"],
    sign: async (claims, { pem, algorithm, kid }) =>
      signByJsonwebtoken(claims, pem, { algorithm: algorithm === "ES256" ? "ES256" : "RS256", keyid: kid }),
  },
  "fast-jwt": {
    algorithms: ["EdDSA", "ES256", "RS256"],
    sign: async (claims, { pem, algorithm, kid }) => createSigner({ key: pem, algorithm, kid })(claims),
  },
};

const cases = Object.entries(libraries).flatMap(([library, { algorithms }]) =>
  algorithms.map((algorithm): [string, Algorithm] => [library, algorithm]),
);

test.each(cases)("a token that %s makes with %s names its key, and is taken", async (library, algorithm) => {
  const { publicKey, privateKey } = pairs[algorithm];
  const jwk = publicKey.export({ format: "jwk" });
  const named = { ...jwk, kid: "2026-11", alg: algorithm, use: "sig" };
  const pem = pemOf(privateKey);
  const sign = libraries[library]?.sign;
  if (sign === undefined) throw new Error(`There is no ${library}.`);
  // The name is known, was lost by an older release, or was changed at the portal alone: only the signature counts.
  for (const stored of [named, jwk, { ...jwk, kid: "another" }]) {
    const { agencyId, claims } = await portal({ publicKey: JSON.stringify(stored) });
    const answer = await handOver(await sign(claims(), { pem, algorithm, kid: "2026-11" }));
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/app"]);
    const [row] = await service.sql<{ publicKey: { kid?: string } }[]>`
      select public_key as "publicKey" from partner where agency_id = ${agencyId}
    `;
    expect(row?.publicKey.kid).toBe("kid" in stored ? String(stored.kid) : undefined);
  }
  const { publicKey: other } = generateKeyPairSync("ed25519");
  const wrong = JSON.stringify({ ...other.export({ format: "jwk" }), kid: "2026-11" });
  const { claims } = await portal({ publicKey: wrong });
  expect((await handOver(await sign(claims(), { pem, algorithm, kid: "2026-11" }))).status).toBe(403);
});

test("a key set with names, without, and with another one is searched by name, then by kind", async () => {
  const { publicKey, privateKey } = pairs.ES256;
  const jwk = publicKey.export({ format: "jwk" });
  const others = Array.from({ length: 3 }, () =>
    generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" }),
  );
  const sets = [
    [{ ...jwk, kid: "now" }, ...others.map((each, index) => ({ ...each, kid: `old-${index}` }))],
    [...others, jwk],
    [{ ...jwk, kid: "renamed" }],
  ];
  for (const keys of sets) {
    const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => Response.json({ keys }) });
    const { claims } = await portal({ publicKeyUrl: `http://127.0.0.1:${server.port}/keys` });
    const key = await importPKCS8(pemOf(privateKey), "ES256");
    const token = await new SignJWT(claims()).setProtectedHeader({ alg: "ES256", kid: "now" }).sign(key);
    expect((await handOver(token)).status).toBe(303);
    const forged = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    const by = await new SignJWT(claims()).setProtectedHeader({ alg: "ES256", kid: "now" }).sign(forged);
    expect((await handOver(by)).status).toBe(403);
    await server.stop(true);
  }
});

test("a key that names 36,000 operations holds nobody up", async () => {
  const operations = Array.from({ length: 36_000 }, (_, index) => index.toString(36).padStart(4, "0"));
  const hand = await portalWithSet([{ ...ownKey, key_ops: ["verify", ...operations] }]);
  expect(await hand()).toBe(303);
  expect(await fastestMs(500, hand)).toBeLessThan(500);
});

test("of a set the first hundred keys that may sign are looked at, and no others", async () => {
  const named = (length: number) =>
    Array.from({ length }, (_, index) => ({ ...ownKey, kid: `old-${index}` }));
  const others = [
    { ...ownKey, use: "enc" },
    { ...ownKey, key_ops: ["encrypt"] },
    { ...ownKey, alg: "none" },
  ];
  const { d } = pairs.ES256.privateKey.export({ format: "jwk" });
  const unusable = [...others, { ...ownKey, d }, { ...ownKey, x: 3 }, [ownKey], "key"];
  const sets: [unknown, number][] = [
    [[...unusable, ...named(99), { ...ownKey, kid: "now" }], 303],
    // Without the key of its name those of its kind are tried, of which the first five are others.
    [[...named(5).map(notOurs), ...named(95), { ...ownKey, kid: "now" }], 403],
    [[{ ...ownKey, use: "sig", key_ops: ["verify"], alg: "ES256", kid: "now" }], 303],
    [unusable, 403],
    [{ 0: ownKey }, 403],
  ];
  for (const [keys, status] of sets) expect(await (await portalWithSet(keys))()).toBe(status);
});

type Algorithm = keyof typeof pairs;
type Claims = Record<string, string | number>;
type Library = (claims: Claims, key: { pem: string; algorithm: Algorithm; kid: string }) => Promise<string>;

const pemOf = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString();

async function handOver(token: string): Promise<Response> {
  const brought = await send(service, "/app/handoff", {
    method: "POST",
    body: new URLSearchParams({ token }),
    headers: { "sec-fetch-site": "cross-site", origin: issuer },
  });
  return await sayYes(service, brought);
}

/** Hands over from a portal with this key set by a token that names its key; returns the status. */
async function portalWithSet(keys: unknown): Promise<() => Promise<number>> {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => Response.json({ keys }) });
  atEnd(() => server.stop(true));
  const { claims } = await portal({ publicKeyUrl: `http://127.0.0.1:${server.port}/keys` });
  const key = await importPKCS8(pemOf(pairs.ES256.privateKey), "ES256");
  return async () => {
    const token = await new SignJWT(claims()).setProtectedHeader({ alg: "ES256", kid: "now" }).sign(key);
    return (await handOver(token)).status;
  };
}

function notOurs<T extends object>(key: T): T {
  return {
    ...key,
    ...generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" }),
  };
}

/** A person of an agency whose portal has this key, or these keys at an address, and the claims of a token for it. */
async function portal(keys: { publicKey: string } | { publicKeyUrl: string }) {
  const { agencyId } = await createTestAgency(service.sql);
  const user = await createDashboardUser(service, agencyId, { role: "editor" });
  const own = `${issuer}/${agencyId}`;
  if ("publicKey" in keys) {
    const input = { name: "Portal", issuer: own, ...keys, publicKeyUrl: null };
    await addHandoffPartner({ sql: service.sql, targetRules: {} }, agencyId, input, operator);
  } else
    await service.sql`
      insert into partner (agency_id, id, kind, name, issuer, public_key_url)
      values (${agencyId}, ${randomUUID()}, 'handoff', 'Portal', ${own}, ${keys.publicKeyUrl})
    `;
  const exp = Math.floor(Date.now() / 1000) + 60;
  const claims = () => ({ iss: own, aud: service.url, exp, jti: randomUUID(), email: user.email });
  return { agencyId, claims };
}
