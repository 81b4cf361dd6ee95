import { firstCharacters } from "../../floor/strings/first-characters.ts";
import type { Html } from "../../floor/web/html.ts";
import { raw } from "../../floor/web/html.ts";
import { safeLinkUrl } from "../../floor/web/safe-url.ts";
import { summaryOf } from "../../press-text/markdown/press-text.ts";
import { pressContactLinks } from "./links.ts";
import type { ReleasePageInput } from "./pages/page-input.ts";
import { previewImage } from "./pages/preview-image.ts";
import { newsroomPath, releasePath } from "./paths.ts";

/** Longest headline in code points that search engines take from structured data (Google, "Article"). */
const headlineLengthMax = 110;

type ArticleInput = Pick<ReleasePageInput, "publicUrl" | "newsroom" | "release">;

/** A release as schema.org `NewsArticle`, in the element that holds it; a data block, so no script is run by it. */
export function newsArticleJsonLd(input: ArticleInput): Html {
  return jsonLd(newsArticle(input));
}

/** A release as schema.org `NewsArticle`. */
export function newsArticle(input: ArticleInput): Record<string, unknown> {
  const { publicUrl, newsroom, release } = input;
  const url = publicUrl + releasePath(newsroom, release.slug);
  const image = previewImage(input);
  const website = newsroom.websiteUrl === null ? null : safeLinkUrl(newsroom.websiteUrl);
  const [mail] = pressContactLinks(newsroom.pressContact).filter((link) => link.url.startsWith("mailto:"));
  const organization = {
    "@type": "Organization",
    name: newsroom.clientName,
    url: website ?? publicUrl + newsroomPath(newsroom),
    ...(mail === undefined
      ? {}
      : { contactPoint: { "@type": "ContactPoint", contactType: "Presse", email: mail.label } }),
  };
  return {
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    headline: firstCharacters(release.title, headlineLengthMax),
    ...(release.subtitle === null ? {} : { alternativeHeadline: release.subtitle }),
    description: release.subtitle ?? summaryOf(release.text),
    datePublished: release.publishedAt.toISOString(),
    dateModified: latest(release.publishedAt, release.updatedAt).toISOString(),
    ...(release.town === null ? {} : { dateline: release.town }),
    inLanguage: release.language,
    articleSection: "Pressemitteilung",
    wordCount: release.text.wordCount,
    ...(release.keywords.length === 0 ? {} : { keywords: [...release.keywords] }),
    image: [image.url],
    author: organization,
    publisher: organization,
    mainEntityOfPage: { "@type": "WebPage", "@id": url },
    url,
    isAccessibleForFree: true,
  };
}

/** JSON that can stand inside a script element: nothing in it can end the element or a line (HTML Standard, 4.12.1.3). */
export function jsonLd(value: object): Html {
  const json = JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return raw(`<script type="application/ld+json">${json}</script>`);
}

function latest(one: Date, other: Date): Date {
  return one > other ? one : other;
}
