import type { MeasurementLevel } from "../../measurement/vocabulary.ts";
import type { PressText } from "../../press-text/markdown/press-text.ts";
import type { LegalLinks } from "../../web/legal-links.ts";

/** What the pages and feeds are made of: plain rows, already read; times as `Date`, bytes as numbers. */

export type PressContact = {
  name: string;
  role: string | null;
  organisation: string | null;
  email: string | null;
  phone: string | null;
  picture: Picture | null;
};

/** A picture of this service with its smaller copies. Without any, pages show the original. */
export type Picture = {
  /** Path of the original, with every pixel as it came. */
  url: string;
  /** The same, to save it. */
  downloadUrl: string;
  alt: string;
  credit: string | null;
  caption: string | null;
  mediaType: string;
  bytes: number;
  width: number | null;
  height: number | null;
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

export type Newsroom = LegalLinks & {
  clientSlug: string;
  clientName: string;
  level: MeasurementLevel;
  /** The client's boilerplate; null where there is none. */
  about: PressText | null;
  websiteUrl: string | null;
  contact: PressContact | null;
  logo: Picture | null;
};

export type Release = {
  slug: string;
  title: string;
  subtitle: string | null;
  /** Where the dateline says the release comes from. */
  place: string | null;
  /** BCP 47 tag of the release's own text; the page around it is German. */
  language: string;
  text: PressText;
  keywords: readonly string[];
  /** What search engines and link previews show instead of title and summary; null where nobody wrote any. */
  seoTitle: string | null;
  seoDescription: string | null;
  publishedAt: Date;
  updatedAt: Date;
  /** Leads the page and stands in link previews. */
  image: Picture | null;
  assets: readonly Asset[];
};

/** A release as lists show it. */
export type ReleaseTeaser = {
  slug: string;
  title: string;
  summary: string | null;
  publishedAt: Date;
};

export type NewsroomPageInput = {
  /** Scheme and host that readers see, without a slash at the end. */
  publicUrl: string;
  newsroom: Newsroom;
  /** Newest first, one page of them. */
  releases: readonly ReleaseTeaser[];
  /** Paths (with query) of the neighbouring pages of the list, null at its ends. */
  newerUrl: string | null;
  olderUrl: string | null;
};

export type ReleasePageInput = {
  publicUrl: string;
  newsroom: Newsroom;
  release: Release;
  /** Neighbours in time: `previous` is older, `next` is newer. */
  previous: ReleaseTeaser | null;
  next: ReleaseTeaser | null;
  /** Level L2 only: the id of this page view, made by the edge; without it the page carries no script. */
  viewId: string | null;
};
