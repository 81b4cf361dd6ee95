import { createHash } from "node:crypto";
import type { CallToolResult } from "@modelcontextprotocol/server";
import canonicalize from "canonicalize";
// oxlint-disable-next-line pr-service/no-writing-sql -- each call is noted, whatever verb it called and however that ended.
import { insertAudit } from "../audit/sql.ts";
import { withinDeadline } from "../concurrency/within-deadline.ts";
import { statusByErrorCode } from "../errors.ts";
import { toServiceError } from "../http/error-response.ts";
import { cleanHint } from "../http/hints.ts";
import type { Log } from "../log.ts";
import { readArguments } from "./read-arguments.ts";
import type { Tool, ToolContext } from "./tool.ts";
import { errorResult, sentenceOf, successResult, toolCodeOf } from "./tool-results.ts";
import type { Call } from "./transport.ts";

/** Below the 30 s after which the server gives up on a connection, and below the 60 s after which agents' hosts do. */
const toolDeadlineMs = 20_000;
type CallContext = ToolContext & { requestId: string; log: Log } & Pick<Call, "onRefused" | "onBusy">;

/** Result code of a call that did what it was asked. */
const okCode = "OK";

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
  const details = {
    argumentsHash: hashOf(args),
    resultCode,
    durationMs: Math.round(performance.now() - startedAtMs),
  };
  try {
    const noting = insertAudit(context.sql, context.agencyId, {
      actor: context.actor,
      action: "tool.called",
      subject: { type: "tool", id: tool.name },
      details,
      requestId: context.requestId,
    });
    await withinDeadline(noting);
  } catch (error) {
    // What the tool did is done: an answer that denied it would make the agent do it twice.
    context.log.error("tool_call_not_audited", {
      requestId: context.requestId,
      tool: tool.name,
      ...details,
      error,
    });
  }
  return result;
}

async function run(
  tool: Tool,
  args: Record<string, unknown>,
  context: CallContext,
): Promise<{ result: CallToolResult; resultCode: string }> {
  try {
    const input = readArguments(tool, args);
    const output = await withinDeadline(tool.run(context, input), toolDeadlineMs);
    return { result: successResult(output), resultCode: okCode };
  } catch (error) {
    const known = toServiceError(error, context.log, context.requestId);
    if (known.retryAfterSeconds !== undefined) await context.onBusy();
    if (statusByErrorCode[known.code] < 500)
      context.onRefused(known, { tool: tool.name, hint: cleanHint(sentenceOf(known)) });
    return { result: errorResult(known), resultCode: toolCodeOf(known) };
  }
}

/** RFC 8785 knows no lone surrogates, and a caller may send some: the plain form then stands in. */
function hashOf(args: Record<string, unknown>): string {
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
