import { optionalAreaField, optionalTextField } from "../../forms/text-fields.ts";

/** What people say of a picture or file. The verb has the same bounds. */
export const assetFields = {
  alt: optionalTextField({
    label: "Alternativtext",
    hint: "Was auf dem Bild zu sehen ist, für alle, die es nicht sehen. Zur Veröffentlichung nötig.",
    charactersMax: 500,
  }),
  credit: optionalTextField({
    label: "Bildnachweis",
    hint: "Etwa „Foto: Anna Berg“. Zur Veröffentlichung nötig.",
    charactersMax: 200,
  }),
  caption: optionalAreaField({ label: "Bildunterschrift", charactersMax: 1_000, rows: 2 }),
};
