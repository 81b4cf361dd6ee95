import { describe, expect, test } from "bun:test";
import { createAddressRanges } from "../../../service/floor/http/address-ranges.ts";
import { createConnectionPool } from "../../../service/floor/outbound/connection-pool.ts";
import { postPinned } from "../../../service/floor/outbound/post-pinned.ts";
import { until } from "../../support/until.ts";
import { authorityPem, hostCertificate } from "./certificates.ts";
import { body, failure, post, rules } from "./posting.ts";
import { answeringEach, noContent, polite, startReceiver } from "./receivers.ts";

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
