import { isRealDate, uuidPattern } from "../../schema.ts";
import { trimUnseen } from "../strings/trim-unseen.ts";
import { isMailAddress } from "./mail-address.ts";
import type { FieldProblem } from "./refuse-fields.ts";
import { safeLinkUrl } from "./safe-url.ts";
import { isReservedSlug, isWholeSlug, slugLengthMax } from "./slug.ts";

/** Checks of single fields that people fill in. Each takes the field's name and gives what is wrong with the value, or null. */

/** Longest URL that the database's columns for addresses take. */
export const urlCharactersMax = 2_000;
export const phoneCharactersMax = 50;
/** `08:30` of a wall clock. */
export const clockPattern = /^([01]\d|2[0-3]):[0-5]\d$/;

/** One line of text that PostgreSQL can store, without line breaks and other control characters. */
export function lineProblem(
  field: string,
  value: string,
  bounds: { min: number; max: number },
): FieldProblem | null {
  const { min, max } = bounds;
  // A name of zero-width blanks is a link that nobody sees.
  const isLine = !/\p{Cc}/u.test(value) && value.isWellFormed() && (value === "" || trimUnseen(value) !== "");
  return isLine && isWithin(value, bounds)
    ? null
    : {
        field,
        german: `Bitte ${min} bis ${max} Zeichen in einer Zeile eingeben.`,
        english: `expected ${min} to ${max} characters in one line.`,
      };
}

/** Text of several lines. */
export function textProblem(
  field: string,
  value: string,
  bounds: { min: number; max: number },
): FieldProblem | null {
  const { min, max } = bounds;
  return !value.includes("\0") && value.isWellFormed() && isWithin(value, bounds)
    ? null
    : {
        field,
        german: `Bitte ${min} bis ${max} Zeichen eingeben.`,
        english: `expected ${min} to ${max} characters.`,
      };
}

/** An address of a page that readers may follow. */
export function urlProblem(field: string, value: string): FieldProblem | null {
  const url = value.length <= urlCharactersMax ? safeLinkUrl(value) : null;
  const isPage = url !== null && /^https?:/.test(url) && value.isWellFormed();
  return isPage
    ? null
    : {
        field,
        german: `Bitte eine Adresse eingeben, die mit https:// beginnt und höchstens ${urlCharactersMax} Zeichen hat.`,
        english: `expected an address that begins with https://, of at most ${urlCharactersMax} characters.`,
      };
}

export function emailProblem(field: string, value: string): FieldProblem | null {
  return isMailAddress(value)
    ? null
    : { field, german: "Bitte eine E-Mail-Adresse eingeben.", english: "expected a mail address." };
}

export function phoneProblem(field: string, value: string): FieldProblem | null {
  const isPhone = /^\+?[\d ()/.-]+$/.test(value) && /\d.*\d.*\d/.test(value);
  return isPhone && value.length <= phoneCharactersMax
    ? null
    : {
        field,
        german: `Bitte eine Telefonnummer mit höchstens ${phoneCharactersMax} Zeichen eingeben, etwa +49 30 1234-5.`,
        english: `expected a telephone number of at most ${phoneCharactersMax} characters, for instance +49 30 1234-5.`,
      };
}

export function uuidProblem(field: string, value: string): FieldProblem | null {
  return uuidPattern.test(value)
    ? null
    : {
        field,
        german: "Bitte eine Datei aus der Mediathek wählen.",
        english: "expected the id of an asset.",
      };
}

/** A word of an address: `a-z`, `0-9` and single hyphens, none that the service keeps for itself. */
export function slugProblem(field: string, value: string): FieldProblem | null {
  if (!isWholeSlug(value)) {
    return {
      field,
      german: `Bitte höchstens ${slugLengthMax} Zeichen eingeben: a-z, 0-9 und einzelne Bindestriche.`,
      english: `expected at most ${slugLengthMax} characters of a-z, 0-9 and single hyphens.`,
    };
  }
  return isReservedSlug(value)
    ? {
        field,
        german: "Dieses Ende der Adresse braucht der Dienst selbst. Bitte wählen Sie ein anderes.",
        english: "the service keeps this word for itself. Choose another.",
      }
    : null;
}

export const takenSlug: FieldProblem = {
  field: "slug",
  german: "Dieses Ende der Adresse ist oder war schon vergeben. Bitte wählen Sie ein anderes.",
  english: "this word is or was the address of another. Choose another.",
};

export function oneOfProblem(field: string, value: string, allowed: readonly string[]): FieldProblem | null {
  const list = allowed.join(", ");
  return allowed.includes(value)
    ? null
    : { field, german: `Möglich sind: ${list}.`, english: `expected one of ${list}.` };
}

function isWithin(value: string, { min, max }: { min: number; max: number }): boolean {
  if (value.length > max * 2) return false;
  const characters = [...value].length;
  return characters >= min && characters <= max;
}

/** Whether a text is a day that a calendar has, as `2026-02-28`: `Date` takes 31 February for 3 March. */
export function isCalendarDay(day: string): boolean {
  return /^[1-9]\d{3}-\d{2}-\d{2}$/.test(day) && isRealDate(day);
}
