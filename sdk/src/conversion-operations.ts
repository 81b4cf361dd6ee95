import type { Call } from "./create-call.ts";
import { signConversion } from "./sign-conversion.ts";
import type { ConversionEvent, RecordedConversion } from "./types/conversion.ts";
import type { CallOptions, Result } from "./types/result.ts";

export type ConversionOperations = {
  /**
   * Reports something that happened because of a press release, signed over exactly the bytes that are sent.
   * Repeat it as often as you like: one `eventId` is stored once.
   *
   * @example
   * ```ts
   * const { data } = await client.conversions.recordConversion({
   *   eventId: order.id,
   *   pressReleaseId: 42,
   *   kind: "purchase",
   *   value: 49.9,
   *   currency: "EUR",
   *   occurredAt: new Date(),
   * });
   * data.duplicate; // false, and true for the same eventId again
   * ```
   */
  recordConversion(event: ConversionEvent, options?: CallOptions): Promise<Result<RecordedConversion>>;
};

export function conversionOperations(call: Call, apiKey: string): ConversionOperations {
  return {
    async recordConversion(event, options) {
      const body = JSON.stringify(event);
      return call.json(
        {
          operation: "recordConversion",
          method: "POST",
          path: "/api/reporting/v1/conversions",
          body,
          headers: async () => ({ ...(await signConversion({ apiKey, body })).headers }),
          isRepeatable: true,
        },
        options,
      );
    },
  };
}
