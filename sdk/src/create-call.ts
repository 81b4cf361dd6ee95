import { NetworkError } from "./network-error.ts";
import { readAnswer } from "./read-answer.ts";
import { retryDelay } from "./retry-delay.ts";
import type { ServiceError } from "./service-error.ts";
import { sleep, timerMaxMs } from "./sleep.ts";
import type { CallOptions, Result } from "./types/result.ts";
import { sdkName } from "./version.ts";

/** The part of `fetch` that the client uses, so that a stand-in is easy to write. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type ConnectionOptions = {
  /** Address of the service, such as `https://reporting.example`. */
  baseUrl: string;
  /** Instead of the runtime's own. */
  fetch?: Fetch | undefined;
  /** Milliseconds for each attempt, more than 0; 30,000 when left out. For streams: until their headers are there. */
  timeoutMs?: number | undefined;
  /** Repetitions after a failed attempt, 0 to 10; 2 when left out. */
  retries?: number | undefined;
  /** Upper bound of the first wait in milliseconds, doubled each time; 500 when left out. */
  backoffMs?: number | undefined;
};

type CallRequest<T> = {
  options: CallOptions | undefined;
  /** GET when left out. */
  method?: "POST" | "DELETE";
  query?: string;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Gives further headers, anew for each attempt, because signatures age. */
  sign?: (body: string) => Promise<{ headers: Record<string, string> }>;
  /** True when a second run could act a second time: then only a 429, which has not acted, is repeated. */
  actsAgain?: boolean;
  /** Takes the data of an answer whose body is not JSON: unread, as soon as the headers are there. */
  read?: (response: Response) => T;
};

/**
 * Sends a request, with retries; every operation goes through it. `operation` is the name for error messages,
 * `path` what follows the root, each part a name or an id.
 */
export type Call = <T>(operation: string, path: string[], request: CallRequest<T>) => Promise<Result<T>>;

/** Ids are numbers and UUIDs. Anything else must not reach the path: `..` would turn one operation into another. */
const pathPartShape = /^[\w-]{1,100}$/;

/** A `Call` to what is below `root`; `key` is sent as bearer where there is one. Throws a TypeError for bad options. */
export function createCall(connection: ConnectionOptions, root: string, key?: string): Call {
  const { retries = 2, backoffMs = 500, fetch: send = (url, init) => fetch(url, init) } = connection;
  const retriesMax = 10;
  const rootUrl = readBaseUrl(connection.baseUrl) + root;
  if (!(Number.isInteger(retries) && retries >= 0 && retries <= retriesMax)) {
    throw new TypeError(`retries must be a whole number from 0 to ${retriesMax}.`);
  }
  const clientTimeoutMs = readTimeout(connection.timeoutMs ?? 30_000);

  return async <T>(operation: string, path: string[], request: CallRequest<T>): Promise<Result<T>> => {
    const { options = {}, method = "GET", query = "", actsAgain } = request;
    const { signal } = options;
    const timeoutMs = readTimeout(options.timeoutMs ?? clientTimeoutMs);
    if (!path.every((part) => pathPartShape.test(part))) {
      throw new TypeError("An id must be a number or UUID.");
    }
    const body = JSON.stringify(request.body);
    for (let retry = 1; ; retry += 1) {
      signal?.throwIfAborted();
      const signature = await request.sign?.(body);
      // Not within the try: a value that no header takes is the caller's fault, and no network's.
      const headers = new Headers({
        // Only with a key: pages in a browser call the tools, where a header of its own would need permission first.
        ...(key && {
          Authorization: `Bearer ${key}`,
          "User-Agent": sdkName,
          "X-Service-Sdk": sdkName,
        }),
        ...(body && { "Content-Type": "application/json" }),
        ...request.headers,
        ...signature?.headers,
      });
      const timer = new AbortController();
      const timeout = setTimeout(() => timer.abort(), timeoutMs);
      let answer: Result<T> | ServiceError | NetworkError;
      try {
        const response = await send(`${rootUrl}${path.join("/")}${query}`, {
          method,
          headers,
          body: body ?? null,
          signal: signal ? AbortSignal.any([signal, timer.signal]) : timer.signal,
          // A redirect is not followed: it could carry the key, or repeat a POST as a GET, somewhere else.
          redirect: "manual",
        });
        answer = await readAnswer(operation, response, request.read);
      } catch (error) {
        signal?.throwIfAborted();
        answer = new NetworkError(operation, timer.signal.aborted ? "timeout" : "network", error);
      } finally {
        clearTimeout(timeout);
      }
      if (!(answer instanceof Error)) return answer;

      const { status, code, retryAfterSeconds = null }: Failure = answer;
      // The contract says of `export_creation_failed` that the call may be repeated.
      const isRepeatable = status === undefined || status === 503 || code === "export_creation_failed";
      const mayRepeat = retry <= retries && (status === 429 || (isRepeatable && !actsAgain));
      const waitMs = mayRepeat
        ? retryDelay({ retry, backoffMs, retryAfterSeconds, random: Math.random() })
        : null;
      if (waitMs === null) throw answer;
      await sleep(waitMs, signal);
    }
  };
}

/** Without a status no answer came; a redirect that a browser hides has 0. */
type Failure = { status?: number; code: string; retryAfterSeconds?: number | null };

function readTimeout(timeoutMs: number): number {
  if (timeoutMs > 0) return Math.min(timeoutMs, timerMaxMs);
  throw new TypeError("timeoutMs must be more than 0.");
}

function readBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl).href : "";
  // No user, no query, no fragment: paths are appended.
  if (/^https?:\/\/[^/@]+\/[^?#]*$/.test(url)) return url.replace(/\/+$/, "");
  throw new TypeError("baseUrl must be an address such as https://reporting.example.");
}
