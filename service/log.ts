/** One JSON line per event on stderr. Fields that could hold a secret are cut, whatever the caller passes. */
export type LogLevel = "debug" | "info" | "warn" | "error";
export type LogFields = Record<string, unknown>;
export type Log = Record<LogLevel, (event: string, fields?: LogFields) => void>;

const severity: Record<LogLevel, number> = { debug: 10, info: 20, warn: 30, error: 40 };

/** Our own credentials by their shape, a link that decides or signs in by its path, and credentials inside a URL. */
const secretShapes =
  /svc_key_[0-9A-Za-z]{4,}|svc_whsec_[0-9A-Za-z+/=]+|whsec_[0-9A-Za-z+/=]+|v1,[0-9A-Za-z+/=]{40,}|(?<=\/(?:approvals|anmelden)\/)[^\s"?#]+|(?<=:\/\/)[^\s/"]+@|Bearer\s+[^\s"]+/g;
const secretNames = /authorization|api[-_]?key|secret|token|signature|password|cookie/i;

/**
 * Returns a logger that writes lines of `minimumLevel` and above with `write` (one call per line, no newline). `origin` stands in
 * each of them.
 */
export function createLog(
  minimumLevel: LogLevel | "silent",
  write: (line: string) => void,
  origin: LogFields = {},
): Log {
  const threshold = minimumLevel === "silent" ? Number.POSITIVE_INFINITY : severity[minimumLevel];
  const at =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}) => {
      if (severity[level] < threshold) return;
      write(lineOf({ time: new Date().toISOString(), level, event }, { ...origin, ...fields }));
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** A log that throws would turn a warning into a failed request: what can't be written leaves its event at least. */
function lineOf(head: Record<string, string>, fields: LogFields): string {
  try {
    return JSON.stringify({ ...head, ...fields }, redact);
  } catch (error) {
    return JSON.stringify({ ...head, unwritable: String(error) }, redact);
  }
}

function redact(name: string, value: unknown): unknown {
  if (value instanceof Error) {
    return {
      name: value.name,
      message: value.message,
      code: errorCode(value),
      stack: value.stack,
      cause: value.cause,
      // A connection refused on IPv4 and IPv6 is an empty message with two errors inside.
      errors: value instanceof AggregateError ? value.errors : undefined,
    };
  }
  if (name !== "" && value !== undefined && value !== null && secretNames.test(name)) return "[redacted]";
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "string") return value.replace(secretShapes, "[redacted]");
  return value;
}

function errorCode(error: Error): unknown {
  return "code" in error ? error.code : undefined;
}

/** One warning a minute tells enough of what goes wrong at each request. */
const warningPauseMs = 60_000;

/** Returns what logs a warning of each event at most once a minute, and says whether it did. */
export function createWarner(log: Log): (event: string, fields: LogFields) => boolean {
  const warnAgainAtMs = new Map<string, number>();
  return (event, fields) => {
    const nowMs = performance.now();
    if (nowMs < (warnAgainAtMs.get(event) ?? 0)) return false;
    warnAgainAtMs.set(event, nowMs + warningPauseMs);
    log.warn(event, fields);
    return true;
  };
}
