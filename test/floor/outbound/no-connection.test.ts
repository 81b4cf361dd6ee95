import { describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { errorOf } from "../../support/error-of.ts";
import { until } from "../../support/until.ts";
import { failure, post, rules } from "./posting.ts";
import { answering, startReceiver } from "./receivers.ts";

/** A program whose port is open and whose queue is never emptied. */
const deafProgram = `
  const server = require("node:net").createServer();
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    require("node:fs").writeSync(1, String(server.address().port));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30000);
  });
`;

describe("a connection that does not come about", () => {
  test("is refused: connect", async () => {
    const receiver = await startReceiver({});
    await receiver[Symbol.asyncDispose]();
    const error = await failure(post(receiver));
    expect(error).toMatchObject({ kind: "connect", remoteAddress: "127.0.0.1" });
    expect(error.cause).toMatchObject({ code: "ECONNREFUSED" });
  });

  test("comes to no end because SYNs are dropped: timeout after the limit for connections", async () => {
    const deaf = spawn(process.execPath, ["-e", deafProgram], { stdio: ["ignore", "pipe", "inherit"] });
    const [port] = await once(deaf.stdout, "data");
    const fillers: Socket[] = [];
    try {
      // Bun takes no notice of `backlog` and queues 512; one more and the kernel drops. Who is still connecting may only be slow.
      const somaxconn = Number(readFileSync("/proc/sys/net/core/somaxconn", "utf8"));
      const queued = Math.min(512, somaxconn) + 1;
      for (let count = 0; count < queued + 50; count += 1)
        fillers.push(connect(Number(port), "127.0.0.1").on("error", () => {}));
      await until("the queue is full", () => fillers.filter((socket) => !socket.connecting).length >= queued);
      const error = await failure(post({ port: Number(port) }, { connectTimeoutMs: 200, timeoutMs: 30_000 }));
      expect(error.kind).toBe("timeout");
      expect(error.durationMs).toBeWithin(190, 29_000);
    } finally {
      for (const socket of fillers) socket.destroy();
      deaf.kill("SIGKILL");
    }
  });

  test("a look-up that fails is dns, one that is overdue too, and a slow one counts towards the deadline", async () => {
    await using receiver = await startReceiver({});
    const never = () => new Promise<never>(() => {});
    const failing = () => Promise.reject(new Error("ENOTFOUND"));
    expect(await failure(post(receiver, { rules: { ...rules, resolve: failing } }))).toMatchObject({
      kind: "dns",
    });
    const overdue = { ...rules, resolve: never, dnsTimeoutMs: 50 };
    expect(await failure(post(receiver, { rules: overdue }))).toMatchObject({ kind: "dns" });
    const error = await failure(post(receiver, { rules: { ...rules, resolve: never }, timeoutMs: 60 }));
    expect(error).toMatchObject({ kind: "timeout", remoteAddress: undefined });
    const lookUp = () => Bun.sleep(3_000).then(() => [{ address: "127.0.0.1" }]);
    const slow = { ...rules, resolve: lookUp, dnsTimeoutMs: 20_000 };
    const late = await failure(post(receiver, { rules: slow, timeoutMs: 4_000 }));
    expect(late.kind).toBe("timeout");
    // Seven seconds where the look-up did not count.
    expect(late.durationMs).toBeWithin(3_990, 6_900);
  });

  test("a header that can't be sent is the caller's mistake and not a failure of the target", async () => {
    await using receiver = await startReceiver({});
    expect(await errorOf(post(receiver, { headers: { "x-a": "b\r\nx-c: d" } }))).toBeInstanceOf(TypeError);
  });
});

describe("an abort", () => {
  test("before the call sends nothing and looks nothing up", async () => {
    await using receiver = await startReceiver({});
    let lookups = 0;
    const counting = async () => {
      lookups += 1;
      return [{ address: "127.0.0.1" }];
    };
    const error = await failure(
      post(receiver, { signal: AbortSignal.abort(), rules: { ...rules, resolve: counting } }),
    );
    expect(error.kind).toBe("interrupted");
    expect(lookups).toBe(0);
    expect(receiver.received).toEqual([]);
  });

  test("during the look-up does not wait for it", async () => {
    await using receiver = await startReceiver({});
    const abort = new AbortController();
    const stuck = () => {
      queueMicrotask(() => abort.abort());
      return new Promise<never>(() => {});
    };
    const error = await failure(
      post(receiver, { signal: abort.signal, rules: { ...rules, resolve: stuck } }),
    );
    expect(error.kind).toBe("interrupted");
    expect(error.durationMs).toBeLessThan(10_000);
  });

  test("while the answer is awaited closes the connection", async () => {
    const abort = new AbortController();
    await using receiver = await startReceiver({ onRequest: () => abort.abort() });
    const error = await failure(post(receiver, { signal: abort.signal }));
    expect(error.kind).toBe("interrupted");
    await receiver.closed;
  });

  test("after the answer changes nothing", async () => {
    await using receiver = await startReceiver(answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
    const abort = new AbortController();
    const answer = await post(receiver, { signal: abort.signal });
    abort.abort();
    expect(answer.status).toBe(200);
  });
});
