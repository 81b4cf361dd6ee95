import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ErrorCode, ServiceError } from "../../errors.ts";

/** Sentences of our own where the error's would differ from call to call, or speak of the inside. */
const sentences: Partial<Record<ErrorCode, string>> = {
  // One text for what is unknown and for what is another agency's, on every tool.
  not_found: "Nothing with this id belongs to your agency. List what there is and take an id from there.",
  scope_not_found:
    "No release, campaign or portfolio with this id belongs to your agency. Take an id from list_drafts or from a report.",
  idempotency_conflict:
    "The idempotencyKey belongs to a call with other arguments. Use a new key for a new request.",
  invalid_cursor: "The cursor is not one of this list. Call again without a cursor.",
  service_unavailable:
    "The service can't answer at the moment. Wait 5 seconds and call again with the same arguments.",
  internal_error: "Something unexpected went wrong. Call again once; if it fails again, tell your user.",
};

/** Codes of REST that say the same as a code of the tools. */
const toolCodes: Partial<Record<ErrorCode, string>> = { invalid_body: "VALIDATION_ERROR" };

/** The structured result, and the same JSON as text for hosts that hand only text to their model. */
export function successResult(output: unknown): CallToolResult {
  const text = JSON.stringify(output);
  return { structuredContent: JSON.parse(text), content: [{ type: "text", text }] };
}

/** `CODE: sentence. Next step.`, with code and details under `_meta` for programs. */
export function errorResult(error: ServiceError): CallToolResult {
  const code = toolCodeOf(error);
  const details = { ...error.details, ...error.facts };
  return {
    isError: true,
    content: [{ type: "text", text: `${code}: ${sentenceOf(error)}` }],
    _meta: { code, ...(Object.keys(details).length === 0 ? {} : { details }) },
  };
}

/** What was wrong, and the next step. */
export function sentenceOf(error: ServiceError): string {
  // An agency that is busy with its own calls gets to know that, and for how long.
  const isBusy = error.retryAfterSeconds !== undefined;
  // Where a file is gone that the text names, the error's own message says which: by the general one the agent would look for another draft.
  const namesField = error.code === "not_found" && Object.keys(error.details?.fieldErrors ?? {}).length > 0;
  return isBusy || namesField ? error.message : (sentences[error.code] ?? error.message);
}

export function toolCodeOf(error: ServiceError): string {
  return toolCodes[error.code] ?? error.code.toUpperCase();
}
