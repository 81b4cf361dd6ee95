import { fieldReason, ServiceError } from "../../../errors.ts";
import type { PressText } from "../../../press-text/markdown/press-text.ts";
import type { TextReader } from "../../../press-text/markdown/text-reader.ts";
import type { WorkflowContext } from "../workflow-context.ts";

/** What a verb of drafts knows beside its input. */
export type DraftContext = WorkflowContext & { texts: TextReader };

/** Reads a text that a caller wants to store. Throws `validation_error` for one that is over a limit of texts. */
export async function readDraftText(
  { texts }: DraftContext,
  agencyId: number,
  markdown: string,
): Promise<PressText> {
  const text = await texts.read(agencyId, markdown);
  if (!text.isFinal) throw new ServiceError("service_unavailable", "There was no time to read the text.");
  if (text.excess !== null) {
    throw new ServiceError("validation_error", text.excess, fieldReason("bodyMarkdown", text.excess));
  }
  return text;
}
