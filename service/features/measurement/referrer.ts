import { getDomain } from "tldts";
import { boundedCache } from "../../floor/limits/bounded-cache.ts";
import { toNormalForm } from "../../floor/strings/normal-form.ts";
import { findListedHost, findListedName, isListedHost } from "./lists/host-channels.ts";
import { mediumChannel } from "./medium-channel.ts";
import {
  isLocalOrAddress,
  normalizeHost,
  parseReferrer,
  parseTaggedHost,
  type SourceLocation,
} from "./source-host.ts";
import { type Channel, channels } from "./vocabulary.ts";

/** Control and format characters (NUL, bidi overrides), lone surrogates, line separators: PostgreSQL or the report chokes on them. */
const unwanted = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** What is known about the way to a page. */
export interface SourceInput {
  /** The requested URL or its path with query. */
  url: string;
  refererHeader: string | null | undefined;
  /** Hosts of this newsroom and this service; ports and `www.` are ignored. The same list is read once. */
  ownHosts: readonly string[];
}

/** Where a view came from; every text is clean and bounded, safe for PostgreSQL. */
export interface SourceAttribution {
  /** Host without `www.`, the tag's name in lower case, or `direct`. */
  source: string;
  /** Registrable domain; null for names, apps, hosts without one, and direct views. */
  domain: string | null;
  /** Path of the Referer, never its query; null where a tag decided. */
  path: string | null;
  channel: Channel;
  /** Null without any `utm_*`; a part that is missing is the empty string. */
  utm: { source: string; medium: string; campaign: string } | null;
  /** Company of the AI assistant that sent the reader. */
  aiOperator: string | null;
  /** The source itself stands in our lists, so that nobody can have made it up. */
  isListed: boolean;
}

/** Longest source or medium by tag, in code points: beyond 100 they are mistakes, and they fill a dictionary table. */
export const tagLengthMax = 100;
/** Longest campaign name in code points: room for a release's title. */
export const campaignLengthMax = 150;
/** Longest path kept in code points: an article's path with a long headline fits, a 10 KB one doesn't. */
export const pathLengthMax = 500;
/** Longest query looked at in UTF-16 units: servers take about 8 KB of request line. */
const queryLengthMax = 8192;

/** Hosts remembered with what they stand for, at most 253 characters each: 3 MB at worst. */
const hostsMax = 4_096;

/** Referrers remembered, and the longest of them in UTF-16 units: 4 MB at worst. */
const referrersMax = 4_096;
const knownReferrerLengthMax = 256;

/** The tags that name a source, in the order in which they are believed. */
const sourceTags = ["utm_source", "source", "ref"] as const;

/**
 * Says where a view came from: source tag before Referer; own hosts, localhost and IP addresses are no source.
 * The channel is the first of `channels` that the medium or the source stands for. Never throws.
 */
export function attributeSource(input: SourceInput): SourceAttribution {
  const query = parseQuery(input.url);
  const own = normalizedHostsOf(input.ownHosts);
  if (query === null) return findReferrer(input.refererHeader, own) ?? direct;
  const medium = readTag(query, "utm_medium");
  const origin =
    findTaggedOrigin(query, own) ?? findReferrer(input.refererHeader, own) ?? originOfMedium(medium);
  return { ...origin, channel: chooseChannel(origin.channel, medium), utm: readUtm(query, medium) };
}

type Origin = Omit<SourceAttribution, "utm">;

/** Null where there is no query at all, as in most requests. */
function parseQuery(url: string): URLSearchParams | null {
  const fragment = url.indexOf("#");
  const end = fragment === -1 ? url.length : fragment;
  const start = url.indexOf("?");
  if (start === -1 || start > end) return null;
  return new URLSearchParams(url.slice(start + 1, Math.min(end, start + 1 + queryLengthMax)));
}

function readTag(query: URLSearchParams, name: string): string {
  return cleanText(query.get(name) ?? "", tagLengthMax).toLowerCase();
}

