import { acceptedEncoding } from "../web/accept-encoding.ts";
import { compress, compressedBytesMin } from "../web/compress.ts";

/**
 * An answer of the Reporting API. What a GET gets is compressed from 1 KB up, for who asks for it: such calls carry a key in a
 * header, which no browser sends for a foreign page, so nobody can try out texts beside what the answer holds. Answers to other
 * methods, one of which shows a secret, are sent as they are.
 */
export async function jsonResponse(
  request: Request,
  { status, body }: { status: number; body: unknown },
): Promise<Response> {
  if (request.method !== "GET") return Response.json(body, { status });
  const encoding = acceptedEncoding(request.headers);
  const headers = { "content-type": "application/json;charset=utf-8", vary: "accept-encoding" };
  if (encoding === "identity" || encoding === null) return Response.json(body, { status, headers });
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  if (bytes.byteLength < compressedBytesMin) return new Response(bytes, { status, headers });
  return new Response(await compress(bytes, encoding), {
    status,
    headers: { ...headers, "content-encoding": encoding },
  });
}
