import { type Static, Type } from "@sinclair/typebox";
import { DateTime, Nullable } from "../../schema.ts";

/** What a contact wrote about words of a text, as agents read it. */
export const CommentOnPassage = Type.Object({
  quote: Nullable(Type.String({ description: "The words; null: the whole text." })),
  comment: Type.String(),
  contactName: Type.String(),
  doneAt: Nullable(DateTime),
});
export type CommentOnPassage = Static<typeof CommentOnPassage>;
