import { ServiceError } from "../../errors.ts";
import { checkOf, fieldErrorsOf } from "../../floor/http/field-errors.ts";
import { firstCharacters } from "../../floor/strings/first-characters.ts";
import { AssetTexts, captionCharactersMax, creditCharactersMax } from "./schema.ts";

/** What a person says of an asset, with empty texts as none. Throws `invalid_parameters` with the fields that are wrong. */
export function checkTexts(input: Partial<AssetTexts>): AssetTexts {
  const texts = { alt: said(input.alt), credit: said(input.credit), caption: said(input.caption) };
  if (checkOf(AssetTexts).Check(texts)) return texts;
  const details = fieldErrorsOf(AssetTexts, texts);
  const fields = Object.keys(details.fieldErrors).join(", ");
  throw new ServiceError("invalid_parameters", `Too long, or not a text: ${fields}. Shorten it.`, {
    details,
  });
}

/** Credit and caption as the picture itself has them, where nobody says otherwise. */
export function withDefaults(texts: AssetTexts, found: Pick<AssetTexts, "credit" | "caption">): AssetTexts {
  return {
    alt: texts.alt,
    credit: texts.credit ?? cut(found.credit, creditCharactersMax),
    caption: texts.caption ?? cut(found.caption, captionCharactersMax),
  };
}

function said(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
}

function cut(text: string | null, charactersMax: number): string | null {
  return text === null ? null : firstCharacters(text, charactersMax).trim() || null;
}
