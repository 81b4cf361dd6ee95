import type { Scene } from "../pictures/draw-scene.ts";

/** A client of the demo's agency with its newsroom. Domains end in `.example` (RFC 2606) and belong to nobody. */
export type DemoClient = {
  name: string;
  slug: string;
  websiteUrl: string;
  description: string;
  /** `#0a5a6a`; it is made darker or lighter where it could not be read. */
  accentColor: string;
  /** Of its logo and its pictures: a strong colour, and a light one for the sky. */
  colours: { strong: string; light: string };
  contact: { name: string; role: string; email: string; phone: string };
  releases: readonly DemoRelease[];
};

export type DemoRelease = {
  title: string;
  subtitle: string;
  dateline: string;
  keywords: readonly string[];
  topics: readonly string[];
  /** Language of the release; German when left out. */
  language?: "en";
  /** Title of the release that this one says in another language; it comes before this one. */
  translationOf?: string;
  bodyMarkdown: string;
  /** The picture that leads it, which the demo draws; link previews show a card where there is none. */
  picture: { scene: Scene; alt: string; caption: string } | null;
  /** Headline of a PDF that belongs to it; null for none. */
  paper: string | null;
  /** Whole days before today on which it was published. */
  daysAgo: number;
  /** How much it is read beside the others; 1 is usual. */
  interest: number;
};
