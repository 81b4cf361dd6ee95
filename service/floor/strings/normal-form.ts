/**
 * What the runtime's `normalize` sorts or composes as one run: marks, the halfwidth voiced marks, which become marks in NFKC, and the
 * vowels of Kirat Rai, which compose with each other. Not U+034F, so that a text that was treated once stays as it is.
 */
const longRun =
  /(?:(?!\u034f)[\p{M}\uff9e\uff9f\u{16d63}-\u{16d6a}]){30}(?=(?!\u034f)[\p{M}\uff9e\uff9f\u{16d63}-\u{16d6a}])/gu;

/**
 * A text in a normal form of Unicode, in time that grows with its length. `normalize` takes the square of a run of marks: 32 s for
 * 130,000, in which nobody is answered. So U+034F parts a run after each 30 (Unicode UAX #15, Stream-Safe Text Format): more than any
 * writing has, and nothing is lost. A text without such a run is what `normalize` makes of it.
 */
export function toNormalForm(text: string, form: "NFC" | "NFD" | "NFKC" | "NFKD"): string {
  // Once more behind it, as a mark may become several.
  return parted(parted(text).normalize(form));
}

function parted(text: string): string {
  return text.replace(longRun, "$&\u034f");
}
