import { firstCharacters } from "../../../floor/strings/first-characters.ts";
import { toNormalForm } from "../../../floor/strings/normal-form.ts";
import { parseUrl } from "../../../floor/strings/parse-url.ts";
import { withoutDefusing } from "../../../floor/web/csv-line.ts";
import type { ColumnMap } from "./columns.ts";
import { parseDay, parseMoment, type Reading } from "./dates.ts";
import { parseDecimal, parseShare, parseWhole } from "./numbers.ts";
import type { RowProblem, RowProblemCode, Values } from "./row-problems.ts";

/** Reads the cells of one row by their columns' names, and collects what is wrong with them. */
export type Cells = {
  text(column: string, charactersMax: number): string;
  optionalText(column: string, charactersMax: number): string;
  isEmpty(column: string): boolean;
  /** A text in which line breaks are blanks: names and headlines that a layout broke. */
  line(column: string, charactersMax: number): string;
  /** A release of the agency: by its number, the address of its page, or its headline. */
  release(column: string): number;
  whole(column: string, maximum?: number): number;
  optionalWhole(column: string): number | null;
  decimal(column: string, maximum: number): number;
  share(column: string): number;
  day(column: string): string;
  /** At most a day ahead. */
  pastDay(column: string): string;
  moment(column: string): string;
  /** The day of a cell that names no time; null where it does, or is wrong. */
  dayAlone(column: string): string | null;
  oneOf<T extends string>(column: string, words: Readonly<Record<string, T>>): T | null;
  url(column: string): string;
  urls(column: string): string[];
  /** What the names in a cell stand for, one or several with | between them. */
  known<Kind extends keyof KnownNames>(column: string, kind: Kind): IdOf<KnownNames[Kind]>[];
  problems: RowProblem[];
  fail(column: string, code: RowProblemCode, values?: Values): void;
};

type CellPositions = Pick<ColumnMap, "positions" | "constants">;
type Fail = Cells["fail"];

/** What a row says in a column, or what stands there for all rows. */
export function cellText(
  cells: readonly string[],
  { positions, constants }: CellPositions,
  column: string,
): string {
  const position = positions.get(column);
  const text = position === undefined ? constants.get(column) : cells[position];
  return withoutDefusing(toNormalForm(text ?? "", "NFC").trim());
}

/** Numbers and dates are short: a longer cell is text in the wrong column. */
const figureCharactersMax = 64;
const urlCharactersMax = 2000;
/** What was found or asked is past; a day for time zones and clocks. */
const aheadMaxMs = 86_400_000;
/** Addresses in one cell. */
const urlsMax = 100;
/** Of all names in one cell, clients or lists of a contact. */
export const namesCharactersMax = 2_000;

/** The id of a release of the agency, by what a cell says of it. */
export type FindRelease = (text: string) => Reading<number>;

/** Ids of what rows name beside releases, by name in lower case or by id as text; null for a name that several have. */
export type KnownNames = {
  clients: ReadonlyMap<string, number | null>;
  lists: ReadonlyMap<string, string | null>;
};
type IdOf<Names> = Names extends ReadonlyMap<string, infer Id> ? NonNullable<Id> : never;

const noNames: KnownNames = { clients: new Map(), lists: new Map() };

export function readCells(
  cells: readonly string[],
  map: CellPositions,
  findRelease: FindRelease,
  names: KnownNames = noNames,
): Cells {
  const problems: RowProblem[] = [];
  const cell = (column: string) => cellText(cells, map, column);
  const fail: Fail = (column, code, values) =>
    void problems.push(values === undefined ? { code, column } : { code, column, values });

  function figure<T>(column: string, fallback: T, read: (text: string) => Reading<T>): T {
    const text = cell(column);
    const reading: Reading<T> =
      text === ""
        ? { problem: "empty" }
        : text.length > figureCharactersMax
          ? { problem: "too_long" }
          : read(text);
    if ("value" in reading) return reading.value;
    fail(column, reading.problem, { text: quoted(text), ...reading.values });
    return fallback;
  }

  function optionalText(column: string, charactersMax: number): string {
    const text = cell(column);
    if (text.length > charactersMax && [...text].length > charactersMax) {
      fail(column, "too_many_characters", { max: charactersMax });
    }
    return text;
  }

  function text(column: string, charactersMax: number): string {
    if (cell(column) === "") fail(column, "empty");
    return optionalText(column, charactersMax);
  }

  return {
    problems,
    fail,
    optionalText,
    isEmpty: (column) => cell(column) === "",
    text,
    release(column) {
      const text = cell(column);
      const found: Reading<number> = text === "" ? { problem: "empty" } : findRelease(text);
      if ("value" in found) return found.value;
      fail(column, found.problem, found.values);
      return 0;
    },
    known<Kind extends keyof KnownNames>(column: string, kind: Kind) {
      const said = optionalText(column, namesCharactersMax)
        .split(/[|\n\r]+/)
        .map((name) => name.trim());
      const known: ReadonlyMap<string, string | number | null> = names[kind];
      const ids = new Set<IdOf<KnownNames[Kind]>>();
      for (const name of said) {
        if (name === "") continue;
        const id = known.get(name.toLowerCase()) ?? null;
        if (id === null) fail(column, "unknown_name", { text: quoted(name) });
        else ids.add(id as IdOf<KnownNames[Kind]>);
      }
      return [...ids];
    },
    line: (column, charactersMax) => text(column, charactersMax).replace(/[\s\p{Cc}]+/gu, " "),
    ...figureCells(cell, figure),
    ...wordCells(cell, fail, optionalText),
  };
}

