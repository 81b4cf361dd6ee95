import { toNormalForm } from "../../../floor/strings/normal-form.ts";
import { parseUrl } from "../../../floor/strings/parse-url.ts";
import type { MediaMention } from "../schema.ts";
import { withoutEnding } from "../without-ending.ts";
import type { FeedItem } from "./parse-items.ts";

/** A published release that entries of feeds may be about. */
export type KnownRelease = {
  id: number;
  title: string;
  /** The client's name, its products and other spellings. */
  clientNames: readonly string[];
  publishedAt: Date;
  /** Addresses of its page, those of before too. */
  urls: readonly string[];
};

/** A known release in the form in which entries are compared with it: made once, not for each entry. */
export type ComparableRelease = Pick<KnownRelease, "id" | "publishedAt"> & {
  /** As `pageAddress` has them. */
  addresses: readonly string[];
  title: string;
  titleWords: readonly string[];
  names: readonly { name: string; words: readonly string[] }[];
};

export type Match = Pick<MediaMention, "matchType"> & {
  releaseId: number;
  confidence: MediaMention["provenance"]["confidence"];
  /** How it was matched, for readers of a report. */
  method: string;
};

/** Failed readings in a row from which a feed is broken: each waits longer than the one before, and one alone is often over at the next. */
export const brokenFaultsMin = 3;

const dayMs = 86_400_000;
/** An embargoed copy may be out a day early; earlier articles are about something else. */
const earliestDays = -1;
/** Beyond, a client's name and some words of a headline are chance. */
const similarDays = 90;
/** News about a client two weeks after its release may be about anything. */
const namedDays = 14;
/** A shorter headline, such as "Neuer Vorstand", stands in articles about others too. */
const titleWordsMin = 4;
const similarWordsMin = 3;
const similarShare = 0.6;
/** Words of fewer letters carry little. */
const wordCharactersMin = 4;
/** An article has a few dozen; a text made of nothing but links would cost 40 ms for each entry. */
const linksMax = 100;
/** A release's address has at most so many: host, `newsroom`, client and release. */
const addressLevelsMax = 4;

/** Between blanks: JavaScript's own word boundary parts a word at each umlaut, and "Gemüse" would lose its end. */
const legalForms =
  /(?<= |^)(?:gmbh|mbh|ggmbh|ag|se|kg|kgaa|ohg|gbr|ug|eg|ev|e v|co|inc|ltd|llc|plc|s a|sarl|holding|gruppe|group|stiftung)(?= |$)/g;

export function comparableRelease({
  id,
  publishedAt,
  urls,
  title,
  clientNames,
}: KnownRelease): ComparableRelease {
  const normalTitle = normalise(title);
  return {
    id,
    publishedAt,
    addresses: urls.flatMap((url) => pageAddress(url) ?? []),
    title: normalTitle,
    titleWords: [...new Set(normalTitle.split(" "))].filter((word) => word.length >= wordCharactersMin),
    names: clientNames
      .map(comparableName)
      .filter((name) => name.length >= wordCharactersMin)
      .map((name) => ({ name, words: name.split(" ") })),
  };
}

/**
 * The releases that an entry is about, each with how sure that is: `high` for a link to its page or its whole headline, `medium`
 * for most words of the headline beside the client's name, `low` for the client's name alone soon after the release (only the
 * latest one then, and only where nothing better was found).
 */
export function matchItem(item: FeedItem, releases: readonly ComparableRelease[], now: Date): Match[] {
  const text = toText(item.text);
  const links = addressesIn(item);
  const publishedAt = item.publishedAt ?? now;
  const certain: Match[] = [];
  let named: ComparableRelease | null = null;
  for (const release of releases) {
    const days = (publishedAt.getTime() - release.publishedAt.getTime()) / dayMs;
    if (release.addresses.some((address) => links.has(address))) {
      certain.push(matched(release, "link", "high", "Abgleich des Feeds: Link auf die Meldung"));
    } else if (days < earliestDays) {
    } else if (hasTitle(text, release)) {
      certain.push(
        matched(release, "excerpt", "high", "Abgleich des Feeds: Überschrift der Meldung im Text"),
      );
    } else if (hasName(text, release)) {
      if (days <= similarDays && isSimilar(text, release)) {
        certain.push(
          matched(
            release,
            "mention",
            "medium",
            "Abgleich des Feeds: Name des Kunden und Wörter der Überschrift",
          ),
        );
      } else if (days <= namedDays && (named === null || release.publishedAt > named.publishedAt))
        named = release;
    }
  }
  if (certain.length > 0 || named === null) return certain;
  return [matched(named, "mention", "low", "Abgleich des Feeds: Name des Kunden kurz nach der Meldung")];
}

/** A client's name in the words that articles use: in lower case and without its legal form. */
export function comparableName(clientName: string): string {
  return normalise(clientName).replace(legalForms, " ").replace(/ +/g, " ").trim();
}

/** Host and path of an address, as pages are compared: without scheme, `www.`, query, fragment and slash at the end. */
export function pageAddress(url: string): string | null {
  const parsed = parseUrl(url);
  if (parsed === null) return null;
  const { host, pathname } = parsed;
  return `${host.replace(/^www\./, "")}${withoutEnding(pathname, "/")}`;
}

function matched(
  release: ComparableRelease,
  matchType: Match["matchType"],
  confidence: Match["confidence"],
  method: string,
): Match {
  return { releaseId: release.id, matchType, confidence, method };
}

/** The pages that an entry links to, and those above them: a counted link stands below its release. */
function addressesIn(item: FeedItem): Set<string> {
  const found = item.markup.match(/https?:\/\/[^\s"'<>]{1,2000}/g) ?? [];
  const addresses = found
    .slice(0, linksMax)
    .flatMap((url) => pageAddress(withoutEnding(url, ").,;:!?")) ?? []);
  const levels = Array.from({ length: addressLevelsMax }, (_, above) => above + 1);
  return new Set(
    addresses.flatMap((address) => {
      const parts = address.split("/", addressLevelsMax);
      return [address, ...levels.map((level) => parts.slice(0, level).join("/"))];
    }),
  );
}

/** The set of words is asked first, because searching the whole text for each release is slow. */
type Text = { whole: string; words: ReadonlySet<string> };

function toText(text: string): Text {
  const normal = normalise(text);
  return { whole: ` ${normal} `, words: new Set(normal.split(" ")) };
}

function hasTitle({ whole, words }: Text, { title, titleWords }: ComparableRelease): boolean {
  return (
    title.split(" ").length >= titleWordsMin &&
    titleWords.every((word) => words.has(word)) &&
    whole.includes(` ${title} `)
  );
}

function hasName({ whole, words }: Text, { names }: ComparableRelease): boolean {
  return names.some(
    (each) => each.words.every((word) => words.has(word)) && whole.includes(` ${each.name} `),
  );
}

function isSimilar({ words }: Text, { titleWords }: ComparableRelease): boolean {
  const shared = titleWords.filter((word) => words.has(word)).length;
  return shared >= similarWordsMin && shared / titleWords.length >= similarShare;
}

function normalise(text: string): string {
  return toNormalForm(text, "NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
