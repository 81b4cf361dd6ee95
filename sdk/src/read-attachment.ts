/**
 * The file name of a `Content-Disposition` header, made harmless: the header comes over the wire, and the name is
 * meant to be written to.
 */
export function fileNameOf(disposition: string | null): string {
  const named = /filename="?([^";]+)"?/i.exec(disposition ?? "")?.[1] ?? "";
  const lastPart = named.split(/[\\/]/).pop() ?? "";
  return lastPart.replace(/[^\w.-]+/g, "_").replace(/^\.+/, "") || "report";
}

/** A `Response` without a body has null instead of a stream. */
export function emptyStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.close() });
}
