import type { FieldErrors } from "../../../errors.ts";
import { isMailAddress } from "../../../floor/web/mail-address.ts";
import {
  type AgencyUpdate,
  kindCharactersMax,
  labelCharactersMax,
  labelsMax,
  nameCharactersMax,
  senderCharactersMax,
} from "./schema.ts";

/** Headings and figures are set in the first colour, on white (WCAG 2.2, 1.4.3). */
const textContrastMin = 4.5;
/** The second colour fills bars (WCAG 2.2, 1.4.11). */
const shapeContrastMin = 3;

/** The wrong fields of an update, each with a sentence; null when all are right. */
export function findSettingErrors(update: AgencyUpdate): FieldErrors | null {
  const checks: [field: string, problem: string | null][] = [
    ["name", textProblem(update.name, nameCharactersMax)],
    ["senderName", textProblem(update.senderName, senderCharactersMax)],
    ["replyTo", mailProblem(update.replyTo)],
    ["timeZone", zoneProblem(update.timeZone)],
    ["colorPrimary", colourProblem(update.colorPrimary, textContrastMin)],
    ["colorSecondary", colourProblem(update.colorSecondary, shapeContrastMin)],
    ["conversionLabels", labelsProblem(update.conversionLabels)],
  ];
  const fieldErrors: Record<string, string[]> = {};
  for (const [field, problem] of checks) if (problem !== null) fieldErrors[field] = [problem];
  return Object.keys(fieldErrors).length === 0 ? null : { formErrors: [], fieldErrors };
}

/** Contrast of a `#rrggbb` with white, 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

function textProblem(text: string | null | undefined, charactersMax: number): string | null {
  if (text === null || text === undefined) return null;
  const characters = [...text].length;
  const isRight = characters >= 1 && characters <= charactersMax && text.trim() === text && !hasControl(text);
  return isRight ? null : `Give 1 to ${charactersMax} characters on one line, without blanks around them.`;
}

function mailProblem(text: string | null | undefined): string | null {
  if (text === null || text === undefined || isMailAddress(text)) return null;
  return "Give one mail address, for instance presse@example.com.";
}

function zoneProblem(zone: string | undefined): string | null {
  if (zone === undefined || (/^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/.test(zone) && isZone(zone))) return null;
  return "Give an IANA time zone, for instance Europe/Vienna.";
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

function colourProblem(colour: string | null | undefined, contrastMin: number): string | null {
  if (colour === null || colour === undefined) return null;
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return "Give a colour as #rrggbb.";
  const contrast = contrastWithWhite(colour);
  if (contrast >= contrastMin) return null;
  return `${colour} has a contrast of ${contrast.toFixed(1)} with white paper; it needs ${contrastMin}. Choose a darker one.`;
}

function labelsProblem(labels: Record<string, string | null> | undefined): string | null {
  const entries = Object.entries(labels ?? {});
  if (entries.length > labelsMax) return `Give at most ${labelsMax} labels.`;
  for (const [kind, label] of entries) {
    if (textProblem(kind, kindCharactersMax) !== null)
      return `A kind has 1 to ${kindCharactersMax} characters on one line.`;
    if (textProblem(label, labelCharactersMax) !== null)
      return `A label has 1 to ${labelCharactersMax} characters on one line.`;
  }
  return null;
}

/** What ends a line would forge a header of a mail, and no JSON holds half a character. */
function hasControl(text: string): boolean {
  return !text.isWellFormed() || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);
}
