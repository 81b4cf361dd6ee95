/** What a page may send beside what browsers let it, and read beside `exposedHeaders`. */
type HeaderNames = { allowed: readonly string[]; exposed?: readonly string[] };

/** Headers of an answer that a page of a named origin gets to read, beside the few that browsers show anyway. */
const exposedHeaders = [
  "Retry-After",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit",
  "RateLimit-Policy",
  "X-Request-Id",
];
/** Chromium keeps the answer to a preflight request for no longer than two hours. */
const preflightSeconds = 7200;

export type Cors = {
  /** Adds what the origin of a request may know of its answer, and returns the same response. */
  allow(request: Request, response: Response): Response;
  /** Answers a preflight request; one of another origin gets no permission, which the browser takes as a no. */
  preflight(request: Request): Response;
  /** For an address that programs use too: who is no page of a named origin gets what `answer` says, preflight or not. */
  answerNamed(request: Request, answer: (request: Request) => Promise<Response>): Promise<Response>;
};

/**
 * Lets pages of `allowedOrigins` call what answers through it, and no others. Source: Fetch Standard, section 3.3 (CORS protocol).
 * Ours in place of @elysiajs/cors 1.4.2: that answers OPTIONS of every path of the service, names methods and headers to
 * origins that are not allowed, and takes the origin `constructor` for an allowed one.
 */
export function createCors(allowedOrigins: readonly string[], names: HeaderNames): Cors {
  const allowed = new Set(allowedOrigins.map((origin) => origin.toLowerCase()));
  const exposed = [...exposedHeaders, ...(names.exposed ?? [])].join(", ");

  function allowedOriginOf(request: Request): string | null {
    const origin = request.headers.get("origin");
    return origin !== null && allowed.has(origin.toLowerCase()) ? origin : null;
  }

  const cors: Cors = {
    allow(request, response) {
      // Always, or a cache would hand the answer for one origin to another.
      response.headers.append("vary", "Origin");
      const origin = allowedOriginOf(request);
      if (origin === null) return response;
      response.headers.set("access-control-allow-origin", origin);
      response.headers.set("access-control-expose-headers", exposed);
      return response;
    },
    preflight(request) {
      const headers = new Headers({
        allow: "OPTIONS, POST",
        vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
      });
      const origin = allowedOriginOf(request);
      if (origin !== null) {
        headers.set("access-control-allow-origin", origin);
        headers.set("access-control-allow-methods", "POST");
        headers.set("access-control-allow-headers", names.allowed.join(", "));
        headers.set("access-control-max-age", String(preflightSeconds));
      }
      return new Response(null, { status: 204, headers });
    },
    async answerNamed(request, answer) {
      if (allowedOriginOf(request) === null) return await answer(request);
      if (request.method === "OPTIONS") return cors.preflight(request);
      return cors.allow(request, await answer(request));
    },
  };
  return cors;
}
