import { describe, expect, test } from "bun:test";
import { PinnedRequestError } from "../../../service/floor/outbound/pinned-request-error.ts";
import { type PinnedPost, postPinned } from "../../../service/floor/outbound/post-pinned.ts";
import { authorityPem, expiredCertificate, hostCertificate, selfSignedCertificate } from "./certificates.ts";
import { body, failure, rules } from "./posting.ts";
import { answering, startReceiver } from "./receivers.ts";

/** Nobody waits for it but where nothing answers. */
const timeoutMs = 20_000;
const ok = answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");

function postTls(host: string, port: number, more: Partial<PinnedPost> = {}) {
  return postPinned(`https://${host}:${port}/`, {
    headers: {},
    body,
    rules,
    ca: authorityPem,
    timeoutMs,
    ...more,
  });
}

describe("a post over TLS", () => {
  test("sends the name of the host in SNI and Host, and reaches the pinned address", async () => {
    await using receiver = await startReceiver(ok, hostCertificate);
    expect(await postTls("hooks.example", receiver.port)).toMatchObject({
      status: 200,
      remoteAddress: "127.0.0.1",
    });
    expect(receiver.serverNames).toEqual(["hooks.example"]);
    expect(receiver.received[0]?.toLowerCase()).toContain(`host: hooks.example:${receiver.port}\r\n`);
  });

  test("checks the certificate against the address when the host is one, and sends no SNI", async () => {
    await using receiver = await startReceiver(ok, hostCertificate);
    expect(await postTls("127.0.0.1", receiver.port)).toMatchObject({ status: 200 });
    expect(receiver.serverNames.filter((name) => typeof name === "string" && name !== "")).toEqual([]);
    expect(await failure(postTls("127.0.0.2", receiver.port))).toMatchObject({ kind: "connect" });
  });

  test("makes a new handshake each time: a name that fits no certificate is refused after one that did", async () => {
    await using receiver = await startReceiver(ok, hostCertificate);
    await postTls("hooks.example", receiver.port);
    expect(await failure(postTls("other.example", receiver.port))).toMatchObject({ kind: "tls" });
    await postTls("hooks.example", receiver.port);
    expect(receiver.received.filter((text) => text !== "")).toHaveLength(2);
  });

  const refused = [
    ["of an authority nobody knows", "hooks.example", hostCertificate, undefined],
    ["signed by itself", "hooks.example", selfSignedCertificate, undefined],
    [
      "signed by itself, with another authority trusted",
      "hooks.example",
      selfSignedCertificate,
      authorityPem,
    ],
    ["of another host", "other.example", hostCertificate, authorityPem],
    ["of the parent of the host", "a.hooks.example", hostCertificate, authorityPem],
    ["that has expired", "hooks.example", expiredCertificate, authorityPem],
  ] as const;
  for (const [name, host, certificate, ca] of refused) {
    test(`refuses a certificate ${name}, and sends nothing of the request`, async () => {
      await using receiver = await startReceiver(ok, certificate);
      const error = await failure(postTls(host, receiver.port, { ca }));
      expect(error).toMatchObject({ kind: "tls", remoteAddress: "127.0.0.1", head: undefined });
      expect(receiver.received.join("")).toBe("");
    });
  }

  test("refuses an untrusted certificate even where the environment turns the check off", async () => {
    await using receiver = await startReceiver(ok, selfSignedCertificate);
    const { env } = process;
    const before = env.NODE_TLS_REJECT_UNAUTHORIZED;
    env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    try {
      expect(await failure(postTls("hooks.example", receiver.port, { ca: undefined }))).toMatchObject({
        kind: "tls",
      });
    } finally {
      if (before === undefined) delete env.NODE_TLS_REJECT_UNAUTHORIZED;
      else env.NODE_TLS_REJECT_UNAUTHORIZED = before;
    }
    expect(receiver.received.join("")).toBe("");
  });

  test("to a server that speaks plain HTTP is tls", async () => {
    await using receiver = await startReceiver(answering("HTTP/1.1 400 X\r\n\r\n"));
    expect(await failure(postTls("hooks.example", receiver.port))).toMatchObject({ kind: "tls" });
  });

  test("to a server that closes in the middle of the handshake is connect", async () => {
    await using receiver = await startReceiver({ onRequest: (socket) => socket.destroy() });
    expect(await failure(postTls("hooks.example", receiver.port))).toMatchObject({ kind: "connect" });
  });

  test("to a server that never answers the handshake is a timeout after the limit for connections", async () => {
    await using receiver = await startReceiver({});
    const error = await failure(postTls("hooks.example", receiver.port, { connectTimeoutMs: 150 }));
    expect(error.kind).toBe("timeout");
    expect(error.durationMs).toBeWithin(140, timeoutMs);
    await receiver.closed;
  });

  test("that stands may take longer than the limit for connections", async () => {
    const slow = (text: string) => ({
      onRequest: (socket: { end: (text: string) => void }) => void setTimeout(() => socket.end(text), 2_500),
    });
    await using receiver = await startReceiver(slow("HTTP/1.1 204 X\r\n\r\n"), hostCertificate);
    expect(await postTls("hooks.example", receiver.port, { connectTimeoutMs: 2_000 })).toMatchObject({
      status: 204,
    });
  });

  test("has no message that shows the URL", async () => {
    await using receiver = await startReceiver({ onConnection: (socket) => socket.destroy() });
    const url = `https://hooks.example:${receiver.port}/secret-path?token=secret`;
    const error = await failure(postPinned(url, { headers: {}, body, rules, timeoutMs }));
    expect(error).toBeInstanceOf(PinnedRequestError);
    expect(`${error.message} ${String(error.cause)}`).not.toContain("secret");
  });
});
