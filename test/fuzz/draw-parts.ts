import fc from "fast-check";

/** A URL or header beyond this is the HTTP server's affair (431), not the document's. */
const partCharactersMax = 1_500;

/** `usual` in `weight` of `weight + 1` draws. */
export function mostly<T, U>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<U>, weight = 6): fc.Arbitrary<T | U> {
  return fc.oneof<
    [{ arbitrary: fc.Arbitrary<T>; weight: number }, { arbitrary: fc.Arbitrary<U>; weight: number }]
  >({ arbitrary: usual, weight }, { arbitrary: odd, weight: 1 });
}

/** A value as one part of a URL. Cut off anywhere, so that some end in half a character. */
export function encode(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined");
  return encodeURIComponent(text.toWellFormed()).slice(0, partCharactersMax).replace(/%.?$/, "");
}

/** A value as one segment of a path. A lone dot or two would be resolved and make it another operation's (RFC 3986, 5.2.4). */
export function encodeSegment(value: unknown): string {
  const segment = encode(value);
  return segment === "." || segment === ".." ? `${segment}-` : segment;
}

/** What a header may hold on the wire: no control characters, one byte each. */
export function headerText(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text
    .replaceAll(/[^\t\x20-\x7e\xa0-\xff]/g, "?")
    .slice(0, partCharactersMax)
    .trim();
}
