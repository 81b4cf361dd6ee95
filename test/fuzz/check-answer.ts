import { Ajv2020 } from "ajv/dist/2020.js";
import { type JsonSchema, type Operation, openapiDocument } from "./openapi-operations.ts";
import type { Answer } from "./send-request.ts";

/** `isHead`: the request asked for the operation's headers only (RFC 9110, 9.3.2). */
export type AnswerCheck = (operation: Operation | null, answer: Answer, isHead?: boolean) => string[];

/** The service's own pages and streams apart, these statuses are all that a request for nothing listed may get. */
const noiseStatuses = new Set([
  200, 202, 204, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 406, 410, 411, 413, 415, 421, 429,
  431,
]);
/** The public tools refuse a Host before they count, and tell no limit then. */
const limitHeaders = new Set(["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]);
const documentId = "openapi";

/** Compiles the document's answers once; the check returns one sentence for each way in which an answer breaks them. */
export function createAnswerCheck(operations: readonly Operation[]): AnswerCheck {
  // OpenAPI's own words stand beside JSON Schema's; formats are the generators' affair.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema(openapiDocument, documentId);
  const validators = new Map(
    operations.flatMap((operation) =>
      [...operation.answers]
        .filter(([, answer]) => answer.contentTypes.includes("application/json"))
        .map(
          ([status]) => [`${operation.id} ${status}`, ajv.compile(referenceTo(operation, status))] as const,
        ),
    ),
  );
  return (operation, answer, isHead = false) => {
    if (operation === null) return checkNoise(answer);
    const listed = operation.answers.get(answer.status);
    if (listed === undefined) return [`status ${answer.status} is not listed`];
    const problems = answer.status >= 500 && answer.status !== 503 ? [`status ${answer.status}`] : [];
    const contentType = answer.headers.get("content-type")?.split(";", 1)[0]?.trim() ?? "";
    if (!listed.contentTypes.includes(contentType))
      problems.push(`content type "${contentType}" is not listed`);
    if (isHead)
      return answer.body.byteLength === 0 ? problems : [...problems, "HEAD was answered with a body"];
    const body = contentType === "application/json" ? parseJson(answer.body) : undefined;
    for (const name of listed.headers)
      if (!answer.headers.has(name) && !mayLack(name, operation, answer.status))
        problems.push(`header ${name} is missing`);
    if (contentType !== "application/json") return problems;
    const validate = validators.get(`${operation.id} ${answer.status}`);
    if (body === undefined) problems.push("the body is no JSON");
    else if (validate !== undefined && !validate(body))
      problems.push(`body: ${ajv.errorsText(validate.errors)}`);
    return problems;
  };
}

function checkNoise(answer: Answer): string[] {
  if (answer.status === 503 || noiseStatuses.has(answer.status)) return [];
  return [`status ${answer.status} outside the document`];
}

function mayLack(name: string, operation: Operation, status: number): boolean {
  return limitHeaders.has(name) && !operation.isKeyed && status === 400;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function referenceTo(operation: Operation, status: number): JsonSchema {
  const parts = ["paths", operation.path, operation.method.toLowerCase(), "responses", String(status)];
  const pointer = [...parts, "content", "application/json", "schema"]
    .map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")))
    .join("/");
  return { $ref: `${documentId}#/${pointer}` };
}
