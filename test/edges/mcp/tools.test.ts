import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TSchema } from "@sinclair/typebox";
import { tools } from "../../../service/edges/mcp/tools.ts";
import { listTool } from "../../../service/edges/mcp/toolset.ts";

const listBytesMax = 24_000;
const listed = tools.map(listTool);

describe("the list of tools", () => {
  test("names exactly the fourteen, each once", () => {
    expect(tools.map((tool) => tool.name).sort()).toEqual([
      "check_approval_status",
      "create_draft",
      "create_publication_report",
      "generate_seo_metadata",
      "get_agency_credits",
      "get_article_performance",
      "get_client_persona",
      "get_publication_report",
      "list_clients",
      "list_drafts",
      "list_publication_reports",
      "publish_release",
      "send_approval_request",
      "update_draft",
    ]);
  });

  test("is what tools.snapshot.json says; after a wanted change, run `bun run tool-list`", () => {
    const snapshot: unknown = JSON.parse(
      readFileSync(join(import.meta.dirname, "tools.snapshot.json"), "utf8"),
    );
    expect({ tools: listed } as unknown).toEqual(snapshot);
  });

  test("stays under 24 KB, which every host puts before its model at each start", () => {
    expect(Buffer.byteLength(JSON.stringify({ tools: listed }))).toBeLessThan(listBytesMax);
  });

  test("says all four hints of every tool, and warns of publishing only", () => {
    const letters = (tool: (typeof tools)[number]) =>
      (["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const)
        .map((hint) => (tool.hints[hint] ? hint.slice(0, 1) : "-"))
        .join("");
    expect(Object.fromEntries(tools.map((tool) => [tool.name, letters(tool)]))).toEqual({
      list_clients: "r-i-",
      get_client_persona: "r-i-",
      create_draft: "----",
      update_draft: "--i-",
      list_drafts: "r-i-",
      send_approval_request: "---o",
      check_approval_status: "r-i-",
      publish_release: "-dio",
      get_agency_credits: "r-i-",
      get_article_performance: "r-i-",
      create_publication_report: "----",
      get_publication_report: "r-i-",
      list_publication_reports: "r-i-",
      generate_seo_metadata: "r-i-",
    });
  });

  for (const tool of tools) {
    test(`${tool.name} takes a flat, closed object whose texts and lists have bounds`, () => {
      expect([tool.input.type, tool.input.additionalProperties]).toEqual(["object", false]);
      for (const [name, property] of Object.entries(tool.input.properties)) {
        for (const part of alternativesOf(property)) {
          expect([name, part.type]).not.toEqual([name, "object"]);
          expect([name, isBounded(part)]).toEqual([name, true]);
        }
      }
    });

    test(`${tool.name} gives an open object, and has a title and a description that tells an agent enough`, () => {
      const { outputSchema } = listTool(tool);
      expect(outputSchema?.type).toBe("object");
      expect(JSON.stringify(outputSchema)).not.toContain("additionalProperties");
      expect(tool.title.length).toBeGreaterThan(5);
      expect(tool.description.length).toBeGreaterThan(60);
    });
  }
});

function alternativesOf(schema: TSchema): TSchema[] {
  return Array.isArray(schema.anyOf) ? (schema.anyOf as TSchema[]) : [schema];
}

/** Formats that a value can only have within a bound of their own. */
const boundedFormats = ["uuid", "date-time"];

function isBounded(schema: TSchema): boolean {
  if (schema.type === "array") return schema.maxItems !== undefined && isBounded(schema.items as TSchema);
  if (schema.type !== "string") return true;
  return (
    schema.maxLength !== undefined ||
    schema.enum !== undefined ||
    boundedFormats.includes(schema.format ?? "")
  );
}
