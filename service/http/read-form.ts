import { readBody } from "./read-body.ts";

/** More than the fields of any small form take. */
const formBytesMax = 16 * 1024;

/** The fields of a small form; null for a body that no form of ours sends. Throws `payload_too_large`. */
export async function readForm(request: Request): Promise<URLSearchParams | null> {
  const body = await readBody(request, formBytesMax);
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/x-www-form-urlencoded") return null;
  return new URLSearchParams(new TextDecoder().decode(body));
}
