import type { PressText } from "../../../../press-text/markdown/press-text.ts";
import type { Asset, Newsroom, Picture } from "../../../newsroom/pages/page-input.ts";
import type { DraftContent } from "../../drafts/rules.ts";
import type { ApprovalStatus } from "../schema.ts";

/** All that the approval page shows: plain rows, already read. */
export type ApprovalPageInput = {
  status: ApprovalStatus;
  agencyName: string;
  timeZone: string;
  approverName: string;
  draftVersion: number;
  message: string | null;
  respondBy: Date | null;
  requestedAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
  comment: string | null;
  content: DraftContent;
  /** When the release appeared that this text corrects; null for a new one. */
  publishedAt: Date | null;
  /** The content's Markdown, read. */
  text: PressText;
  /** The content's leading picture, and its other pictures and files. */
  image: Picture | null;
  assets: readonly Asset[];
  newsroom: Newsroom;
};

/** What was wrong with a sent form; what the contact wrote stays in it. */
export type FormProblem = { sentence: string; comment: string };
