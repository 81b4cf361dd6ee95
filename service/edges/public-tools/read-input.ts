import { cleanInput, codePoints } from "../../features/writer/clean-input.ts";

/** A request's one text field, cleaned; or the German sentence that goes into the answer with 400. */
export type ReadInput = { ok: true; value: string } | { ok: false; message: string };

export type InputRule = {
  field: string;
  min: number;
  max: number;
  messages: { missing: string; tooShort: string; tooLong: string };
};

/** Two for an emoji, four for a letter with its marks apart, and as many again for blanks and what can't be seen. */
const unitsMax = 8;

/** Reads one text field of a parsed JSON body, cleans it and checks its length in code points. Never throws. */
export function readInput(body: unknown, { field, min, max, messages }: InputRule): ReadInput {
  const raw =
    typeof body === "object" && body !== null && !Array.isArray(body)
      ? Object.entries(body).find(([name]) => name === field)?.[1]
      : undefined;
  if (typeof raw !== "string") return { ok: false, message: messages.missing };
  // Before it is cleaned, which is work for each character.
  if (raw.length > max * unitsMax) return { ok: false, message: messages.tooLong };
  const value = cleanInput(raw);
  if (value === "") return { ok: false, message: messages.missing };
  const length = codePoints(value);
  if (length < min) return { ok: false, message: messages.tooShort };
  if (length > max) return { ok: false, message: messages.tooLong };
  return { ok: true, value };
}
