import { expect, test } from "bun:test";
import { webhookEventTypes as sdkEventTypes } from "../../../sdk/src/index.ts";
import { createMessage, payloadBytesMax } from "../../../service/features/events/enqueue-event.ts";
import { webhookEventTypes } from "../../../service/features/events/event-schema.ts";
import { describeWebhooks, eventSchema } from "../../../service/features/reporting/webhooks/openapi.ts";
import { checkOf } from "../../../service/floor/http/field-errors.ts";
import { registerFormats } from "../../../service/schema.ts";
import { reportCreated } from "../reporting/webhooks/webhook-calls.ts";

registerFormats();

test("the service and the SDK list the same events in the same order", () => {
  expect([...webhookEventTypes]).toEqual([...sdkEventTypes]);
});

test("every event stands in the OpenAPI document with its body and its headers", () => {
  const described = describeWebhooks();
  expect(Object.keys(described)).toEqual(webhookEventTypes);
  for (const type of webhookEventTypes) {
    expect(described[type]).toMatchObject({
      post: {
        parameters: [
          { name: "webhook-id", required: true },
          { name: "webhook-timestamp", required: true },
          { name: "webhook-signature", required: true },
          { name: "webhook-test", required: false },
          { name: "webhook-replay", required: false },
        ],
        requestBody: {
          content: { "application/json": { schema: { properties: { type: { const: type } } } } },
        },
      },
    });
  }
});

test("a message holds type, timestamp and data with the agency, and fits its schema", () => {
  const event = reportCreated();
  const message = createMessage(12, event);
  const payload: unknown = JSON.parse(message.payload);
  expect(payload).toEqual({
    type: "report.created",
    timestamp: expect.any(String),
    data: { ...event.data, agencyId: 12 },
  });
  expect(checkOf(eventSchema("report.created")).Check(payload)).toBe(true);
  expect(checkOf(eventSchema("export.failed")).Check(payload)).toBe(false);
});

test("a payload of 20 KB is taken, and one byte more is the maker's mistake", () => {
  const bytesWithout = Buffer.byteLength(createMessage(1, reportCreated("")).payload);
  const room = payloadBytesMax - bytesWithout;
  expect(Buffer.byteLength(createMessage(1, reportCreated("x".repeat(room))).payload)).toBe(payloadBytesMax);
  expect(() => createMessage(1, reportCreated("x".repeat(room + 1)))).toThrow(RangeError);
  // Counted in bytes: each ü takes two.
  expect(() => createMessage(1, reportCreated("ü".repeat(room / 2 + 1)))).toThrow(RangeError);
});
