import type { Call, CallRequest } from "./create-call.ts";
import { emptyStream } from "./read-attachment.ts";
import { resultOf } from "./read-response.ts";
import type { DeletedReportingData, ReportingData } from "./types/reporting-data.ts";
import type { CallOptions, Result } from "./types/result.ts";

export type DataOperations = {
  /** All reporting data of the agency, in memory; take the stream where it may be large. */
  exportReportingData(options?: CallOptions): Promise<Result<ReportingData>>;
  /**
   * The same JSON document as a stream of bytes. `timeoutMs` counts until the stream begins.
   *
   * @example Node
   * ```ts
   * const { data: stream } = await client.data.exportReportingDataStream();
   * await writeFile("reporting-data.json", stream);
   * ```
   */
  exportReportingDataStream(options?: CallOptions): Promise<Result<ReadableStream<Uint8Array>>>;
  /**
   * Deletes all reporting data of the agency, for good. Not repeated after a fault, since what was recorded meanwhile would
   * be lost too: ask `exportReportingData` what is left.
   *
   * @example
   * ```ts
   * const { data } = await client.data.deleteReportingData({ confirm: "DELETE REPORTING DATA" });
   * console.table(data.deleted);
   * ```
   */
  deleteReportingData(
    options: CallOptions & { confirm: typeof confirmation },
  ): Promise<Result<DeletedReportingData>>;
};

const path = "/api/reporting/v1/data";
const confirmation = "DELETE REPORTING DATA";

export function dataOperations(call: Call): DataOperations {
  const reading = (operation: string): CallRequest => ({
    operation,
    method: "GET",
    path,
    isRepeatable: true,
  });

  return {
    async exportReportingData(options) {
      return call.json(reading("exportReportingData"), options);
    },
    async exportReportingDataStream(options) {
      const response = await call.response(reading("exportReportingDataStream"), options);
      return resultOf(response, response.body ?? emptyStream());
    },
    async deleteReportingData(options) {
      if (options.confirm !== confirmation) throw new TypeError(`confirm must be "${confirmation}".`);
      return call.json(
        {
          operation: "deleteReportingData",
          method: "DELETE",
          path,
          headers: async () => ({ "X-Service-Confirm": confirmation }),
          isRepeatable: false,
        },
        options,
      );
    },
  };
}
