/**
 * Returns the check of the Origin header: absent, the service's own, or one that the operator allows.
 * It keeps a web page that got its name to resolve to us (DNS rebinding) from using the endpoint.
 * Source: Model Context Protocol, Streamable HTTP, security warning.
 */
export function createOriginCheck(publicUrl: string, allowedOrigins: readonly string[]) {
  const allowed = new Set([
    new URL(publicUrl).origin,
    ...allowedOrigins.map((origin) => origin.toLowerCase()),
  ]);
  return (headers: Headers): boolean => {
    const origin = headers.get("origin");
    return origin === null || allowed.has(origin.toLowerCase());
  };
}
