import { ServiceError } from "../../../../errors.ts";
import { parseJson, readBody } from "../../../../floor/http/read-body.ts";

/** An answer of an authenticator with its certificates has a few kilobytes. */
const bodyBytesMax = 64 * 1024;

/** The JSON object that a script of ours sent. Throws `invalid_json` for anything else. */
export async function readJsonObject(
  request: Request,
  bytesMax = bodyBytesMax,
): Promise<Record<string, unknown>> {
  const value = parseJson(await readBody(request, bytesMax));
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new ServiceError("invalid_json", "Send a JSON object.");
}

/** 1,023 bytes (Web Authentication, "Credential ID") as base64url are 1,364 characters. */
const credentialIdPattern = /^[\w-]{1,1400}$/;

/** The answer of an authenticator, as far as its shape is ours to check; the library checks the rest. */
export function isCredential(value: unknown): value is { id: string } {
  if (typeof value !== "object" || value === null || !("id" in value)) return false;
  return typeof value.id === "string" && credentialIdPattern.test(value.id);
}
