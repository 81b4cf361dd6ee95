import { describe, expect, test } from "bun:test";
import { createHash, KeyObject, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { Integer, PrintableString } from "asn1js";
import { AttributeTypeAndValue, Certificate, Extension } from "pkijs";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency } from "../../support/service.ts";
import { createDashboardUser, type DashboardUser, send } from "./support.ts";

const { service, atEnd } = serviceScene();
const path = "/app/konto/passkeys";

describe("what an authenticator answers with", () => {
  const ids: [number, number][] = [
    [1, 200],
    [1_023, 200],
    [1_024, 400],
    [0, 400],
    [20_000, 400],
  ];
  test.each(ids)("may have an id of at most 1,023 bytes: %p", async (bytes, status) => {
    const owner = await createOwner();
    const { answer } = await register(owner, { id: randomBytes(bytes) });
    expect(answer.status).toBe(status);
    expect(await countOf(owner)).toBe(status === 200 ? 1 : 0);
  });

  const keys: [number, number][] = [
    [1_500, 200],
    [3_000, 400],
  ];
  test.each(keys)("may have a key that fits, with %p bytes more", async (padding, status) => {
    const owner = await createOwner();
    const { answer } = await register(owner, { padding });
    expect(answer.status).toBe(status);
  });

  const ways: unknown[] = [
    ["internal", "\0"],
    [1, null, {}],
    { length: 3 },
    3,
    Array.from({ length: 5_000 }, () => "usb"),
  ];
  test.each(ways.map((way) => [way]))(
    "may name ways to it of any kind, which nobody needs: %#",
    async (transports) => {
      const owner = await createOwner();
      const { answer } = await register(owner, { transports });
      expect([answer.status, await countOf(owner)]).toEqual([200, 1]);
    },
  );

  const names: [string, string, string][] = [
    ["a NUL", "Lap\0top", "Laptop"],
    ["half a letter", "Laptop\ud83d", "Laptop\ufffd"],
    ["a name", " Laptop ", "Laptop"],
  ];
  test.each(names)("gets a name that can be stored: %s", async (_name, sent, kept) => {
    const owner = await createOwner();
    const { answer } = await register(owner, { name: sent });
    expect(answer.status).toBe(200);
    const rows = await service.sql`select name from passkey where person_id = ${owner.personId}`;
    expect(rows.map(({ name }) => name)).toEqual([kept]);
  });

  test("may bring certificates along, and no address in them is asked", async () => {
    const owner = await createOwner();
    const asked: string[] = [];
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: ({ url }) => {
        asked.push(url);
        return new Response("x");
      },
    });
    atEnd(() => server.stop(true));
    const { answer } = await register(owner, { listAt: `http://127.0.0.1:${server.port}/` });
    expect(asked).toEqual([]);
    expect([answer.status, await countOf(owner)]).toEqual([200, 1]);
  });
});

type Sent = { id?: Uint8Array; padding?: number; transports?: unknown; name?: string; listAt?: string };

async function createOwner(): Promise<DashboardUser> {
  const { agencyId } = await createTestAgency(service.sql);
  return await createDashboardUser(service, agencyId);
}

async function countOf({ personId }: DashboardUser): Promise<number> {
  return (await service.sql`select from passkey where person_id = ${personId}`).length;
}

/** Registers what an authenticator made, or what somebody wrote who is signed in. */
async function register({ cookie, post }: DashboardUser, sent: Sent): Promise<{ answer: Response }> {
  const begun = await post(`${path}/optionen`);
  const { challenge } = (await begun.json()) as { challenge: string };
  const attempt = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const origin = new URL(service.url).origin;
  const clientData = Buffer.from(JSON.stringify({ type: "webauthn.create", challenge, origin }));
  const attestation = await attest(sent, { origin, clientDataHash: sha256(clientData) });
  const { transports, name = "Laptop" } = sent;
  const response = {
    ...{ id: "AA", rawId: "AA", type: "public-key", clientExtensionResults: {} },
    response: {
      clientDataJSON: clientData.toString("base64url"),
      attestationObject: Buffer.from(attestation).toString("base64url"),
      transports,
    },
  };
  const answer = await send(service, path, {
    method: "POST",
    body: JSON.stringify({ response, name }),
    headers: { cookie: [attempt, cookie].join("; "), "content-type": "application/json" },
  });
  return { answer };
}

