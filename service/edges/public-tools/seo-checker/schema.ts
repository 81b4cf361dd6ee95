import { type Static, Type } from "@sinclair/typebox";
import { criterionStatuses, textLength } from "../../../press-text/seo-check/rules.ts";
import { OneOf } from "../../../schema.ts";
import { toolMessages } from "../messages.ts";
import { type ReadInput, readInput } from "../read-input.ts";

export const SeoCheckRequest = Type.Object(
  {
    text: Type.String({
      minLength: textLength.min,
      description: `At least ${textLength.min} characters after trimming; the first ${textLength.analysed} are analysed.`,
    }),
  },
  { title: "SeoCheckRequest" },
);
export type SeoCheckRequest = Static<typeof SeoCheckRequest>;

export const SeoCheckResult = Type.Object(
  {
    score: Type.Number({ minimum: 0, maximum: 100, description: "0 to 100 with one decimal; 100 is best." }),
    criteria: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          status: OneOf(criterionStatuses),
          note: Type.String({ description: "German: what was found, what to change and where." }),
          isTooShort: Type.Optional(
            Type.Literal(true, {
              description:
                "The text has too few words for a judgement; `status` says what those few look like.",
            }),
          ),
        },
        { title: "SeoCriterion" },
      ),
    ),
    topTip: Type.String({ description: "German: the change that would raise the score most." }),
  },
  { title: "SeoCheck" },
);
export type SeoCheckResult = Static<typeof SeoCheckResult>;

/** Reads a request body: the cleaned text, or a German sentence that says what is wrong. */
export function readSeoCheckRequest(body: unknown): ReadInput {
  const { textMissing, textTooShort } = toolMessages;
  return readInput(body, {
    field: "text",
    min: textLength.min,
    max: Number.POSITIVE_INFINITY,
    messages: { missing: textMissing, tooShort: textTooShort, tooLong: toolMessages.bodyTooLarge },
  });
}
