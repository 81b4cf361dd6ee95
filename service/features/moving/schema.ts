/** An archive of ten years with a text on each working day has 2,500. */
export const textsMax = 5_000;
/** Of one text, as many as a release shows beside it. */
export const picturesPerTextMax = 30;
/** In memory while it is stored. Pictures for print are below it. */
export const pictureBytesMax = 25_000_000;

export type MoveState = "receiving" | "checking" | "checked" | "running" | "stopped" | "done" | "failed";

/** Why nothing of a file can be moved in, or why moving stopped. */
export type MoveFault =
  | "no_texts"
  | "too_many_texts"
  | "forbidden_xml"
  | "columns_missing"
  | "not_readable"
  | "feed_failed"
  | "file_gone"
  | "imprint_missing"
  | "client_archived"
  | "no_room"
  | "too_many_pictures"
  | "server_silent"
  | "too_many_attempts";

/** Why a text stays behind. */
export type LeftReason =
  | "no_title"
  | "no_text"
  | "only_summary"
  | "too_long"
  | "too_many_parts"
  | "no_date"
  | "no_such_date"
  | "ambiguous_date"
  | "no_language"
  | "in_future"
  | "not_public"
  | "no_release"
  | "not_readable"
  | "twice"
  | "known"
  | "refused";

/** Why a picture does not stand in its text: not there, or there and not to be shown. */
export type MissingReason =
  | "other_host"
  | "not_found"
  | "not_answered"
  | "too_large"
  | "no_picture"
  | "no_credit"
  | "no_alt";

export type MissingPicture = { url: string; reason: MissingReason };

/** A picture of a text: an address, or `zip:` and its name in the archive. */
export type FoundPicture = { url: string; alt: string | null; caption: string | null; credit: string | null };

/** What becomes of a text. Pictures stand in its Markdown as `![…](moved-picture:0)`, by their position in `pictures`. */
export type TextContent = {
  markdown: string;
  subtitle: string | null;
  slug: string | null;
  language: string;
  topics: string[];
  keywords: string[];
  pictures: FoundPicture[];
  /** The picture that leads the page, by its position in `pictures`. */
  leading: number | null;
};

export type FoundText = {
  guid: string;
  title: string;
  url: string | null;
  /** RFC 3339, or without an offset in the agency's time. */
  publishedAt: string | null;
  problem: LeftReason | null;
  content: TextContent | null;
};

export type Move = {
  id: string;
  clientId: number;
  source: string;
  feedUrl: string | null;
  fileName: string;
  state: MoveState;
  fault: MoveFault | null;
  createdAt: Date;
};

/** The same with how many of its texts are where. */
export type CountedMove = Move & { ready: number; taken: number; left: number };

export type MovedText = {
  position: number;
  title: string;
  url: string | null;
  publishedAt: Date | null;
  state: "ready" | "taken" | "left";
  reason: LeftReason | null;
  pictures: number;
  missing: MissingPicture[];
  releaseId: number | null;
};

/** Why a move ends before its time. */
export class MoveProblem extends Error {
  constructor(readonly fault: MoveFault) {
    super(`The move ends: ${fault}.`);
  }
}
