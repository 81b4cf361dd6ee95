import applebot from "../lists/ranges/applebot.json" with { type: "json" };
import bingbot from "../lists/ranges/bingbot.json" with { type: "json" };
import ccbot from "../lists/ranges/ccbot.json" with { type: "json" };
import googlebot from "../lists/ranges/googlebot.json" with { type: "json" };
import gptbot from "../lists/ranges/gptbot.json" with { type: "json" };
import oaiSearchbot from "../lists/ranges/oai-searchbot.json" with { type: "json" };
import perplexityUser from "../lists/ranges/perplexity-user.json" with { type: "json" };
import perplexitybot from "../lists/ranges/perplexitybot.json" with { type: "json" };
import { type CrawlerRanges, parseCrawlerRanges } from "./crawler-ranges.ts";

/** A file of ranges as `bun run lists` writes it. */
export type RangeFile = {
  /** The crawler whose addresses these are. */
  name: string;
  /** Where the operator publishes them. */
  source: string;
  /** Day on which they were read there, `YYYY-MM-DD`. */
  date: string;
  prefixes: string[];
};

/**
 * Operators add ranges every few weeks. A list older than this many days confirms an address that is in it; an address that is
 * not in it may be a new one, so the name is believed.
 */
export const rangesRefuteDaysMax = 30;

/** The files of the repository. */
export const rangeFiles: readonly RangeFile[] = [
  applebot,
  bingbot,
  ccbot,
  googlebot,
  gptbot,
  oaiSearchbot,
  perplexityUser,
  perplexitybot,
];

const dayMs = 86_400_000;

/** The day of the oldest file: all are at least as new. Stands in the report's methodology. */
export function rangesVersion(): string {
  return rangeFiles.map(({ date }) => date).sort()[0] ?? "";
}

/**
 * The repository's ranges and `own` ones, which an operator of the service keeps up to date: they come first and always refute.
 * @throws TypeError as `parseCrawlerRanges` does.
 */
export function joinRanges(
  own: CrawlerRanges,
  nowMs: () => number = Date.now,
  files = rangeFiles,
): CrawlerRanges {
  const joined = new Map(own);
  for (const { name, date, prefixes } of files) {
    const key = name.toLowerCase();
    if (joined.has(key)) continue;
    const refutesUntilMs = Date.parse(date) + rangesRefuteDaysMax * dayMs;
    for (const ranges of parseCrawlerRanges({ [name]: prefixes }).values())
      joined.set(key, {
        ...ranges,
        // Asked each time: a process may run for longer than its list stays current.
        get refutes() {
          return nowMs() <= refutesUntilMs ? "on the Internet" : "never";
        },
      });
  }
  return joined;
}
