import document from "../../docs/openapi.json" with { type: "json" };

export type JsonSchema = Readonly<Record<string, unknown>>;
export type Parameter = { name: string; in: string; required: boolean; schema: JsonSchema };
type ListedAnswer = { headers: string[]; contentTypes: string[] };
export type Operation = {
  id: string;
  method: string;
  /** The document's path, `/api/x/{id}`. */
  path: string;
  isKeyed: boolean;
  parameters: Parameter[];
  body: JsonSchema | null;
  answers: ReadonlyMap<number, ListedAnswer>;
};

type RawAnswer = { headers?: Record<string, unknown>; content?: Record<string, unknown> };
type RawOperation = {
  operationId: string;
  security?: unknown[];
  parameters?: { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, RawAnswer>;
};

/** The committed OpenAPI document, as one JSON value that schemas are compiled from. */
export const openapiDocument: JsonSchema = document;

/** Every operation that the document lists. */
export function listOperations(): Operation[] {
  const paths: Record<string, Record<string, unknown>> = document.paths;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      readOperation(method, path, operation as RawOperation),
    ),
  );
}

/** The operation that a request is for, or null for noise: another method, an unknown path, an empty segment. */
export function findOperation(
  operations: readonly Operation[],
  method: string,
  path: string,
): Operation | null {
  const pathname = path.split("?", 1)[0] ?? "";
  return (
    operations.find((operation) => operation.method === method && patternOf(operation.path).test(pathname)) ??
    null
  );
}

/** Follows one `$ref` of the document; any other schema is returned as it is. */
export function resolveSchema(schema: JsonSchema): JsonSchema {
  const reference = schema.$ref;
  if (typeof reference !== "string") return schema;
  const schemas: Record<string, JsonSchema> = document.components.schemas;
  const target = schemas[reference.replace("#/components/schemas/", "")];
  if (target === undefined) throw new Error(`The document refers to ${reference}, which it does not hold.`);
  return target;
}

function readOperation(method: string, path: string, raw: RawOperation): Operation {
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    isKeyed: (raw.security ?? []).length > 0,
    parameters: (raw.parameters ?? []).map((parameter) => ({
      ...parameter,
      required: parameter.required === true,
    })),
    body: raw.requestBody?.content["application/json"]?.schema ?? null,
    answers: new Map(
      Object.entries(raw.responses).map(([status, answer]) => [
        Number(status),
        {
          headers: Object.keys(answer.headers ?? {}),
          contentTypes: Object.keys(answer.content ?? {}),
        },
      ]),
    ),
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`);
}
