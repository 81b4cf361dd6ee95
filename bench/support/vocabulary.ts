/** Of a vocabulary in which a word's rank says how often it is used, as in any language. */
export const vocabulary = 20_000;

const syllables = [
  "wärm",
  "pump",
  "kraft",
  "werk",
  "haus",
  "strom",
  "netz",
  "größ",
  "bau",
  "feld",
  "test",
  "land",
  "wind",
  "rad",
  "öl",
  "stadt",
];

export function wordOf(rank: number): string {
  let [rest, word] = [rank, ""];
  do {
    word += syllables[rest % syllables.length];
    rest = Math.floor(rest / syllables.length);
  } while (rest > 0);
  return word;
}
