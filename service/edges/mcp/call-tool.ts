import { createHash } from "node:crypto";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { TObject } from "@sinclair/typebox";
import canonicalize from "canonicalize";
import { type FieldErrors, ServiceError, statusByErrorCode } from "../../errors.ts";
// oxlint-disable-next-line pr-service/no-writing-sql -- as the audit: use is noted, whatever the verb.
import { noteCall } from "../../features/agent-access/sql.ts";
import { toolCallDone } from "../../features/audit/list-tool-calls-sql.ts";
// oxlint-disable-next-line pr-service/no-writing-sql -- each call is noted, whatever verb it called and however that ended.
import { insertAudit } from "../../features/audit/sql.ts";
import { withinDeadline } from "../../floor/concurrency/within-deadline.ts";
import { toServiceError } from "../../floor/http/error-response.ts";
import { checkOf, fieldErrorsOf } from "../../floor/http/field-errors.ts";
import { cleanHint } from "../../floor/http/hints.ts";
import type { Log } from "../../log.ts";
import { uuidPattern } from "../../schema.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { errorResult, sentenceOf, successResult, toolCodeOf } from "./tool-results.ts";
import type { Call } from "./transport.ts";

/** Below the 30 s after which the server gives up on a connection, and below the 60 s after which agents' hosts do. */
const toolDeadlineMs = 20_000;
type CallContext = ToolContext & { requestId: string; log: Log } & Pick<Call, "onRefused" | "onBusy">;

/** Messages that stand in the text itself; all of them stand in `_meta`. */
const messagesInTextMax = 5;

/**
 * Calls a tool: checks the arguments, runs the verb, notes the call in the audit, and turns whatever came of it into a result.
 * Never throws; the audit row has the hash of the arguments (SHA-256 over their RFC 8785 form), never the arguments.
 */
export async function callTool(
  tool: Tool,
  args: Record<string, unknown>,
  context: CallContext,
): Promise<CallToolResult> {
  const startedAtMs = performance.now();
  const { result, resultCode } = await run(tool, args, context);
  await auditCall(context, { tool: tool.name, args, resultCode, startedAtMs });
  return result;
}

/** Notes a call in the audit, and at the connection of an assistant. Never throws. */
export async function auditCall(
  context: Pick<CallContext, "sql" | "agencyId" | "actor" | "requestId" | "log">,
  called: { tool: string; args: unknown; resultCode: string; startedAtMs: number },
): Promise<void> {
  const { tool, args, resultCode, startedAtMs } = called;
  const details = {
    argumentsHash: hashOf(args),
    resultCode,
    durationMs: Math.round(performance.now() - startedAtMs),
  };
  try {
    const noting = insertAudit(context.sql, context.agencyId, {
      actor: context.actor,
      action: "tool.called",
      subject: { type: "tool", id: tool },
      details,
      requestId: context.requestId,
    });
    await withinDeadline(noting);
    if (context.actor.type === "agent")
      await withinDeadline(noteCall(context.sql, context.agencyId, context.actor.id));
  } catch (error) {
    // What the tool did is done: an answer that denied it would make the agent do it twice.
    context.log.error("tool_call_not_audited", {
      requestId: context.requestId,
      tool,
      ...details,
      error,
    });
  }
}

async function run(
  tool: Tool,
  args: Record<string, unknown>,
  context: CallContext,
): Promise<{ result: CallToolResult; resultCode: string }> {
  try {
    const input = readArguments(tool, args);
    const output = await withinDeadline(tool.run(context, input), toolDeadlineMs);
    return { result: successResult(output), resultCode: toolCallDone };
  } catch (error) {
    const known = toServiceError(error, context.log, context.requestId);
    if (known.retryAfterSeconds !== undefined) await context.onBusy();
    if (statusByErrorCode[known.code] < 500)
      context.onRefused(known, { tool: tool.name, hint: cleanHint(sentenceOf(known)) });
    return { result: errorResult(known), resultCode: toolCodeOf(known) };
  }
}

/**
 * Checks a call's arguments by the tool's compiled schema and returns them.
 * Throws `not_found` for an id that is no UUID, as a path with such an id does, and else the tool's code with the field
 * errors; names and texts come from the schema alone.
 */
function readArguments(tool: Tool, args: Record<string, unknown>): Record<string, unknown> {
  if (checkOf(tool.input).Check(args)) return args;
  if (hasImpossibleId(tool.input, args)) throw new ServiceError("not_found", "An id is no UUID.");
  const details = withoutForeignNames(tool.input, fieldErrorsOf(tool.input, args));
  throw new ServiceError(
    tool.invalidInput ?? "validation_error",
    `The arguments don't fit the input schema: ${summaryOf(details)}. Correct them and call again.`,
    { details },
  );
}

/** True when ids are the only thing wrong: then nothing has them. Ends at the first other error, of thousands maybe. */
function hasImpossibleId(input: TObject, args: Record<string, unknown>): boolean {
  for (const { path } of checkOf(input).Errors(args)) {
    const name = path.slice(1);
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (input.properties[name]?.format !== "uuid" || typeof value !== "string") return false;
    if (uuidPattern.test(value)) return false;
  }
  return true;
}

/** The name of an unknown argument is the caller's text; it is counted, not repeated, and those that the tool knows are named. */
function withoutForeignNames(input: TObject, errors: FieldErrors): FieldErrors {
  const names = Object.keys(errors.fieldErrors);
  const known = names.filter((name) => Object.hasOwn(input.properties, name));
  const unknownCount = names.length - known.length;
  const fieldErrors = Object.fromEntries(known.map((name) => [name, errors.fieldErrors[name] ?? []]));
  const knownNames = Object.keys(input.properties).join(", ") || "none";
  const unknown = `${unknownCount} unknown argument${unknownCount === 1 ? "" : "s"} (known are: ${knownNames})`;
  const formErrors = unknownCount === 0 ? errors.formErrors : [...errors.formErrors, unknown];
  return { formErrors, fieldErrors };
}

function summaryOf(details: FieldErrors): string {
  const fields = Object.entries(details.fieldErrors).map(
    ([name, messages]) => `${name}: ${messages[0] ?? "wrong"}`,
  );
  return [...fields, ...details.formErrors].slice(0, messagesInTextMax).join("; ");
}

/** RFC 8785 knows no lone surrogates, and a caller may send some: the plain form then stands in. */
function hashOf(args: unknown): string {
  let text: string | undefined;
  try {
    text = canonicalize(args);
  } catch {
    text = JSON.stringify(args);
  }
  return createHash("sha256")
    .update(text ?? "")
    .digest("hex");
}
