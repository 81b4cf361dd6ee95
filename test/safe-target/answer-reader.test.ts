import { describe, expect, test } from "bun:test";
import { createAnswerReader } from "../../service/safe-target/answer-reader.ts";

type Read = { status?: number; body?: string; isReusable?: boolean; failure?: string };

/** What a reader makes of an answer that comes in these pieces, and then ends where `isEnded`. */
function read(pieces: string[], { isEnded = false, bodyBytesMax = 100 } = {}): Read {
  const seen: Read = {};
  let isOver = false;
  const reader = createAnswerReader(bodyBytesMax, {
    onHead: ({ status }) => {
      seen.status = status;
      return true;
    },
    onComplete: (body, isReusable) => {
      isOver = true;
      Object.assign(seen, { body: Buffer.from(body).toString("latin1"), isReusable });
    },
    onFailure: (kind) => {
      isOver = true;
      seen.failure = kind;
    },
  });
  for (const piece of pieces) if (!isOver) reader.push(Buffer.from(piece, "latin1"));
  if (isEnded && !isOver) reader.end();
  return seen;
}

const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n";

describe("reading an answer", () => {
  const whole: [name: string, answer: string, expected: Read][] = [
    [
      "with a length",
      "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabcd",
      { status: 200, body: "abcd", isReusable: true },
    ],
    [
      "in chunks with extensions and trailers",
      `${chunked}2;a="b"\r\nab\r\n0A\r\n\r\n34567\r\n9\r\n0\r\nX-Sum: 1\r\n\r\n`,
      { status: 200, body: "ab\r\n34567\r\n9", isReusable: true },
    ],
    [
      "behind interim ones",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 X\r\nLink: a\r\n\r\nHTTP/1.1 204\r\n\r\n",
      { status: 204, body: "", isReusable: true },
    ],
    [
      "304 with a length",
      "HTTP/1.1 304 X\r\nContent-Length: 9\r\n\r\n",
      { status: 304, body: "", isReusable: true },
    ],
  ];
  for (const [name, answer, expected] of whole) {
    test(`${name} gives the same wherever the pieces end`, () => {
      expect(read([answer])).toEqual(expected);
      for (let at = 1; at < answer.length; at += 1) {
        expect(read([answer.slice(0, at), answer.slice(at)])).toEqual(expected);
      }
      expect(read([...answer])).toEqual(expected);
      expect(read([...answer.slice(0, -1)])).not.toHaveProperty("isReusable", true);
    });
  }

  test("up to the close is complete at the close, and never reusable", () => {
    const answer = "HTTP/1.1 200 OK\r\nX: 1\r\n\r\nabc";
    expect(read([answer])).toEqual({ status: 200 });
    expect(read([answer], { isEnded: true })).toEqual({ status: 200, body: "abc", isReusable: false });
  });

  // Spellings on which readers disagree: each has been a way to smuggle an answer past one of two.
  const malformed = [
    "HTTP/2 200 OK\r\n\r\n",
    "HTTP/1.2 200 OK\r\n\r\n",
    "http/1.1 200 OK\r\n\r\n",
    "HTTP/1.1  200 OK\r\n\r\n",
    "HTTP/1.1 20 OK\r\n\r\n",
    "HTTP/1.1 099 OK\r\n\r\n",
    "HTTP/1.1 2000 OK\r\n\r\n",
    "\r\nHTTP/1.1 200 OK\r\n\r\n",
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
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n",
    "HTTP/1.1 204 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    `${chunked}0x2\r\nab\r\n0\r\n\r\n`,
    `${chunked}-2\r\nab\r\n0\r\n\r\n`,
    `${chunked} 2\r\nab\r\n0\r\n\r\n`,
    `${chunked}\r\n2\r\nab\r\n0\r\n\r\n`,
    `${chunked}2\nab\r\n0\r\n\r\n`,
    `${chunked}2\r\nabX\n0\r\n\r\n`,
    `${chunked}2\r\nab0\r\n\r\n\r\n`,
    `${chunked}000000002\r\nab\r\n0\r\n\r\n`,
    `${chunked}2;${"x".repeat(1_100)}`,
    `${chunked}0\r\n${"A: b\r\n".repeat(33)}\r\n`,
  ];
  for (const answer of malformed) {
    test(`fails for ${JSON.stringify(answer.slice(0, 90))}`, () => {
      expect(read([answer]).failure).toBe("connect");
    });
  }

  test("takes as many bytes as it was told and not one more, in chunks too", () => {
    const sized = (bytes: number) =>
      `HTTP/1.1 200 OK\r\nContent-Length: ${bytes}\r\n\r\n${"x".repeat(bytes)}`;
    expect(read([sized(100)]).body).toHaveLength(100);
    expect(read([sized(101)]).failure).toBe("response_too_large");
    const inChunks = (bytes: number) => `${chunked}${"1\r\nx\r\n".repeat(bytes)}0\r\n\r\n`;
    expect(read([inChunks(100)]).body).toHaveLength(100);
    expect(read([inChunks(101)]).failure).toBe("response_too_large");
    expect(read([`${chunked}ffffffff\r\n`]).failure).toBe("response_too_large");
  });

  test("has no property of an object among the headers", () => {
    let headers: Record<string, unknown> = {};
    const reader = createAnswerReader(10, {
      onHead: (head) => {
        headers = head.headers;
        return true;
      },
      onComplete: () => {},
      onFailure: () => {},
    });
    reader.push(Buffer.from("HTTP/1.1 204 X\r\n__proto__: a\r\nRetry-After: 1\r\nRetry-After: 2\r\n\r\n"));
    expect(headers.constructor).toBeUndefined();
    expect(headers["retry-after"]).toBe("1, 2");
  });
});
