import { ServiceError } from "../../errors.ts";

/** Cap of every body that no operation caps lower. */
export const bodyBytesMax = 256 * 1024;
/** Deeper JSON serves nobody here and has crashed parsers elsewhere. */
const jsonDepthMax = 32;
/** Of a form's refused body this much is read and thrown away: a photo that somebody chose by mistake. */
export const readOffBytesMax = 8 * 1024 * 1024;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** More than the fields of any small form take, and a token of 8,000 characters. */
export const formBytesMax = 16 * 1024;

/**
 * Reads the raw body and stops at the first byte past `bytesMax`, chunked bodies too.
 * Throws `payload_too_large` (nothing past the cap is kept in memory), and `invalid_request` for half a body.
 * A framework that parses the body first has taken the memory before any cap is looked at.
 */
export async function readBody(request: Request, bytesMax: number): Promise<Uint8Array> {
  const announced = request.headers.get("content-length");
  if (announced === null) return await readChunks(request, bytesMax);
  if (!(Number(announced) <= bytesMax)) {
    if (isForm(request) && Number(announced) <= readOffBytesMax) await readOff(request);
    throw tooLarge(bytesMax);
  }
  // The server reads no more than `Content-Length` announces, so the bytes need no counting.
  return new Uint8Array(await request.arrayBuffer().catch(refuseHalf));
}

/** The fields of a form without a definition; null for a body that no form of ours sends. Throws as `readBody` does. */
export async function readForm(request: Request, bytesMax = formBytesMax): Promise<URLSearchParams | null> {
  const body = await readBody(request, bytesMax);
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== "application/x-www-form-urlencoded") return null;
  return new URLSearchParams(new TextDecoder().decode(body));
}

/** What a page's form sends. Programs read the answer while they send, so that nothing is read off for them. */
function isForm(request: Request): boolean {
  return /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/.test(
    request.headers.get("content-type") ?? "",
  );
}

/** A connection that is closed on a browser that still sends shows its reader a broken connection in place of the answer. */
async function readOff(request: Request): Promise<void> {
  await request.body?.pipeTo(new WritableStream()).catch(() => {});
}

async function readChunks(request: Request, bytesMax: number): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(refuseHalf);
    if (done) break;
    bytes += value.byteLength;
    if (bytes > bytesMax) {
      reader.cancel().catch(() => {});
      throw tooLarge(bytesMax);
    }
    chunks.push(value);
  }
  const only = chunks[0];
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

/** Parses UTF-8 JSON, or returns undefined: bad UTF-8, bad JSON, or nested deeper than 32. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    const text = decoder.decode(bytes);
    return isTooDeep(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Counts brackets outside strings: cheaper than walking the parsed value, and before anything is built. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) isInString = false;
    } else if (code === 0x22) isInString = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > jsonDepthMax) return true;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return false;
}

/** Whoever left in the middle of a body reads no answer, and it is no fault of the service that needs a look. */
function refuseHalf(cause: unknown): never {
  throw new ServiceError("invalid_request", "The body ended before its end.", { cause });
}

function tooLarge(bytesMax: number): ServiceError {
  const hint = `body: must have at most ${bytesMax} bytes.`;
  return new ServiceError("payload_too_large", `The body is larger than ${bytesMax} bytes.`, { hint });
}
