import type { RegistrationResponseJSON } from "@simplewebauthn/server";

/**
 * What an authenticator answered, without what it says of its make. We ask for none of that and believe none, but the library checks
 * whatever comes: it trusted the last certificate that was sent, and fetched the lists of revoked ones from any address that the others
 * name, past our check of targets and without a bound. Throws where the answer can't be read.
 */
export async function withoutAttestation(
  response: RegistrationResponseJSON,
): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import("@simplewebauthn/server/helpers");
  const made = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject));
  const bare = isoCBOR.encode(
    new Map<string, string | Uint8Array | Map<string, string>>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", made.get("authData")],
    ]),
  );
  const attestationObject = isoBase64URL.fromBuffer(bare);
  return { ...response, response: { ...response.response, attestationObject } };
}
