import type { Html } from "../../../floor/web/html.ts";
import type { PageLanguage } from "../../../floor/web/language.ts";
import type { LegalLinks } from "../../../floor/web/layout.ts";
import type { PressText } from "../../../press-text/markdown/press-text.ts";
import type { MeasurementLevel } from "../../measurement/vocabulary.ts";
import type { NewsroomAddress } from "../paths.ts";

/** What the pages and feeds are made of: plain rows, already read; times as `Date`, bytes as numbers. */

export type PressContact = {
  name: string;
  role: string | null;
  organisation: string | null;
  /** Mail, telephone and so on, none of them empty; `scheme` is what a link of it begins with. */
  lines: readonly { term: string; value: string; scheme: "mailto:" | "tel:" | null }[];
  picture: Picture | null;
};

/** A picture of this service with its smaller copies. Without any, pages show the original. */
export type Picture = {
  /** Path of the original, with every pixel as it came. */
  url: string;
  /** Address of the same file that makes the browser save it. */
  downloadUrl: string;
  alt: string;
  credit: string | null;
  caption: string | null;
  mediaType: string;
  bytes: number;
  width: number | null;
  height: number | null;
  /** What a crop keeps, in per cent from the left and from the top; null for the middle. */
  focus?: { x: number; y: number } | null;
  /** Smallest first. */
  previews: readonly { url: string; format: "webp" | "jpeg"; width: number; height: number }[];
};

/** A file offered with a release; `url` is https or a path of this service, `bytes` null when unknown. */
export type Asset = {
  title: string;
  url: string;
  mediaType: string;
  bytes: number | null;
  credit: string | null;
  /** Set where the file is a picture that the page can show. */
  picture: Picture | null;
};

export type Newsroom = LegalLinks &
  NewsroomAddress & {
    clientName: string;
    /** Language of the page around the releases: navigation, labels, footer. */
    language: PageLanguage;
    /** `#0a5a6a`; null for the service's own. */
    accentColor: string | null;
    level: MeasurementLevel;
    /** The client's boilerplate; null where there is none. */
    about: PressText | null;
    websiteUrl: string | null;
    pressContact: PressContact | null;
    logo: Picture | null;
  };

export type Release = {
  slug: string;
  title: string;
  subtitle: string | null;
  /** Where the dateline says the release comes from. */
  town: string | null;
  /** BCP 47 tag of the release's own text; the page around it speaks the newsroom's language. */
  language: string;
  text: PressText;
  keywords: readonly string[];
  /** What search engines and link previews show instead of title and summary; null where nobody wrote any. */
  seoTitle: string | null;
  seoDescription: string | null;
  publishedAt: Date;
  updatedAt: Date;
  /** When a correction appeared, and what it changed; null for a release without one. */
  correctedAt: Date | null;
  correctionNote: string | null;
  /** Leads the page and stands in link previews. */
  image: Picture | null;
  assets: readonly Asset[];
};

/** A release as lists show it. */
export type ReleaseTeaser = {
  slug: string;
  title: string;
  summary: string | null;
  language: string;
  publishedAt: Date;
  /** Later than `publishedAt` where a correction appeared. */
  updatedAt: Date;
};

/** The same release in another language. */
export type Translation = { slug: string; language: string };

/** A topic of a newsroom; several spellings may share a slug. */
export type Topic = { slug: string; name: string; releases: number };

/** What part of a newsroom's releases a list shows. */
export type ListFilter = { kind: "all" } | { kind: "topic"; topic: Topic } | { kind: "year"; year: number };

export type NewsroomPageInput = {
  /** Scheme and host of the newsroom's pages, without a slash at the end. */
  publicUrl: string;
  newsroom: Newsroom;
  filter: ListFilter;
  /** Newest first, one page of them. */
  releases: readonly ReleaseTeaser[];
  /** Stands with the first release, where this is the first page. */
  leadImage: Picture | null;
  /** Small pictures of further releases, by their slugs. */
  images?: ReadonlyMap<string, Picture>;
  /** All topics and years that the newsroom has releases of. */
  topics: readonly Topic[];
  years: readonly number[];
  /** Paths (with query) of the neighbouring pages of the list, null at its ends. */
  newerUrl: string | null;
  olderUrl: string | null;
  /** Path of the form for mails; left out where none can be sent. */
  subscribeUrl?: string | undefined;
};

export type ReleasePageInput = {
  publicUrl: string;
  newsroom: Newsroom;
  release: Release;
  /** Neighbours in time: `previous` is older, `next` is newer. */
  previous: ReleaseTeaser | null;
  next: ReleaseTeaser | null;
  topics: readonly string[];
  /** The same release in other languages, without itself. */
  translations: readonly Translation[];
  /** Level L2 only: the id of this page view, made by the edge; without it the page carries no script. */
  viewId: string | null;
  /** Stands above a release that is not published yet, and keeps the page out of search engines and previews. */
  embargoNotice?: Html | undefined;
};
