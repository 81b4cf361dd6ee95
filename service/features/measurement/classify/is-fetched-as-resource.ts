/** What a request has to be for (`Sec-Fetch-Dest`): a page in a window of its own, or a message that a script sends. */
export type Purpose = "document" | "empty";

/**
 * Whether a browser says that it loads the address for something else than its purpose: as a picture, in a frame, by a
 * script. Nobody reads such a page and nobody clicked. Browsers without `Sec-Fetch-Dest` (Chrome 76 to 79, plain HTTP) are
 * judged by `Sec-Fetch-Mode` where they send it: a click is always `navigate`. Source: Fetch Metadata, sections 2.1 and 2.2.
 */
export function isFetchedAsResource(header: (name: string) => string | null, purpose: Purpose): boolean {
  const destination = header("sec-fetch-dest")?.trim().toLowerCase() ?? "";
  if (destination !== "") return destination !== purpose;
  const mode = header("sec-fetch-mode")?.trim().toLowerCase() ?? "";
  return purpose === "document" && mode !== "" && mode !== "navigate";
}
