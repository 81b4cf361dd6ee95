import { type Static, Type } from "@sinclair/typebox";
import { DateTime, Nullable, OneOf, Uuid } from "../../../schema.ts";

/** More than any single publication will ever cost; keeps the number within PostgreSQL's integer. */
const creditsMax = 1_000_000;

export const PublishReleaseInput = Type.Object(
  {
    draftId: Uuid,
    approvedVersion: Type.Integer({ minimum: 1 }),
    maxCredits: Type.Integer({ minimum: 0, maximum: creditsMax }),
    publishAt: Type.Optional(DateTime),
  },
  { additionalProperties: false },
);
export type PublishReleaseInput = Static<typeof PublishReleaseInput>;

export const PublishReleaseOutput = Type.Object({
  pressReleaseId: Type.Integer(),
  draftId: Uuid,
  version: Type.Integer(),
  status: OneOf(["published", "scheduled"]),
  url: Type.String(),
  publishedAt: Nullable(DateTime),
  scheduledFor: Nullable(DateTime),
  creditsCharged: Type.Integer({
    description: "A scheduled publication is charged when it appears.",
  }),
  creditsRemaining: Type.Integer({ description: "Balance without what is reserved." }),
  alreadyPublished: Type.Boolean({ description: "By an earlier call." }),
});
export type PublishReleaseOutput = Static<typeof PublishReleaseOutput>;
