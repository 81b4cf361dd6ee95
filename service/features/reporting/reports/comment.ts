import { ServiceError } from "../../../errors.ts";
import { readText } from "../../../press-text/markdown/read-text.ts";

/** A page of a report, in Unicode code points of Markdown. */
export const reportCommentCharactersMax = 4_000;

/** An agency's comment as it is frozen, or undefined for none. Throws `validation_error` for one that is too long or intricate. */
export function cleanReportComment(comment: string | undefined): string | undefined {
  const text = comment?.replaceAll("\r\n", "\n").trim() ?? "";
  if (text === "") return undefined;
  const characters = [...text].length;
  if (characters > reportCommentCharactersMax)
    throw refusal(
      `The comment has ${characters} characters; at most ${reportCommentCharactersMax} are allowed. Shorten it.`,
    );
  if (text.includes("\0") || !text.isWellFormed())
    throw refusal("The comment holds a NUL or half a character. Remove it.");
  const { excess } = readText(text);
  if (excess !== null) throw refusal(excess);
  return text;
}

function refusal(sentence: string): ServiceError {
  return new ServiceError("validation_error", sentence, {
    details: { formErrors: [], fieldErrors: { comment: [sentence] } },
  });
}
