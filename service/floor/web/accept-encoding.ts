import { boundedCache } from "../limits/bounded-cache.ts";

/** How a body may be sent; null where the caller refuses all ways that there are. */
export type AcceptedEncoding = "br" | "gzip" | "identity" | null;

/** Browsers send a handful of different values; each takes 100 bytes. */
const headersKept = 200;
/** Longer than any browser's; what is longer is read as if it were not there. */
const headerLengthMax = 500;
/** The smaller comes first where the caller wants both alike. */
const preferred = ["br", "gzip", "identity"] as const;

const choices = boundedCache(headersKept, choose);

/** The encoding to answer an `Accept-Encoding` with. Source: RFC 9110 section 12.5.3. */
export function acceptedEncoding(headers: Headers): AcceptedEncoding {
  const header = headers.get("accept-encoding");
  return header === null || header.length > headerLengthMax ? "identity" : choices(header);
}

/** The encoding of a long stream: gzip where it may be, because every platform's streams know it; else as it is. */
export function streamEncoding(headers: Headers): "gzip" | "identity" {
  const header = headers.get("accept-encoding");
  if (header === null || header.length > headerLengthMax) return "identity";
  const weights = weightsOf(header);
  const gzip = weights.get("gzip") ?? weights.get("*") ?? 0;
  return gzip > 0 && gzip >= (weights.get("identity") ?? 0) ? "gzip" : "identity";
}

function choose(header: string): AcceptedEncoding {
  const weights = weightsOf(header);
  const any = weights.get("*");
  // Without a word about it, sending a body as it is stays allowed, and is the last choice.
  const identity = weights.get("identity") ?? (any === 0 ? 0 : Number.MIN_VALUE);
  const weightOf = (name: (typeof preferred)[number]) =>
    name === "identity" ? identity : (weights.get(name) ?? any ?? 0);
  const best = preferred.reduce((chosen, name) => (weightOf(name) > weightOf(chosen) ? name : chosen));
  return weightOf(best) > 0 ? best : null;
}

function weightsOf(header: string): Map<string, number> {
  return new Map(header.toLowerCase().split(",").map(readItem));
}

function readItem(item: string): [string, number] {
  const [name = "", ...parameters] = item.split(";").map((part) => part.trim());
  const weight = parameters.find((each) => each.startsWith("q="))?.slice("q=".length) ?? "1";
  // A weight that is none (RFC 9110 section 12.4.2) refuses its encoding: the body as it is can always be read.
  const isWeight = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight);
  return [name === "x-gzip" ? "gzip" : name, isWeight ? Number(weight) : 0];
}
