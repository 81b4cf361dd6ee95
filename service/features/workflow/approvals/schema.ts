import { type Static, Type } from "@sinclair/typebox";
import { DateTime, Nullable, OneOf, Text, Uuid } from "../../../schema.ts";
import { IdempotencyKey } from "../drafts/schema.ts";
import { type ApproverSeen, type CommentOnPassage, plainList } from "./comment-schema.ts";

const approvalStatuses = ["pending", "approved", "changes_requested", "expired", "superseded"] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** Longest message to the contact, and longest comment back: a page of text. */
const messageCharactersMax = 2_000;
export const commentCharactersMax = 4_000;
/** Of one contact on one version. More belong into a talk. */
export const commentsMax = 30;
/** A comment on a passage: some ten lines. */
export const passageCommentCharactersMax = 1_000;
/** Enough to find the words again; longer passages are named by their beginning. */
export const quoteCharactersMax = 300;

/** A comment on words: 0 is the title, 1 the subtitle, from 2 on the passages of the body. */
export type PassageComment = { passage: number; quote: string; comment: string };

export const SendApprovalRequestInput = Type.Object(
  {
    draftId: Uuid,
    draftVersion: Type.Integer({ minimum: 1 }),
    contactId: Type.Optional(Uuid),
    message: Type.Optional(Text(0, messageCharactersMax, { description: "Shown above the text." })),
    respondBy: Type.Optional(DateTime),
    acceptWarnings: Type.Optional(Type.Boolean()),
    idempotencyKey: Type.Optional(IdempotencyKey),
  },
  { additionalProperties: false },
);
export type SendApprovalRequestInput = Static<typeof SendApprovalRequestInput>;

export const SendApprovalRequestOutput = Type.Object({
  approvalId: Uuid,
  draftId: Uuid,
  draftVersion: Type.Integer(),
  status: OneOf(approvalStatuses),
  contactName: Type.String(),
  requestedAt: DateTime,
  expiresAt: DateTime,
  /** A mail with the link was sent, or goes out by itself. */
  mailSent: Type.Boolean(),
  /** What a person has to do where no mail goes out, or no program may go on. */
  nextStep: Type.Optional(Type.String()),
});
export type SendApprovalRequestOutput = Static<typeof SendApprovalRequestOutput>;

export const CheckApprovalStatusInput = Type.Object({ draftId: Uuid }, { additionalProperties: false });
export type CheckApprovalStatusInput = Static<typeof CheckApprovalStatusInput>;

export const CheckApprovalStatusOutput = Type.Object({
  approvalId: Nullable(Uuid),
  status: OneOf(["none", ...approvalStatuses]),
  requestedVersion: Nullable(Type.Integer()),
  currentVersion: Type.Integer(),
  publishable: Type.Boolean({ description: "Approved, and yours to publish." }),
  decidedBy: Nullable(Type.String()),
  decidedAt: Nullable(DateTime),
  comment: Nullable(Type.String()),
  comments: Type.Optional(plainList<CommentOnPassage>()),
  kind: Type.Optional(Type.Unsafe<"link" | "recorded">({ type: "string" })),
  approvers: Type.Optional(plainList<ApproverSeen>()),
  expiresAt: Nullable(DateTime),
  recommendedPollSeconds: Type.Integer({ description: "0: nothing to wait for." }),
});
export type CheckApprovalStatusOutput = Static<typeof CheckApprovalStatusOutput>;
