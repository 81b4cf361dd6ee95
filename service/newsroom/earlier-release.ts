import { isReservedSlug } from "../web/slug.ts";
import type { NewsroomDeps } from "./deps.ts";
import type { LoadedRelease } from "./load-release.ts";
import type { NewsroomRow } from "./sql.ts";

/** With one of these in its query an address means the page, not a release. */
const queriesOfPages: Readonly<Record<string, readonly string[]>> = {
  suche: ["q"],
  bilder: ["jahr", "meldung", "before"],
};

/**
 * The release that got its address before the service took this word for a page of its own: links to it lead to it still. An imprint
 * and a privacy notice that the newsroom keeps here go first, because the law wants them found.
 */
export async function findEarlierRelease(
  { releases }: Pick<NewsroomDeps, "releases">,
  request: Request,
  { newsroomRow, word }: { newsroomRow: NewsroomRow; word: string },
): Promise<LoadedRelease | null> {
  if (!isReservedSlug(word)) return null;
  if (word === "impressum" && newsroomRow.hasImprintText) return null;
  if (word === "datenschutz" && newsroomRow.hasPrivacyText) return null;
  const query = new URL(request.url).searchParams;
  if (queriesOfPages[word]?.some((name) => query.has(name))) return null;
  return await releases.find(newsroomRow.clientSlug, word);
}
