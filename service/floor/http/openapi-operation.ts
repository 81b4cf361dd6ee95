import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import { type ErrorCode, type FieldErrors, statusByErrorCode } from "../../errors.ts";
import { headerReferences, retryAfterHeader } from "./openapi-headers.ts";
import type { Operation, ResponseDescription } from "./operation-description.ts";

type Describable = Omit<Operation<TObject, TObject, TObject, TSchema>, "handle" | "verifyBody">;

/** Codes that every keyed operation can answer, whatever it does. */
const commonErrors: readonly ErrorCode[] = [
  "invalid_request",
  "unauthorized",
  "agency_plan_required",
  "https_required",
  "misdirected_request",
  "rate_limit_exceeded",
  "internal_error",
  "service_unavailable",
];

/** Hourly limit of an agency to which the operator gave no other. */
const exampleHourlyLimit = 500;

const errorDescriptions: Record<number, string> = {
  400: "The request is wrong; the code says what about it.",
  401: "No valid API key, or no valid signature.",
  403: "The agency's plan does not include this API, or the request did not come over HTTPS.",
  404: "Not there, or another agency's: the two can't be told apart.",
  409: "The current state does not allow it.",
  410: "It has expired.",
  413: "The body is larger than allowed.",
  421: "The Host is not one of this service's.",
  429: "The hourly limit is used up. Wait for `Retry-After`.",
  500: "An unexpected fault.",
  503: "The database can't be reached, or the agency's own calls are in the way, which costs nothing of its hourly limit. Wait for `Retry-After`.",
};

/** The OpenAPI description of an operation, made of the schemas that check it. Source: OpenAPI 3.1.0, Operation Object. */
export function describeOperation(operation: Describable): Record<string, unknown> {
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    description: operation.description,
    tags: [operation.tag],
    security: [{ apiKey: [] }, { bearer: [] }],
    parameters: [
      ...parametersOf(operation.params, "path"),
      ...parametersOf(operation.query, "query"),
      ...parametersOf(operation.headers?.schema, "header"),
      ...parametersOf(operation.documentedHeaders, "header"),
    ],
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              "application/json": { schema: operation.body.schema, example: operation.body.example },
            },
          },
        }),
    responses: { ...successResponses(operation.responses), ...errorResponses(errorsOf(operation)) },
  };
}

function parametersOf(schema: TObject | undefined, location: "path" | "query" | "header") {
  if (schema === undefined) return [];
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, examples, ...rest } = property;
    return {
      name: location === "header" ? headerName(name) : name,
      in: location,
      required: location === "path" || required.has(name),
      ...(description === undefined ? {} : { description }),
      ...(examples === undefined ? {} : { example: examples[0] }),
      schema: rest,
    };
  });
}

/** As people write it: `Idempotency-Key`. The router wants small letters, and HTTP takes either (RFC 9110, 5.1). */
function headerName(name: string): string {
  return name.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

function successResponses(responses: Record<number, ResponseDescription>) {
  return Object.fromEntries(
    Object.entries(responses).map(([status, { description, schema, example, contentTypes }]) => {
      const json =
        schema === undefined
          ? {}
          : { "application/json": { schema, ...(example === undefined ? {} : { example }) } };
      const files = Object.fromEntries(
        Object.entries(contentTypes ?? {}).map(([type, content]) => [
          type,
          { schema: fileSchema(type), ...(content === null ? {} : { example: content }) },
        ]),
      );
      const headers = { ...limitHeaders(), ...(contentTypes === undefined ? {} : dispositionHeader) };
      return [status, { description, headers, content: { ...json, ...files } }];
    }),
  );
}

function fileSchema(contentType: string): Record<string, unknown> {
  return contentType === "application/json"
    ? { type: "object" }
    : { type: "string", contentMediaType: contentType };
}

function errorsOf(operation: Describable): ErrorCode[] {
  const fromBody: ErrorCode[] =
    operation.body === undefined
      ? []
      : ["payload_too_large", operation.body.notJson, operation.body.notValid];
  const fromHeaders: ErrorCode[] = operation.headers === undefined ? [] : [operation.headers.code];
  return [...new Set([...commonErrors, ...fromHeaders, ...fromBody, ...operation.errors])];
}

function errorResponses(codes: readonly ErrorCode[]) {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes)
    byStatus.set(statusByErrorCode[code], [...(byStatus.get(statusByErrorCode[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: `${errorDescriptions[status] ?? "Refused."} Codes: ${group.map((code) => `\`${code}\``).join(", ")}.`,
        headers: {
          ...limitHeaders(),
          ...(Number(status) < 500 ? headerReferences(["X-Service-Hint"]) : {}),
          ...extraHeaders(status),
        },
        content: {
          "application/json": { schema: errorSchema(status, group), examples: errorExamples(status, group) },
        },
      },
    ]),
  );
}

function errorSchema(status: number, codes: readonly ErrorCode[]): TSchema {
  const error = Type.Unsafe<string>({ type: "string", enum: codes });
  if (status === 429)
    return Type.Object({ error, limit: Type.Integer({ description: "Requests per hour." }) });
  if (!codes.includes("invalid_body")) return Type.Object({ error });
  return Type.Object({
    error,
    details: Type.Optional(
      Type.Object({
        formErrors: Type.Array(Type.String()),
        fieldErrors: Type.Record(Type.String(), Type.Array(Type.String())),
      }),
    ),
  });
}

/** An example for each code, so that a reader sees what each body looks like. */
function errorExamples(status: number, codes: readonly ErrorCode[]): Record<string, unknown> {
  return Object.fromEntries(codes.map((code) => [code, { value: errorBody(status, code) }]));
}

function errorBody(status: number, code: ErrorCode): Record<string, unknown> {
  if (status === 429) return { error: code, limit: exampleHourlyLimit };
  if (code !== "invalid_body") return { error: code };
  const details: FieldErrors = {
    formErrors: [],
    fieldErrors: { format: ["Expected one of: pdf, csv, json"] },
  };
  return { error: code, details };
}

function extraHeaders(status: number): Record<string, unknown> {
  if (status === 401)
    return { "WWW-Authenticate": { description: "Always `Bearer`.", schema: { type: "string" } } };
  if (status === 429 || status === 503) {
    return retryAfterHeader;
  }
  return {};
}

const dispositionHeader = {
  "Content-Disposition": { description: "`attachment` with the file name.", schema: { type: "string" } },
};

function limitHeaders(): Record<string, unknown> {
  return headerReferences([
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "X-Service-Api-Version",
    "X-Request-Id",
  ]);
}
