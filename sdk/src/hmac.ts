/** A body as it goes over the wire: text, or the raw bytes. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** An imported HMAC-SHA-256 key; written so that no DOM types are needed to name it. */
export type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Half of a surrogate pair on its own has no UTF-8 form: encoders replace it, so two texts would share one signature. */
export const loneSurrogate: RegExp = /\p{Surrogate}/u;

/** Imports `secret` once, so that many signatures can be made and checked with it. */
export function importHmacKey(secret: string | Uint8Array): Promise<SigningKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", joined("", secret), algorithm, false, ["sign", "verify"]);
}

/** HMAC-SHA-256 over `prefix` followed by the body byte for byte. */
export async function signBytes(key: SigningKey, prefix: string, body: RawBody): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, joined(prefix, body)));
}

/** Checks in constant time (the runtime's own comparison) that `signature` is the one of `signBytes`. */
export function verifyBytes(
  key: SigningKey,
  signature: Uint8Array,
  prefix: string,
  body: RawBody,
): Promise<boolean> {
  return crypto.subtle.verify("HMAC", key, joined("", signature), joined(prefix, body));
}

/** The bytes of a body. Throws a TypeError for what has none: a parsed object, or a lone surrogate. */
export function bytesOf(body: RawBody): Uint8Array {
  if (typeof body === "string") {
    if (loneSurrogate.test(body)) throw new TypeError("A lone surrogate has no UTF-8 form.");
    return new TextEncoder().encode(body);
  }
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError("Pass the raw body (text or bytes), not the parsed one.");
}

/** A moment as it is signed and sent. Throws a RangeError for what has more digits than Unix seconds, as milliseconds have. */
export function unixSeconds(timestamp: number): string {
  if (/^\d{1,11}$/.test(`${timestamp}`)) return `${timestamp}`;
  throw new RangeError("timestamp must be Unix time in whole seconds.");
}

/** Both in a buffer of their own: WebCrypto's types refuse views of shared memory. */
function joined(prefix: string, body: RawBody): ArrayBuffer {
  const head = bytesOf(prefix);
  const tail = bytesOf(body);
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all.buffer;
}
