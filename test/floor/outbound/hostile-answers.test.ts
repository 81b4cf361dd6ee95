import { describe, expect, test } from "bun:test";
import { failure, post } from "./posting.ts";
import { answering, startReceiver } from "./receivers.ts";

const ok = "HTTP/1.1 200 OK\r\n";
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;

describe("a malformed answer", () => {
  // Spellings on which readers disagree: each has been a way to smuggle an answer past one of two.
  const malformed = [
    "HTTP/2 200 OK\r\n\r\n",
    "HTTP/1.2 200 OK\r\n\r\n",
    "http/1.1 200 OK\r\n\r\n",
    "HTTP/1.1  200 OK\r\n\r\n",
    "HTTP/1.1 20 OK\r\n\r\n",
    "HTTP/1.1 099 OK\r\n\r\n",
    "HTTP/1.1 2000 OK\r\n\r\n",
    "HTTP/1.1 200 OK\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nA: b\rC: d\r\n\r\n",
    "HTTP/1.1 200 OK\r\nA: b\0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length : 0\r\n\r\n",
    "HTTP/1.1 200 OK\r\n: 0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: +0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 0x0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 0, 0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 0\r\ncontent-length: 0\r\n\r\n",
    "HTTP/1.1 204 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n",
    `${chunked}0x2\r\nab\r\n0\r\n\r\n`,
    `${chunked}-2\r\nab\r\n0\r\n\r\n`,
    `${chunked} 2\r\nab\r\n0\r\n\r\n`,
    `${chunked}\r\n2\r\nab\r\n0\r\n\r\n`,
    `${chunked}2\nab\r\n0\r\n\r\n`,
    `${chunked}2\r\nabX\n0\r\n\r\n`,
    `${chunked}2\r\nab0\r\n\r\n\r\n`,
    `${chunked}2;${"x".repeat(1_100)}`,
  ];
  for (const answer of malformed) {
    test(`fails: ${JSON.stringify(answer.slice(0, 90))}`, async () => {
      await using receiver = await startReceiver(answering(answer));
      expect((await failure(post(receiver, { timeoutMs: 20_000 }))).kind).toBe("connect");
      await receiver.closed;
    });
  }
});

describe("an answer in pieces", () => {
  for (const [name, answer, expected] of [
    ["with a length", `${ok}Content-Length: 4\r\n\r\nabcd`, { status: 200, body: "abcd" }],
    [
      "in chunks with extensions and trailers",
      `${chunked}2;a="b"\r\nab\r\n0A\r\n\r\n34567\r\n9\r\n0\r\nX-Sum: 1\r\n\r\n`,
      { status: 200, body: "ab\r\n34567\r\n9" },
    ],
    [
      "behind interim ones",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 X\r\nLink: a\r\n\r\nHTTP/1.1 204\r\n\r\n",
      { status: 204, body: "" },
    ],
  ] as const) {
    test(`${name}, byte by byte, is the same as in one piece`, async () => {
      await using receiver = await startReceiver({
        async onRequest(socket) {
          for (const byte of answer) {
            socket.write(byte, "latin1");
            await Bun.sleep(0);
          }
        },
      });
      const { status, body } = await post(receiver);
      expect({ status, body: Buffer.from(body).toString("latin1") }).toEqual(expected);
    });
  }
});
