import { describe, expect, test } from "bun:test";
import { engagementScript } from "../../../service/features/newsroom/beacon/engagement-script.ts";
import { scriptOf } from "../../../service/features/newsroom/page-headers.ts";
import type { Newsroom, Release } from "../../../service/features/newsroom/pages/page-input.ts";
import { renderGalleryPage } from "../../../service/features/newsroom/pages/render-gallery-page.ts";
import { renderNewsroomPage } from "../../../service/features/newsroom/pages/render-newsroom-page.ts";
import { renderNotFoundPage } from "../../../service/features/newsroom/pages/render-not-found-page.ts";
import { renderReleasePage } from "../../../service/features/newsroom/pages/render-release-page.ts";
import {
  contentSecurityPolicy,
  documentHeaders,
  sourceHash,
} from "../../../service/floor/web/content-security-policy.ts";
import { formatBytes, formatDay, formatMediaType } from "../../../service/floor/web/format.ts";
import { renderErrorPage } from "../../../service/floor/web/render-message-page.ts";
import { styles } from "../../../service/floor/web/styles.ts";
import { readText } from "../../../service/press-text/markdown/read-text.ts";
import {
  newsroom,
  release,
  sampleAssets,
  samplePicture,
  teasers,
  windTopic,
} from "./support/sample-newsroom.ts";

const publicUrl = "https://presse.example";
const hostile = `"><script>x()</script>'</style>`;

describe("a release page", () => {
  test("is known by its canonical address, its description and its Open Graph tags", () => {
    const page = releasePage({});
    const url = `https://presse.example/newsroom/nordlicht-energie/${release.slug}`;
    expect(page).toContain(`<link rel="canonical" href="${url}">`);
    expect(page).toContain(`<meta property="og:url" content="${url}">`);
    expect(page).toContain('<meta property="og:image" content="https://presse.example/media/werk-1600.jpg">');
    expect(page).toContain(`<meta name="description" content="${release.subtitle}">`);
  });

  test("puts the dateline before the text, unless the text begins with the place itself", () => {
    expect(releasePage({})).toContain(
      '<p><strong class="dateline">Flensburg, 19. November 2026</strong> – Nach nur',
    );
    expect(releasePage({ release: { text: readText("**Flensburg,** 19.11. – Text") } })).not.toContain(
      'class="dateline"',
    );
    expect(releasePage({ release: { text: readText("## Kopf\n\nFLENSBURG. Text") } })).not.toContain(
      'class="dateline"',
    );
    expect(releasePage({ release: { town: "Essen", text: readText("Essensgäste kamen.") } })).toContain(
      '<strong class="dateline">Essen, ',
    );
    expect(releasePage({ release: { text: readText("- Liste") } })).toContain("</strong></p><ul>");
    expect(releasePage({ release: { town: null } })).not.toContain('class="dateline"');
  });

  test("links directly at L0, and through redirects at L1", () => {
    expect(releasePage({ newsroom: { level: "L0" } })).toContain(
      'href="mailto:presse@nordlicht-energie.example"',
    );
    expect(releasePage({ newsroom: { level: "L0" } })).not.toContain("/go/");
    expect(releasePage({})).not.toContain('href="mailto:presse');
    expect(releasePage({})).toMatch(
      /href="\/newsroom\/nordlicht-energie\/[a-z0-9-]+\/go\/contact_click\/[0-9a-f]{12}"/,
    );
  });

  test("carries a script at L2 only, and only with an id for the view", () => {
    const scripts = (page: string) => page.match(/<script src/g)?.length ?? 0;
    expect(scripts(releasePage({ newsroom: { level: "L0" }, viewId: "view-0001" }))).toBe(0);
    expect(scripts(releasePage({ newsroom: { level: "L1" }, viewId: "view-0001" }))).toBe(0);
    expect(scripts(releasePage({ newsroom: { level: "L2" }, viewId: null }))).toBe(0);
    const page = releasePage({ newsroom: { level: "L2" }, viewId: "view-0001" });
    expect(scripts(page)).toBe(1);
    expect(page).toContain(`integrity="${sourceHash(engagementScript)}" defer data-view="view-0001"`);
    expect(page).toContain(`data-beacon="/newsroom/nordlicht-energie/${release.slug}/beacon"`);
  });

  test("escapes every field that comes from outside", () => {
    const pressContact = {
      name: hostile,
      role: hostile,
      organisation: hostile,
      lines: [
        { term: "E-Mail", value: hostile, scheme: "mailto:" as const },
        { term: "Telefon", value: hostile, scheme: "tel:" as const },
      ],
      picture: null,
    };
    const asset = {
      title: hostile,
      url: "https://a.example/x",
      mediaType: hostile,
      bytes: 1,
      credit: hostile,
      picture: null,
    };
    const page = releasePage({
      newsroom: {
        clientName: hostile,
        about: readText(hostile),
        pressContact,
        websiteUrl: hostile,
        imprintUrl: hostile,
        clientSlug: hostile,
      },
      release: {
        ...{
          title: hostile,
          subtitle: hostile,
          town: hostile,
          language: hostile,
          text: readText(hostile),
          slug: hostile,
        },
        keywords: [hostile],
        image: samplePicture({
          url: hostile,
          alt: hostile,
          caption: hostile,
          credit: hostile,
          mediaType: hostile,
        }),
        assets: [asset, { ...asset, mediaType: `video/${hostile}` }],
      },
      viewId: hostile,
    });
    expect(page).not.toContain("<script>");
    expect(page.match(/<\/style>/g)).toHaveLength(1);
  });

  test("offers files with type, size and credit, and a player for sound", () => {
    const assets = [
      {
        title: "O-Ton",
        url: "https://a.example/o.mp3",
        mediaType: "audio/mpeg",
        bytes: 2_400_000,
        credit: "NDR",
        picture: null,
      },
    ];
    const page = releasePage({ release: { assets } });
    expect(page).toContain("MP3, 2,4 MB");
    expect(page).toContain('<audio controls preload="none" src="https://a.example/o.mp3" aria-label="O-Ton"');
    expect(releasePage({ release: { assets: [] } })).not.toContain("Downloads</h2>");
  });

  test("of a client without contact, boilerplate, picture or site leaves those parts out", () => {
    const page = releasePage({
      newsroom: { pressContact: null, about: null, websiteUrl: null, imprintUrl: null, privacyUrl: null },
      release: { image: null, subtitle: null, assets: [] },
    });
    for (const part of ["Pressekontakt", "Über Nordlicht", "<img", "Impressum", "null", "undefined"]) {
      expect(page).not.toContain(part);
    }
  });
});

