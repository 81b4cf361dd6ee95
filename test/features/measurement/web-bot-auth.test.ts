import { describe, expect, test } from "bun:test";
import { createPrivateKey, sign } from "node:crypto";
import {
  classifyRequest,
  type RequestClass,
} from "../../../service/features/measurement/classify/classify-request.ts";
import { noCrawlerRanges } from "../../../service/features/measurement/classify/crawler-ranges.ts";
import { reasonNames } from "../../../service/features/measurement/classify/reasons.ts";
import { signatureAgentHost } from "../../../service/features/measurement/classify/signature-agent.ts";
import { signatureHeaderLengthMax } from "../../../service/features/measurement/classify/signature-input.ts";
import {
  readSignatureKeys,
  verifySignature,
} from "../../../service/features/measurement/classify/verify-signature.ts";
import { headersOfBrowser } from "./labelled/browser-headers-by-version.ts";

/** The test key of RFC 9421, B.1.4, under its thumbprint. */
const testKey = { kty: "OKP", crv: "Ed25519", x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs" };
const keyId = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";
const privateKey = createPrivateKey({
  format: "jwk",
  key: { ...testKey, d: "n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU" },
});
const chrome =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

/** Draft draft-meunier-web-bot-auth-architecture, appendix "Test vectors", Ed25519 with `Signature-Agent`. */
const vector = {
  host: "example.com",
  "signature-agent": '"https://signature-agent.test"',
  "signature-input":
    'sig2=("@authority" "signature-agent");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=1735693200;nonce="e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg==";tag="web-bot-auth"',
  signature:
    "sig2=:jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHxUi/5Syp3rLWBA==:",
};
const vectorTimeMs = 1_735_689_700_000;

describe("signature", () => {
  test("the draft's test vector is valid, in its hour", () => {
    expect(verifyVector({})).toBe("verified");
    expect(verifyVector({}, 1_735_693_200_000 + 60_000)).toBe("verified");
    expect(verifyVector({}, 1_735_693_200_000 + 61_000)).toBe("invalid");
    expect(verifyVector({}, 1_735_689_600_000 - 60_000)).toBe("verified");
    expect(verifyVector({}, 1_735_689_600_000 - 61_000)).toBe("invalid");
  });

  test("for another host, another agent or with other bytes it is invalid", () => {
    expect(verifyVector({ host: "example.org" })).toBe("invalid");
    expect(verifyVector({ host: "EXAMPLE.com:443" })).toBe("verified");
    expect(verifyVector({ "signature-agent": '"https://other.test"' })).toBe("invalid");
    expect(verifyVector({ signature: vector.signature.replace("jdq0", "jdq1") })).toBe("invalid");
    for (const bytes of ["AAAA", "A".repeat(128), "="])
      expect([bytes, verifyVector({ signature: `sig2=:${bytes}:` })]).toEqual([bytes, "invalid"]);
  });

  test("without a known key, a readable signature or the tag it proves nothing", () => {
    expect(verifyVector({}, vectorTimeMs, "unknown.test")).toBe("unverified");
    expect(verifyVector({ "signature-input": vector["signature-input"].replace("poqk", "xxxx") })).toBe(
      "unverified",
    );
    expect(
      verifyVector({ "signature-input": vector["signature-input"].replace("web-bot-auth", "other") }),
    ).toBe("unverified");
    expect(
      verifyVector({ "signature-input": vector["signature-input"].replace("ed25519", "rsa-pss-sha512") }),
    ).toBe("unverified");
    for (const broken of [
      "",
      "sig2",
      "sig2=()",
      "sig2=(",
      "=".repeat(2_000),
      ";".repeat(2_000),
      "(".repeat(2_000),
    ]) {
      expect([broken, verifyVector({ "signature-input": broken })]).toEqual([broken, "unverified"]);
      expect([broken, verifyVector({ signature: broken })]).toEqual([broken, "unverified"]);
    }
  });

  test("headers are read up to their bound and not one unit further", () => {
    const padded = (length: number) =>
      `${vector.signature}, ${"x".repeat(length - vector.signature.length - 2)}`;
    expect(verifyVector({ signature: padded(signatureHeaderLengthMax) })).toBe("verified");
    expect(verifyVector({ signature: padded(signatureHeaderLengthMax + 1) })).toBe("unverified");
  });
});

describe("class", () => {
  test("a valid signature names the operator behind a browser's user agent", () => {
    const found = classify(signed({}));
    expect(found).toMatchObject({ class: "ai_assistant_fetch", operator: "OpenAI" });
    expect(reasonNames(found.reasons)).toContain("signatureVerified");
  });

  test("one that can't be checked counts like a user agent", () => {
    const named = { ...headersOfBrowser(chrome, "https"), "signature-agent": '"https://chatgpt.com"' };
    const found = classify(named);
    expect(found).toMatchObject({ class: "ai_assistant_fetch", operator: "OpenAI" });
    expect(reasonNames(found.reasons)).toEqual(["signatureAgentUnverified"]);
    const unknown = { ...named, "signature-agent": 'sig1="https://nobody.example"' };
    expect(classify(unknown)).toMatchObject({ class: "other_bot", operator: null });
    const gptBot = "Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)";
    expect(classify(named, gptBot)).toMatchObject({ class: "ai_crawler", operator: "OpenAI" });
  });

  test("somebody else's signature makes a suspect, and credits nobody", () => {
    const wrong = [
      { ...signed({}), host: "other.example.de" },
      signed({ covered: '"@method" "signature-agent"' }),
      signed({ covered: '"@authority"' }),
      signed({ lifeSeconds: 86_401 }),
    ];
    for (const headers of wrong) {
      const found = classify(headers);
      expect([headers["signature-input"], found.class, found.operator]).toEqual([
        headers["signature-input"],
        "suspected_bot",
        null,
      ]);
      expect(reasonNames(found.reasons)).toEqual(["signatureInvalid"]);
    }
    expect(classify(signed({ lifeSeconds: 86_400 })).operator).toBe("OpenAI");
  });

  test("a component that can't be known here proves nothing", () => {
    const found = classify(signed({ covered: '"@authority" "@target-uri" "signature-agent"' }));
    expect(reasonNames(found.reasons)).toEqual(["signatureAgentUnverified"]);
  });
});

test("the host is read from a string and from a dictionary, and from nothing else", () => {
  expect(signatureAgentHost('"https://chatgpt.com"')).toBe("chatgpt.com");
  expect(signatureAgentHost("https://chatgpt.com")).toBe("chatgpt.com");
  expect(signatureAgentHost('g="https://agent.bot.goog";type=directory')).toBe("agent.bot.goog");
  expect(signatureAgentHost('"https://Signer.Example:8443/keys"')).toBe("signer.example:8443");
  for (const wrong of [null, "", "chatgpt.com", '"http://chatgpt.com"', '"https://"', "x".repeat(4_000)])
    expect(signatureAgentHost(wrong)).toBeNull();
});

const keysOf = (...hosts: string[]) =>
  readSignatureKeys(hosts.map((host) => ({ host, source: "", date: "", keys: [testKey] })));

function verifyVector(changes: Record<string, string>, nowMs = vectorTimeMs, host = "signature-agent.test") {
  const headers = new Headers({ ...vector, ...changes });
  const request = { header: (name: string) => headers.get(name), method: "GET", nowMs };
  return verifySignature(keysOf("signature-agent.test"), host, {
    ...request,
    url: "https://example.com/path/to/resource",
  });
}

type Signing = { host?: string; covered?: string; lifeSeconds?: number; agent?: string };

/** Headers of a browser that an operator's agent drives and signs for, at this moment. */
function signed({
  host = "news.example.de",
  covered,
  lifeSeconds = 300,
  agent = '"https://chatgpt.com"',
}: Signing) {
  const created = Math.floor(Date.now() / 1000);
  const names = covered ?? '"@authority" "@method" "@path" "signature-agent"';
  const parameters = `(${names});created=${created};expires=${created + lifeSeconds};keyid="${keyId}";alg="ed25519";tag="web-bot-auth"`;
  const values: Record<string, string> = {
    "@authority": host,
    "@method": "GET",
    "@path": "/newsroom/a/b",
    "signature-agent": agent,
  };
  const lines = names.split(" ").map((name) => `${name}: ${values[name.replaceAll('"', "")] ?? ""}`);
  const bytes = sign(
    null,
    Buffer.from([...lines, `"@signature-params": ${parameters}`].join("\n")),
    privateKey,
  );
  return {
    ...headersOfBrowser(chrome, "https"),
    host,
    "signature-agent": agent,
    "signature-input": `sig1=${parameters}`,
    signature: `sig1=:${bytes.toString("base64")}:`,
  };
}

function classify(headers: Record<string, string>, userAgent = chrome): RequestClass {
  return classifyRequest({
    userAgent,
    headers: new Headers(headers),
    clientIp: "198.51.100.7",
    isSecure: true,
    method: "GET",
    url: "https://news.example.de/newsroom/a/b?x=1",
    isInternal: false,
    crawlerRanges: noCrawlerRanges,
    signatureKeys: keysOf("chatgpt.com", "agents.example.org"),
  });
}
