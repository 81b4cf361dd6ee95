/** Exactly what pages of the dashboard may do: nothing inline, nothing from elsewhere, no frame. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The same for a page that shows one of ours within itself, as the editor shows what readers will get. */
export const policyWithFrames = contentSecurityPolicy.replace(
  "frame-ancestors",
  "frame-src 'self'; frame-ancestors",
);

/** Headers of every answer below `/app` but its files. */
function dashboardHeaders(): Headers {
  return new Headers({
    "content-language": "de",
    "content-security-policy": contentSecurityPolicy,
    "cache-control": "no-store",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex, nofollow",
  });
}

export function htmlAnswer(text: string, status: number, cookies: readonly string[] = []): Response {
  const headers = dashboardHeaders();
  headers.set("content-type", "text/html; charset=utf-8");
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  // The rest of a refused body is not worth reading: the connection ends with the answer.
  if (status === 413) headers.set("connection", "close");
  if (status === 503) headers.set("retry-after", "5");
  return new Response(text, { status, headers });
}

/** 303: whatever was posted, the browser goes on with GET, and its back button posts nothing again. */
export function seeOther(location: string, cookies: readonly string[] = []): Response {
  const headers = dashboardHeaders();
  headers.set("location", location);
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** A handler's own response, with the headers that all have. Its own content type and disposition stay. */
export function withDashboardHeaders(response: Response): Response {
  for (const [name, value] of dashboardHeaders())
    if (!response.headers.has(name)) response.headers.set(name, value);
  return response;
}

/** A path of the dashboard to go on to, from a query that anybody may have written; `/app` for anything else. */
export function safeLocation(path: string | null): string {
  return path !== null &&
    path.length <= 2000 &&
    /^\/app(?:\/[\w\-.~%/]*)?(?:\?[\w\-.~%&=+:]*)?$/.test(path) &&
    !path.includes("//") &&
    // It would begin another sign-in, for instance at a provider whom a stranger chose.
    !/^\/app\/(?:anmelden|handoff)/.test(path) &&
    !hasDotSegments(path)
    ? path
    : "/app";
}

/** `/app/../x` leads out of the dashboard, and browsers read `%2e` as a dot there (URL Standard, "double-dot URL path segment"). */
function hasDotSegments(path: string): boolean {
  const { pathname, search } = new URL(path, "http://localhost");
  return pathname + search !== path;
}