function readUtm(query: URLSearchParams, medium: string): SourceAttribution["utm"] {
  const source = readTag(query, "utm_source");
  const campaign = cleanText(query.get("utm_campaign") ?? "", campaignLengthMax);
  return source === "" && medium === "" && campaign === "" ? null : { source, medium, campaign };
}

const normalizedHosts = new WeakMap<readonly string[], ReadonlySet<string>>();

function normalizedHostsOf(hosts: readonly string[]): ReadonlySet<string> {
  const known = normalizedHosts.get(hosts);
  if (known !== undefined) return known;
  const normalized = new Set(hosts.map(normalizeHost));
  normalizedHosts.set(hosts, normalized);
  return normalized;
}

function findTaggedOrigin(query: URLSearchParams, own: ReadonlySet<string>): Origin | null {
  const isOwn = (host: string) => own.has(host) || isLocalOrAddress(host);
  for (const name of sourceTags) {
    const tag = readTag(query, name);
    if (tag === "" || isOwn(normalizeHost(tag))) continue;
    const location = parseTaggedHost(tag);
    if (location === null) return originOfName(tag);
    if (!isOwn(location.host)) return originOfHost(location);
  }
  return null;
}

function findReferrer(
  referrer: string | null | undefined,
  own: ReadonlySet<string>,
): SourceAttribution | null {
  if (!referrer) return null;
  const found = referrer.length <= knownReferrerLengthMax ? knownReferrer(referrer) : readReferrer(referrer);
  return found === null || own.has(found.host) ? null : found.attribution;
}

/** Kept in memory, because browsers send the origin alone and so a few hundred referrers are most of them. */
const knownReferrer = boundedCache(referrersMax, readReferrer);

function readReferrer(referrer: string): { host: string; attribution: SourceAttribution } | null {
  const location = parseReferrer(referrer);
  if (location === null || isLocalOrAddress(location.host)) return null;
  return { host: location.host, attribution: { ...originOfHost(location), utm: null } };
}

function originOfHost({ host, path }: SourceLocation): Origin {
  return { ...originByHost(host), path: path === null ? null : cleanText(path, pathLengthMax) };
}

/** Kept in memory, because most readers come from few hosts and looking one up in the lists is slow. */
const originByHost = boundedCache(hostsMax, (host): Omit<Origin, "path"> => {
  const listed = findListedHost(host);
  return {
    source: cleanText(host, host.length),
    domain: getDomain(host, { extractHostname: false }),
    channel: listed?.channel ?? "referral",
    aiOperator: listed?.aiOperator ?? null,
    isListed: isListedHost(host),
  };
});

function originOfName(name: string): Origin {
  const listed = findListedName(name);
  const channel = listed?.channel ?? mediumChannel(name) ?? "other";
  const aiOperator = listed?.aiOperator ?? null;
  return { source: name, domain: null, path: null, channel, aiOperator, isListed: listed !== null };
}

const direct: SourceAttribution = { ...originOfMedium(""), utm: null };

/** Neither tag nor referrer: a medium alone still says more than `direct`. */
function originOfMedium(medium: string): Origin {
  const source = medium === "" ? "direct" : medium;
  const channel = medium === "" ? "direct" : "other";
  return { source, domain: null, path: null, channel, aiOperator: null, isListed: medium === "" };
}

/** First hit wins: whichever of medium and source stands for the earlier channel. */
function chooseChannel(ofSource: Channel, medium: string): Channel {
  const ofMedium = mediumChannel(medium);
  if (ofMedium === null) return ofSource;
  return channels.indexOf(ofMedium) < channels.indexOf(ofSource) ? ofMedium : ofSource;
}

/** Makes text of a request fit to store and show: unwanted characters removed, NFC, white space joined, at most `codePointsMax`. */
function cleanText(text: string, codePointsMax: number): string {
  // Twice as many units as code points at most, and as many again for what is removed: a 10 KB value costs no more.
  const cleaned = toNormalForm(text.slice(0, codePointsMax * 4).replace(unwanted, ""), "NFC")
    .replace(/\s+/g, " ")
    .trim();
  return cleaned.length <= codePointsMax ? cleaned : [...cleaned].slice(0, codePointsMax).join("").trimEnd();
}
