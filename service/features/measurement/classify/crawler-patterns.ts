import crawlers from "crawler-user-agents";
import type { TrafficClass } from "../vocabulary.ts";

/** A pattern of `crawler-user-agents` with our class and a readable label. */
export interface CrawlerPattern {
  pattern: string;
  class: TrafficClass;
  label: string;
}

/** Tags of `crawler-user-agents` that mean one of our classes, the telling ones first; all others are `other_bot`. */
const classByTag: readonly (readonly [tag: string, trafficClass: TrafficClass])[] = [
  ["ai-crawler", "ai_crawler"],
  ["feed-reader", "feed_reader"],
  ["social-preview", "link_preview"],
  ["monitoring", "monitoring"],
  ["search-engine", "search_engine"],
];

/** Filed under `feed-reader` there, although they read no feeds for people: mailings, shops, image services, clipping. */
const notFeedReaders: ReadonlySet<string> = new Set([
  "MailChimp",
  "ShortPixel",
  "CapitalOneBot",
  "BlingERP",
  "BestChange",
  "SottopopNone",
  "yelpspider",
  "NicheIndex",
  "qcbot",
  "Collapsify",
  "mail\\.ru",
  "AwarioRssBot",
  "AllAfrica",
  "dlvr\\.it",
]);

/** Patterns that match what people send: `MetaIAB Facebook` is Facebook's in-app browser, the other an Android build number. */
const peoplesBrowsers: ReadonlySet<string> = new Set(["MetaIAB Facebook", "AP3A\\.240617\\.008"]);

/** The tag `monitoring` there also covers link checkers, brand watchers and archives; these words tell the probes apart. */
const probeWords =
  /uptime|downtime|availab|perform|health|synthetic|\bping|server monitor|site monitor|page ?speed/i;

/** What the package's JSON holds; its module types lack the last two. */
interface CrawlerEntry {
  pattern: string;
  tags?: readonly string[];
  description?: string;
}

/** All patterns of the package, each with the one class that we count it under. */
export function crawlerPatterns(): CrawlerPattern[] {
  const entries: readonly CrawlerEntry[] = crawlers;
  return entries
    .filter(({ pattern }) => !peoplesBrowsers.has(pattern))
    .map((entry) => ({ pattern: entry.pattern, class: classOf(entry), label: labelOf(entry.pattern) }));
}

function classOf({ pattern, tags = [], description = "" }: CrawlerEntry): TrafficClass {
  const found = classByTag.find(([tag]) => tags.includes(tag))?.[1] ?? "other_bot";
  if (found === "feed_reader" && notFeedReaders.has(pattern)) return "other_bot";
  if (found === "monitoring" && !probeWords.test(`${pattern} ${description}`)) return "other_bot";
  return found;
}

/** The label comes from the pattern, never from the request, so that a client can't fill the dictionary of operators. */
function labelOf(pattern: string): string {
  return pattern
    .replace(/\[\\s\\S\]\*|\[\^[^\]]*\]|\\d|[\^$*]/g, " ")
    .replace(/\[(\w)\w\]/g, "$1")
    .replace(/\(([^()|]*)\|?[^()]*\)/g, "$1")
    .replace(/\\(.)/g, "$1")
    .replace(/\(.*$|\|.*$/, "")
    .replace(/^[\s/;]+|[\s/;)\\]+$/g, "");
}
