/** The name of a cookie of ours: over HTTPS no other host can set one with this prefix (RFC 6265bis, 4.1.3.2). */
export function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}

/** The value of a cookie; the first of its name, as browsers send the most specific one first. */
export function readCookie(headers: Headers, name: string): string | null {
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const [key = "", value = ""] = part.trim().split("=", 2);
    if (key === name) return value;
  }
  return null;
}

/** The value of `Set-Cookie`. `Lax`, because a link in a mail must find the cookie, which `Strict` would hide. */
export function setCookie(cookie: {
  name: string;
  value: string;
  path: string;
  seconds: number;
  isSecure: boolean;
}): string {
  const { name, value, path, seconds, isSecure } = cookie;
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure ? "; Secure" : ""}`;
}
