import { afterAll } from "bun:test";
import { excerptOf } from "../../../../service/features/newsroom/excerpt.ts";
import { releaseLinks, resolveRedirect } from "../../../../service/features/newsroom/links.ts";
import { renderFrontPage } from "../../../../service/features/newsroom/pages/render-front-page.ts";
import { renderGalleryPage } from "../../../../service/features/newsroom/pages/render-gallery-page.ts";
import { renderNewsroomPage } from "../../../../service/features/newsroom/pages/render-newsroom-page.ts";
import { renderNotFoundPage } from "../../../../service/features/newsroom/pages/render-not-found-page.ts";
import { renderReleasePage } from "../../../../service/features/newsroom/pages/render-release-page.ts";
import { renderSearchPage } from "../../../../service/features/newsroom/pages/render-search-page.ts";
import { contentSecurityPolicy } from "../../../../service/floor/web/content-security-policy.ts";
import { renderErrorPage } from "../../../../service/floor/web/render-message-page.ts";
import { given } from "../../../support/cast.ts";
import { newsroom, publicUrl, release, sampleAssets, teasers, windTopic } from "./sample-newsroom.ts";
import { servePages } from "./serve-pages.ts";

const neighbours = { previous: teasers[2] ?? null, next: teasers[0] ?? null };
/** Names as German ones are: the address alone is wider than the column beside the text. */
const longWord = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz";
const ofLongNames = {
  ...newsroom,
  clientName: longWord,
  pressContact: {
    ...{ name: longWord, role: longWord, organisation: longWord, picture: null },
    lines: [{ term: "E-Mail", value: `presse@${longWord}.example`, scheme: "mailto:" as const }],
  },
};
const longTeasers = teasers.map((teaser) => ({ ...teaser, title: longWord, summary: longWord }));
/** The name of a file is its title where it has no other; no browser breaks it at a low line. */
const longFile = "Heliora_Terra_Technisches_Datenblatt_2026_Auflage_final_DE.pdf";
const audio = {
  title: "O-Ton",
  url: "/media/o.mp3",
  mediaType: "audio/mpeg",
  bytes: 2_400_000,
  credit: null,
  picture: null,
};

export const pages = new Map([
  [
    "release",
    renderReleasePage({
      publicUrl,
      newsroom,
      release: { ...release, assets: [...release.assets, audio] },
      ...neighbours,
      topics: ["Windenergie"],
      translations: [{ slug: "wind-farm", language: "en" }],
      viewId: null,
    }),
  ],
  [
    "newsroom",
    renderNewsroomPage({
      publicUrl,
      newsroom,
      filter: { kind: "all" as const },
      leadImage: release.image,
      topics: [windTopic],
      years: [2026],
      releases: teasers,
      newerUrl: "/newsroom/a",
      olderUrl: "/newsroom/b",
    }),
  ],
  [
    "long-names",
    renderNewsroomPage({
      ...{ publicUrl, newsroom: ofLongNames, filter: { kind: "all" as const }, leadImage: null },
      ...{ topics: [], years: [], releases: longTeasers, newerUrl: null, olderUrl: null },
    }),
  ],
  [
    "release-of-long-names",
    renderReleasePage({
      ...{ publicUrl, newsroom: ofLongNames },
      release: { ...release, title: longWord, subtitle: longWord },
      ...{ previous: longTeasers[2] ?? null, next: longTeasers[0] ?? null, topics: [longWord] },
      ...{ translations: [], viewId: null },
    }),
  ],
  [
    "search",
    renderSearchPage({
      newsroom,
      query: "Windparks",
      isCut: true,
      outcome: {
        kind: "found",
        count: 21,
        isAll: false,
        hits: teasers.map((teaser) => ({
          ...teaser,
          excerpt: excerptOf(release.text.lead, ["windpark", "burgerwindpark"]),
        })),
      },
    }),
  ],
  [
    "search-of-long-names",
    renderSearchPage({
      ...{ newsroom: ofLongNames, query: longWord, isCut: false },
      outcome: {
        kind: "found",
        ...{ count: longTeasers.length, isAll: true },
        hits: longTeasers.map((teaser) => ({ ...teaser, excerpt: excerptOf(longWord, ["rindfleisch"]) })),
      },
    }),
  ],
  [
    "gallery-of-long-names",
    renderGalleryPage({
      ...{ publicUrl, newsroom: ofLongNames, years: [2026, 2025] },
      assets: sampleAssets.map((asset) => ({ ...asset, title: longFile, releaseTitle: longWord })),
      filter: { year: null, releaseSlug: null },
      ...{ firstUrl: "/newsroom/a", olderUrl: null, isFirstPage: true },
    }),
  ],
  [
    "gallery",
    renderGalleryPage({
      publicUrl,
      newsroom,
      assets: sampleAssets,
      years: [2026, 2025],
      filter: { year: null, releaseSlug: null },
      firstUrl: "/newsroom/a",
      olderUrl: "/newsroom/b",
      isFirstPage: false,
    }),
  ],
  [
    "english",
    renderNewsroomPage({
      publicUrl,
      newsroom: { ...newsroom, language: "en" },
      filter: { kind: "topic", topic: windTopic },
      leadImage: null,
      topics: [windTopic],
      years: [2026],
      releases: teasers.map((teaser) => ({ ...teaser, language: "en" })),
      newerUrl: null,
      olderUrl: null,
    }),
  ],
  [
    "front",
    renderFrontPage({
      operatorLinks: newsroom,
      newsrooms: [
        { clientSlug: "a", ownHost: null, clientName: "Ärger & Söhne" },
        { clientSlug: "b", ownHost: null, clientName: "Nordlicht" },
      ],
    }),
  ],
  ["not-found", renderNotFoundPage(newsroom)],
  ["error", renderErrorPage("0190-abc")],
]);

/** A server of the pages by their names, and of the release's redirects. It ends with the file's tests. */
export function sampleSite() {
  const site = given(() =>
    servePages(({ path }) => {
      const [, kind, hash] = /\/go\/([a-z_]+)\/([0-9a-f]+)$/.exec(path) ?? [];
      const link = resolveRedirect(releaseLinks({ newsroom, release }), kind ?? "", hash ?? "");
      if (link !== null) return { status: 302, headers: { location: link.url } };
      const body = pages.get(path.slice(1));
      if (body === undefined) return null;
      return {
        headers: {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": contentSecurityPolicy(),
        },
        body,
      };
    }),
  );
  afterAll(() => site.close());
  return site;
}
