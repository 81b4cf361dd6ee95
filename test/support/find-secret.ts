/** A secret where none may stand: what it looks like, and its surroundings with every secret taken out. */
export type FoundSecret = { shape: string; excerpt: string };

/**
 * What a log must never hold, by its shape. Wider than what service/log.ts takes out: a search for the same shapes would
 * miss just what is forgotten there.
 */
const secretShapes: readonly { name: string; pattern: RegExp }[] = [
  { name: "API key", pattern: /svc_key_[0-9a-z]{8,}/gi },
  { name: "webhook secret", pattern: /whsec_[0-9a-z+/]{8,}={0,2}/gi },
  { name: "approval link", pattern: /\/approvals\/[\w-]{20,}/g },
  { name: "sign-in link", pattern: /\/anmelden\/[\w-]{40,}/g },
  { name: "signed token", pattern: /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g },
  { name: "webhook signature", pattern: /\bv1,[\w+/-]{20,}={0,2}/g },
  { name: "signature in a header", pattern: /x-service-signature\W{1,6}[0-9a-f]{8,}/gi },
  { name: "bearer token", pattern: /\bbearer\s+[\w.~+/-]{12,}=*/gi },
  {
    name: "authorization",
    pattern: /authorization["'\\]*\s*[:=]\s*["'\\]*(?:\w+\s+)?[\w.~+/-]{12,}=*/gi,
  },
  { name: "password in a URL", pattern: /\b[a-z][a-z0-9+]*:\/\/[^\s/:@"\\]*:[^\s@"\\]+@/gi },
  { name: "SECRET_KEY", pattern: /secret_?key\W{1,6}[\w+/-]{32,}={0,2}/gi },
  // Without a name beside it: a signature, a hash of a token, SECRET_KEY.
  { name: "32 bytes in hex", pattern: /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/gi },
  { name: "32 bytes in base64", pattern: /(?<![\w+/=-])[\w+/-]{43}=/g },
  {
    name: "32 bytes in base64url",
    // In both cases and with a digit, as all but one of 2,000 random ones are: names of constraints are as long.
    pattern: /(?<![\w+/.-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{43}(?![\w+/.-])/g,
  },
];
/** Enough of a line to find the place that wrote it. */
const excerptChars = 240;

/** Returns the first secret in a line of a log, or null. */
export function findSecret(line: string): FoundSecret | null {
  const found = secretShapes.find(({ pattern }) => line.search(pattern) !== -1);
  if (found === undefined) return null;
  const redacted = secretShapes.reduce((text, { name, pattern }) => text.replace(pattern, `[${name}]`), line);
  const start = Math.max(0, redacted.indexOf(`[${found.name}]`) - excerptChars / 2);
  return { shape: found.name, excerpt: redacted.slice(start, start + excerptChars) };
}
