import { Parser } from "htmlparser2";
import { firstCharacters } from "../../../floor/strings/first-characters.ts";
import { isCalendarDay } from "../../../floor/web/field-rules.ts";
import { localDay } from "../../measurement/local-day.ts";
import type { PageFields } from "./schema.ts";

/** A page has one or two; each further one costs time and says nothing new. */
const scriptsMax = 20;
const scriptCharactersMax = 200_000;
/** Deeper is no schema.org any more. */
const depthMax = 6;
const nodesMax = 2_000;
/**
 * Elements that stand open at once, each of which every closing tag looks at, and attributes of one. Pages of media have 50, old ones with
 * unclosed tags hundreds.
 */
const atOnceMax = 5_000;
/** Between two looks at them, so that what opens meanwhile is bounded too. */
const pieceCharacters = 16_384;
const lengths = { headline: 500, medium: 200, author: 200 } as const;

const articleTypes = /^(?:\w*Article|\w*Posting|Report|WebPage|VideoObject|AudioObject|PodcastEpisode)$/;
/** Words by which a medium reserves its pages from machines, in headers and meta tags of robots. */
const reservedWords = /\b(?:noai|noml|tdm-reservation)\b/i;

/** A page, and where its days are those of a reader. */
export type ReadText = { html: string; timeZone: string };

type Found = {
  title: string;
  heading: string;
  time: string | null;
  language: string | null;
  metas: Map<string, string>;
  scripts: string[];
};

/**
 * What a page says of itself in JSON-LD, Open Graph, other meta tags, `<time>` and its title, in this order; and whether it is reserved.
 * Null for one with elements in elements or attributes without an end.
 */
export function parsePage({ html, timeZone }: ReadText): { fields: PageFields; isReserved: boolean } | null {
  const found = collect(html);
  if (found === null) return null;
  const { metas } = found;
  const article = found.scripts.map(articleOf).find((each) => each !== null) ?? {};
  const meta = (...names: string[]) => names.map((name) => metas.get(name)).find((value) => value);
  const fields: PageFields = {
    headline: line(
      textOf(article.headline) ?? meta("og:title", "twitter:title") ?? (found.heading || found.title),
      lengths.headline,
    ),
    medium: line(
      nameOf(article.publisher) ?? meta("og:site_name", "application-name", "publisher"),
      lengths.medium,
    ),
    author: line(nameOf(article.author) ?? meta("author", "article:author", "dc.creator"), lengths.author),
    publishedOn: dayOf(
      textOf(article.datePublished) ??
        meta("article:published_time", "og:article:published_time", "date", "dc.date", "datepublished") ??
        found.time,
      timeZone,
    ),
    language: languageOf(textOf(article.inLanguage) ?? found.language ?? meta("og:locale")),
  };
  const isReserved = metas.get("tdm-reservation") === "1" || reservedWords.test(metas.get("robots") ?? "");
  return { fields, isReserved };
}

/** The same words in a header `X-Robots-Tag`. */
export function isReservedByHeader(value: string): boolean {
  return reservedWords.test(value);
}

/** One pass, without a tree: the time grows with the page's length alone. Null where there is more at once than pages have. */
function collect(html: string): Found | null {
  const found: Found = { title: "", heading: "", time: null, language: null, metas: new Map(), scripts: [] };
  let into: "title" | "heading" | "script" | null = null;
  let script = "";
  let open = 0;
  let attributesOfTag = 0;
  const parser = new Parser({
    onopentagname() {
      attributesOfTag = 0;
    },
    onattribute() {
      attributesOfTag += 1;
    },
    onopentag(name, attributes) {
      open += 1;
      if (name === "html") found.language ??= attributes.lang ?? null;
      else if (name === "title" && found.title === "") into = "title";
      else if (name === "h1" && found.heading === "") into = "heading";
      else if (name === "time") found.time ??= attributes.datetime ?? null;
      else if (name === "meta") noteMeta(found.metas, attributes);
      else if (name === "script" && attributes.type?.trim().toLowerCase() === "application/ld+json") {
        into = found.scripts.length < scriptsMax ? "script" : null;
        script = "";
      }
    },
    ontext(text) {
      if (into === "script" && script.length <= scriptCharactersMax) script += text;
      else if ((into === "title" || into === "heading") && found[into].length < lengths.headline)
        found[into] += text.slice(0, lengths.headline * 2);
    },
    onclosetag(name) {
      open -= 1;
      if (name === "script" && into === "script") found.scripts.push(script);
      if (name === "title" || name === "h1" || name === "script") into = null;
    },
  });
  for (let at = 0; at < html.length; at += pieceCharacters) {
    parser.write(html.slice(at, at + pieceCharacters));
    if (open > atOnceMax || attributesOfTag > atOnceMax) return null;
  }
  parser.end();
  return found;
}

