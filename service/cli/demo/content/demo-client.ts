import type { Asset } from "../../../newsroom/pages/page-input.ts";

/** A client of the demo's agency with its newsroom. Domains end in `.example` (RFC 2606) and belong to nobody. */
export type DemoClient = {
  name: string;
  slug: string;
  websiteUrl: string;
  description: string;
  /** `#0a5a6a`; it is made darker or lighter where it could not be read. */
  accentColor: string;
  contact: { name: string; role: string; email: string; phone: string };
  releases: readonly DemoRelease[];
};

export type DemoRelease = {
  title: string;
  subtitle: string;
  place: string;
  keywords: readonly string[];
  topics: readonly string[];
  /** English where it is said. */
  language?: "en";
  /** Title of the release that this one says in another language; it comes before this one. */
  translationOf?: string;
  bodyMarkdown: string;
  assets: readonly Asset[];
  /** Whole days before today on which it was published. */
  daysAgo: number;
  /** How much it is read beside the others; 1 is usual. */
  interest: number;
};
