import { swagger } from "@elysiajs/swagger";
import { type AnyElysia, Elysia } from "elysia";
import { apiVersion } from "./reporting-headers.ts";

type Json = Record<string, unknown>;

const internalPath = "/openapi-source";

/**
 * Builds the OpenAPI 3.1 document of the routes once, through @elysiajs/swagger, and finishes what it leaves undone:
 * it writes version 3.0.3 and the info of its own types, and puts `nullable` and empty `content` in.
 * `additions` adds what no route holds, for instance `webhooks`.
 */
export async function buildOpenapiDocument(routes: AnyElysia, additions: Json = {}): Promise<Json> {
  const source = new Elysia()
    .use(
      swagger({
        path: internalPath,
        specPath: `${internalPath}/json`,
        excludeStaticFile: false,
      }),
    )
    .use(routes);
  const answer = await source.handle(new Request(`http://localhost${internalPath}/json`));
  const emitted = (await answer.json()) as Json;
  const schemas: Json = {};
  const document = finish({ ...emitted, ...head, ...additions }, schemas) as Json;
  const components = { ...(document.components as Json), schemas: sortKeys(schemas) };
  return { ...document, components };
}

const head = {
  openapi: "3.1.0",
  info: {
    title: "pr-service Reporting API",
    version: apiVersion,
    description:
      "Metrics per press release, immutable reports, exports, signed webhooks and conversions of an agency: every answer carries the rate-limit figures, a request id and the dated version of this contract. Beside it three public tools for German press texts, without a key.",
    license: { name: "MIT", identifier: "MIT" },
    contact: { name: "The operator of this service" },
  },
  tags: [
    { name: "Articles", description: "Measured performance of a press release." },
    { name: "Reports", description: "Frozen reports that nobody can change." },
    { name: "Exports", description: "Reports as PDF, CSV and JSON files, made in the background." },
    { name: "Webhooks", description: "Signed messages about what happened." },
    { name: "Conversions", description: "What you measured elsewhere, reported to us." },
    { name: "Data", description: "All reporting data of the agency, to take away or to delete." },
    { name: "Tools", description: "Three public tools for German press texts, without a key." },
  ],
  servers: [{ url: "/", description: "This service" }],
  components: {
    securitySchemes: {
      apiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "The agency's key." },
      bearer: { type: "http", scheme: "bearer", description: "The same key as a bearer credential." },
    },
    headers: {
      "X-RateLimit-Limit": {
        description: "Requests allowed in the window: an hour, or 15 minutes for a public tool.",
        schema: { type: "integer" },
      },
      "X-RateLimit-Remaining": { description: "Requests left in the window.", schema: { type: "integer" } },
      "X-RateLimit-Reset": {
        description: "Unix second at which the next slot frees.",
        schema: { type: "integer" },
      },
      "X-Service-Api-Version": { description: "Dated version of the contract.", schema: { type: "string" } },
      "X-Request-Id": {
        description: "Names this request in the service's log.",
        schema: { type: "string", format: "uuid" },
      },
    },
  },
};

/** Schemas with a title such as `ArticleReport` become components of that name. */
const componentName = /^[A-Z][A-Za-z]+$/;

function finish(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((each) => finish(each, schemas));
  if (value === null || typeof value !== "object") return value;
  const { nullable, ...rest } = value as Json & { nullable?: boolean };
  const entries = Object.entries(rest).filter(([key, each]) => !(key === "content" && isEmptyObject(each)));
  const finished: Json = Object.fromEntries(entries.map(([key, each]) => [key, finish(each, schemas)]));
  if (nullable === true && typeof finished.type === "string") finished.type = [finished.type, "null"];
  const { title } = finished;
  if (typeof title !== "string" || finished.type !== "object" || !componentName.test(title)) return finished;
  schemas[title] = finished;
  return { $ref: `#/components/schemas/${title}` };
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function sortKeys(record: Json): Json {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
