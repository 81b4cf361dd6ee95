const letters = [..."abcdefghijklmnopqrstuvwxyz"];

/** Made when the first name is asked for: it takes 60 ms. */
let codesByName: ReadonlyMap<string, string> | null = null;

/** The code of two letters of a language that is written as code, tag or name, German or English; null for what is none. */
export function languageCode(text: string): string | null {
  const word = text.trim().toLowerCase();
  const [, code] = /^([a-z]{2})(?:[-_]|$)/.exec(word) ?? [];
  if (code !== undefined) return code;
  codesByName ??= readNames();
  return codesByName.get(word) ?? null;
}

/** The platform calls codes that have ended by their successor's name: "Hebräisch" would be `iw`. */
function readNames(): ReadonlyMap<string, string> {
  const codes = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => Intl.getCanonicalLocales(code)[0] === code);
  return new Map(
    ["de", "en"].flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: "language", fallback: "none" });
      return codes.map((code) => [names.of(code)?.toLowerCase() ?? code, code] as const);
    }),
  );
}
