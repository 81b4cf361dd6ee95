import { reverseNameLines } from "../lists/reverse-names.ts";

let byToken: ReadonlyMap<string, readonly string[]> | undefined;

/** The endings that names of a crawler's addresses have, by its token; null where its operator documents none. */
export function endingsOfNames(tokens: readonly string[]): readonly string[] | null {
  byToken ??= readReverseNames();
  for (const token of tokens) {
    const found = byToken.get(token.toLowerCase());
    if (found !== undefined) return found;
  }
  return null;
}

/** @throws TypeError that names a line without its four fields, or with an ending that is no domain's. */
export function readReverseNames(lines = reverseNameLines): ReadonlyMap<string, readonly string[]> {
  return new Map(
    lines
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => {
        const [token, endings, source, date] = line.split("|").map((part) => part.trim());
        const list = endings?.split(" ") ?? [];
        const areDomains = list.length > 0 && list.every((ending) => /^(?:\.[a-z0-9-]+){2,}$/.test(ending));
        if (!token || !source || !date || !areDomains)
          throw new TypeError(
            `List of reverse names: ${line.slice(0, 80)} lacks a field or has a wrong ending.`,
          );
        return [token.toLowerCase(), list] as const;
      }),
  );
}