/** The first of each name counts. */
function noteMeta(metas: Map<string, string>, { property, name, content }: Record<string, string>): void {
  const key = (property ?? name ?? "").trim().toLowerCase();
  if (key !== "" && content !== undefined && metas.size < nodesMax && !metas.has(key))
    metas.set(key, content.trim());
}

type Node = Record<string, unknown>;

/** The article that a script of JSON-LD describes; null for one that describes none, or is no JSON. */
function articleOf(script: string): Node | null {
  if (script.length > scriptCharactersMax) return null;
  let root: unknown;
  try {
    root = JSON.parse(script);
  } catch {
    return null;
  }
  const nodes = [{ value: root, depth: 0 }];
  // It grows meanwhile: what stands further out comes first.
  for (const { value, depth } of nodes) {
    if (typeof value !== "object" || value === null) continue;
    if (isArticle(value)) return value;
    if (depth === depthMax) continue;
    const room = nodesMax - nodes.length;
    nodes.push(
      ...Object.values(value)
        .slice(0, room)
        .map((inner) => ({ value: inner, depth: depth + 1 })),
    );
  }
  return null;
}

function isArticle(value: object): value is Node {
  const types = "@type" in value ? [value["@type"]].flat() : [];
  return "headline" in value && types.some((type) => typeof type === "string" && articleTypes.test(type));
}

function textOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" && first.trim() !== "" ? first : undefined;
}

/** Of a person or an organisation, or of several people. */
function nameOf(value: unknown): string | undefined {
  const names = [value].flat().flatMap((each: unknown) => {
    if (typeof each === "object" && each !== null && "name" in each) return textOf(each.name) ?? [];
    return textOf(each) ?? [];
  });
  return names.length === 0 ? undefined : names.slice(0, 5).join(", ");
}

/** One line of text that can be stored. An address is no name. */
function line(text: string | undefined, charactersMax: number): string | null {
  const whole = (text ?? "").replace(/[\s\p{Cc}]+/gu, " ").trim();
  const flat = firstCharacters(whole.toWellFormed(), charactersMax).trim();
  return flat === "" || /^https?:\/\//.test(flat) ? null : flat;
}

/** Midnight is how a day alone is written. */
const midnightPattern = /T00:00(?::00(?:\.0{1,9})?)?$/;
const utcPattern = /^\s*(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:Z|\+00:?00)\s*$/;

/**
 * The day that a medium names. Programs such as WordPress write moments in UTC, wherever they are: what appeared at midnight in Germany
 * was of the day before.
 */
function dayOf(text: string | null | undefined, timeZone: string): string | null {
  const day = /^\s*(\d{4}-\d{2}-\d{2})(?!\d)/.exec(text ?? "")?.[1];
  if (day === undefined || !isCalendarDay(day)) return null;
  const utc = utcPattern.exec(text ?? "")?.[1] ?? "";
  const moment = midnightPattern.test(utc) ? Number.NaN : Date.parse(`${utc}Z`);
  return Number.isNaN(moment) ? day : localDay(new Date(moment), timeZone);
}

function languageOf(text: string | undefined): string | null {
  const tag = (text ?? "").trim().replace("_", "-");
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i.test(tag) ? tag : null;
}