async function attest(
  { id = randomBytes(16), padding = 0, listAt }: Sent,
  { origin, clientDataHash }: { origin: string; clientDataHash: Buffer },
): Promise<Uint8Array> {
  const keys = await generateKeys();
  const { x = "", y = "" } = KeyObject.from(keys.publicKey).export({ format: "jwk" });
  const coordinate = (text: string) => Uint8Array.from(Buffer.from(text, "base64url"));
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
      ...(padding === 0 ? [] : ([[-4, new Uint8Array(padding)]] as const)),
    ]),
  );
  // Web Authentication, section 6.1: UP, UV and AT; a counter of 0, an AAGUID of zeros, and the id behind its length.
  const head = [
    Buffer.from([0x45, 0, 0, 0, 0]),
    Buffer.alloc(16),
    Buffer.from([id.length >> 8, id.length & 0xff]),
  ];
  const authData = Buffer.concat([sha256(new URL(origin).hostname), ...head, id, cose]);
  const statement =
    listAt === undefined ? new Map() : await androidStatement(keys, { listAt, authData, clientDataHash });
  return isoCBOR.encode(
    new Map<string, unknown>([
      ["fmt", listAt === undefined ? "none" : "android-key"],
      ["attStmt", statement],
      ["authData", Uint8Array.from(authData)],
    ]) as Parameters<typeof isoCBOR.encode>[0],
  );
}

/** A statement of a phone whose certificate names a list of revoked ones at an address; its root is of whoever sends it. */
async function androidStatement(
  keys: CryptoKeyPair,
  { listAt, authData, clientDataHash }: { listAt: string; authData: Buffer; clientDataHash: Buffer },
): Promise<Map<string, unknown>> {
  const rootKeys = await generateKeys();
  const zero = der(0x02, Buffer.from([0]));
  const none = der(0x0a, Buffer.from([0]));
  const challenge = der(0x04, clientDataHash);
  const description = der(0x30, zero, none, zero, none, challenge, der(0x04), der(0x30), der(0x30));
  const list = der(0x30, der(0x30, der(0xa0, der(0xa0, der(0x86, Buffer.from(listAt))))));
  const extensions = { "1.3.6.1.4.1.11129.2.1.17": description, "2.5.29.31": list };
  const root = await certify("Root", "Root", {
    subjectKey: rootKeys.publicKey,
    issuerKey: rootKeys.privateKey,
  });
  const leaf = await certify("Leaf", "Root", {
    ...{ subjectKey: keys.publicKey, issuerKey: rootKeys.privateKey, extensions },
  });
  const signed = Buffer.concat([authData, clientDataHash]);
  const raw = Buffer.from(
    await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, keys.privateKey, signed),
  );
  const integer = (part: Buffer) => der(0x02, Buffer.concat([Buffer.from([0]), part]));
  const signature = der(0x30, integer(raw.subarray(0, 32)), integer(raw.subarray(32)));
  return new Map<string, unknown>([
    ["alg", -7],
    ["sig", Uint8Array.from(signature)],
    ["x5c", [leaf, root]],
  ]);
}

async function certify(
  subject: string,
  issuer: string,
  made: { subjectKey: CryptoKey; issuerKey: CryptoKey; extensions?: Record<string, Buffer> },
): Promise<Uint8Array> {
  const certificate = new Certificate({ version: 2, serialNumber: new Integer({ value: subject.length }) });
  for (const [name, text] of [
    ["subject", subject],
    ["issuer", issuer],
  ] as const)
    certificate[name].typesAndValues.push(
      new AttributeTypeAndValue({ type: "2.5.4.3", value: new PrintableString({ value: text }) }),
    );
  certificate.notBefore.value = new Date(Date.now() - 3_600_000);
  certificate.notAfter.value = new Date(Date.now() + 3_600_000);
  await certificate.subjectPublicKeyInfo.importKey(made.subjectKey);
  certificate.extensions = Object.entries(made.extensions ?? {}).map(
    ([extnID, value]) => new Extension({ extnID, extnValue: Uint8Array.from(value).buffer }),
  );
  await certificate.sign(made.issuerKey, "SHA-256");
  return new Uint8Array(certificate.toSchema(true).toBER());
}

function generateKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
}

/** DER of short contents. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash("sha256").update(data).digest();
}
