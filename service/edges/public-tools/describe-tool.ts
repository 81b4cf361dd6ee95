import { Type } from "@sinclair/typebox";
import { headerReferences, retryAfterHeader } from "../../floor/http/openapi-headers.ts";
import { toolCalls } from "./limits.ts";
import { toolMessages, tooManyCallsMessage } from "./messages.ts";
import type { Tool } from "./tool.ts";

const ToolError = Type.Object(
  { error: Type.String({ description: "A German sentence for the person who asked." }) },
  { title: "ToolError" },
);

const answerHeaders = headerReferences([
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Request-Id",
]);
/** Refused before the tool is reached: nothing was counted. */
const edgeHeaders = headerReferences(["X-Request-Id"]);

const limitNote = `Limited to ${toolCalls.limit} calls in ${toolCalls.windowSeconds / 60} minutes for each client address (IPv6: its /64 network); invalid input counts, a refused call does not. No key is needed; pages of other origins may call it where the operator named them.`;

/** The OpenAPI description of a tool, made of the schemas of its feature. Source: OpenAPI 3.1.0, Operation Object. */
export function describeTool(tool: Tool): Record<string, unknown> {
  const { operationId, summary, description, request, result } = tool;
  return {
    operationId,
    summary,
    description: `${description} ${limitNote}`,
    tags: ["Tools"],
    security: [],
    requestBody: {
      required: true,
      content: { "application/json": { schema: request.schema, example: request.example } },
    },
    responses: {
      200: {
        description: result.description,
        headers: answerHeaders,
        content: { "application/json": { schema: result.schema, example: result.example } },
      },
      400: refusal("The body is no JSON, or its text is missing or outside its bounds.", {
        example: toolMessages.bodyInvalid,
      }),
      403: refusal("The request did not come over HTTPS.", {
        example: "https_required",
        headers: edgeHeaders,
      }),
      413: refusal("The body is larger than 256 KiB.", { example: toolMessages.bodyTooLarge }),
      421: refusal("The Host is not one of this service's.", {
        example: "misdirected_request",
        headers: edgeHeaders,
      }),
      429: refusal("The calls of this client address are used up. Wait for `Retry-After`.", {
        example: tooManyCallsMessage(toolCalls.windowSeconds),
        headers: { ...answerHeaders, ...retryAfterHeader },
      }),
      500: refusal("An unexpected fault.", { example: toolMessages.internal, headers: edgeHeaders }),
      ...(tool.takesSeat && { 503: busyRefusal }),
      ...writerRefusals(tool.failures),
    },
  };
}

const busyRefusal = refusal("Too many people use the tools at this moment. Wait for `Retry-After`.", {
  example: toolMessages.busy,
  headers: { ...answerHeaders, ...retryAfterHeader },
});

function writerRefusals(failures: Tool["failures"]): Record<number, unknown> {
  if (failures === null) return {};
  const { unusable, unavailable } = failures;
  const answers = {
    503: refusal(
      "No text can be had: the AI service does not answer, the operator switched it off, or too many people use the tools at this moment. Wait for `Retry-After`.",
      {
        example: unavailable.message,
        headers: { ...answerHeaders, ...retryAfterHeader },
      },
    ),
  };
  if (unusable.status === 503) return answers;
  const unusableAnswer = refusal("The AI service sent no usable answer, twice.", {
    example: unusable.message,
  });
  return { [unusable.status]: unusableAnswer, ...answers };
}

function refusal(description: string, more: { example: string; headers?: Record<string, unknown> }) {
  return {
    description,
    headers: more.headers ?? answerHeaders,
    content: { "application/json": { schema: ToolError, example: { error: more.example } } },
  };
}
