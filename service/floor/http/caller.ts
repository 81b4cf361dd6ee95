/** Who calls, once the key is known. `key` is the credential itself: it signs conversions and is never logged. */
export type Caller = {
  agencyId: number;
  keyId: string;
  key: string;
  plan: string;
  hourlyLimit: number;
};

/** Requests that an agency may make in any 3600 seconds, over all its keys, REST and agent endpoint together. */
export const hourlyLimitDefault = 500;
export const hourlyWindowSeconds = 3600;

/** Finds the caller of a key. Throws `unauthorized`; answers from memory for at most 10 s. */
export type Authenticate = (headers: Headers) => Promise<Caller>;
