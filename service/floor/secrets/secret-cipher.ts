import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { secretKeyBytes } from "./secret-key.ts";

/** Encrypts what the service has to be able to read again. `purpose` says where it is stored and must be the same again. */
export type SecretCipher = {
  encrypt(plaintext: string, purpose: string): Uint8Array;
  /** Throws a SecretCipherError for another key, another purpose, or altered bytes. */
  decrypt(encrypted: Uint8Array, purpose: string): string;
  /** 32 bytes that only the holder of the key can make of a text: to look it up by, or to sign it. */
  fingerprint(text: string, purpose: string): Uint8Array;
};

export class SecretCipherError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "SecretCipherError";
  }
}

const algorithm = "aes-256-gcm";
const formatVersion = 1;
/** Tells "wrong key" from "altered"; a prefix of a hash of a random key says nothing about the key. */
const keyIdBytes = 4;
/** 96 random bits (NIST SP 800-38D): safe for 2^32 secrets under one key. */
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + keyIdBytes + nonceBytes;

/**
 * AES-256-GCM under one key. Layout: version (1 byte), key id (4), nonce (12), tag (16), ciphertext.
 * Version, key id and `purpose` are authenticated with it, so that a ciphertext moved to another row does not open there.
 */
export function createSecretCipher(key: Uint8Array): SecretCipher {
  if (key.length !== secretKeyBytes) throw new RangeError(`The key has to have ${secretKeyBytes} bytes.`);
  const prefix = Buffer.concat([
    Buffer.of(formatVersion),
    createHash("sha256").update("secret-key-id").update(key).digest().subarray(0, keyIdBytes),
  ]);
  const fingerprintKey = new Uint8Array(hkdfSync("sha256", key, "", "fingerprint", secretKeyBytes));
  const associated = (purpose: string) => Buffer.concat([prefix, Buffer.from(purpose, "utf8")]);
  return {
    encrypt(plaintext, purpose) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(associated(purpose));
      const body = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
      return new Uint8Array(Buffer.concat([prefix, nonce, cipher.getAuthTag(), body]));
    },
    fingerprint: (text, purpose) =>
      new Uint8Array(createHmac("sha256", fingerprintKey).update(purpose).update("\0").update(text).digest()),
    decrypt(encrypted, purpose) {
      const bytes = Buffer.from(encrypted);
      if (bytes.length < headBytes + tagBytes || bytes[0] !== formatVersion) {
        throw new SecretCipherError("The stored secret is not in a format that this program knows.");
      }
      if (!bytes.subarray(0, prefix.length).equals(prefix)) {
        throw new SecretCipherError(
          "The secret was encrypted under another key: every process needs the same SECRET_KEY.",
        );
      }
      try {
        const nonce = bytes.subarray(prefix.length, headBytes);
        const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
        decipher.setAAD(associated(purpose));
        decipher.setAuthTag(bytes.subarray(headBytes, headBytes + tagBytes));
        const body = bytes.subarray(headBytes + tagBytes);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
      } catch (cause) {
        throw new SecretCipherError("The stored secret was altered or encrypted for another purpose.", {
          cause,
        });
      }
    },
  };
}
