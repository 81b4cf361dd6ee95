import type { Queryable } from "../../../floor/db/open.ts";
import { toNormalForm } from "../../../floor/strings/normal-form.ts";
import { integerMax } from "../../../schema.ts";
import { pageAddress } from "../providers/rules.ts";
import { addressesOf } from "../release-addresses.ts";
import { type FindRelease, quoted } from "./cells.ts";
import { parseWhole } from "./numbers.ts";
import { readReleaseNames, selectReleaseIds } from "./release-names-sql.ts";

/** Longer texts name no release: neither an address nor a headline is as long. */
export const nameCharactersMax = 2_000;
/** Marks a name that several releases share, so that it names none of them. */
const several = -1;

/**
 * Looks up all that the cells of a file call releases: by number, by any address that leads to their page (where `publicUrl` is known),
 * or by headline, whatever its case, its blanks and its quotation marks. A headline that two releases have names none. Memory holds what
 * the file names, however many releases the agency has.
 */
export async function findReleases(
  sql: Queryable,
  agencyId: number,
  input: { names: ReadonlySet<string>; publicUrl: string | null },
): Promise<FindRelease> {
  const { names, publicUrl } = input;
  const numbers = [...names].map((name) => parseWhole(name) ?? 0).filter((number) => number <= integerMax);
  const ids = new Set(await selectReleaseIds(sql, agencyId, numbers));
  const others = [...names].filter((name) => !ids.has(parseWhole(name) ?? 0));
  const byAddress = new Map<string, number | null>(others.flatMap((name) => [[addressOf(name) ?? "", null]]));
  const byHeadline = new Map<string, number | null>(others.map((name) => [comparable(name), null]));
  if (others.length > 0) {
    for await (const { id, title, ...calledBy } of readReleaseNames(sql, agencyId)) {
      for (const page of publicUrl === null ? [] : addressesOf(publicUrl, calledBy).release) {
        const address = pageAddress(page);
        if (address !== null && byAddress.has(address)) byAddress.set(address, id);
      }
      const headline = comparable(title);
      const known = byHeadline.get(headline);
      if (known !== undefined) byHeadline.set(headline, known === null ? id : several);
    }
  }
  return (text) => {
    const number = parseWhole(text);
    if (number !== null && ids.has(number)) return { value: number };
    const address = addressOf(text);
    const found = address === null ? byHeadline.get(comparable(text)) : byAddress.get(address);
    if (found === several) return { problem: "several_releases", values: { text: quoted(text) } };
    if (found !== undefined && found !== null) return { value: found };
    return number === null
      ? { problem: "unknown_release", values: { text: quoted(text) } }
      : { problem: "unknown_number", values: { number } };
  };
}

function addressOf(text: string): string | null {
  return /^https?:/i.test(text) ? pageAddress(text) : null;
}

function comparable(text: string): string {
  return toNormalForm(text, "NFC")
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, " ")
    .trim();
}
