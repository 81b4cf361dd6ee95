import type { ByteRange } from "./file-store.ts";

/**
 * Which bytes a request asks for: all of them (null), one range, or one that lies outside. Several ranges in one request are
 * answered with the whole, which the protocol allows and nothing that plays needs otherwise. Source: RFC 9110 section 14.
 */
export function readRange(
  headers: Headers,
  file: { bytes: number; etag: string },
): ByteRange | "outside" | null {
  const [, begin = "", end = ""] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get("range")?.trim() ?? "") ?? [];
  if (begin === "" && end === "") return null;
  const condition = headers.get("if-range");
  // A date is no strong validator here: a file has none.
  if (condition !== null && condition.trim() !== file.etag) return null;
  if (begin === "") {
    const wanted = Number(end);
    return wanted === 0 ? "outside" : { first: Math.max(0, file.bytes - wanted), last: file.bytes - 1 };
  }
  const first = Number(begin);
  const last = end === "" ? file.bytes - 1 : Number(end);
  if (last < first && end !== "") return null;
  return first >= file.bytes ? "outside" : { first, last: Math.min(last, file.bytes - 1) };
}
