import { shareConnections } from "../../floor/db/share-connections.ts";
import { clientSite } from "../../floor/http/client-address.ts";
import { createFairSeats, type FairSeats } from "../../floor/limits/fair-seats.ts";
import type { NewsroomDeps } from "./deps.ts";
import { excerptOf } from "./excerpt.ts";
import { newsroomOf, readAbout } from "./newsroom-of.ts";
import { renderSearchPage, type SearchPageInput } from "./pages/render-search-page.ts";
import { queryLengthMax } from "./pages/search-form.ts";
import { type FoundReleases, rankedMax, searchReleases } from "./search-sql.ts";
import type { NewsroomRow } from "./sql.ts";

/** Searches of one agency at a time: while its readers wait, those of other agencies don't. */
const searchesPerAgencyMax = 1;
/** Half a second of searches. */
const waitingPerAgencyMax = 50;
const waitMs = 2_000;
const retryAfterSeconds = 5;

/** Seats for searches: a flood of them in one agency's newsrooms leaves the searches and pages of others alone. */
export function createSearchSeats({ searches } = shareConnections()): FairSeats {
  return createFairSeats({
    what: "searches",
    seats: searches,
    seatsPerAgency: searchesPerAgencyMax,
    waitingPerAgencyMax,
    waitMs,
    retryAfterSeconds,
  });
}

export type SearchDeps = Pick<NewsroomDeps, "sql" | "texts" | "publicSeats"> & { seats: FairSeats };

type Query = Pick<SearchPageInput, "query" | "isCut"> & { clientAddress: string };

/** What a reader searches for, from `?q=`: without control characters, and cut where it is too long. */
export function readQuery(url: string): Omit<Query, "clientAddress"> {
  // Control characters are none of a word, and PostgreSQL refuses NUL.
  const asked = (new URL(url).searchParams.get("q") ?? "").replace(/[\p{Cc}\p{Cs}]+/gu, " ").trim();
  const characters = [...asked.slice(0, 2 * queryLengthMax)];
  const query = characters.slice(0, queryLengthMax).join("").trim();
  return { query, isCut: query.length < asked.length };
}

/** The page with what a newsroom holds about a query. */
export async function renderSearchOf(
  deps: SearchDeps,
  newsroomRow: NewsroomRow,
  asked: Query,
): Promise<string> {
  const newsroom = newsroomOf(newsroomRow, await readAbout(deps.texts, newsroomRow));
  const { query, isCut } = asked;
  return renderSearchPage({ newsroom, query, isCut, outcome: await search(deps, newsroomRow, asked) });
}

async function search(
  { sql, texts, seats, publicSeats }: SearchDeps,
  { agencyId, clientId, language }: NewsroomRow,
  { query, clientAddress }: Query,
): Promise<SearchPageInput["outcome"]> {
  if (query === "") return { kind: "nothing_asked" };
  const found = await seats.run(agencyId, () =>
    publicSeats.run(clientSite(clientAddress), () => searchReleases(sql, agencyId, { clientId, query })),
  );
  if (found.hits.length === 0 && found.stems[language].length === 0) return { kind: "only_stop_words" };
  const hits = await Promise.all(
    found.hits.map(async ({ bodyMarkdown, ...hit }) => ({
      ...hit,
      excerpt: await excerptOfHit(texts.read(agencyId, bodyMarkdown), found),
    })),
  );
  const count = Math.min(found.count, rankedMax);
  return { kind: "found", hits, count, isAll: found.count <= rankedMax };
}

/** Of a text that there was no time to read nothing is shown: its marks would stand there. */
async function excerptOfHit(reading: ReturnType<NewsroomDeps["texts"]["read"]>, { stems }: FoundReleases) {
  const text = await reading;
  return text.isFinal ? excerptOf(text.lead, [...stems.de, ...stems.en]) : [];
}