function figureCells(
  cell: (column: string) => string,
  figure: <T>(column: string, fallback: T, read: (text: string) => Reading<T>) => T,
): Pick<Cells, "whole" | "optionalWhole" | "decimal" | "share" | "day" | "pastDay" | "moment" | "dayAlone"> {
  const count = (maximum: number) => (text: string) => within(parseWhole(text), maximum, "no_whole_number");
  return {
    whole: (column, maximum = Number.MAX_SAFE_INTEGER) => figure(column, 0, count(maximum)),
    optionalWhole: (column) =>
      cell(column) === "" ? null : figure(column, 0, count(Number.MAX_SAFE_INTEGER)),
    decimal: (column, maximum) =>
      figure(column, 0, (text) => within(parseDecimal(text), maximum, "no_number")),
    share: (column) => figure(column, 0, (text) => within(parseShare(text), 1, "no_share")),
    day: (column) => figure(column, "", parseDay),
    pastDay: (column) => figure(column, "", (text) => notAhead(parseDay(text))),
    moment: (column) => figure(column, "", (text) => notAhead(parseMoment(text))),
    dayAlone(column) {
      const day = parseDay(cell(column));
      return "value" in day ? day.value : null;
    },
  };
}

function notAhead(read: Reading<string>): Reading<string> {
  const isAhead = "value" in read && Date.parse(read.value.slice(0, 10)) > Date.now() + aheadMaxMs;
  return isAhead ? { problem: "in_future" } : read;
}

function wordCells(
  cell: (column: string) => string,
  fail: Fail,
  optionalText: Cells["optionalText"],
): Pick<Cells, "oneOf" | "url" | "urls"> {
  return {
    oneOf(column, words) {
      const text = cell(column)
        .toLowerCase()
        .replace(/[\s-]+/g, "_");
      const found = Object.hasOwn(words, text) ? words[text] : undefined;
      if (found !== undefined) return found;
      const known = [...new Set(Object.values(words))].join(", ");
      if (text === "") fail(column, "empty");
      else fail(column, "unknown_word", { text: quoted(cell(column)), words: known });
      return null;
    },
    url(column) {
      const text = optionalText(column, urlCharactersMax);
      // A longer one was refused as too long.
      const isRead = text !== "" && text.length <= urlCharactersMax * 2;
      if (isRead && !isWebAddress(text)) fail(column, "no_web_address", { text: quoted(text) });
      return text;
    },
    urls(column) {
      const all = [
        ...new Set(
          cell(column)
            .split(/[\s|]+/)
            .filter((url) => url !== ""),
        ),
      ];
      if (all.length > urlsMax) fail(column, "too_many_addresses", { max: urlsMax });
      const wrong = all.find((url) => url.length > urlCharactersMax || !isWebAddress(url));
      if (wrong !== undefined) fail(column, "no_web_address", { text: quoted(wrong) });
      return all;
    },
  };
}

function within(value: number | null, maximum: number, expected: RowProblemCode): Reading<number> {
  if (value === null || value < 0) return { problem: expected };
  return value > maximum ? { problem: "above_maximum", values: { max: maximum } } : { value };
}

function isWebAddress(text: string): boolean {
  return /^https?:$/.test(parseUrl(text)?.protocol ?? "");
}

/** Part of a cell in a message: short, in one line. */
export function quoted(text: string): string {
  const flat = text.replace(/\p{Cc}+/gu, " ");
  const beginning = firstCharacters(flat, 40);
  // PostgreSQL's JSON takes no half pair.
  return (beginning === flat ? flat : `${beginning}…`).toWellFormed();
}
