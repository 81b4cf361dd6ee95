/** Where the agency stands with its requests an hour, or a client address with the calls of one public tool. */
export type RateLimit = {
  /** Requests allowed an hour; calls of a public tool in 15 minutes. */
  limit: number;
  remaining: number;
  /** The second at which the next slot frees; the others free one by one after it. */
  resetAt: Date;
};

/** What every operation of the client gives back. */
export type Result<T> = {
  /** The answer's body. */
  data: T;
  /** Null where the answer does not say. */
  rateLimit: RateLimit | null;
  /** Names this request in the service's log; say it when you ask for help. */
  requestId: string | null;
};

/** What every operation of the client takes. */
export type CallOptions = {
  /** Ends the call, its waits and its streams; the call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt, instead of the client's. */
  timeoutMs?: number | undefined;
};
