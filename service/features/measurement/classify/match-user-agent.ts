import { isbot } from "isbot";
import { boundedCache, type Cached } from "../../../floor/limits/bounded-cache.ts";
import type { TrafficClass } from "../vocabulary.ts";
import {
  isBrowserShaped,
  isModelName,
  isTextBrowser,
  namesAgent,
  tradeOf,
  withoutPeoplesNames,
} from "./agent-words.ts";
import type { ListedAgent } from "./ai-operators.ts";
import { type BrowserClaim, readBrowserClaim } from "./browser-claim.ts";
import { type CrawlerPattern, crawlerPatterns } from "./crawler-patterns.ts";
import { listedAgents } from "./listed-agents.ts";
import { reasons } from "./reasons.ts";

/** What the user agent alone says. */
export interface UserAgentMatch {
  /** Class by the lists; null where no list knows the agent, which is what people's browsers look like. */
  class: TrafficClass | null;
  /** Whether the class rests on a word that apps and models of people have too: headers of a whole browser outweigh it. */
  isGeneric: boolean;
  reasons: number;
  /** AI agents: the company. Others: the agent's name. Null where no list names one. */
  operator: string | null;
  /** Names under which published address ranges may be loaded, the agent's own before its company's. */
  rangeKeys: readonly string[];
  /** Whether the string has the shape of a browser on a known platform and carries no crawler's address. */
  isBrowserShaped: boolean;
  browser: BrowserClaim;
}

/**
 * Longest user agent looked at, in UTF-16 units: three times the longest of our test table (in-app browsers), and matching cost grows with
 * length.
 */
export const userAgentLengthMax = 1024;

/** Seen user agents kept: at most 1,024 units each, so 16 MB at worst and about 2 MB with true ones. */
const cachedUserAgentsMax = 8192;

let cache: Cached<UserAgentMatch> | undefined;

/** Looks a user agent up in our own list, `crawler-user-agents` and `isbot`; known strings are answered from memory. */
export function matchUserAgent(userAgent: string): UserAgentMatch {
  cache ??= boundedCache(cachedUserAgentsMax, createMatcher());
  return cache(userAgent.length > userAgentLengthMax ? userAgent.slice(0, userAgentLengthMax) : userAgent);
}

/** Classes whose agents are also the names of apps in which people read. */
const classesWithApps: ReadonlySet<TrafficClass> = new Set(["feed_reader", "link_preview"]);

/** Compiles the lists; done at the first request, not at import. */
function createMatcher(): (userAgent: string) => UserAgentMatch {
  const findListed = compileListed(listedAgents());
  const findCrawler = compileCrawlers(crawlerPatterns());
  return (userAgent) => {
    const shape = { isBrowserShaped: isBrowserShaped(userAgent), browser: readBrowserClaim(userAgent) };
    const nobody = { class: null, isGeneric: false, reasons: 0, operator: null, rangeKeys: [], ...shape };
    const listed = findListed(userAgent);
    if (listed === null && isTextBrowser(userAgent)) return nobody;
    const known = withoutPeoplesNames(userAgent);
    const isByIsbot = isbot(known);
    const crawler = findCrawler(known);
    const mask =
      (listed === null ? 0 : reasons.listedByService) |
      (crawler === null ? 0 : reasons.listedByCrawlerUserAgents) |
      (isByIsbot ? reasons.listedByIsbot : 0);
    if (listed !== null) {
      const operator = isAiClass(listed.class) ? listed.operator : listed.token;
      const isApp = shape.isBrowserShaped && classesWithApps.has(listed.class) && !namesAgent(userAgent);
      const rangeKeys = [listed.token, listed.operator];
      return { ...shape, class: listed.class, isGeneric: isApp, reasons: mask, operator, rangeKeys };
    }
    // Patterns such as `Sonic`, `Viber` or `Notion\/` also match Slack's, Viber's and Notion's own browsers: what looks
    // like a browser counts as a crawler only if both lists say so (of the 2,118 examples in the package it costs one crawler).
    if (crawler !== null && (isByIsbot || !shape.isBrowserShaped)) {
      const { class: trafficClass, label } = crawler;
      return {
        ...shape,
        class: trafficClass === "other_bot" ? tradeOf(userAgent) : trafficClass,
        isGeneric: false,
        reasons: mask,
        operator: label,
        rangeKeys: [label],
      };
    }
    if (!isByIsbot) return nobody;
    const isGeneric = shape.isBrowserShaped && !namesAgent(known);
    return { ...nobody, class: tradeOf(userAgent), isGeneric, reasons: mask };
  };
}

function isAiClass(trafficClass: TrafficClass): boolean {
  return trafficClass === "ai_crawler" || trafficClass === "ai_assistant_fetch";
}

/** One expression over all tokens, longest first, so that `Applebot-Extended` is not taken for `Applebot`. */
function compileListed(agents: readonly ListedAgent[]): (userAgent: string) => ListedAgent | null {
  const byToken = new Map<string, ListedAgent>();
  for (const agent of agents) {
    const key = agent.token.toLowerCase();
    if (!byToken.has(key)) byToken.set(key, agent);
  }
  const tokens = [...byToken.keys()].sort((a, b) => b.length - a.length).map(escapeExpression);
  const expression = new RegExp(`(?<![\\w-])(?:${tokens.join("|")})(?!\\w)`, "i");
  // WhatsApp's own fetcher begins with its name; elsewhere in the string the name is the app's browser.
  const whatsApp: ListedAgent = { token: "WhatsApp", class: "link_preview", operator: "Meta" };
  return (userAgent) => {
    if (userAgent.startsWith("WhatsApp/")) return whatsApp;
    const found = expression.exec(userAgent);
    if (found === null || isModelName(userAgent, found.index, found[0].length)) return null;
    return byToken.get(found[0].toLowerCase()) ?? null;
  };
}

/** One joined expression for all patterns; only for the few user agents that match, each pattern is tried by itself. */
function compileCrawlers(patterns: readonly CrawlerPattern[]): (userAgent: string) => CrawlerPattern | null {
  const joined = new RegExp(patterns.map(({ pattern }) => `(?:${pattern})`).join("|"));
  // Compiled when the first crawler comes, because 1,500 expressions take memory that many processes never need.
  let single: { entry: CrawlerPattern; expression: RegExp }[] | undefined;
  return (userAgent) => {
    if (!joined.test(userAgent)) return null;
    single ??= patterns.map((entry) => ({ entry, expression: new RegExp(entry.pattern) }));
    const found = single.filter(({ expression }) => expression.test(userAgent)).map(({ entry }) => entry);
    return found.find(({ class: trafficClass }) => trafficClass !== "other_bot") ?? found[0] ?? null;
  };
}

function escapeExpression(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
