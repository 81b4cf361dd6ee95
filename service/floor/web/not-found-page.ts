import { messageResponse } from "./page-response.ts";
import { notFoundMessage, renderMessagePage } from "./render-message-page.ts";

/** What programs ask: their answers are JSON whoever looks. */
const forPrograms = ["/api/", "/mcp", "/oauth/", "/.well-known/"];

/** The page for whoever mistyped an address, or null where no person looks. */
export function notFoundPage(request: Request): Response | null {
  const { pathname } = new URL(request.url);
  if (!isForReading(request) || forPrograms.some((start) => pathname.startsWith(start))) return null;
  const message = pathname.startsWith("/newsroom/")
    ? notFoundMessage
    : {
        ...notFoundMessage,
        text: "Unter dieser Adresse gibt es nichts. Vielleicht ist der Link unvollständig.",
      };
  return messageResponse(renderMessagePage(message), 404);
}

function isForReading({ method, headers }: Request): boolean {
  return (method === "GET" || method === "HEAD") && (headers.get("accept") ?? "").includes("text/html");
}
