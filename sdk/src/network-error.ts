/**
 * No answer came: `timeout` when an attempt took longer than `timeoutMs`, `network` for DNS, connection and TLS
 * faults and answers cut short. Whether the service acted is unknown. `cause` holds the runtime's own error.
 *
 * @example
 * ```ts
 * if (error instanceof NetworkError && error.code === "timeout") retryLater();
 * ```
 */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  /** The operation of the client that failed. */
  declare readonly operation: string;
  declare readonly code: "timeout" | "network";

  constructor(operation: string, code: "timeout" | "network", cause: unknown) {
    super(`${operation}: ${code === "timeout" ? "no answer in time" : "service not reached"}.`, {
      cause,
    });
    this.operation = operation;
    this.code = code;
  }
}
