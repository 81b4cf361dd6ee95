import { afterAll, beforeAll, expect, test } from "bun:test";
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { addHandoffPartner } from "../../service/features/people/add-partner.ts";
import { createDashboardUser, sayYes, send } from "../edges/dashboard/support.ts";
import { createTestAgency, startTestService, type TestService } from "../support/service.ts";

// A portal in Python, by Debian's PyJWT: apt-get install python3-jwt python3-cryptography
const program = `import json, sys, jwt
given = json.load(sys.stdin)
print(jwt.encode(given["claims"], given["pem"], algorithm=given["algorithm"], headers={"kid": given["kid"]}))`;

const issuer = "https://portal.example";
const pairs = {
  EdDSA: generateKeyPairSync("ed25519"),
  ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
  RS256: generateKeyPairSync("rsa", { modulusLength: 2048 }),
};
let service: TestService;
beforeAll(async () => {
  service = await startTestService("embedded", { LOOPS: "on" });
}, 180_000);
afterAll(() => service.stop());

test.each(["EdDSA", "ES256", "RS256"] as const)(
  "a token that PyJWT makes with %s is taken",
  async (algorithm) => {
    const { publicKey, privateKey } = pairs[algorithm];
    const { agencyId } = await createTestAgency(service.sql);
    const user = await createDashboardUser(service, agencyId, { role: "editor" });
    const jwk = { ...publicKey.export({ format: "jwk" }), kid: "2026-11" };
    const partner = { name: "Portal", issuer, publicKey: JSON.stringify(jwk), publicKeyUrl: null };
    await addHandoffPartner({ sql: service.sql, targetRules: {} }, agencyId, partner, {
      type: "operator",
      id: null,
    });
    const exp = Math.floor(Date.now() / 1000) + 60;
    const claims = { iss: issuer, aud: service.url, exp, jti: randomUUID(), email: user.email };
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const input = JSON.stringify({ claims, pem, algorithm, kid: "2026-11" });
    const { stdout, stderr } = Bun.spawnSync(["/usr/bin/python3", "-c", program], {
      stdin: Buffer.from(input),
    });
    expect(stderr.toString()).toBe("");
    const brought = await send(service, "/app/handoff", {
      method: "POST",
      body: new URLSearchParams({ token: stdout.toString().trim() }),
      headers: { "sec-fetch-site": "cross-site", origin: issuer },
    });
    const answer = await sayYes(service, brought);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/app"]);
  },
);
