import spellOut from "@sindresorhus/slugify";
import { toNormalForm } from "../strings/normal-form.ts";

/** Longest slug in characters: search results show about that much of a path. */
export const slugLengthMax = 80;

/**
 * Slugs that no client and no release may take: the service keeps files under `/newsroom/assets/` and answers probes at `/health`
 * and `/ready` of each host; a newsroom has its legal texts, search, gallery and lists beside its releases.
 */
const reservedSlugs: readonly string[] = [
  "assets",
  "health",
  "ready",
  "impressum",
  "datenschutz",
  "suche",
  "bilder",
  "thema",
  "jahr",
];

/**
 * A readable path segment of `a-z`, `0-9` and `-`: German umlauts are spelt out, other letters lose their accents, other
 * alphabets are written in Latin letters. Cut at a word where one ends early enough; `fallback` when nothing readable is left.
 */
export function slugify(text: string, fallback = "meldung"): string {
  const slug = spellOut(toNormalForm(text, "NFC").replace(/[\u00ad\u200b\u2060]/g, ""), {
    locale: "de",
    decamelize: false,
    customReplacements: spellings,
  });
  return cutAtWord(slug) || fallback;
}

/** True for what could be a slug: anything else in a path names nothing, and NUL would even be refused by the database. */
export function isSlug(text: string): boolean {
  return text.length <= slugLengthMax && /^[a-z0-9-]+$/.test(text);
}

/** True for a word that a client or release may have as its address, as the database checks it. */
export function isWholeSlug(text: string): boolean {
  return text.length <= slugLengthMax && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}

/** True for a word that is the address of something else: neither a client nor a release may take it. */
export function isReservedSlug(slug: string): boolean {
  return reservedSlugs.includes(slug);
}

/** The slug with a number behind it, for the second and later releases of the same name; still within the bound. */
export function numberedSlug(slug: string, number: number): string {
  if (number < 2) return slug;
  const ending = `-${number}`;
  return slug.slice(0, slugLengthMax - ending.length).replace(/-+$/, "") + ending;
}

/** What German readers expect where the library has an English word or the bare letter. */
const spellings: [string, string][] = [
  ["ø", "oe"],
  ["Ø", "oe"],
  ["å", "aa"],
  ["Å", "aa"],
  ["€", " euro "],
  ["&", " "],
];

/** A word that would leave less than half of the slug is cut in the middle instead. */
function cutAtWord(slug: string): string {
  if (slug.length <= slugLengthMax) return slug;
  const cut = slug.slice(0, slugLengthMax);
  if (slug[slugLengthMax] === "-") return cut;
  const lastHyphen = cut.lastIndexOf("-");
  return lastHyphen >= slugLengthMax / 2 ? cut.slice(0, lastHyphen) : cut;
}

/** How many releases of one name find an address by counting up; the next one needs a slug of its own. */
const candidatesMax = 50;

/**
 * "CO₂" was "co", and "ﬁt" out of a PDF "t". Not in `slugify`: pages of topics have their addresses from it, and nothing leads from the old one
 * to a new one.
 */
const joinedOrLowered = /[\ufb00-\ufb06\u2080-\u2089²³]/g;
const toPlain = (letter: string) => toNormalForm(letter, "NFKC");

/** Slugs to try for a name, the plain one first; reserved ones are left out. */
export function candidateSlugs(name: string, fallback?: string): string[] {
  const slug = slugify(name.replace(joinedOrLowered, toPlain), fallback);
  const numbers = Array.from({ length: candidatesMax }, (_, index) => index + 1);
  return numbers.map((number) => numberedSlug(slug, number)).filter((each) => !isReservedSlug(each));
}
