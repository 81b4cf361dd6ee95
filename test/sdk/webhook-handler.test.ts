import { describe, expect, test } from "bun:test";
import { signWebhook, type WebhookHandlerOptions, webhookHandler } from "../../sdk/src/index.ts";
import { thrownBy } from "../support/error-of.ts";

const secret = `svc_whsec_${Buffer.alloc(32, 5).toString("base64")}`;

describe("webhookHandler", () => {
  test("calls the function for the type with the event and its message id, and answers 204", async () => {
    const { handle, calls } = recordingHandler();
    expect((await handle(await delivery("export.completed"))).status).toBe(204);
    expect(calls).toEqual(["export.completed 7 msg_1"]);
  });

  test("tells a test event from one that has happened", async () => {
    const told: boolean[] = [];
    const { handle } = recordingHandler({ onOther: (_, { test: isTest }) => told.push(isTest) });
    for (const mark of [{ test: true }, {}, { test: "false" }])
      expect((await handle(await delivery("report.created", { mark }))).status).toBe(204);
    expect(told).toEqual([true, false, false]);
  });

  test("calls onOther for every other type, inherited names included", async () => {
    const { handle, calls } = recordingHandler();
    for (const type of ["report.created", "constructor", "__proto__"]) {
      expect((await handle(await delivery(type))).status).toBe(204);
    }
    expect(calls).toEqual(["other report.created", "other constructor", "other __proto__"]);
  });

  test("answers 204 to an event that nobody wants", async () => {
    const { handle } = recordingHandler({ onOther: undefined });
    expect((await handle(await delivery("report.created"))).status).toBe(204);
  });

  test("waits for the function, and throws on what it throws, so that the service delivers again", async () => {
    const failing = recordingHandler({
      on: { "export.completed": () => Promise.reject(new Error("disk full")) },
    });
    expect(await thrownBy(failing.handle(await delivery("export.completed")))).toThrow("disk full");
  });

  test("answers 401 to a changed body or an old delivery, and calls nothing", async () => {
    const { handle, calls } = recordingHandler();
    const changed = await handle(await delivery("export.completed", { body: "{}" }));
    expect([changed.status, await changed.json()]).toEqual([401, { error: "wrong_signature" }]);
    const old = await handle(await delivery("export.completed", { timestamp: 1_700_000_000 }));
    expect([old.status, await old.json()]).toEqual([401, { error: "timestamp_too_old" }]);
    expect((await handle(new Request("http://localhost/", { method: "POST" }))).status).toBe(401);
    expect(calls).toEqual([]);
  });

  test("answers 405 to other methods", async () => {
    const answer = await recordingHandler().handle(new Request("http://localhost/hooks"));
    expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "POST"]);
  });

  test("reads 64 KiB of a body, and answers 413 to one byte more", async () => {
    const { handle } = recordingHandler();
    expect((await handle(await delivery("a", { body: "x".repeat(65_536) }))).status).toBe(401);
    expect((await handle(await delivery("a", { body: "x".repeat(65_537) }))).status).toBe(413);
  });

  test("throws for a secret that is none, because that is no fault of the delivery", async () => {
    const { handle } = recordingHandler({ secret: "hunter2" });
    expect(await thrownBy(handle(await delivery("export.completed")))).toThrow("malformed secret");
  });
});

/** A delivery as the service sends it, of an event with this type. */
async function delivery(
  type: string,
  changes: { body?: string; timestamp?: number; method?: string; mark?: object } = {},
) {
  const event = { type, timestamp: "2026-07-22T10:15:00Z", data: { agencyId: 7 } };
  const body = JSON.stringify({ ...event, ...changes.mark });
  const timestamp = changes.timestamp ?? Math.floor(Date.now() / 1000);
  const { headers } = await signWebhook({ secret, id: "msg_1", timestamp, body });
  return new Request("http://localhost/hooks", { method: "POST", headers, body: changes.body ?? body });
}

/** A handler that writes down what it was called with. */
function recordingHandler(options: Partial<WebhookHandlerOptions> = {}) {
  const calls: string[] = [];
  const handle = webhookHandler({
    secret,
    on: {
      "export.completed": ({ type, data }, { messageId }) =>
        calls.push(`${type} ${data.agencyId} ${messageId}`),
    },
    onOther: ({ type }) => calls.push(`other ${type}`),
    ...options,
  });
  return { handle, calls };
}
