import { type AnyElysia, Elysia } from "elysia";
import { apiVersion } from "./reporting-headers.ts";

type Json = Record<string, unknown>;

const internalPath = "/openapi-source";

/**
 * Builds the OpenAPI 3.1 document of the routes, through @elysiajs/swagger, and finishes what it leaves undone:
 * it writes version 3.0.3 and the info of its own types, and puts `nullable` and empty `content` in.
 * `additions` adds what no route holds, for instance `webhooks`.
 */
export async function buildOpenapiDocument(routes: AnyElysia, additions: Json = {}): Promise<Json> {
  const { swagger } = await import("@elysiajs/swagger");
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

const introduction = `Metrics per press release, immutable reports, exports, signed webhooks and conversions of an agency; beside it three public tools for German press texts, without a key.

**Key.** Every request of the Reporting API carries an API key, as \`X-API-Key: svc_key_…\` or as \`Authorization: Bearer svc_key_…\`. Keep it on a server: it also signs conversions.

**Limit.** Requests are counted over the last 60 minutes, exactly. Every answer says how many are allowed (\`X-RateLimit-Limit\`), left (\`X-RateLimit-Remaining\`), and when the next slot frees (\`X-RateLimit-Reset\`, Unix seconds). A 429 says in \`Retry-After\` how long to wait; refused requests are not counted.

**Errors.** An answer outside 2xx is \`{ "error": code }\`. The code is stable, the status is its class; each operation lists its codes. \`invalid_body\` names the fields in \`details\`, and each 4xx says in \`X-Service-Hint\` which field broke which rule. docs/error-codes.md of the project says of each code what to do. Every answer has an \`X-Request-Id\`: name it when you ask for help.

**Time.** Moments are RFC 3339 in UTC; days are calendar days of the agency's time zone.

**Origin.** What the service measured itself stands apart from what others observed, imported or estimated: they share no total.`;

const head = {
  openapi: "3.1.0",
  info: {
    title: "pr-service Reporting API",
    version: apiVersion,
    description: introduction,
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
      "X-Service-Hint": {
        description:
          "One sentence in ASCII, at most 300 bytes, that names field and rule and repeats no value. For developers: its wording may change, the code does not.",
        schema: { type: "string", maxLength: 300 },
        example: "value: must be a number of at least 0.",
      },
      "X-Request-Id": {
        description: "Names this request in the service's log.",
        schema: { type: "string", format: "uuid" },
      },
    },
  },
};

/** Schemas with a title such as `ArticleReport` become components of that name. */
const componentName = /^[A-Z][A-Za-z0-9]+$/;

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
