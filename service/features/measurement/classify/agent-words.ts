import { isbot } from "isbot";
import type { TrafficClass } from "../vocabulary.ts";

/** Systems and devices on which people browse, as browsers name them. */
const peoplesPlatforms =
  /Windows|Macintosh|X11|Linux|Android|iPhone|iPad|iPod|CrOS|Web0S|webOS|PlayStation|Nintendo|Mobile|SmartHub|SMART-TV|SmartTV|HbbTV|Tizen|Bada|Symbian|BlackBerry|PalmOS|AmigaO?S|BREW|Haiku|OS\/2|SunOS|FreeBSD|Konqueror|RISC OS/i;
/** Telephones of before 2012, whose browsers begin with the maker's name. */
const handsets = /Profile\/MIDP|Configuration\/CLDC|UP\.Browser|NetFront|Obigo|MAUI|UCBrowser|UCWEB/;
/** Browsers for terminals and small machines: people use them, and they are no Mozilla. */
const textBrowsers = /^(?:Lynx|w3m|E?Links|Dillo|NetSurf|Emacs-w3m|retawq|IBrowse|Amiga|edbrowse)[/ (-]/i;
/** Where a crawler says whose it is, or puts its name into the brackets that browsers leave alone. */
const crawlerAddress =
  /https?:|www\.|\w@[a-z][\w-]*\.[a-z]|compatible; (?!MSIE|IBrowse|U;|Konqueror)|like Gecko[;,] (?!Safari)/i;

/** Names of browsers and televisions in which the public lists find a search engine's or a fetcher's word. */
const peoplesNames =
  /SogouMSE|SogouMobileBrowser|SogouSearch|MetaSr|Google ?TV|GoogleLens|GooglePlayStore|com\.google\.\w+|AppleNews|\.Catcher[\d.]*|SMM-MMS|Process\/tools\w*|CE-HTML\/1\.0|freesat\/1\.0|NETTV\/1\.0|like Gecko|chromeframe/gi;

/** What only programs are called: behind the platform each of these is a verdict. */
const agentWords =
  /bots?(?:\b|_)|crawl|spider|scrap|headless|lighthouse|ptst|dareboost|pingdom|nutch|synthetic|statuscake|phantom|playwright|puppeteer|selenium|cypress|speedcurve|pagespeed|webkit2png|transcod|collapsify|onetrust|whatcms|uptime|manus|devin|cloudflare/i;
/** What programs are called and apps too: a verdict behind a desktop's platform, where no app adds its name. */
const desktopWords =
  /preview|inspect|insight|check|monitor|agent\b|proxy|(?<!cam)scan|splash|validat|archive|screenshot|capture|analy[sz]er|audit|cursor\/|securityheaders|url\b|measure|grader|classif|java(?!script)|advisor|download|detect|fetch|rank|search/i;
/** Such a name in the platform: it has a version there, and a model's name has none. */
const agentInPlatform = /(?:bot|crawler|spider|scraper|fetcher|monitor)[\w-]{0,32}\/v?\d/i;

/** Whether the string has the shape of a browser on a known platform and carries no crawler's address. */
export function isBrowserShaped(userAgent: string): boolean {
  if (textBrowsers.test(userAgent)) return true;
  if (crawlerAddress.test(userAgent)) return false;
  if (handsets.test(userAgent)) return true;
  return /^(?:Mozilla|Opera)\//.test(userAgent) && peoplesPlatforms.test(userAgent);
}

/** Whether people's terminal browsers begin like this: the lists take some of them for tools. */
export function isTextBrowser(userAgent: string): boolean {
  return textBrowsers.test(userAgent);
}

/** The user agent without the names that make a crawler of people's browsers in the public lists. */
export function withoutPeoplesNames(userAgent: string): string {
  return userAgent.replace(peoplesNames, "");
}

/** Where an agent names its trade, for those that no list files under one: its own words without the address. */
const trades: readonly (readonly [RegExp, TrafficClass])[] = [
  [
    /\bfeed(?!back)|feed(?:s|er|bot|reader|fetcher|parser)?\b|\brss|rss(?:bot|reader)?\b|\bsubscribers?\b|podcast/i,
    "feed_reader",
  ],
  [
    /uptime|(?<!media|brand|backlinks?)[ -]?monitor(?:ing|bot)?\b|synthetics?\b|health.?check|pinger\b/i,
    "monitoring",
  ],
  [/link.?preview|url.?preview|preview(?:bot|er)?\b|unfurl|opengraph|link.?expand/i, "link_preview"],
  [/search.?(?:bot|spider|crawler|engine)\b/i, "search_engine"],
];

/** The class that the agent's own name speaks of, or `other_bot`. */
export function tradeOf(userAgent: string): TrafficClass {
  const isAddress = (word: string) => /https?:|www\.|@/i.test(word);
  const words = userAgent
    .split(" ")
    .filter((word) => !isAddress(word))
    .join(" ");
  return trades.find(([pattern]) => pattern.test(words))?.[1] ?? "other_bot";
}

/**
 * Whether a word that bots use stands where a program names itself: among the products behind the platform, or in the platform
 * with a version. A word elsewhere is a telephone's model, a television or an app.
 */
export function namesAgent(userAgent: string): boolean {
  const platform = platformOf(userAgent);
  const products = userAgent.slice(platform.length);
  if (agentWords.test(products) || agentInPlatform.test(platform)) return true;
  if (!isAppView(userAgent) && desktopWords.test(products)) return true;
  // A desktop's platform names no model: what the lists find there is a program.
  return (
    /Windows NT|Macintosh/.test(platform) &&
    isbot(platform.replace(/^Mozilla\/5\.0 \(/, "Mozilla/5.0 (X11; "))
  );
}

/**
 * Whether what was found at `index` is part of a telephone's or tablet's model: it stands in the platform, without a version.
 * "DART KZ07" is a tablet, "Dart/3.5" a library.
 */
export function isModelName(userAgent: string, index: number, length: number): boolean {
  const platform = platformOf(userAgent);
  const isInPlatform = index < platform.length && /Android|iPhone|iPad/.test(platform);
  return isInPlatform && !/^\/v?\d/.test(userAgent.slice(index + length, index + length + 3));
}

/** The system's browser view inside an app, on Android or iOS. */
function isAppView(userAgent: string): boolean {
  return userAgent.includes("; wv)") || (/iPhone|iPad/.test(userAgent) && userAgent.includes("Mobile/"));
}

/** The first bracket, as far as the engine's name behind it; empty where there is none. */
function platformOf(userAgent: string): string {
  const end = /\) (?=AppleWebKit|Gecko|Presto|like Gecko|Chrome)/.exec(userAgent)?.index ?? 0;
  return userAgent.slice(0, end);
}
