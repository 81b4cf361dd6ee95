import type { PinnedAnswer } from "./request-pinned.ts";

/** Bytes at the start in which a document names its encoding. */
const headBytes = 1_024;
/** As RFC 7303 orders them, after byte order mark and header. */
export const xmlEncoding = /^\s*<\?xml[^>]{0,150}encoding\s*=\s*["']([\w-]{1,40})/i;

/**
 * The text of an answer: by byte order mark, HTTP header, or what `declared` finds in the document's first bytes; UTF-8 where none is
 * known. What is not the UTF-8 that it says it is, is Windows-1252: so browsers of old have taught servers.
 */
export function decodeBody(
  { body, headers }: Pick<PinnedAnswer, "body" | "headers">,
  declared: RegExp,
): string {
  const head = new TextDecoder("latin1").decode(body.subarray(0, headBytes));
  const named =
    bomOf(body) ??
    /charset\s*=\s*"?([\w-]{1,40})/i.exec(headers["content-type"] ?? "")?.[1] ??
    declared.exec(head)?.[1] ??
    "utf-8";
  const text = decoderOf(named).decode(body);
  return isMisread(text) ? new TextDecoder("windows-1252").decode(body) : text;
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder("utf-8");
  }
}

/** More broken letters than whole ones beyond ASCII: a single broken one stands in many pages. Counted one by one: lists of them took 0.7 s. */
function isMisread(text: string): boolean {
  let [broken, whole] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) whole += 1;
  }
  return broken > whole;
}

function bomOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xef && second === 0xbb ? "utf-8" : undefined;
}
