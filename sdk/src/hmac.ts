/** A body as it goes over the wire: text, or the raw bytes. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** An imported HMAC-SHA-256 key; written so that no DOM types are needed to name it. */
export type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const algorithm = { name: "HMAC", hash: "SHA-256" } as const;
/** Half of a surrogate pair on its own has no UTF-8 form: encoders replace it, so two texts would share one signature. */
const loneSurrogate = /\p{Surrogate}/u;
const encoder = /* @__PURE__ */ new TextEncoder();

/** Imports `secret` once, so that many signatures can be made and checked with it. */
export function importHmacKey(secret: string | Uint8Array): Promise<SigningKey> {
  return crypto.subtle.importKey("raw", exactBytes(secret), algorithm, false, ["sign", "verify"]);
}

/** HMAC-SHA-256 over `prefix` followed by the body byte for byte. */
export async function signBytes(key: SigningKey, prefix: string, body: RawBody): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign(algorithm.name, key, joined(prefix, body)));
}

/** Checks in constant time (the runtime's own comparison) that `signature` is the one of `signBytes`. */
export function verifyBytes(
  key: SigningKey,
  signature: Uint8Array,
  prefix: string,
  body: RawBody,
): Promise<boolean> {
  return crypto.subtle.verify(algorithm.name, key, exactBytes(signature), joined(prefix, body));
}

/** The bytes of a body. Throws a TypeError for what has none: a parsed object, or a lone surrogate. */
export function bytesOf(body: RawBody): Uint8Array {
  if (typeof body === "string") {
    if (loneSurrogate.test(body))
      throw new TypeError("The body holds a lone surrogate, which has no UTF-8 form.");
    return encoder.encode(body);
  }
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError(
    "Pass the raw body (text or bytes), not the parsed one: only its exact bytes are signed.",
  );
}

function joined(prefix: string, body: RawBody): ArrayBuffer {
  const head = encoder.encode(prefix);
  const tail = bytesOf(body);
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all.buffer;
}

/** A copy in a buffer of its own: WebCrypto's types refuse views of shared memory. */
function exactBytes(source: string | Uint8Array): ArrayBuffer {
  const bytes = typeof source === "string" ? encoder.encode(source) : source;
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy.buffer;
}
