import { type Static, Type } from "@sinclair/typebox";
import { DateTime, Nullable, OneOf, Text, Uuid } from "../../../schema.ts";
import { IdempotencyKey } from "../drafts/schema.ts";

const approvalStatuses = ["pending", "approved", "changes_requested", "expired", "superseded"] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** Longest message to the contact, and longest comment back: a page of text. */
const messageCharactersMax = 2_000;
export const commentCharactersMax = 4_000;

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
  /** What a person has to do where no mail goes out. */
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
  publishable: Type.Boolean({ description: "The current version is approved and not yet published." }),
  decidedBy: Nullable(Type.String()),
  decidedAt: Nullable(DateTime),
  comment: Nullable(Type.String()),
  expiresAt: Nullable(DateTime),
  recommendedPollSeconds: Type.Integer({ description: "0: nothing to wait for." }),
});
export type CheckApprovalStatusOutput = Static<typeof CheckApprovalStatusOutput>;
