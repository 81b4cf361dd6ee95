import type { NewsroomDeps } from "./deps.ts";
import { newsroomOf, readAbout } from "./newsroom-of.ts";
import { renderNewsroomPage } from "./pages/render-newsroom-page.ts";
import { newsroomOrigin, newsroomPath } from "./paths.ts";
import {
  type ListPlace,
  listPublishedReleases,
  type NewsroomRow,
  releasesPerPage,
  type TeaserRow,
} from "./sql.ts";
import { subscribePath } from "./subscriptions/paths.ts";

/** Largest id that PostgreSQL's integer holds. */
const releaseIdMax = 2_147_483_647;

type ListPlaces = { before: ListPlace | null; after: ListPlace | null };

/** Where in the list a reader is, from `?before=` or `?after=`; anything unreadable means the first page. */
export function readListPlace(url: string): ListPlaces {
  const query = new URL(url).searchParams;
  const before = parsePlace(query.get("before"));
  return { before, after: before === null ? parsePlace(query.get("after")) : null };
}

/** One page of a newsroom's list of releases, newest first. */
export async function renderListPage(
  { sql, texts, publicUrl, mailer }: Pick<NewsroomDeps, "sql" | "texts" | "publicUrl" | "mailer">,
  input: ListPlaces & { place: NewsroomRow },
): Promise<string> {
  const { place, before, after } = input;
  const rows = await listPublishedReleases(sql, place.agencyId, { clientId: place.clientId, before, after });
  const hasMore = rows.length > releasesPerPage;
  const releases = after === null ? rows.slice(0, releasesPerPage) : rows.slice(-releasesPerPage);
  const path = newsroomPath(place);
  const [newest, oldest] = [releases[0], releases.at(-1)];
  const hasNewer = after === null ? before !== null : hasMore;
  const hasOlder = after === null ? hasMore : true;
  return renderNewsroomPage({
    publicUrl: newsroomOrigin(publicUrl, place),
    newsroom: newsroomOf(place, await readAbout(texts, place)),
    releases,
    subscribeUrl: mailer === null ? undefined : publicUrl + subscribePath(place.clientSlug),
    newerUrl: hasNewer && newest !== undefined ? `${path}?after=${formatPlace(newest)}` : null,
    olderUrl: hasOlder && oldest !== undefined ? `${path}?before=${formatPlace(oldest)}` : null,
  });
}

function formatPlace(row: TeaserRow): string {
  return `${row.publishedAt.getTime()}-${row.id}`;
}

function parsePlace(text: string | null): ListPlace | null {
  const parts = /^(\d{1,14})-(\d{1,10})$/.exec(text ?? "");
  if (parts === null || Number(parts[2]) > releaseIdMax) return null;
  return { publishedAt: new Date(Number(parts[1])), id: Number(parts[2]) };
}
