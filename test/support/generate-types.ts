import { plugin } from "bun";

type Json = Record<string, unknown>;

/** The types of an OpenAPI document in JSON, by `openapi-typescript`. It crashes on TypeScript 7 and gets 5.9 instead. */
export async function generateTypes(document: string, options: Json = {}): Promise<string> {
  plugin({
    name: "typescript-5",
    setup(build) {
      build.module("typescript", async () => ({ exports: await import("typescript-5"), loader: "object" }));
    },
  });
  const { default: openapiTypescript, astToString } = await import("openapi-typescript");
  return astToString(await openapiTypescript(document, options));
}

const header = `/**
 * What the service answers and sends, made of its OpenAPI document by \`bun run openapi\`: nothing here is written by hand.
 */
`;

/**
 * The SDK's types: each named schema of the document as an exported type. The operations are left out, because the SDK has
 * functions of its own for them.
 */
export async function generateSdkTypes(document: Json): Promise<string> {
  const { openapi, info, components } = document;
  const { schemas } = components as Json;
  const types = await generateTypes(
    JSON.stringify({ openapi, info, paths: {}, components: { schemas: withoutNames(schemas) } }),
    { exportType: true },
  );
  const [, body = ""] = /^ {4}schemas: \{\n(.*?)^ {4}\};$/ms.exec(types) ?? [];
  return (
    header +
    body
      .replace(/^ {8}/gm, "")
      .replace(/^(\w+): /gm, "export type $1 = ")
      .replace(/components\["schemas"\]\["(\w+)"\]/g, "$1")
      .replace(/^ *\* (?:Format: .*|@constant|@enum .*)\n/gm, "")
      .replace(/^ *\/\*\* (?:Format: .*|@constant|@enum .*) \*\/\n/gm, "")
      .replaceAll("@description ", "")
      .replace(/\/\*\*\n *\* (.*)\n *\*\//g, "/** $1 */")
      .replace(/^ *\/\*\*\n *\*\/\n/gm, "")
      .replace(/^ +/gm, (spaces) => spaces.slice(spaces.length / 2))
  );
}

/** A title is the type's name already; as a comment it would stand above each. */
function withoutNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNames);
  if (value === null || typeof value !== "object") return value;
  const isSchema = (value as Json).type === "object" && typeof (value as Json).title === "string";
  const entries = Object.entries(value).filter(([key]) => !(isSchema && key === "title"));
  return Object.fromEntries(entries.map(([key, each]) => [key, withoutNames(each)]));
}
