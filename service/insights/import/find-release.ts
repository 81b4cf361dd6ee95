import { releaseUrl } from "../../newsroom/paths.ts";
import { pageAddress } from "../providers/rules.ts";
import { quoted } from "./cells.ts";
import type { Reading } from "./dates.ts";
import { parseWhole } from "./numbers.ts";

/** What a release can be named by in a file. */
export type ReleaseName = {
  id: number;
  title: string;
  slug: string;
  clientSlug: string;
  ownHost: string | null;
};

/** The id of a release of the agency, by what a cell says of it. */
export type FindRelease = (text: string) => Reading<number>;

/** Stands for a name that several releases have. */
const several = -1;

/**
 * Finds releases by number, by the address of their page (where `publicUrl` is known), or by headline, whatever its case, its
 * blanks and its quotation marks. A headline that two releases have names none.
 */
export function createReleaseFinder(releases: readonly ReleaseName[], publicUrl: string | null): FindRelease {
  const ids = new Set(releases.map(({ id }) => id));
  const byAddress = new Map<string, number>();
  const byHeadline = new Map<string, number>();
  for (const { id, title, slug, clientSlug, ownHost } of releases) {
    if (publicUrl !== null) {
      const address = pageAddress(releaseUrl(publicUrl, { clientSlug, ownHost }, slug));
      if (address !== null) byAddress.set(address, id);
    }
    const headline = comparable(title);
    byHeadline.set(headline, byHeadline.has(headline) ? several : id);
  }
  return (text) => {
    const number = parseWhole(text);
    if (number !== null && ids.has(number)) return { value: number };
    const address = /^https?:/i.test(text) ? pageAddress(text) : null;
    const found = address === null ? byHeadline.get(comparable(text)) : byAddress.get(address);
    if (found === several)
      return { problem: `"${quoted(text)}" is the headline of several releases; write the number` };
    if (found !== undefined) return { value: found };
    return number === null
      ? { problem: `the agency has no release "${quoted(text)}"; write its number, address or headline` }
      : { problem: `the agency has no release ${number}` };
  };
}

function comparable(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, " ")
    .trim();
}
