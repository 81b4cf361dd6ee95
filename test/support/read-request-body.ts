import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";

/**
 * The body of a request to a server of a test, or null when its sender left before the end, as a browser does whose page is
 * closed: read without heed, such a request is an error outside every test, and fails the file.
 */
export async function readRequestBody(request: IncomingMessage): Promise<string | null> {
  try {
    return (await buffer(request)).toString("utf8");
  } catch {
    return null;
  }
}
