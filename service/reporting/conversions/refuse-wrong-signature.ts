import { createHmac, timingSafeEqual } from "node:crypto";
import { readConversionSignature } from "../../../sdk/src/sign-conversion.ts";
import { ServiceError } from "../../errors.ts";
import type { Caller } from "../../http/caller.ts";

/**
 * Throws `invalid_signature` unless the headers sign exactly these bytes with the caller's key. What the headers may say is
 * the SDK's own rule; only the HMAC is computed by `node:crypto`, because WebCrypto hands it to a thread and takes many times
 * as long.
 */
export function refuseWrongSignature(input: { caller: Caller; bytes: Uint8Array; headers: Headers }): void {
  const read = readConversionSignature({
    timestamp: input.headers.get("x-service-timestamp"),
    signature: input.headers.get("x-service-signature"),
  });
  if ("reason" in read) throw refusal(read.reason);
  const expected = createHmac("sha256", input.caller.key)
    .update(`${read.timestamp}.`)
    .update(input.bytes)
    .digest();
  if (!timingSafeEqual(expected, Buffer.from(read.signature, "hex"))) throw refusal("wrong_signature");
}

function refusal(reason: string): ServiceError {
  return new ServiceError("invalid_signature", `The conversion's signature was refused: ${reason}.`);
}
