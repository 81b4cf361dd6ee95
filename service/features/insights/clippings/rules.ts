import type { JSONValue } from "postgres";
import {
  isCalendarDay,
  lineProblem,
  oneOfProblem,
  textProblem,
  urlProblem,
} from "../../../floor/web/field-rules.ts";
import type { FieldProblem } from "../../../floor/web/refuse-fields.ts";
import { matchTypes } from "../../../schema.ts";
import { articleHash, handHash } from "../article-hash.ts";
import { mediaTypes } from "../schema.ts";
import { type Clipping, type ClippingFields, charactersMax, type MediaType } from "./schema.ts";

/** Media whose articles always have an address. */
export const addressedTypes: readonly MediaType[] = ["online", "social"];
/** Nothing that a clipping is about happened before the web; earlier years are slips. */
const firstDay = "1990-01-01";

/** What is wrong with a clipping. `today` is the day of the agency's calendar. */
export function clippingProblems(fields: ClippingFields, today: string): (FieldProblem | null)[] {
  const { medium, mediaType, headline, url, reach, reachSource, note } = fields;
  const line = (name: "author" | "place" | "language" | "reachSource") => {
    const value = fields[name];
    return value === null ? null : lineProblem(name, value, { min: 1, max: charactersMax[name] });
  };
  return [
    lineProblem("medium", medium, { min: 1, max: charactersMax.medium }),
    oneOfProblem("mediaType", mediaType, mediaTypes),
    lineProblem("headline", headline, { min: 1, max: charactersMax.headline }),
    url === "" ? missingAddress(mediaType) : urlProblem("url", url),
    dayProblem(fields.publishedOn, today),
    line("author"),
    line("place"),
    fields.language !== null && fields.language.length < 2 ? languageProblem : line("language"),
    note === null ? null : textProblem("note", note, { min: 1, max: charactersMax.note }),
    oneOfProblem("matchType", fields.matchType, matchTypes),
    reach === null && reachSource !== null ? sourceWithoutReach : reachProblem(reach),
    reach !== null && reachSource === null ? reachWithoutSource : line("reachSource"),
  ];
}

/** The hashes of an article: as a feed or a file stores it, and as a person does. */
export function hashesOf({
  url,
  medium,
  headline,
  publishedOn,
}: Pick<ClippingFields, "url" | "medium" | "headline" | "publishedOn">): {
  found: string;
  byHand: string;
} {
  const found = articleHash({ url, medium, headline, day: publishedOn });
  return { found, byHand: handHash(found) };
}

/** Who says what reach a clipping has: of a file's row, of which no person has said it, the file's own source. */
export function reachSourceOf({
  reach,
  reachSource,
  source,
}: Pick<Clipping, "reach" | "reachSource" | "source">): string | null {
  return reach === null ? null : (reachSource ?? source);
}

/** What of a clipping has changed, as the log keeps it: never the note, only that it changed. */
export function changesOf(
  before: Readonly<Record<string, JSONValue>>,
  after: Readonly<Record<string, JSONValue>>,
): { before: Record<string, JSONValue>; after: Record<string, JSONValue> } | null {
  const names = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (names.length === 0) return null;
  const told = (values: Readonly<Record<string, JSONValue>>) =>
    Object.fromEntries(
      names.map((name) => [name, name === "note" ? values.note !== null : (values[name] ?? null)]),
    );
  return { before: told(before), after: told(after) };
}

function missingAddress(mediaType: MediaType): FieldProblem | null {
  return addressedTypes.includes(mediaType)
    ? {
        field: "url",
        german: "Beiträge im Netz brauchen ihre Adresse. Bei Print und Rundfunk darf sie fehlen.",
        english: "online and social media need an address.",
      }
    : null;
}

function dayProblem(day: string, today: string): FieldProblem | null {
  if (!isCalendarDay(day) || day < firstDay)
    return {
      field: "publishedOn",
      german: "Bitte geben Sie den Tag an, an dem der Beitrag erschienen ist.",
      english: "expected a day such as 2026-11-20.",
    };
  return day > today
    ? {
        field: "publishedOn",
        german: "Der Tag liegt in der Zukunft. Bitte geben Sie an, wann der Beitrag erschienen ist.",
        english: "the day is in the future.",
      }
    : null;
}

function reachProblem(reach: number | null): FieldProblem | null {
  return reach === null || (Number.isSafeInteger(reach) && reach >= 0)
    ? null
    : {
        field: "reach",
        german: "Bitte geben Sie eine ganze Zahl ein, zum Beispiel 120000.",
        english: "expected a whole number.",
      };
}

const sourceWithoutReach: FieldProblem = {
  field: "reach",
  german: "Zur Quelle fehlt die Reichweite.",
  english: "the source of a reach needs the reach.",
};

const reachWithoutSource: FieldProblem = {
  field: "reachSource",
  german:
    "Bitte nennen Sie, woher die Reichweite stammt, zum Beispiel „IVW 3/2026“. Ohne Quelle nehmen wir sie nicht auf.",
  english: "a reach needs its source.",
};

const languageProblem: FieldProblem = {
  field: "language",
  german: "Bitte geben Sie ein Kürzel wie „de“ oder „en“ ein.",
  english: "expected a tag such as de or en.",
};
