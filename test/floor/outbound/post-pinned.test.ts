import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { postPinned } from "../../../service/floor/outbound/post-pinned.ts";
import { body, failure, post, rules } from "./posting.ts";
import { answering, type Behaviour, startReceiver, streaming } from "./receivers.ts";

describe("a post that is answered", () => {
  test("sends exactly one request with the bytes, our headers and the name of the host", async () => {
    await using receiver = await startReceiver(
      answering("HTTP/1.1 200 OK\r\nX-A: b\r\nContent-Length: 2\r\n\r\nok"),
    );
    const answer = await post(receiver, {
      headers: {
        "Webhook-Id": "msg_1",
        Host: "evil.example",
        "Accept-Encoding": "gzip",
        "Content-Length": "1",
        Connection: "keep-alive",
      },
    });
    expect(answer).toMatchObject({ status: 200, remoteAddress: "127.0.0.1" });
    expect(answer.headers["x-a"]).toBe("b");
    expect(new TextDecoder().decode(answer.body)).toBe("ok");
    expect(answer.durationMs).toBeWithin(0, 3_000);

    expect(receiver.received).toHaveLength(1);
    const [head = "", sent] = (receiver.received[0] ?? "").split("\r\n\r\n");
    const [requestLine, ...headers] = head.split("\r\n");
    expect(requestLine).toBe("POST /in?a=b HTTP/1.1");
    expect(headers.map((header) => header.toLowerCase()).sort()).toEqual([
      "accept-encoding: identity",
      "connection: close",
      "content-length: 10",
      `host: hooks.example:${receiver.port}`,
      "webhook-id: msg_1",
    ]);
    expect(sent).toBe(Buffer.from(body).toString("latin1"));
  });

  for (const status of [200, 201, 204, 299, 304, 400, 404, 410, 429, 500, 503]) {
    test(`returns the status ${status} as it is`, async () => {
      await using receiver = await startReceiver(
        answering(`HTTP/1.1 ${status} X\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n`),
      );
      const answer = await post(receiver);
      expect(answer.status).toBe(status);
      expect(answer.headers["retry-after"]).toBe("7");
      expect(answer.body.byteLength).toBe(0);
    });
  }

  test("waits past early hints", async () => {
    const hints = "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n".repeat(8);
    await using receiver = await startReceiver(answering(`${hints}HTTP/1.1 204 X\r\n\r\n`));
    expect(await post(receiver)).toMatchObject({ status: 204 });
  });

  test("may come from an IPv4 address in its IPv6 spelling, with 15 KB of headers", async () => {
    await using receiver = await startReceiver(
      answering(`HTTP/1.1 200 OK\r\nA: ${"x".repeat(15_000)}\r\nContent-Length: 0\r\n\r\n`),
    );
    const url = `http://[::ffff:127.0.0.1]:${receiver.port}/`;
    expect(await postPinned(url, { headers: {}, body, rules, timeoutMs: 20_000 })).toMatchObject({
      status: 200,
    });
  });

  for (const [name, head, tail] of [
    ["with a length", "Content-Length: 4096", "x".repeat(4_096)],
    ["in chunks", "Transfer-Encoding: chunked", `1000\r\n${"x".repeat(4_096)}\r\n0\r\n\r\n`],
    ["up to the close", "X-A: b", "x".repeat(4_096)],
  ] as const) {
    test(`takes a body of 4,096 bytes ${name}`, async () => {
      await using receiver = await startReceiver(answering(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${tail}`));
      expect((await post(receiver)).body.byteLength).toBe(4_096);
    });
  }

  test("is taken as it came when it says it is compressed, a gzip bomb of 4 MB included", async () => {
    const bomb = gzipSync(new Uint8Array(4_000_000)).subarray(0, 4_000);
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.byteLength}\r\n\r\n`;
    await using receiver = await startReceiver(answering(head + bomb.toString("latin1")));
    expect(Buffer.from((await post(receiver)).body).equals(bomb)).toBe(true);
  });

  test("keeps no connection: the next post opens its own", async () => {
    await using receiver = await startReceiver(
      answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n"),
    );
    await post(receiver);
    await post(receiver);
    expect(receiver.received).toHaveLength(2);
  });
});

describe("an answer that is not taken", () => {
  const bomb = gzipSync(new Uint8Array(20_000_000)).toString("latin1");
  const ok = "HTTP/1.1 200 OK\r\n";
  const cases: [name: string, behaviour: Behaviour, kind: string, status: number | undefined][] = [
    [
      "4,097 bytes with a length",
      answering(`${ok}Content-Length: 4097\r\n\r\n${"x".repeat(4_097)}`),
      "response_too_large",
      200,
    ],
    [
      "a length of 4,097 and no body yet",
      { onRequest: (socket) => socket.write(`${ok}Content-Length: 4097\r\n\r\n`) },
      "response_too_large",
      200,
    ],
    [
      "4,097 bytes in chunks",
      answering(`${ok}Transfer-Encoding: chunked\r\n\r\n1001\r\n${"x".repeat(4_097)}\r\n0\r\n\r\n`),
      "response_too_large",
      200,
    ],
    ["4,097 bytes up to the close", answering(`${ok}\r\n${"x".repeat(4_097)}`), "response_too_large", 200],
    [
      "a large page with the status 503",
      answering(`HTTP/1.1 503 X\r\nRetry-After: 9\r\n\r\n${"x".repeat(9_000)}`),
      "response_too_large",
      503,
    ],
    ["an endless body", streaming(`${ok}\r\n`, "x".repeat(60_000)), "response_too_large", 200],
    [
      "an endless body in chunks",
      streaming(`${ok}Transfer-Encoding: chunked\r\n\r\n`, "3e8\r\n".concat("x".repeat(1_000), "\r\n")),
      "response_too_large",
      200,
    ],
    [
      "a gzip bomb of 20 MB",
      answering(`${ok}Content-Encoding: gzip\r\n\r\n${bomb}`),
      "response_too_large",
      200,
    ],
    [
      "a header of 20 KB",
      answering(`${ok}A: ${"x".repeat(20_000)}\r\n\r\n`),
      "response_too_large",
      undefined,
    ],
    ["endless headers", streaming(ok, `A: ${"x".repeat(500)}\r\n`), "response_too_large", undefined],
    [
      "nine early hints",
      answering(`${"HTTP/1.1 103 Early Hints\r\n\r\n".repeat(9)}HTTP/1.1 204 X\r\n\r\n`),
      "connect",
      undefined,
    ],
    ["endless early hints", streaming("", "HTTP/1.1 103 Early Hints\r\n\r\n"), "connect", undefined],
    [
      "another protocol",
      answering("HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nx"),
      "connect",
      undefined,
    ],
    ["no HTTP", answering("SSH-2.0-OpenSSH_9.2\r\n\r\n"), "connect", undefined],
    ["two lengths", answering(`${ok}Content-Length: 1\r\nContent-Length: 2\r\n\r\nok`), "connect", undefined],
    [
      "a length and chunks",
      answering(`${ok}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
      "connect",
      undefined,
    ],
    ["a body that breaks off", answering(`${ok}Content-Length: 10\r\n\r\nab`), "connect", 200],
    ["chunks that break off", answering(`${ok}Transfer-Encoding: chunked\r\n\r\n5\r\nab`), "connect", 200],
    ["a close at once", { onConnection: (socket) => socket.destroy() }, "connect", undefined],
    ["an end at once", { onConnection: (socket) => socket.end() }, "connect", undefined],
    ["a close after the request", { onRequest: (socket) => socket.destroy() }, "connect", undefined],
    ["a close in the middle of the head", answering("HTTP/1.1 200 OK\r\nX-"), "connect", undefined],
    ["nothing at all", {}, "timeout", undefined],
    [
      "nothing but the first bytes",
      { onRequest: (socket) => socket.write("HTTP/1.1 2") },
      "timeout",
      undefined,
    ],
    [
      "a head and no body",
      { onRequest: (socket) => socket.write(`${ok}Content-Length: 5\r\n\r\n`) },
      "timeout",
      200,
    ],
    ["one byte every 2 ms", streaming(`${ok}Content-Length: 4000\r\n\r\n`, "x"), "timeout", 200],
  ];
  test.each([
    ["a length", answering(`${ok}Content-Length: 4097\r\n\r\nKaputt: ${"x".repeat(4_089)}`)],
    ["an endless body", answering(`${ok}\r\nKaputt: ${"x".repeat(9_000)}`)],
  ])("that is too long leaves its beginning, with %s", async (_name, behaviour) => {
    await using receiver = await startReceiver(behaviour);
    const error = await failure(post(receiver, { timeoutMs: 20_000 }));
    expect(error.kind).toBe("response_too_large");
    expect(new TextDecoder().decode(error.bodyStart)).toStartWith("Kaputt: x");
    expect(error.bodyStart?.byteLength).toBeWithin(1, 4_097);
  });

  for (const [name, behaviour, kind, status] of cases) {
    test(`${name}: ${kind}, at once or at the deadline, and the connection is closed`, async () => {
      await using receiver = await startReceiver(behaviour);
      // What fails at once would be a time-out on a busy machine, if the deadline were near, and what comes before it would not be there.
      const timeoutMs = kind !== "timeout" ? 20_000 : status === undefined ? 400 : 2_500;
      const error = await failure(post(receiver, { timeoutMs }));
      expect(error.kind as string).toBe(kind);
      expect(error.head?.status).toBe(status);
      expect(error.remoteAddress).toBe("127.0.0.1");
      // The byte that comes every 2 ms would go on for 8 s.
      expect(error.durationMs).toBeWithin(kind === "timeout" ? 390 : 0, 8_000);
      await receiver.closed;
      expect(receiver.received).toHaveLength(1);
    });
  }

  test("keeps the headers of an answer too large, for the Retry-After in it", async () => {
    await using receiver = await startReceiver(
      answering(`HTTP/1.1 503 X\r\nRetry-After: 9\r\n\r\n${"x".repeat(9_000)}`),
    );
    const error = await failure(post(receiver));
    expect(error.head?.headers["retry-after"]).toBe("9");
  });

  for (const status of [300, 301, 302, 303, 305, 307, 308, 399]) {
    test(`a redirect ${status} is not followed`, async () => {
      await using next = await startReceiver(answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
      const location = `http://127.0.0.1:${next.port}/`;
      await using receiver = await startReceiver(
        answering(`HTTP/1.1 ${status} X\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`),
      );
      const error = await failure(post(receiver));
      expect(error).toMatchObject({ kind: "redirect", head: { status, headers: { location } } });
      await receiver.closed;
      expect(next.received).toEqual([]);
    });
  }
});
