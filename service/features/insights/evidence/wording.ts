import { formatDay } from "../../../floor/web/format.ts";
import type { PageLanguage } from "../../../floor/web/language.ts";
import type { MentionEvidence } from "../schema.ts";

/** Less is shown as 0 per cent, which it is not. */
const leastShown = 0.005;

const words = {
  de: {
    locale: "de-DE",
    nothing: "nichts wörtlich übernommen",
    under: "unter 1\u00a0%",
    taken: (share: string, run: string) =>
      `${share} der Meldung wörtlich übernommen, längste Stelle ${run} Wörter`,
    and: "und",
    quotation: (numbers: string, isOne: boolean) => `${isOne ? "Zitat" : "Zitate"} ${numbers} übernommen`,
    part: (numbers: string, isOne: boolean) => `${isOne ? "Zitat" : "Zitate"} ${numbers} zum Teil übernommen`,
    link: { none: "ohne Link", release: "mit Link zur Meldung", newsroom: "mit Link zum Newsroom" },
    rel: (rel: string) => ` (${rel})`,
    mention: "mit Namensnennung",
    none: "ohne Namensnennung",
    changed: (day: string) => `inzwischen geändert (festgestellt am ${day})`,
    gone: (day: string) => `seit dem ${day} nicht mehr erreichbar`,
  },
  en: {
    locale: "en-GB",
    nothing: "nothing taken over verbatim",
    under: "less than 1%",
    taken: (share: string, run: string) =>
      `${share} of the release taken over verbatim, longest run ${run} words`,
    and: "and",
    quotation: (numbers: string, isOne: boolean) =>
      `${isOne ? "quotation" : "quotations"} ${numbers} taken over`,
    part: (numbers: string, isOne: boolean) =>
      `${isOne ? "quotation" : "quotations"} ${numbers} taken over in part`,
    link: { none: "no link", release: "with a link to the release", newsroom: "with a link to the newsroom" },
    rel: (rel: string) => ` (${rel})`,
    mention: "mentioned by name",
    none: "not mentioned by name",
    changed: (day: string) => `changed since (seen on ${day})`,
    gone: (day: string) => `gone since ${day}`,
  },
} as const;

/** What reports of before edition 2 say otherwise: their files keep their bytes. */
const earlier = {
  de: {
    link: { none: "Link nein", release: "Link ja", newsroom: "Link zum Newsroom" },
    rel: (rel: string) => ` (rel="${rel}")`,
    mention: "der Kunde ist genannt",
    none: "der Kunde ist nicht genannt",
    changed: (day: string) => `geändert gesehen am ${day}`,
    gone: (day: string) => `seit ${day} nicht mehr erreichbar`,
  },
  en: {
    link: { none: "no link", release: "with a link", newsroom: "with a link to the newsroom" },
    rel: (rel: string) => ` (rel="${rel}")`,
    mention: "the client is named",
    none: "the client is not named",
    changed: (day: string) => `seen changed on ${day}`,
  },
} as const;

/**
 * What a comparison found, for people: "61 % der Meldung wörtlich übernommen, längste Stelle 48 Wörter, Zitat 2 übernommen, ohne Link".
 * One wording for lists, reports and files; a report says its language and edition.
 */
export function evidenceWords(
  { matchType, takenShare, longestRunWords, quotations, link, changedAt, goneSince }: MentionEvidence,
  timeZone: string,
  { language, edition }: { language: PageLanguage; edition?: 2 | undefined } = { language: "de", edition: 2 },
): string {
  const say = edition === undefined ? { ...words[language], ...earlier[language] } : words[language];
  const share = new Intl.NumberFormat(say.locale, { style: "percent" }).format(takenShare);
  const run = longestRunWords.toLocaleString(say.locale);
  const day = (moment: string) => formatDay(new Date(moment), language, timeZone);
  const numbered = (taken: "whole" | "part", what: (numbers: string, isOne: boolean) => string) => {
    const numbers = quotations.flatMap((each) => (each.taken === taken ? [String(each.number)] : []));
    const list = [numbers.slice(0, -1).join(", "), numbers.at(-1)].filter((part) => part !== "");
    return numbers.length > 0 && what(list.join(` ${say.and} `), numbers.length === 1);
  };
  return [
    takenShare === 0 ? say.nothing : say.taken(takenShare < leastShown ? say.under : share, run),
    numbered("whole", say.quotation),
    numbered("part", say.part),
    say.link[link?.target ?? "none"] + (link?.rel == null ? "" : say.rel(link.rel)),
    (matchType === "mention" || matchType === "none") && say[matchType],
    changedAt !== undefined && say.changed(day(changedAt)),
    goneSince !== undefined && say.gone(day(goneSince)),
  ]
    .filter((part) => part !== false)
    .join(", ");
}
