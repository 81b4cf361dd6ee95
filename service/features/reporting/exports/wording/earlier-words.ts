import type { ReportLanguage } from "../../reports/schema.ts";
import type { Texts } from "./german-texts.ts";

type EarlierWords = { texts: Partial<Texts> };

/** What reports of before edition 2 say otherwise: their files keep their bytes. */
export const earlierWords: Record<ReportLanguage, EarlierWords> = {
  de: {
    texts: {
      unequalDays: "Verglichen wird mit {0}: {1} gegen {2}.",
    },
  },
  en: {
    texts: {},
  },
};
