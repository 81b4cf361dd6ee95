/**
 * True when an error says that the database can't be reached or has no room, rather than that a statement is wrong.
 * Sources: PostgreSQL appendix "Error Codes" (classes 08, 53, 57P; 57014, 25006, and 25P03 and 25P04, which end
 * a session that idles in its transaction); the postgres driver's and Node's own codes.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return false;
  return driverCodes.has(error.code) || sqlStates.test(error.code) || isLostWorker(error.message, error.code);
}

/** A coordinator gives this code to all that libpq says of a worker that dies in the middle of a statement. */
function isLostWorker(message: string, code: string): boolean {
  return code === "XX000" && message.startsWith("server closed the connection unexpectedly");
}

const driverCodes = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "CONNECT_TIMEOUT",
  "NO_WRITABLE_SERVER",
  "POOL_EXHAUSTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "FailedToOpenSocket",
]);
const sqlStates = /^(08...|53...|57P0[1-5]|57014|25006|25P0[34])$/;
