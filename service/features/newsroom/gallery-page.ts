import { isSlug } from "../../floor/web/slug.ts";
import { findFormerRelease } from "./address-sql.ts";
import type { NewsroomDeps } from "./deps.ts";
import type { NewsroomDirectory } from "./directory.ts";
import { listNewsroomAssets } from "./gallery-sql.ts";
import { formatPosition, readListPosition } from "./list-page.ts";
import { newsroomOf, readAbout } from "./newsroom-of.ts";
import { renderGalleryPage } from "./pages/render-gallery-page.ts";
import { galleryPath, newsroomOrigin } from "./paths.ts";
import type { NewsroomRow } from "./sql.ts";

/** The page of all pictures and files; a year or release in the address that nobody knows narrows it down to nothing. */
export async function renderGalleryOf(
  { sql, texts, publicUrl }: Pick<NewsroomDeps, "sql" | "texts" | "publicUrl">,
  input: { newsroomRow: NewsroomRow; directory: NewsroomDirectory; url: string },
): Promise<string> {
  const { newsroomRow, directory, url } = input;
  const { agencyId, clientId, timeZone } = newsroomRow;
  const { year, releaseSlug: word } = readFilter(url);
  // A link to a release's files leads on after the release got another address word.
  const former = word === null ? null : await findFormerRelease(sql, agencyId, { clientId, word });
  const filter = { year, releaseSlug: former?.slug ?? word };
  const { before } = readListPosition(url);
  const isKnown = filter.year === null || directory.years.includes(filter.year);
  const { assets, next } = isKnown
    ? await listNewsroomAssets(sql, agencyId, { clientId, timeZone, ...filter, before })
    : { assets: [], next: null };
  const narrowed = {
    ...(filter.year === null ? {} : { jahr: String(filter.year) }),
    ...(filter.releaseSlug === null ? {} : { meldung: filter.releaseSlug }),
  };
  return renderGalleryPage({
    publicUrl: newsroomOrigin(publicUrl, newsroomRow),
    newsroom: newsroomOf(newsroomRow, await readAbout(texts, newsroomRow)),
    assets,
    years: directory.years,
    filter,
    firstUrl: galleryPath(newsroomRow, narrowed),
    olderUrl: next === null ? null : galleryPath(newsroomRow, { ...narrowed, before: formatPosition(next) }),
    isFirstPage: before === null,
  });
}

function readFilter(url: string): { year: number | null; releaseSlug: string | null } {
  const query = new URL(url).searchParams;
  const [year, slug] = [query.get("jahr") ?? "", query.get("meldung") ?? ""];
  return {
    // Anything else than a year is one in which nothing was published.
    year: year === "" ? null : /^\d{4}$/.test(year) ? Number(year) : 0,
    releaseSlug: slug === "" ? null : isSlug(slug) ? slug : "-",
  };
}
