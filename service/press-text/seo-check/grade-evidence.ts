import type { TextAnalysis } from "../analysis/analyse-text.ts";
import { hasMailAddress, hasTelephone } from "../analysis/split-blocks.ts";
import { type Grade, germanList, grade } from "./grade.ts";

/** Figures in the body, dates included. Four (a date, a size, an amount, a comparison) are our editorial choice. */
const figures = { good: 4, fair: 2 };

/** Grades whether figures support the text. */
export function gradeNumbers({ numbers }: TextAnalysis): Grade {
  const value = numbers.length === 0 ? 0 : grade(numbers.length, figures);
  if (value === 1) return { value, note: `${numbers.length} Zahlen belegen den Text.` };
  const found =
    numbers.length === 0
      ? "Der Text nennt keine Zahl"
      : numbers.length === 1
        ? "Der Text nennt nur eine Zahl"
        : `Der Text nennt nur ${numbers.length} Zahlen`;
  return {
    value,
    note: `${found}. Ergänzen Sie belegbare Angaben wie Datum, Menge, Preis oder Vergleichswert (mindestens ${figures.good}).`,
  };
}

/** Grades whether somebody is quoted by name; a quotation is the part that editors most often take over. Our editorial choice. */
export function gradeQuotes({ quotes }: TextAnalysis): Grade {
  const attributed = quotes.filter((quote) => quote.isAttributed).length;
  if (attributed > 0)
    return {
      value: 1,
      note:
        attributed === 1
          ? "Ein Zitat mit Sprecher ist vorhanden."
          : `${attributed} Zitate mit Sprecher sind vorhanden.`,
    };
  if (quotes.length > 0) {
    return {
      value: 0.5,
      note: "Beim Zitat ist nicht zu erkennen, wer spricht. Ergänzen Sie „sagt“ mit Vorname, Name und Funktion.",
    };
  }
  return {
    value: 0,
    note: "Es fehlt ein Zitat. Ergänzen Sie einen Satz in Anführungszeichen mit Vorname, Name und Funktion der Person.",
  };
}

/** Parts of the end matter and their shares; German press custom asks for all three, the shares are our choice. */
const endMatterShares = { mail: 0.35, telephone: 0.3, boilerplate: 0.35 };

/** Grades whether a journalist finds whom to ask and who the sender is. */
export function gradeContact({ blocks }: TextAnalysis): Grade {
  const texts = blocks.map((block) => block.text);
  const missing: string[] = [];
  let value = 0;
  if (texts.some(hasMailAddress)) value += endMatterShares.mail;
  else missing.push("eine E-Mail-Adresse");
  if (texts.some(hasTelephone)) value += endMatterShares.telephone;
  else missing.push("eine Telefonnummer");
  if (blocks.some((block) => block.role === "boilerplate")) value += endMatterShares.boilerplate;
  else missing.push("einen Absatz „Über …“ zum Unternehmen");
  if (missing.length === 0) return { value: 1, note: "Kontakt und Angaben zum Unternehmen sind vorhanden." };
  return { value, note: `Ergänzen Sie am Ende ${germanList(missing)}.` };
}
