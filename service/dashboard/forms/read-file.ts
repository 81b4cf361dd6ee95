import { readBody } from "../../http/read-body.ts";

/** The file of a form that reads its body itself; null where none was chosen. Throws `payload_too_large` for a larger body. */
export async function readFile(request: Request, name: string, bytesMax: number): Promise<File | null> {
  const body = await readBody(request, bytesMax);
  const contentType = request.headers.get("content-type") ?? "";
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": contentType } })
    .formData()
    .catch(() => null);
  const sent = form?.get(name) ?? null;
  // A browser sends a field without a file as an empty file without a name, and Bun gives that one no name at all.
  return sent instanceof File && sent.name ? sent : null;
}
