import type { Channel } from "../vocabulary.ts";
import { aiAssistantHosts, aiAssistantNames } from "./ai-assistants.ts";
import { austrianMedia, internationalMedia, swissMedia } from "./media-austria-switzerland.ts";
import { germanNationalMedia, germanRegionalMedia } from "./media-germany.ts";
import { tradeMedia } from "./media-trade.ts";
import {
  emailHosts,
  newsletterHosts,
  searchHosts,
  socialHosts,
  videoHosts,
  wireHosts,
} from "./source-hosts.ts";

/** Names that people write into `utm_source` instead of a host. Media are left out: `news` or `report` would be any of them. */
const channelsBySourceName: Partial<Record<Channel, string>> = {
  search: "google bing duckduckgo ecosia startpage qwant yahoo yandex brave metager",
  social: `linkedin xing facebook fb meta instagram ig twitter x threads bluesky bsky mastodon reddit pinterest tiktok
    snapchat whatsapp telegram discord slack teams social socialmedia social-media hootsuite buffer`,
  video: "youtube yt vimeo twitch",
  wire: `presseportal ots apa-ots apa news-aktuell newsaktuell dpa openpr pressebox lifepr businesswire prnewswire
    globenewswire pressetext firmenpresse eqs dgap idw mynewsdesk presseverteiler`,
  newsletter:
    "newsletter mailchimp cleverreach rapidmail brevo sendinblue mailjet inxmail klicktipp substack",
  email: "email e-mail mail mailing gmail outlook webmail",
};

/** Days of the last change to the lists; they stand in the report's methodology. */
export const sourceHostsVersion = "2026-11-01";
export const mediaHostsVersion = "2026-11-01";

/** What a host or a source's name tells: its channel, and for AI assistants the company. */
export interface ListedSource {
  channel: Channel;
  aiOperator: string | null;
}

/** Labels looked at from the left of a host: no entry has more than seven, real hosts rarely more than five. */
const labelsMax = 16;

let byHost: ReadonlyMap<string, ListedSource> | undefined;
let byName: ReadonlyMap<string, ListedSource> | undefined;

/** The list entry for a host (lower case, without `www.`): its own, else its nearest parent's; null where none is listed. */
export function findListedHost(host: string): ListedSource | null {
  byHost ??= compileHosts();
  let rest = host;
  for (let label = 0; label < labelsMax; label += 1) {
    const found = byHost.get(rest);
    if (found !== undefined) return found;
    const dot = rest.indexOf(".");
    if (dot === -1) break;
    rest = rest.slice(dot + 1);
  }
  const family = hostFamilies.find(([expression]) => expression.test(host));
  return family === undefined ? null : { channel: family[1], aiOperator: null };
}

/**
 * Whether a host is an entry of the lists itself, or its page for phones: there are a few thousand such hosts, while anybody
 * can make up subdomains of them.
 */
export function isListedHost(host: string): boolean {
  byHost ??= compileHosts();
  const own = host.replace(/^(?:amp|l|lm|m|mobil)\./, "");
  return byHost.has(own) || countrySearch.test(own);
}

/** Google and its like under the country domains that German newsrooms meet; the whole family has thousands of spellings. */
const countrySearch =
  /^(?:google|yandex|search\.yahoo|pinterest)\.(?:at|be|bg|ca|ch|co\.uk|com|cz|de|dk|es|fi|fr|gr|hr|hu|ie|it|li|lt|lu|lv|nl|no|pl|pt|ro|rs|ru|se|si|sk|com\.tr|com\.ua)$/;

/** The list entry for a name out of `utm_source` (lower case), or null. */
export function findListedName(name: string): ListedSource | null {
  byName ??= compileNames();
  return byName.get(name) ?? null;
}

/** The curated media domains of all regions, without duplicates. */
export function mediaDomains(): string[] {
  const lists = [
    germanNationalMedia,
    germanRegionalMedia,
    tradeMedia,
    austrianMedia,
    swissMedia,
    internationalMedia,
  ];
  return [...new Set(lists.flatMap(words))];
}

/** Hosts that exist under many endings or as instances; only these names, so that `docs.google.com` stays a referral. */
const hostFamilies: readonly (readonly [expression: RegExp, channel: Channel])[] = [
  [/^(?:(?:images|news|lens|ipv4|ipv6)\.)?google\.(?:com?\.)?[a-z]{2,3}$/, "search"],
  [/^yandex\.(?:com?\.)?[a-z]{2,3}$/, "search"],
  [/^search\.yahoo\.(?:com?\.)?[a-z]{2,3}$/, "search"],
  [/^(?:[a-z]{2}\.)?pinterest\.(?:com?\.)?[a-z]{2,3}$/, "social"],
  [/^(?:mastodon|mstdn|pleroma|misskey|lemmy|friendica)\.[^.]/, "social"],
  [/^(?:peertube)\.[^.]/, "video"],
];

/** Earlier channels win where a host stands in two lists, as the order of the channels says. */
function compileHosts(): ReadonlyMap<string, ListedSource> {
  const lists: readonly (readonly [Channel, readonly string[]])[] = [
    ["search", words(searchHosts)],
    ["social", words(socialHosts)],
    ["video", words(videoHosts)],
    ["wire", words(wireHosts)],
    ["media", mediaDomains()],
    ["newsletter", words(newsletterHosts)],
    ["email", words(emailHosts)],
  ];
  const compiled = new Map<string, ListedSource>();
  for (const [aiOperator, hosts] of Object.entries(aiAssistantHosts)) {
    for (const host of words(hosts)) compiled.set(host, { channel: "ai_assistant", aiOperator });
  }
  for (const [channel, hosts] of lists) {
    for (const host of hosts) if (!compiled.has(host)) compiled.set(host, { channel, aiOperator: null });
  }
  return compiled;
}

function compileNames(): ReadonlyMap<string, ListedSource> {
  const compiled = new Map<string, ListedSource>();
  for (const [channel, names] of Object.entries(channelsBySourceName)) {
    for (const name of words(names)) compiled.set(name, { channel: channel as Channel, aiOperator: null });
  }
  for (const [name, aiOperator] of Object.entries(aiAssistantNames)) {
    compiled.set(name, { channel: "ai_assistant", aiOperator });
  }
  return compiled;
}

function words(list: string): string[] {
  return list.split(/\s+/).filter((word) => word !== "");
}
