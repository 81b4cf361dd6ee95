import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { requestDeadlineMs } from "../../../floor/concurrency/within-deadline.ts";
import type { Sql } from "../../../floor/db/open.ts";
import type { DefineOperation } from "../../../floor/http/operation.ts";
import { lineWaitMs } from "../../../floor/limits/fair-seats.ts";
import { Text } from "../../../schema.ts";
import { deliveryLoopName } from "../../events/enqueue-event.ts";
import {
  conversionDuplicateExample,
  conversionExample,
  conversionRecordedExample,
  signingRules,
  signingVector,
} from "./examples.ts";
import { createRecordConversion, type RecordingOptions } from "./record-conversion.ts";
import { refuseWrongSignature } from "./rules.ts";
import { ConversionDuplicate, ConversionEvent, ConversionRecorded } from "./schema.ts";

const bodyBytesMax = 16 * 1024;

/** Documented only: a missing or malformed one is 401 `invalid_signature`, checked with the body in hand. */
const SignatureHeaders = Type.Object({
  "x-service-timestamp": Text(1, 15, {
    examples: [signingVector.timestamp],
    description: "Unix time in seconds, at most 5 minutes from the server's.",
  }),
  "x-service-signature": Type.String({
    examples: [signingVector.signature],
    pattern: "^([0-9a-f]{64}|[0-9A-F]{64})$",
    description:
      "Hex of HMAC-SHA-256, with the API key as secret, over the timestamp, a dot and the raw body.",
  }),
});

export type ConversionRouteDeps = { sql: Sql; wake: (loopName: string) => void } & Required<RecordingOptions>;

export function conversionRoutes(define: DefineOperation, deps: ConversionRouteDeps) {
  const { sql, wake } = deps;
  const recordConversion = createRecordConversion(sql, deps);
  const record = define({
    operationId: "recordReportingConversion",
    method: "POST",
    path: "/api/reporting/v1/conversions",
    tag: "Conversions",
    summary: "Record a conversion that you measured",
    description: signingRules,
    documentedHeaders: SignatureHeaders,
    body: {
      schema: ConversionEvent,
      example: conversionExample,
      bytesMax: bodyBytesMax,
      notJson: "invalid_json",
      notValid: "invalid_payload",
    },
    verifyBody: refuseWrongSignature,
    isJoined: true,
    // With a message it waits for a seat in its agency's line.
    deadlineMs: lineWaitMs + requestDeadlineMs,
    responses: {
      201: { description: "Recorded.", schema: ConversionRecorded, example: conversionRecordedExample },
      200: {
        description: "The event was known; nothing was stored.",
        schema: ConversionDuplicate,
        example: conversionDuplicateExample,
      },
    },
    errors: ["invalid_signature", "occurred_at_out_of_range", "release_not_found"],
    async handle({ caller, body }) {
      const { id, duplicate, messagesQueued } = await recordConversion(caller.agencyId, body);
      if (messagesQueued > 0) wake(deliveryLoopName);
      return { status: duplicate ? 200 : 201, body: { id, duplicate } };
    },
  });
  return new Elysia().route(record.method, record.path, record.handler, record.hook);
}
