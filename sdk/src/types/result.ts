/** Where the agency stands with its requests an hour. */
export type RateLimit = {
  /** Requests allowed an hour. */
  limit: number;
  remaining: number;
  /** When the next request frees. */
  resetAt: Date;
};

/** What every operation of the client gives back. */
export type Result<T> = {
  /** The answer's body. */
  data: T;
  /** Null where the answer does not say (the public tools don't). */
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
