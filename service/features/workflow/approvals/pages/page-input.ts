import type { TextPart } from "../../../../press-text/compare-texts.ts";
import type { PressText } from "../../../../press-text/markdown/press-text.ts";
import type { Passage } from "../../../../press-text/passages/read-passages.ts";
import type { Asset, Newsroom, Picture } from "../../../newsroom/pages/page-input.ts";
import type { DraftContent } from "../../drafts/rules.ts";
import type { ApproverRow } from "../approver-sql.ts";
import type { CommentRow } from "../comment-sql.ts";
import type { PageFacts } from "../page-sql.ts";
import type { ApprovalStatus, PassageComment } from "../schema.ts";

/** The final text, the text with what changed in it, or what changed alone. */
export type View = "final" | "changes" | "only_changes";

/** What became of a text since a version that the contact knows. */
export type Changes = {
  version: number;
  /** The contact answered that version, or readers have it. */
  since: "answered" | "published";
  title: TextPart[];
  subtitle: TextPart[];
  /** Of all that stands beside the text, with the words for it. */
  others: { label: string; parts: TextPart[] }[];
};

/** All that the approval page shows: plain rows, already read. */
export type ApprovalPageInput = {
  /** What this contact decided; null while the contact is asked. */
  decision: {
    status: "approved" | "changes_requested";
    decidedAt: Date | null;
    comment: string | null;
  } | null;
  /** Of the whole approval: another one of a round may have decided otherwise, and an edit ends it. */
  status: ApprovalStatus;
  /** The agency recorded the approval, which the contact gave another way. */
  isRecorded: boolean;
  agencyName: string;
  requesterName: string | null;
  timeZone: string;
  contactName: string;
  draftVersion: number;
  message: string | null;
  respondBy: Date | null;
  requestedAt: Date;
  expiresAt: Date;
  content: DraftContent;
  /** When the release appeared that this text corrects; null for a new one. */
  publishedAt: Date | null;
  /** The content's Markdown, read. */
  text: PressText;
  /** The same as single passages, marked with what changed; null where there was no time for it. */
  passages: readonly Passage[] | null;
  changes: Changes | null;
  view: View;
  /** The content's leading picture, and its other pictures and files. */
  image: Picture | null;
  assets: readonly Asset[];
  newsroom: Newsroom;
  /** The page's colour; that of the newsroom where the agency has none. */
  agencyColor: string | null;
  agencyLogo: PageFacts["agencyLogo"];
  /** The address of the page without its host. */
  path: string;
  /** All whose approval is needed, where that is more than one. */
  approvers: readonly ApproverRow[];
  contactId: string;
  /** To whom the contact may pass the approval on. */
  others: readonly { id: string; name: string }[];
  /** What the contact wrote about earlier versions, and about this one. */
  earlier: readonly CommentRow[];
  own: readonly CommentRow[];
};

/** What a contact typed; it stays in the form until a decision is made. */
export type TypedForm = { comment: string; passages: readonly PassageComment[] };

/**
 * Why a form is shown again: something was wrong with it, or the contact wrote something and pressed "Freigeben" or "Weitergeben". Or why
 * there is no form: a member of the agency is signed in in this browser and may not decide.
 */
export type Entry =
  | { kind: "problem"; sentence: string; typed: TypedForm }
  | { kind: "question"; typed: TypedForm }
  | { kind: "pass_on"; contactId: string; typed: TypedForm }
  | { kind: "member"; email: string };
