import { NetworkError } from "./network-error.ts";
import { readError, readJson, resultOf } from "./read-response.ts";
import { retryDelay } from "./retry-delay.ts";
import { ServiceError } from "./service-error.ts";
import { sleep } from "./sleep.ts";
import type { CallOptions, Result } from "./types/result.ts";

/** The part of `fetch` that the client uses, so that a stand-in is easy to write. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type ConnectionOptions = {
  /** Address of the service, such as `https://reporting.example`. */
  baseUrl: string;
  /** Instead of the runtime's own. */
  fetch?: Fetch | undefined;
  /** Milliseconds for each attempt; 30,000 when left out. For streams: until their headers are there. */
  timeoutMs?: number | undefined;
  /** Repetitions after a failed attempt, 0 to 10; 2 when left out. */
  retries?: number | undefined;
  /** Upper bound of the first wait in milliseconds, doubled each time; 500 when left out. */
  backoffMs?: number | undefined;
};

export type CallRequest = {
  /** Name for error messages. */
  operation: string;
  method: "GET" | "POST" | "DELETE";
  /** Begins with `/`, its parts encoded. */
  path: string;
  body?: string | undefined;
  /** Made anew for each attempt, because signatures age. */
  headers?: (() => Promise<Record<string, string>>) | undefined;
  /** False when a second run could act a second time: then only a 429, which has not acted, is repeated. */
  isRepeatable: boolean;
};

/** Sends requests with retries; every operation goes through one of the two. */
export type Call = {
  json<T>(request: CallRequest, options: CallOptions | undefined): Promise<Result<T>>;
  /** Resolves once the headers are there, with the body unread. */
  response(request: CallRequest, options: CallOptions | undefined): Promise<Response>;
};

const defaultTimeoutMs = 30_000;
const defaultRetries = 2;
const retriesMax = 10;
const defaultBackoffMs = 500;

type Answer = { response: Response; text: string };

/** A `Call` with these options; `key` is sent as bearer where it is not null. Throws a TypeError for bad options. */
export function createCall(options: ConnectionOptions, key: string | null): Call {
  const send = options.fetch ?? ((url, init) => fetch(url, init));
  const baseUrl = readBaseUrl(options.baseUrl);
  const retries = readRetries(options.retries ?? defaultRetries);
  const backoffMs = options.backoffMs ?? defaultBackoffMs;

  async function attempt(request: CallRequest, call: CallOptions, keepsBody: boolean): Promise<Answer> {
    const ownHeaders = await request.headers?.();
    const timer = new AbortController();
    const timeout = setTimeout(() => timer.abort(), call.timeoutMs ?? options.timeoutMs ?? defaultTimeoutMs);
    try {
      const response = await send(baseUrl + request.path, {
        method: request.method,
        headers: {
          Accept: keepsBody ? "*/*" : "application/json",
          ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
          ...(request.body === undefined ? {} : { "Content-Type": "application/json" }),
          ...ownHeaders,
        },
        ...(request.body === undefined ? {} : { body: request.body }),
        signal: call.signal ? AbortSignal.any([call.signal, timer.signal]) : timer.signal,
        // A redirect is not followed: it could carry the key, or repeat a POST as a GET, somewhere else.
        redirect: "manual",
      });
      return { response, text: keepsBody && response.ok ? "" : await response.text() };
    } catch (error) {
      call.signal?.throwIfAborted();
      throw new NetworkError(request.operation, timer.signal.aborted ? "timeout" : "network", error);
    } finally {
      clearTimeout(timeout);
    }
  }

  async function run(request: CallRequest, call: CallOptions = {}, keepsBody = false): Promise<Answer> {
    let failure: unknown;
    for (let retry = 1; retry <= retries + 1; retry += 1) {
      call.signal?.throwIfAborted();
      try {
        const answer = await attempt(request, call, keepsBody);
        if (answer.response.ok) return answer;
        failure = readError(request.operation, answer.response, answer.text);
      } catch (error) {
        if (!(error instanceof NetworkError)) throw error;
        failure = error;
      }
      if (retry > retries || !mayRepeat(failure, request.isRepeatable)) break;
      const retryAfterSeconds = failure instanceof ServiceError ? failure.retryAfterSeconds : null;
      const waitMs = retryDelay({ retry, backoffMs, retryAfterSeconds, random: Math.random() });
      if (waitMs === null) break;
      await sleep(waitMs, call.signal);
    }
    throw failure;
  }

  return {
    async json<T>(request: CallRequest, call: CallOptions | undefined) {
      const { response, text } = await run(request, call);
      return resultOf(response, readJson<T>(request.operation, response, text));
    },
    async response(request, call) {
      return (await run(request, call, true)).response;
    },
  };
}

function mayRepeat(failure: unknown, isRepeatable: boolean): boolean {
  if (!(failure instanceof ServiceError)) return isRepeatable;
  if (failure.status === 429) return true;
  // The contract says of `export_creation_failed` that the call may be repeated.
  return isRepeatable && (failure.status === 503 || failure.code === "export_creation_failed");
}

function readRetries(retries: number): number {
  if (Number.isInteger(retries) && retries >= 0 && retries <= retriesMax) return retries;
  throw new TypeError(`retries must be a whole number from 0 to ${retriesMax}.`);
}

function readBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
  if (!isPlain)
    throw new TypeError("baseUrl must be the service's address, such as https://reporting.example.");
  return url.href.replace(/\/+$/, "");
}