test("a gallery offers years where there is more than one, and the way out of a year", () => {
  const gallery = (years: number[], year: number | null) =>
    renderGalleryPage({
      ...{ publicUrl, newsroom, assets: sampleAssets, years, filter: { year, releaseSlug: null } },
      ...{ firstUrl: "/newsroom/a", olderUrl: null, isFirstPage: true },
    }).includes('name="jahr"');
  expect([gallery([], null), gallery([2026], null)]).toEqual([false, false]);
  expect([gallery([2026, 2025], null), gallery([2026], 2026)]).toEqual([true, true]);
});

describe("a newsroom page", () => {
  const input = {
    publicUrl,
    newsroom,
    filter: { kind: "all" as const },
    leadImage: release.image,
    topics: [windTopic],
    years: [2026],
    releases: teasers,
    newerUrl: null,
    olderUrl: "/newsroom/nordlicht-energie?vor=5",
  };

  test("lists the releases with day and link, and leads to older ones", () => {
    const page = renderNewsroomPage(input);
    expect(page.match(/<h3><a href="\/newsroom\/nordlicht-energie\/[^"]+"/g)).toHaveLength(teasers.length);
    expect(page).toContain('<a href="/newsroom/nordlicht-energie?vor=5" rel="next">');
    expect(page).toContain('<link rel="alternate" type="application/rss+xml"');
    expect(page).toContain('<link rel="sitemap" type="application/xml"');
  });

  test("calls its list the latest only where it is not of a topic or a year", () => {
    const year = { kind: "year" as const, year: 2019 };
    expect(renderNewsroomPage(input)).toContain(">Aktuelle Meldungen</h2>");
    expect(renderNewsroomPage({ ...input, filter: year })).toContain(">Meldungen</h2>");
    expect(renderNewsroomPage({ ...input, filter: year, newerUrl: "/a" })).toContain(
      ">Ältere Meldungen</h2>",
    );
  });

  test("asks search engines not to keep the further pages of its list", () => {
    expect(renderNewsroomPage(input)).not.toContain("noindex");
    expect(renderNewsroomPage({ ...input, newerUrl: "/newsroom/nordlicht-energie" })).toContain(
      "noindex, follow",
    );
  });

  test("says so when there is no release yet", () => {
    expect(renderNewsroomPage({ ...input, releases: [], olderUrl: null })).toContain("Noch keine Meldungen.");
  });
});

describe("pages for addresses that lead nowhere", () => {
  test("are German, not indexed, and lead back to the newsroom where there is one", () => {
    expect(renderNotFoundPage(newsroom)).toContain("Zum Newsroom von Nordlicht Energie");
    expect(renderNotFoundPage(null)).toContain('<meta name="robots" content="noindex">');
    expect(renderErrorPage("0190-abc")).toContain("Vorgangsnummer für Rückfragen: 0190-abc");
    expect(renderErrorPage(null)).not.toContain("Vorgangsnummer");
  });
});

describe("the Content-Security-Policy", () => {
  test("allows the inline style by hash, and no script below L2", () => {
    for (const level of ["L0", "L1"] as const) {
      expect(contentSecurityPolicy(scriptOf(level))).not.toContain("script-src");
      expect(contentSecurityPolicy(scriptOf(level))).toContain(`style-src '${sourceHash(styles)}'`);
      // Lighthouse asks for robots.txt from within the page.
      expect(contentSecurityPolicy(scriptOf(level))).toContain("connect-src 'self'");
    }
    expect(contentSecurityPolicy(scriptOf("L2"))).toContain(
      `script-src '${sourceHash(engagementScript)}'; connect-src 'self'`,
    );
    expect(documentHeaders()["content-security-policy"]).toBe(contentSecurityPolicy());
  });
});

describe("German formats", () => {
  test("name the calendar day in Germany", () => {
    expect(formatDay(new Date("2026-12-31T22:59:59Z"))).toBe("31. Dezember 2026");
    expect(formatDay(new Date("2026-12-31T23:00:00Z"))).toBe("1. Januar 2027");
  });

  test.each([
    [0, "0 Byte"],
    [999, "999 Byte"],
    [1_000, "1 kB"],
    [999_949, "999,9 kB"],
    [999_950, "1 MB"],
    [2_449_000, "2,4 MB"],
    [999_950_000, "1 GB"],
  ])("write %p bytes as %p", (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  test("name a kind of file in words that people use", () => {
    expect(
      ["application/pdf", "video/webm", "application/x-odd", "constructor"].map((type) =>
        formatMediaType(type),
      ),
    ).toEqual(["PDF", "Video", "Datei", "Datei"]);
  });
});

function releasePage(changes: {
  newsroom?: Partial<Newsroom>;
  release?: Partial<Release>;
  viewId?: string | null;
}) {
  return renderReleasePage({
    publicUrl,
    newsroom: { ...newsroom, ...changes.newsroom },
    release: { ...release, ...changes.release },
    topics: [],
    translations: [],
    previous: teasers[2] ?? null,
    next: null,
    viewId: changes.viewId ?? null,
  });
}

test("search texts of a release stand in the head and in link previews, its own title on the page", () => {
  const searched = { ...release, seoTitle: "Suchtitel & mehr", seoDescription: "Kurz <beschrieben>" };
  const page = renderReleasePage({
    publicUrl,
    newsroom,
    release: searched,
    topics: [],
    translations: [],
    previous: null,
    next: null,
    viewId: null,
  });
  expect(page).toContain("<title>Suchtitel &amp; mehr |");
  expect(page).toContain('property="og:title" content="Suchtitel &amp; mehr"');
  expect(page).toContain('property="og:description" content="Kurz &lt;beschrieben&gt;"');
  expect(page).toContain('content="Kurz &lt;beschrieben&gt;"');
  expect(page).toMatch(new RegExp(`<h1[^>]*>${release.title}`));
});
