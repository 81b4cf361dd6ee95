import { beforeAll, describe, expect, test } from "bun:test";
import type { TSchema } from "@sinclair/typebox";
import * as fc from "fast-check";
import { tools } from "../../../service/edges/mcp/tools.ts";
import { createDraft } from "../../../service/features/workflow/drafts/create-draft.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestRelease } from "../../support/service.ts";
import { context, draftInput } from "../../support/workflow.ts";
import { callTool, postMessage } from "./support/post-message.ts";

const messagesCount = 100;
const callsPerToolCount = 30;

/** Texts and numbers that have broken databases, parsers and clocks. */
const hostileTexts = [
  ...[
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "\u202e",
    "'; drop table client; --",
    "%",
    "_%\\",
    "{{7*7}}",
    "__proto__",
  ],
  ...["0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00", "2026-02-30T00:00:00Z"],
  ...[
    "2026-11-20T10:00:00.123456789+23:59",
    "00000000-0000-0000-0000-000000000000",
    "NaN",
    "[]",
    "W10",
    "bnVsbA",
  ],
];
const hostileNumbers = [0, -1, 0.5, 2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER, 1e300, -0];

describe("hostile messages", () => {
  const { service, workshop } = serviceScene();
  let draftId: string;
  let pressReleaseId: number;

  beforeAll(async () => {
    const { agencyId, clientId } = workshop;
    draftId = (await createDraft(service.sql, agencyId, draftInput(clientId), context)).id;
    pressReleaseId = (await createTestRelease(service.sql, agencyId)).pressReleaseId;
  });

  test("of any JSON are answered with JSON and a status below 500, or taken in silence", async () => {
    const methods = fc.constantFrom("tools/call", "tools/list", "initialize", "ping", "server/discover", "x");
    const envelope = fc.record(
      {
        jsonrpc: fc.constantFrom("2.0", "1.0", 2),
        id: fc.jsonValue(),
        method: methods,
        params: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(envelope, fc.jsonValue()), async (message) => {
        const response = await postMessage(service.url, workshop.key, JSON.stringify(message));
        const body = await response.text();
        expect(response.status).toBeLessThan(500);
        if (response.status !== 202) expect(JSON.parse(body)).toBeObject();
      }),
      { numRuns: messagesCount },
    );
  });

  for (const tool of tools) {
    test(`to ${tool.name} are done or refused, and never fail inside`, async () => {
      const args = fc.record(
        Object.fromEntries(
          Object.entries(tool.input.properties).map(([name, schema]) => [name, valuesFor(name, schema)]),
        ),
        { requiredKeys: [...(tool.input.required ?? [])] },
      );
      await fc.assert(
        fc.asyncProperty(args, async (input) => {
          const { isError, _meta } = await callTool(service.url, workshop.key, tool.name, input);
          if (isError === true) expect(_meta?.code).not.toBe("INTERNAL_ERROR");
          if (isError === true) expect(_meta?.code).not.toBe("SERVICE_UNAVAILABLE");
        }),
        { numRuns: callsPerToolCount },
      );
    });
  }

  /** Mostly values that fit, so that the hostile one beside them gets as far as the database. */
  function valuesFor(name: string, schema: TSchema): fc.Arbitrary<unknown> {
    const real: Record<string, unknown> = {
      clientId: workshop.clientId,
      draftId,
      pressReleaseId,
      scopeId: pressReleaseId,
      scopeType: "article",
      expectedVersion: 1,
      draftVersion: 1,
      approvedVersion: 1,
      title: "Titel",
      bodyMarkdown: "Text",
    };
    const hostile = fc.oneof(
      fc.constantFrom<unknown>(...hostileTexts, ...hostileNumbers, null, [], {}),
      fc.string({ unit: "binary", maxLength: 40 }),
      fc.integer(),
    );
    const fitting = fittingFor(schema);
    if (!Object.hasOwn(real, name)) return fc.oneof(fitting, hostile);
    return fc.oneof({ weight: 6, arbitrary: fc.constant(real[name]) }, { weight: 1, arbitrary: hostile });
  }
});

function fittingFor(schema: TSchema): fc.Arbitrary<unknown> {
  const [first] = Array.isArray(schema.anyOf) ? (schema.anyOf as TSchema[]) : [schema];
  const type = first?.type;
  if (Array.isArray(first?.enum)) return fc.constantFrom<unknown>(...(first.enum as unknown[]));
  if (first?.format === "date-time")
    return fc.constantFrom(
      ...hostileTexts.filter((text) => text.includes("T00") || text.includes("T23") || text.includes("T10")),
    );
  if (type === "integer")
    return fc.integer({ min: first?.minimum ?? 0, max: first?.maximum ?? Number.MAX_SAFE_INTEGER });
  if (type === "boolean") return fc.boolean();
  if (type === "array")
    return fc.array(fc.string({ unit: "binary", minLength: 1, maxLength: 20 }), { maxLength: 3 });
  return fc.string({ unit: "binary", minLength: 1, maxLength: 60 });
}
