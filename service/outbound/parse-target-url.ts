import { UnsafeTargetError } from "./unsafe-target-error.ts";

/** Characters of a target: what the contract allows an endpoint to have. */
const targetUrlCharsMax = 2_000;

/** RFC 1035: a name of 253 characters is the longest that fits the 255 bytes on the wire. */
const hostNameCharsMax = 253;

/** One label of a host name; the underscore is no letter of a host name, but is in use. */
const labelShape = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Parses a target by the URL standard, which writes legacy spellings of an IPv4 address (decimal, octal, hex, short
 * forms, foreign digits and dots) as four decimal parts, and refuses what that parser repairs in silence.
 * Scheme, port and address are judged by `checkTarget`; a scheme that is not of the web is refused here.
 * Throws an UnsafeTargetError with `too_long`, `invalid_url`, `credentials_in_url`, `not_https` or `port`.
 */
export function parseTargetUrl(target: string): URL {
  if (target.length > targetUrlCharsMax) {
    throw new UnsafeTargetError("too_long", `the URL may have at most ${targetUrlCharsMax} characters`);
  }
  // The parser drops tabs and line breaks, trims blanks, and reads a backslash as a slash: what one reader takes for
  // a path, another takes for the host. A lone surrogate becomes U+FFFD.
  if (hasRepairedCharacter(target))
    throw invalid("the URL holds a blank, a control character or a backslash");
  if (!URL.canParse(target)) throw invalid("the URL can't be parsed");
  const url = new URL(target);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new UnsafeTargetError("not_https", "the target has to be an https: URL");
  }
  // `https:host` and `https:///host` parse as `https://host`.
  const authority = /^[a-z]+:\/\/([^/?#]+)/i.exec(target)?.[1];
  if (authority === undefined) throw invalid("the URL has no host behind //");
  // Looked for in the text, because the parser drops an empty user name: `https://@host`.
  if (authority.includes("@")) {
    throw new UnsafeTargetError("credentials_in_url", "the URL may not hold a user name or a password");
  }
  if (url.port === "0") throw new UnsafeTargetError("port", "port 0 can't be connected to");
  if (!hasUsableHost(url.hostname)) throw invalid("the host is not a host name and not an address");
  return url;
}

function hasRepairedCharacter(target: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /[\u0000-\u0020\u007f-\u00a0\\]/.test(target) || !target.isWellFormed();
}

/**
 * A trailing dot is refused: it makes a second spelling of the same host, and is not to be sent in SNI (RFC 6066).
 * An address in brackets has been checked by the parser.
 */
function hasUsableHost(hostname: string): boolean {
  if (hostname.startsWith("[")) return true;
  return hostname.length <= hostNameCharsMax && hostname.split(".").every((label) => labelShape.test(label));
}

function invalid(message: string): UnsafeTargetError {
  return new UnsafeTargetError("invalid_url", message);
}
