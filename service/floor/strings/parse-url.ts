/** What servers take as a line or a header, at most. Longer than any address that is stored or followed here. */
const addressCharactersMax = 8_192;
/**
 * In a host's name the parser takes the square of a run of marks, 0.35 s for 20,000, and drops what can't be seen between them. No
 * address has that many in a row, with escaped ones between them or without. All of them escaped are too few for it to be noticed.
 */
const longRun = /(?:[\p{M}\p{Cf}\uff9e\uff9f\u{16d63}-\u{16d6a}](?:%[\da-f]{2})*){31}/iu;

/** The address, read against a base where there is one; null for what is none, is too long to be one, or would take too long to read. */
export function parseUrl(text: string, base?: string | URL): URL | null {
  if (text.length > addressCharactersMax || longRun.test(text)) return null;
  return URL.canParse(text, base) ? new URL(text, base) : null;
}
