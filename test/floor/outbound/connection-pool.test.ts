import { describe, expect, test } from "bun:test";
import type { Socket } from "node:net";
import { createAddressRanges } from "../../../service/floor/http/address-ranges.ts";
import { createConnectionPool } from "../../../service/floor/outbound/connection-pool.ts";
import { postPinned } from "../../../service/floor/outbound/post-pinned.ts";
import { until } from "../../support/until.ts";
import { authorityPem, hostCertificate } from "./certificates.ts";
import { body, failure, post, rules } from "./posting.ts";
import { type Behaviour, startReceiver } from "./receivers.ts";

const noContent = "HTTP/1.1 204 No Content\r\n\r\n";

/** Answers each request of a connection; `answer` gets its number, counted from 1, and writes what it likes. */
function answeringEach(answer: (socket: Socket, request: number) => void): Behaviour {
  return {
    onConnection(socket) {
      let requests = 0;
      socket.on("data", () => {
        requests += 1;
        answer(socket, requests);
      });
    },
  };
}

const polite = answeringEach((socket) => socket.write(noContent));

describe("a connection that is kept", () => {
  test("carries the next posts to the same host, one after another", async () => {
    await using receiver = await startReceiver(polite);
    const connections = createConnectionPool();
    for (let count = 0; count < 5; count += 1) {
      expect(await post(receiver, { connections })).toMatchObject({
        status: 204,
        remoteAddress: "127.0.0.1",
      });
    }
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.split("POST /in?a=b HTTP/1.1\r\n")).toHaveLength(6);
    expect(receiver.received[0]?.toLowerCase()).toContain("connection: keep-alive\r\n");
    connections.clear();
    await receiver.closed;
  });

  test("carries one post at a time: those at once have a connection each", async () => {
    await using receiver = await startReceiver(polite);
    const connections = createConnectionPool();
    await Promise.all(Array.from({ length: 6 }, () => post(receiver, { connections })));
    expect(receiver.received).toHaveLength(6);
    await Promise.all(Array.from({ length: 6 }, () => post(receiver, { connections })));
    expect(receiver.received).toHaveLength(6);
    connections.clear();
  });

  test("is not used when the name has another address now, and stays unused when that one is forbidden", async () => {
    await using receiver = await startReceiver(polite);
    const connections = createConnectionPool();
    let address = "127.0.0.1";
    const rebinding = { ...rules, resolve: async () => [{ address }] };
    await post(receiver, { connections, rules: rebinding });
    for (address of ["10.0.0.1", "169.254.169.254", "::1", "0.0.0.0"]) {
      const refused = await failure(post(receiver, { connections, rules: rebinding }));
      expect([address, refused.kind as string]).toEqual([address, "unsafe_endpoint"]);
    }
    // Allowed, but nobody listens there: the kept connection leads elsewhere and must not stand in for it.
    address = "127.0.0.2";
    expect((await failure(post(receiver, { connections, rules: rebinding }))).kind).toBe("connect");
    const mixed = { ...rules, resolve: async () => [{ address: "127.0.0.1" }, { address: "10.0.0.1" }] };
    expect((await failure(post(receiver, { connections, rules: mixed }))).kind).toBe("unsafe_endpoint");
    // The range is let through no longer: the connection that it allowed is not used either.
    expect(
      (
        await failure(
          post(receiver, { connections, rules: { ...rules, allowCidrs: createAddressRanges([]) } }),
        )
      ).kind,
    ).toBe("unsafe_endpoint");
    expect(receiver.received.join("").split("POST ")).toHaveLength(2);
    connections.clear();
  });

  test("is not used for another host at the same address, and its certificate was checked for one name only", async () => {
    await using receiver = await startReceiver(polite, hostCertificate);
    const connections = createConnectionPool();
    const postTls = (host: string, ca: string | undefined = authorityPem) =>
      postPinned(`https://${host}:${receiver.port}/`, {
        headers: {},
        body,
        rules,
        ca,
        connections,
        timeoutMs: 20_000,
      });
    expect(await postTls("hooks.example")).toMatchObject({ status: 204 });
    expect(await postTls("hooks.example")).toMatchObject({ status: 204 });
    expect(receiver.serverNames).toEqual(["hooks.example"]);
    expect((await failure(postTls("other.example"))).kind).toBe("tls");
    // Whoever trusts other authorities gets a handshake of their own.
    const untrusting = postPinned(`https://hooks.example:${receiver.port}/`, {
      headers: {},
      body,
      rules,
      connections,
    });
    expect((await failure(untrusting)).kind).toBe("tls");
    connections.clear();
  });

  const answers: [name: string, answer: string][] = [
    ["says that it is the last", "HTTP/1.1 204 X\r\nConnection: Close\r\n\r\n"],
    ["is of HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"],
    ["has another one behind it", `${noContent}HTTP/1.1 299 Forged\r\nContent-Length: 0\r\n\r\n`],
  ];
  for (const [name, answer] of answers) {
    test(`is closed after an answer that ${name}`, async () => {
      await using receiver = await startReceiver(answeringEach((socket) => socket.write(answer)));
      const connections = createConnectionPool();
      for (let count = 0; count < 3; count += 1) {
        expect((await post(receiver, { connections })).status).not.toBe(299);
      }
      expect(receiver.received).toHaveLength(3);
      connections.clear();
    });
  }

  // What is behind an answer, in the same piece, in the next one, or a little later, and what comes for the next post.
  const smuggled = [
    ["HTTP/1.1 204 X\r\nContent-Length: 45\r\n\r\n", "HTTP/1.1 299 Forged\r\nContent-Length: 0\r\n\r\n"],
    [`${noContent}HTTP/1.1 299 Forged\r\nContent-Le`, "ngth: 0\r\n\r\n"],
    [`${noContent}HTTP/`, "1.1 299 Forged\r\nContent-Length: 0\r\n\r\n"],
    ["HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 299 Forged\r\nContent-Length: 0\r\n\r\n"],
    ["HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "HTTP/1.1 299 Forged\r\n\r\n"],
    ["HTTP/1.1 304 X\r\nContent-Length: 45\r\n\r\n", "HTTP/1.1 299 Forged\r\nContent-Length: 0\r\n\r\n"],
  ] as const;
  for (const [first, second] of smuggled) {
    for (const waitMs of [0, 2]) {
      test(`takes no answer smuggled ${waitMs} ms behind ${JSON.stringify(first)} for the next post's`, async () => {
        let smuggled = Promise.resolve();
        await using receiver = await startReceiver(
          answeringEach((socket, request) => {
            socket.write(request === 1 ? first : noContent);
            if (request > 1) return;
            smuggled = new Promise((resolve) => {
              // A connection that was closed takes nothing any more, which ends the wait as well.
              socket.once("close", () => resolve());
              setTimeout(() => socket.write(second, () => resolve()), waitMs);
            });
          }),
        );
        const connections = createConnectionPool();
        for (let count = 0; count < 3; count += 1) {
          const outcome = await post(receiver, { connections }).catch((error: unknown) => error);
          expect(outcome).not.toMatchObject({ status: 299 });
          // What comes only after the next post was sent can't be told from its answer: that is HTTP/1.1.
          await smuggled;
          await Bun.sleep(5);
        }
        connections.clear();
      });
    }
  }

  test("is closed when bytes come that nobody asked for: they answer no later post", async () => {
    let forge = () => {};
    await using receiver = await startReceiver(
      answeringEach((socket) => {
        socket.write(noContent);
        forge = () => socket.write("HTTP/1.1 299 Forged\r\nContent-Length: 0\r\n\r\n");
      }),
    );
    const connections = createConnectionPool();
    await post(receiver, { connections });
    forge();
    await receiver.closed;
    expect(await post(receiver, { connections })).toMatchObject({ status: 204 });
    expect(receiver.received).toHaveLength(2);
    connections.clear();
  });

  test("is closed after a failure, whichever", async () => {
    await using receiver = await startReceiver(
      answeringEach((socket, request) => {
        socket.write(
          request === 1
            ? noContent
            : "HTTP/1.1 302 X\r\nLocation: http://10.0.0.1/\r\nContent-Length: 0\r\n\r\n",
        );
      }),
    );
    const connections = createConnectionPool();
    await post(receiver, { connections });
    expect((await failure(post(receiver, { connections }))).kind).toBe("redirect");
    await receiver.closed;
    expect(await post(receiver, { connections })).toMatchObject({ status: 204 });
    connections.clear();
  });

  test("that the server closes meanwhile is forgotten, and the next post opens another", async () => {
    await using receiver = await startReceiver(answeringEach((socket) => socket.end(noContent)));
    const connections = createConnectionPool();
    await post(receiver, { connections });
    await receiver.closed;
    expect(await post(receiver, { connections })).toMatchObject({ status: 204 });
    expect(receiver.received).toHaveLength(2);
    connections.clear();
  });

  test("that ends before a byte of the answer costs one more try on a new one, and no second", async () => {
    await using receiver = await startReceiver(
      answeringEach((socket, request) => void (request === 1 ? socket.write(noContent) : socket.destroy())),
    );
    const connections = createConnectionPool();
    await post(receiver, { connections });
    expect(await post(receiver, { connections })).toMatchObject({ status: 204 });
    expect(receiver.received.map((text) => text.split("POST ").length - 1)).toEqual([2, 1]);
    connections.clear();

    await using broken = await startReceiver(answeringEach((socket) => socket.destroy()));
    expect((await failure(post(broken, { connections }))).kind).toBe("connect");
    expect(broken.received).toHaveLength(1);
  });

  test("over TLS costs one more try too", async () => {
    await using receiver = await startReceiver(
      answeringEach((socket, request) => void (request === 1 ? socket.write(noContent) : socket.destroy())),
      hostCertificate,
    );
    const connections = createConnectionPool();
    const url = `https://hooks.example:${receiver.port}/`;
    const secure = { headers: {}, body, rules, ca: authorityPem, connections, timeoutMs: 20_000 };
    await postPinned(url, secure);
    expect(await postPinned(url, secure)).toMatchObject({ status: 204 });
    expect(receiver.received.map((text) => text.split("POST ").length - 1)).toEqual([2, 1]);
    connections.clear();
  });

  test("over TLS that ends in the middle of the answer fails", async () => {
    await using receiver = await startReceiver(
      answeringEach(
        (socket, request) => void (request === 1 ? socket.write(noContent) : socket.end("HTTP/1.")),
      ),
      hostCertificate,
    );
    const connections = createConnectionPool();
    const url = `https://hooks.example:${receiver.port}/`;
    const secure = { headers: {}, body, rules, ca: authorityPem, connections, timeoutMs: 20_000 };
    await postPinned(url, secure);
    expect((await failure(postPinned(url, secure))).kind).toBe("connect");
    expect(receiver.received).toHaveLength(1);
    connections.clear();
  });

  test("that ends in the middle of the answer fails: the receiver has taken the post", async () => {
    await using receiver = await startReceiver(
      answeringEach(
        (socket, request) => void (request === 1 ? socket.write(noContent) : socket.end("HTTP/1.")),
      ),
    );
    const connections = createConnectionPool();
    await post(receiver, { connections });
    expect((await failure(post(receiver, { connections }))).kind).toBe("connect");
    expect(receiver.received).toHaveLength(1);
    connections.clear();
  });

  test("waits no longer than its time", async () => {
    await using receiver = await startReceiver(polite);
    const connections = createConnectionPool(50);
    await post(receiver, { connections });
    await receiver.closed;
    await post(receiver, { connections });
    expect(receiver.received).toHaveLength(2);
    connections.clear();
  });

  test("may bring an answer that takes longer than it would wait for a post", async () => {
    await using receiver = await startReceiver(
      answeringEach((socket) => void setTimeout(() => socket.write(noContent), 200)),
    );
    const connections = createConnectionPool(50);
    expect(await post(receiver, { connections })).toMatchObject({ status: 204 });
    expect(await post(receiver, { connections })).toMatchObject({ status: 204 });
    connections.clear();
  });

  test("waits among 64 at most; the oldest is closed for the next", async () => {
    await using receiver = await startReceiver(polite);
    const connections = createConnectionPool();
    let open = 0;
    await using counting = await startReceiver({
      onConnection(socket) {
        open += 1;
        socket.on("close", () => {
          open -= 1;
        });
        socket.on("data", () => socket.write(noContent));
      },
    });
    await Promise.all(Array.from({ length: 80 }, () => post(counting, { connections })));
    await until("sixteen are closed", () => open === 64);
    await post(receiver, { connections });
    await until("one more is closed", () => open === 63);
    connections.clear();
    await until("all are closed", () => open === 0);
  });
});
