import { describe, expect, test } from "bun:test";
import { createConnectionPool } from "../../../service/floor/outbound/connection-pool.ts";
import { postPinned } from "../../../service/floor/outbound/post-pinned.ts";
import { authorityPem, hostCertificate } from "./certificates.ts";
import { body, failure, post, rules } from "./posting.ts";
import { answeringEach, noContent, startReceiver } from "./receivers.ts";

describe("a connection that is kept", () => {
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
});
