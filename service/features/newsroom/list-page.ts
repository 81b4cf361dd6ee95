import { integerMax } from "../../schema.ts";
import type { NewsroomDeps } from "./deps.ts";
import type { NewsroomDirectory } from "./directory.ts";
import { newsroomOf, readAbout } from "./newsroom-of.ts";
import type { ListFilter } from "./pages/page-input.ts";
import { renderNewsroomPage } from "./pages/render-newsroom-page.ts";
import { newsroomOrigin, newsroomPath, subscribePath, topicPath, yearPath } from "./paths.ts";
import {
  findReleaseImages,
  type ListPosition,
  type ListPositions,
  listPublishedReleases,
  type ReleaseScope,
  releasesPerPage,
  type TeaserRow,
} from "./releases-sql.ts";
import { pictureOf } from "./shown-asset.ts";
import type { NewsroomRow } from "./sql.ts";

/** Releases of a page with a picture: more would make the page grow by more than a kilobyte. */
const picturedMax = 9;

/** A list of a newsroom: where it stands, what it is narrowed down to, and what of the table that is. */
export type ReleaseList = { path: string; filter: ListFilter; scope: ReleaseScope };

/** Where in the list a reader is, from `?before=` or `?after=`; anything unreadable means the first page. */
export function readListPosition(url: string): ListPositions {
  const query = new URL(url).searchParams;
  const before = parsePosition(query.get("before"));
  return { before, after: before === null ? parsePosition(query.get("after")) : null };
}

/** The list of all releases. */
export function wholeList(newsroomRow: NewsroomRow): ReleaseList {
  return { path: newsroomPath(newsroomRow), filter: { kind: "all" }, scope: null };
}

/** The list of a topic, or null where no release has it. */
export function topicList(
  newsroomRow: NewsroomRow,
  { topics }: NewsroomDirectory,
  slug: string,
): ReleaseList | null {
  const topic = topics.find((each) => each.slug === slug);
  if (topic === undefined) return null;
  const path = topicPath(newsroomRow, slug);
  return { path, filter: { kind: "topic", topic }, scope: { topics: topic.spellings } };
}

/** The list of a year, or null where nothing was published in it. */
export function yearList(
  newsroomRow: NewsroomRow,
  { years }: NewsroomDirectory,
  text: string,
): ReleaseList | null {
  const year = years.find((each) => String(each) === text);
  if (year === undefined) return null;
  const { timeZone } = newsroomRow;
  return { path: yearPath(newsroomRow, year), filter: { kind: "year", year }, scope: { year, timeZone } };
}

/** One page of a list of releases, newest first. */
export async function renderListPage(
  { sql, texts, publicUrl, mailer }: Pick<NewsroomDeps, "sql" | "texts" | "publicUrl" | "mailer">,
  input: ListPositions & { newsroomRow: NewsroomRow; list: ReleaseList; directory: NewsroomDirectory },
): Promise<string> {
  const { newsroomRow, before, after, list, directory } = input;
  const { clientId, agencyId } = newsroomRow;
  const rows = await listPublishedReleases(sql, agencyId, { clientId, scope: list.scope, before, after });
  const hasMore = rows.length > releasesPerPage;
  const releases = after === null ? rows.slice(0, releasesPerPage) : rows.slice(-releasesPerPage);
  const [newest, oldest] = [releases[0], releases.at(-1)];
  const hasNewer = after === null ? before !== null : hasMore;
  const hasOlder = after === null ? hasMore : true;
  const pictured = releases.slice(0, picturedMax).map(({ id }) => id);
  const found = await findReleaseImages(sql, agencyId, pictured);
  const images = new Map(
    found.flatMap(({ slug, image }) => {
      const picture = pictureOf(image);
      return picture === null ? [] : [[slug, picture] as const];
    }),
  );
  return renderNewsroomPage({
    publicUrl: newsroomOrigin(publicUrl, newsroomRow),
    newsroom: newsroomOf(newsroomRow, await readAbout(texts, newsroomRow)),
    filter: list.filter,
    releases,
    subscribeUrl: mailer === null ? undefined : publicUrl + subscribePath(newsroomRow.clientSlug),
    leadImage: (hasNewer ? undefined : images.get(newest?.slug ?? "")) ?? null,
    images,
    topics: directory.topics,
    years: directory.years,
    newerUrl: hasNewer ? newerUrl(list.path, newest) : null,
    olderUrl: hasOlder && oldest !== undefined ? `${list.path}?before=${formatPosition(oldest)}` : null,
  });
}

/** Behind the end of a list the way back is its beginning. */
function newerUrl(path: string, newest: TeaserRow | undefined): string {
  return newest === undefined ? path : `${path}?after=${formatPosition(newest)}`;
}

/** A position in a list as `readListPosition` reads it. */
export function formatPosition({ publishedAt, id }: ListPosition): string {
  return `${publishedAt.getTime()}-${id}`;
}

function parsePosition(text: string | null): ListPosition | null {
  const parts = /^(\d{1,14})-(\d{1,10})$/.exec(text ?? "");
  if (parts === null || Number(parts[2]) > integerMax) return null;
  return { publishedAt: new Date(Number(parts[1])), id: Number(parts[2]) };
}
