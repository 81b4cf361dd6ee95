import { ThreadTimeoutError } from "../../../floor/concurrency/thread-pool.ts";
import type { TargetRules } from "../../../floor/outbound/check-target.ts";
import { decodeBody } from "../../../floor/outbound/decode-body.ts";
import { getPinned } from "../../../floor/outbound/get-pinned.ts";
import { PinnedRequestError } from "../../../floor/outbound/pinned-request-error.ts";
import { parseUrl } from "../../../floor/strings/parse-url.ts";
import type { HostRules, PageParser, Turn } from "./page-parser.ts";
import type { Unreadable } from "./schema.ts";

/** What pages of media are read with. */
export type PageReaderDeps = {
  targetRules: TargetRules;
  pageParser: PageParser;
  /** Scheme and host of the service, where it says who reads. */
  publicUrl: string;
};

/** A page that is being read. */
export type Reading = Turn & {
  deps: PageReaderDeps;
  endsAt: number;
  timeoutMs: number;
};

/** How robots.txt names us. */
export const robotName = "pr-service-clippings";
/** Where a medium reads who we are, below the service's own address. */
export const robotPath = "/abruf";

/** RFC 9309, 2.5: what has to be read of a file at least. */
const rulesBytesMax = 500 * 1024;
const nothing = "User-agent: *\nDisallow: /";
/** Rules of one host in a file of reservations. */
const reservationsMax = 1_000;

export function userAgent({ publicUrl }: Pick<PageReaderDeps, "publicUrl">): string {
  return `${robotName}/1 (+${publicUrl}${robotPath})`;
}

/** What a host has reserved of its pages: by robots.txt (RFC 9309), or by the protocol of text and data mining (W3C, tdmrep.json). */
export async function findReservation(reading: Reading, url: string): Promise<Unreadable | null> {
  const origin = parseUrl(url)?.origin;
  if (origin === undefined) return "unsafe";
  const known = reading.deps.pageParser.hostRules.get(origin);
  const rules = known ?? (await fetchHostRules(reading, origin));
  if (rules === "unreachable") return null;
  if (known === undefined && rules !== "failed") reading.deps.pageParser.hostRules.set(origin, rules);
  // A server that fails to say what is allowed allows nothing (RFC 9309, 2.3.1.4).
  if (rules === "failed" || !(await allows(reading, url, rules.robots))) return "robots";
  return (await allows(reading, url, rules.reservations)) ? null : "reserved";
}

async function fetchHostRules(
  reading: Reading,
  origin: string,
): Promise<HostRules | "failed" | "unreachable"> {
  const [robots, reservations] = await Promise.all([
    fetchFile(reading, `${origin}/robots.txt`),
    fetchFile(reading, `${origin}/.well-known/tdmrep.json`),
  ]);
  if (robots === "failed" || robots === "unreachable") return robots;
  const isThere = reservations !== "failed" && reservations !== "unreachable";
  return { robots: robots ?? "", reservations: isThere ? asRules(reservations ?? "") : "" };
}

/** The file's text, null where there is none. `unreachable`: the page itself will say why. Redirects are not followed: such a file is none. */
async function fetchFile(
  { deps, signal, timeoutMs, endsAt }: Reading,
  url: string,
): Promise<string | null | "failed" | "unreachable"> {
  try {
    const answer = await getPinned(url, {
      answerBytesMax: rulesBytesMax,
      headers: { "user-agent": userAgent(deps), accept: "text/plain, application/json, */*;q=0.1" },
      rules: deps.targetRules,
      timeoutMs: Math.max(1, Math.min(timeoutMs, endsAt - performance.now())),
      signal,
    });
    if (answer.status >= 500 || answer.status === 429) return "failed";
    return answer.status === 200 ? decodeBody(answer, /(?!)/) : null;
  } catch (error) {
    if (!(error instanceof PinnedRequestError)) throw error;
    if (error.kind === "redirect") return null;
    return ["timeout", "response_too_large"].includes(error.kind) ? "failed" : "unreachable";
  }
}

async function allows(reading: Reading, url: string, rules: string): Promise<boolean> {
  if (rules === "") return true;
  const input = { rulesUrl: new URL("/robots.txt", url).href, rules, url, robot: robotName };
  const { pageParser } = reading.deps;
  return await pageParser.ask(reading, "allows", input).catch((error: unknown) => {
    if (!(error instanceof ThreadTimeoutError)) throw error;
    // Rules that can't be read in time allow nothing, and are not tried for each of a hundred addresses.
    pageParser.hostRules.set(new URL(url).origin, { robots: nothing, reservations: "" });
    return false;
  });
}

/** A file of reservations as rules of robots.txt, whose patterns its locations are. */
function asRules(text: string): string {
  const entries = parsed(text)
    .slice(0, reservationsMax)
    .flatMap((entry) => {
      if (typeof entry !== "object" || entry === null) return [];
      const location = "location" in entry ? entry.location : null;
      const said = "tdm-reservation" in entry ? entry["tdm-reservation"] : null;
      // An object has no number: asked for one it throws, as does a list of a thousand lists in each other.
      const isReserved = typeof said !== "object" && Number(said) === 1;
      return typeof location === "string" && !/[\r\n]/.test(location)
        ? [`${isReserved ? "Disallow" : "Allow"}: ${location}`]
        : [];
    });
  return entries.length === 0 ? "" : ["User-agent: *", ...entries].join("\n");
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)].flat();
  } catch {
    return [];
  }
}
