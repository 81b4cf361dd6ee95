import { messageResponse } from "../../floor/web/page-response.ts";
import { renderNotFoundPage } from "./pages/render-not-found-page.ts";

/** The page for whoever mistyped an address below `/newsroom/`, or null where no person looks. */
export function newsroomNotFoundPage(request: Request): Response | null {
  const isBelow = new URL(request.url).pathname.startsWith("/newsroom/");
  return isBelow && isForReading(request) ? messageResponse(renderNotFoundPage(null), 404) : null;
}

function isForReading({ method, headers }: Request): boolean {
  return (method === "GET" || method === "HEAD") && (headers.get("accept") ?? "").includes("text/html");
}
