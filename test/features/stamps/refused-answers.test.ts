import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { askAuthority, tokenOfFile } from "../../../service/features/stamps/ask-authority.ts";
import { checkAuthority, tokenBytesMax } from "../../../service/features/stamps/check-token.ts";
import { createAuthority, testPolicy } from "../../support/time-stamp-authority.ts";
import { authorityScene, faultOf, statement } from "./support.ts";

const startTimeoutMs = 60_000;

const { authority, closings, trust, served, ask } = authorityScene();

describe("an answer that is no proof is refused with its reason", () => {
  test("half of one", async () => {
    const { url } = await served(async (query) => (await authority.reply(query)).subarray(0, 300));
    expect(await faultOf(ask(url))).toBe("unreadable");
  });

  test("one that breaks off, and one that comes byte by byte", async () => {
    const broken = await served(async (query, response) => {
      const answer = await authority.reply(query);
      response.writeHead(200, { "content-length": answer.length });
      response.write(answer.subarray(0, 300), () => response.destroy());
      return null;
    });
    expect(await faultOf(ask(broken.url))).toBe("unreachable");
    const slow = await served((_query, response) => {
      const drip = setInterval(() => response.write("0"), 200);
      response.once("close", () => clearInterval(drip));
      return Promise.resolve(null);
    });
    const askedAt = performance.now();
    expect(await faultOf(ask(slow.url))).toBe("unreachable");
    expect(performance.now() - askedAt).toBeLessThan(15_000);
  }, 60_000);

  test("a status that says no beside a good token, one that is no number, and a yes without a token", async () => {
    for (const [status, fault] of [
      ["020102", "refused"],
      ["0201ff", "refused"],
      ["02050100000000", "refused"],
      ["0c0100", "unreadable"],
    ] as const) {
      const { url } = await served(async (query) => {
        const token = tokenOfFile(await authority.reply(query));
        return sequenceOf([sequenceOf([Buffer.from(status, "hex")]), Buffer.from(token)]);
      });
      expect([status, await faultOf(ask(url))]).toEqual([status, fault]);
    }
    const { url } = await served(() => Promise.resolve(Buffer.from("30053003020100", "hex")));
    expect(await faultOf(ask(url))).toBe("unreadable");
  });

  test("with a swapped nonce, and over another kind of hash", async () => {
    const swapped = await served((query) => {
      const changed = Buffer.from(query);
      // Its last bytes are certReq; the nonce stands before.
      changed.writeUInt8(changed.readUInt8(changed.length - 5) ^ 1, changed.length - 5);
      return authority.reply(changed);
    });
    expect(await faultOf(ask(swapped.url))).toBe("other_request");
    const other = await served(() => authority.stamp(["-digest", "ab".repeat(64), "-sha512"]));
    expect(await faultOf(ask(other.url))).toBe("other_hash");
  });

  test("by a certificate that is not for time stamps, not for them alone, or does not insist on it", async () => {
    for (const usage of [
      "critical,serverAuth",
      "critical,timeStamping,emailProtection",
      "timeStamping",
      "",
    ]) {
      const { url } = await served((query) => authority.forge(query, { usage }));
      expect([usage, await faultOf(ask(url))]).toEqual([usage, "wrong_key_usage"]);
    }
    const { url } = await served((query) => authority.forge(query, {}));
    expect(await faultOf(ask(url))).toBe("none");
  });

  test("whose signature names no certificate, or another one with the same key and number, or is over SHA-1", async () => {
    for (const changes of [
      { also: [] },
      { usage: "critical,timeStamping", inPlace: true },
      { also: ["-cades", "-md", "sha1"] },
      { also: ["-noattr"] },
    ]) {
      const { url } = await served((query) => authority.forge(query, changes));
      expect([changes, await faultOf(ask(url))]).toEqual([changes, "signature_wrong"]);
    }
  });

  test("with a broken certificate beside it, wherever it is broken: a fault of its own, after which the next authority is asked", async () => {
    const token = Buffer.from(tokenOfFile(await authority.stamp(["-digest", "ab".repeat(32), "-sha256"])));
    const start = token.indexOf(authority.root.raw);
    const faults = new Set<string>();
    for (let at = 0; at < authority.root.raw.length; at += 8) {
      const broken = Buffer.from(token);
      broken.writeUInt8(broken.readUInt8(start + at) ^ 0x80, start + at);
      faults.add(await faultOf(checkAuthority(broken, trust)));
    }
    expect([...faults]).toContain("unreadable");
  });

  test("with a time that is not of UTC: it would compare with nothing", async () => {
    for (const time of ["2026112522+0100", "2026112522-0100", "20261125221500.", "202611252215000"]) {
      const change = (info: Buffer) => {
        const at = info.indexOf(Buffer.from("180f", "hex"));
        return Buffer.concat([info.subarray(0, at + 2), Buffer.from(time), info.subarray(at + 17)]);
      };
      const { url } = await served((query) => authority.forge(query, { change }));
      expect([time, await faultOf(ask(url))]).toEqual([time, "unreadable"]);
    }
  });

  test("a refusal", async () => {
    const { url } = await served(() => Promise.resolve(Buffer.from("30053003020102", "hex")));
    expect(await faultOf(ask(url))).toBe("refused");
  });

  test("noise, and an answer that is too long", async () => {
    const noise = await served(() => Promise.resolve(Buffer.from("30".repeat(tokenBytesMax), "hex")));
    expect(await faultOf(ask(noise.url))).toBe("unreadable");
    const long = await served(() => Promise.resolve(Buffer.alloc(tokenBytesMax + 5_000)));
    expect(await faultOf(ask(long.url))).toBe("unreachable");
  });

  test("one to another request", async () => {
    let first: Buffer | undefined;
    const { url } = await served(async (query) => (first ??= await authority.reply(query)));
    await ask(url);
    expect(await faultOf(ask(url))).toBe("other_request");
  });

  test("for another hash", async () => {
    const { url } = await served((query) => {
      const changed = Buffer.from(query);
      const at = changed.indexOf(createHash("sha256").update(statement).digest());
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      return authority.reply(changed);
    });
    expect(await faultOf(ask(url))).toBe("other_hash");
  });

  test("under another policy", async () => {
    const other = await createAuthority({ policy: "1.3.6.1.4.1.99999.2" });
    closings.push(() => other.remove());
    const { url } = await served((query) => other.reply(query));
    expect(await faultOf(ask(url, { roots: [other.root], policies: [testPolicy] }))).toBe("wrong_policy");
  });

  test("by an authority that somebody made himself", async () => {
    const own = await createAuthority();
    closings.push(() => own.remove());
    const { url } = await served((query) => own.reply(query));
    expect(await faultOf(ask(url))).toBe("unknown_authority");
  });

  test("by a certificate that had ended", async () => {
    const ended = await createAuthority({ ended: true });
    closings.push(() => ended.remove());
    const { url } = await served((query) => ended.reply(query));
    expect(await faultOf(ask(url, { roots: [ended.root], policies: [] }))).toBe("certificate_expired");
  });

  test("with a signature over something else", async () => {
    const { url } = await served(async (query) => {
      const answer = Buffer.from(await authority.reply(query));
      answer.writeUInt8(answer.readUInt8(answer.length - 3) ^ 1, answer.length - 3);
      return answer;
    });
    expect(await faultOf(ask(url))).toBe("signature_wrong");
  });

  test("an error, and an address that nobody answers at", async () => {
    const { url } = await served((_query, response) => {
      response.writeHead(503).end();
      return Promise.resolve(null);
    });
    expect(await faultOf(ask(url))).toBe("unreachable");
    expect(await faultOf(ask("http://127.0.0.1:9/"))).toBe("unreachable");
  });

  test(
    "none within ten seconds",
    async () => {
      const { url } = await served(() => new Promise(() => undefined));
      expect(await faultOf(ask(url))).toBe("unreachable");
    },
    startTimeoutMs,
  );

  test("an address of the inside that the operator has not named", async () => {
    const signal = new AbortController().signal;
    const input = { statement, trust, rules: {}, signal };
    expect(await faultOf(askAuthority({ url: "https://127.0.0.1/", authorization: null }, input))).toBe(
      "unreachable",
    );
  });
});

/** DER of a sequence of more than 255 bytes, or of fewer than 128. */
function sequenceOf(parts: readonly Buffer[]): Buffer {
  const inner = Buffer.concat(parts);
  const head = inner.length < 128 ? [inner.length] : [0x82, inner.length >> 8, inner.length & 0xff];
  return Buffer.concat([Buffer.from([0x30, ...head]), inner]);
}
