/**
 * The file name of a `Content-Disposition` header, made harmless: the header comes over the wire, and the name is
 * meant to be written to.
 */
export function fileNameOf(disposition: string | null): string {
  const named = /filename="?([^";]+)/i.exec(disposition ?? "")?.[1] ?? "";
  return named.replace(/^(.*[\\/])?\.*/, "").replace(/[^\w.-]+/g, "_") || "report";
}

/** A `Response` without a body has null instead of a stream. */
export function streamOf(response: Response): ReadableStream<Uint8Array> {
  return response.body ?? new Blob().stream();
}
