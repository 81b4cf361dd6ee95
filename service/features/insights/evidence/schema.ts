import { type Static, Type } from "@sinclair/typebox";
import { Count, Nullable, OneOf } from "../../../schema.ts";

/** What an article is by the comparison of its text; `none`: it has nothing of the release, of its links and of the client's name. */
export const comparedTypes = ["full_text", "excerpt", "link", "mention", "none"] as const;

const Share = Type.Number({ minimum: 0, maximum: 1 });
const Sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });

export const Comparison = Type.Object({
  matchType: OneOf(comparedTypes),
  takenShare: Share,
  verbatimShare: Share,
  longestRunWords: Count,
  articleWords: Count,
  releaseWords: Count,
  quotations: Type.Array(Type.Object({ number: Count, taken: OneOf(["whole", "part"]) }), {
    description: "Which quotations of the release, counted from 1, the article has.",
  }),
  releaseQuotations: Count,
  link: Nullable(Type.Object({ target: OneOf(["release", "newsroom"]), rel: Nullable(Type.String()) })),
  articleSha256: Sha256,
  releaseSha256: Sha256,
  algorithm: Type.Integer({ minimum: 1 }),
});
export type Comparison = Static<typeof Comparison>;
