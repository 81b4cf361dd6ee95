import type { LimitVerdict } from "./sliding-window.ts";

/**
 * Renders a verdict as response headers: the `X-RateLimit-*` of the reporting contract, the IETF fields that say the same,
 * and `Retry-After` when the check was refused.
 * Shapes: `policyName` is a plain word such as `hourly`. Errors: RangeError when it isn't.
 * Source: draft-ietf-httpapi-ratelimit-headers-10 (structured fields, RFC 9651) and RFC 9110, 10.2.3.
 */
export function rateLimitHeaders(
  verdict: LimitVerdict,
  policyName: string,
  windowSeconds: number,
): Record<string, string> {
  if (!/^[a-z0-9_-]+$/i.test(policyName))
    throw new RangeError(`the policy name ${policyName} needs quoting: use a plain word`);
  const headers: Record<string, string> = {
    "X-RateLimit-Limit": String(verdict.limit),
    "X-RateLimit-Remaining": String(verdict.remaining),
    "X-RateLimit-Reset": String(verdict.resetAtSeconds),
    "RateLimit-Policy": `"${policyName}";q=${verdict.limit};w=${windowSeconds}`,
    RateLimit: `"${policyName}";r=${verdict.remaining};t=${verdict.retryAfterSeconds}`,
  };
  if (!verdict.isAdmitted) headers["Retry-After"] = String(verdict.retryAfterSeconds);
  return headers;
}
