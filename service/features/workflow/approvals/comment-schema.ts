import { Type } from "@sinclair/typebox";

/** What a contact wrote about words of a text, as agents read it; without `quote` it is about the whole. */
export type CommentOnPassage = {
  quote?: string;
  comment: string;
  contactName: string;
  /** When somebody of the agency had dealt with it. */
  doneAt?: string;
};

/** One of several who approve, as agents read it. */
export type ApproverSeen = {
  name: string;
  status: "waiting" | "asked" | "approved" | "changes_requested" | "passed_on";
  decidedAt?: string;
  comment?: string;
  /** The agency recorded the answer, which came by telephone or on paper. */
  kind?: "recorded";
};

/** A list whose members explain themselves: every host puts the schemas of all tools before its model, where each byte is paid for. */
export function plainList<Member>() {
  return Type.Unsafe<Member[]>({ type: "array" });
}
