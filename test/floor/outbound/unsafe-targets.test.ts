import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createServer, type Server } from "node:net";
import { createAddressRanges } from "../../../service/floor/http/address-ranges.ts";
import { PinnedRequestError } from "../../../service/floor/outbound/pinned-request-error.ts";
import { postPinned } from "../../../service/floor/outbound/post-pinned.ts";
import { UnsafeTargetError } from "../../../service/floor/outbound/unsafe-target-error.ts";
import { unsafeTargets } from "./unsafe-targets.ts";

let listener: Server;
let port = 0;
let connections = 0;

beforeAll(async () => {
  listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  // On every address of this machine, IPv6 too, so that no spelling of it can miss the listener.
  port = await listenOn(listener);
});

afterAll(() => {
  listener.close();
});

describe("a target that is not safe gets no byte", () => {
  for (const [reason, targets] of Object.entries(unsafeTargets)) {
    for (const target of targets) {
      test(`${reason}: ${JSON.stringify(target.slice(0, 90))}`, async () => {
        const { kind, cause, remoteAddress } = await postTo(target);
        expect(cause).toBeInstanceOf(UnsafeTargetError);
        expect(cause).toMatchObject({ reason });
        expect(kind).toBe(reason === "not_resolvable" ? "dns" : "unsafe_endpoint");
        expect(remoteAddress).toBeUndefined();
        expect(connections).toBe(0);
      });
    }
  }

  test("at least 150 spellings are tried, none of them twice", () => {
    const targets = Object.values(unsafeTargets).flat();
    expect(new Set(targets).size).toBe(targets.length);
    expect(targets.length).toBeGreaterThanOrEqual(150);
  });

  test("a name that moves to another address after the look-up is looked up once and never followed there", async () => {
    let hits = 0;
    const rebound = createServer((socket) => {
      hits += 1;
      socket.destroy();
    });
    const reboundPort = await listenOn(rebound, "127.0.0.1");
    try {
      let lookups = 0;
      // 127.0.0.2, where nobody listens, stands for the public address; 127.0.0.1 is what an attacker waits for.
      const rebinding = async () => {
        lookups += 1;
        return [{ address: lookups === 1 ? "127.0.0.2" : "127.0.0.1" }];
      };
      const rules = { resolve: rebinding, allowCidrs: createAddressRanges(["127.0.0.2/32"]) };
      const body = new TextEncoder().encode("{}");
      const post = postPinned(`http://hooks.example:${reboundPort}/`, { headers: {}, body, rules });
      const error = await post.catch((caught: unknown) => caught);
      expect(error).toMatchObject({ kind: "connect", remoteAddress: "127.0.0.2" });
      expect(lookups).toBe(1);
      expect(hits).toBe(0);
    } finally {
      rebound.close();
    }
  });

  test("a connection that leads to another address than the checked one gets no byte of the request", async () => {
    let received = "";
    const elsewhere = createServer((socket) => {
      socket.on("data", (bytes) => {
        received += bytes.toString("latin1");
      });
    });
    const elsewherePort = await listenOn(elsewhere, "127.0.0.1");
    try {
      // Linux takes 0.0.0.0 for this machine, so that the other end is 127.0.0.1.
      const rules = { allowCidrs: createAddressRanges(["0.0.0.0/8"]) };
      const body = new TextEncoder().encode("{}");
      const post = postPinned(`http://0.0.0.0:${elsewherePort}/`, { headers: {}, body, rules });
      const error = await post.catch((caught: unknown) => caught);
      expect(error).toMatchObject({ kind: "unsafe_endpoint", remoteAddress: "0.0.0.0" });
      expect(received).toBe("");
    } finally {
      elsewhere.close();
    }
  });

  test("the listener does see a connection when one is made, so that the zeros above mean something", async () => {
    const body = new TextEncoder().encode("{}");
    const rules = { allowCidrs: createAddressRanges(["127.0.0.0/8"]) };
    const post = postPinned(`http://127.0.0.1:${port}/`, { headers: {}, body, rules });
    const error = await post.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: "connect" });
    expect(connections).toBe(1);
  });
});

/** Without a host it listens on every address of the machine. */
async function listenOn(server: Server, host?: string): Promise<number> {
  await new Promise<void>((resolve) =>
    server.listen({ port: 0, ...(host === undefined ? {} : { host }) }, resolve),
  );
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the listener has no port");
  return address.port;
}

async function resolve(hostName: string): Promise<{ address: string }[]> {
  return hostName.endsWith("no-answer.example") ? [] : [{ address: "127.0.0.1" }];
}

async function postTo(target: string): Promise<PinnedRequestError> {
  const body = new TextEncoder().encode("{}");
  try {
    await postPinned(target.replaceAll("PORT", String(port)), {
      headers: {},
      body,
      rules: { resolve },
      timeoutMs: 2_000,
    });
  } catch (error) {
    if (error instanceof PinnedRequestError) return error;
    throw error;
  }
  throw new Error("the post was answered");
}
