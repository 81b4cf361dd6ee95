const above = new Map(
  ["0⁰", "1¹", "2²", "3³", "4⁴", "5⁵", "6⁶", "7⁷", "8⁸", "9⁹", "+⁺", "-⁻", "−⁻", "nⁿ"].map(pair),
);
const below = new Map(
  ["0₀", "1₁", "2₂", "3₃", "4₄", "5₅", "6₆", "7₇", "8₈", "9₉", "+₊", "-₋", "−₋"].map(pair),
);

const besideDigits = /[(),;*\s]/;

/**
 * Digits above or below the line as the characters that Unicode has for them: Markdown knows neither, and 10⁶ Euro would become 106 Euro.
 * The signs of a note beside them stay (2025¹⁾ would need letters that few fonts have), and so does anything with other letters.
 */
export function raisedDigits(text: string, where: "sup" | "sub"): string {
  const letters = where === "sup" ? above : below;
  const raised = [...text.trim()].map(
    (letter) => letters.get(letter) ?? (besideDigits.test(letter) ? letter : undefined),
  );
  return raised.length === 0 || raised.includes(undefined)
    ? text
    : text.replace(text.trim(), raised.join(""));
}

function pair(text: string): [string, string] {
  return [text[0] ?? "", text.at(-1) ?? ""];
}
