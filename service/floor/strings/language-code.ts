/** Behind the language stands a region or a script: "us-englisch" is none. */
const tag = /^([a-z]{2,3})(?:[-_](?:[a-z]{2}|[a-z]{4}|\d{3})(?:[-_].*)?)?$/;
const german = new Intl.DisplayNames("de", { type: "language", fallback: "none" });
const english = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
const letters = [..."abcdefghijklmnopqrstuvwxyz"];

/** Made when the first name is asked for: it takes 60 ms. */
let codesByName: ReadonlyMap<string, string> | null = null;

/** The code of two letters of a language that is written as code of two or three, tag or name, German or English; null for what is none. */
export function languageCode(text: string): string | null {
  const word = text.trim().toLowerCase();
  const [, code] = tag.exec(word) ?? [];
  // Codes of countries, such as "us", have no name.
  const name = code === undefined ? word : english.of(code)?.toLowerCase();
  if (name === undefined) return null;
  if (code?.length === 2) return code;
  codesByName ??= readNames();
  return codesByName.get(name) ?? null;
}

/** The platform calls codes that have ended by their successor's name: "Hebräisch" would be `iw`. */
function readNames(): ReadonlyMap<string, string> {
  const codes = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => Intl.getCanonicalLocales(code)[0] === code);
  return new Map(
    [german, english].flatMap((names) =>
      codes.map((code) => [names.of(code)?.toLowerCase() ?? code, code] as const),
    ),
  );
}
