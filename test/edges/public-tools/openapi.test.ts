import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { toolNames, toolPaths } from "./tool-calls.ts";

const text = readFileSync(join(import.meta.dir, "../../../docs/openapi.json"), "utf8");
const document: {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
} = JSON.parse(text);

const common = ["200", "400", "403", "413", "421", "429", "500"];
const expected = {
  statement: { operationId: "crisisStatement", result: "CrisisStatement", codes: [...common, "502", "503"] },
  headlines: { operationId: "headlines", result: "Headlines", codes: [...common, "503"] },
  check: { operationId: "checkSeo", result: "SeoCheck", codes: [...common, "503"] },
};

test.each(toolNames)("the description of %s names its codes, its result, and asks for no key", (tool) => {
  const methods = document.paths[toolPaths[tool]] ?? {};
  expect(Object.keys(methods)).toEqual(["post"]);
  const operation = methods.post;
  expect(operation).toMatchObject({ operationId: expected[tool].operationId, tags: ["Tools"], security: [] });
  expect(Object.keys(operation?.responses ?? {})).toEqual(expected[tool].codes);
  for (const [code, { headers, content }] of Object.entries(operation?.responses ?? {})) {
    const component = code === "200" ? expected[tool].result : "ToolError";
    expect(content["application/json"].schema.$ref).toBe(`#/components/schemas/${component}`);
    expect(Object.keys(document.components.schemas)).toContain(component);
    expect(Object.keys(headers)).toContain("X-Request-Id");
    expect(Object.keys(headers).includes("Retry-After")).toBe(["429", "503"].includes(code));
  }
});

type Answer = {
  headers: Record<string, unknown>;
  content: { "application/json": { schema: { $ref: string } } };
};
type Operation = {
  operationId: string;
  tags: string[];
  security: unknown[];
  responses: Record<string, Answer>;
};
