import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { callTool } from "../../../service/edges/mcp/call-tool.ts";
import { defineTool, reads } from "../../../service/edges/mcp/tool.ts";
import { createToolset } from "../../../service/edges/mcp/toolset.ts";
import { ServiceError } from "../../../service/errors.ts";
import { openDatabase, type Sql } from "../../../service/floor/db/open.ts";
import { createAgencyWrites } from "../../../service/floor/limits/agency-writes.ts";
import { createHeavyReads } from "../../../service/floor/limits/heavy-reads.ts";
import { createLog } from "../../../service/log.ts";
import { textsOnThisThread as texts } from "../../../service/press-text/texts-on-this-thread.ts";
import { registerFormats } from "../../../service/schema.ts";
import { testSeal } from "../../support/seal.ts";
import { createMigratedDatabase, createTestAgency } from "../../support/service.ts";

describe("a tool call", () => {
  let sql: Sql;
  let endedSql: Sql;
  let agencyId: number;
  let close: () => Promise<void>;

  beforeAll(async () => {
    registerFormats();
    const databaseUrl = await createMigratedDatabase();
    const database = await openDatabase({ databaseUrl, dataDirectory: "" });
    const ended = await openDatabase({ databaseUrl, dataDirectory: "" });
    ({ sql, close } = database);
    endedSql = ended.sql;
    await ended.close();
    agencyId = (await createTestAgency(sql)).agencyId;
  });
  afterAll(() => close());

  test("that its agency's own work kept waiting costs nothing of the hour, and any other does", async () => {
    const busy = new ServiceError("service_unavailable", "Its line is full.", { retryAfterSeconds: 2 });
    const missing = new ServiceError("not_found", "There is none.");
    expect((await call(() => Promise.reject(busy))).givenBack).toBe(1);
    expect((await call(() => Promise.reject(missing))).givenBack).toBe(0);
    expect((await call(async () => ({ done: true }))).givenBack).toBe(0);
  });

  test("hands its verb the AI writer, where one is configured", async () => {
    const seoWriter = { seoTexts: async () => ({ seoTitle: "Titel", seoDescription: "Text" }) };
    const seen: unknown[] = [];
    const tool = defineTool({
      ...toolThat(async () => ({ done: true })),
      run: async (given) => {
        seen.push(given.seoWriter);
        return { done: true };
      },
    });
    const log = createLog("silent", () => {});
    const heavyReads = createHeavyReads();
    const deps = {
      sql,
      longReads: sql,
      heavyReads,
      writes: createAgencyWrites(),
      log,
      publicUrl: "https://presse.example",
      seoWriter,
      texts,
      seal: await testSeal(),
      readPictures: async () => [],
      mailer: null,
    };
    const caller = { agencyId, keyId: "test", key: "", plan: "agency", hourlyLimit: 1 };
    const toolset = createToolset(
      [tool],
      deps,
    )({
      caller,
      requestId: "019aa000-0000-7000-8000-000000000000",
      onRefused: () => {},
      onBusy: async () => {},
    });
    expect((await toolset.call("test_tool", {}))?.structuredContent).toEqual({ done: true });
    expect(seen).toEqual([seoWriter]);
  });

  test("that its agency's own calls keep waiting says so, for how long, and logs one line", async () => {
    const { result, logged } = await call(async () => {
      throw new ServiceError("service_unavailable", "Your agency's own reports are under way.", {
        retryAfterSeconds: 5,
      });
    });
    expect(result.content).toEqual([
      { type: "text", text: "SERVICE_UNAVAILABLE: Your agency's own reports are under way." },
    ]);
    expect(logged).toContain('"agency_busy"');
    expect(logged).not.toContain("stack");
  });

  test("that fails inside says so without the inside, which the log has", async () => {
    const { result, logged } = await call(async () => {
      throw new Error("relation secret_table does not exist");
    });
    expect(result).toEqual({
      isError: true,
      content: [
        {
          type: "text",
          text: "INTERNAL_ERROR: Something unexpected went wrong. Call again once; if it fails again, tell your user.",
        },
      ],
      _meta: { code: "INTERNAL_ERROR" },
    });
    expect(logged).toContain("secret_table");
  });

  test("that finds no database says when to come back", async () => {
    const { result } = await call(async () => {
      await endedSql`select 1`;
      return { done: true };
    });
    expect(result._meta?.code).toBe("SERVICE_UNAVAILABLE");
    expect(JSON.stringify(result.content)).toContain("Wait 5 seconds");
  });

  test("that succeeded is answered as a success even when its audit row can't be written, and the log has the row", async () => {
    const { result, logged } = await call(async () => ({ done: true }), endedSql);
    expect(result).toEqual({
      structuredContent: { done: true },
      content: [{ type: "text", text: '{"done":true}' }],
    });
    expect(logged).toContain("tool_call_not_audited");
    expect(logged).toContain('"resultCode":"OK"');
  });

  async function call(run: () => Promise<{ done: boolean }>, database: Sql = sql) {
    const logged: string[] = [];
    let givenBack = 0;
    const context = {
      sql: database,
      agencyId,
      publicUrl: "https://presse.example",
      actor: { type: "service", id: null } as const,
      requestId: "019aa000-0000-7000-8000-000000000000",
      log: createLog("debug", (line) => logged.push(line)),
      texts,
      seal: await testSeal(),
      readPictures: async () => [],
      clientIds: null,
      inTurn: <T>(read: (longReads: Sql) => Promise<T>) => read(database),
      onRefused: () => {},
      onBusy: async () => {
        givenBack += 1;
      },
    };
    const result = await callTool(toolThat(run), {}, context);
    return { result, logged: logged.join("\n"), givenBack };
  }
});

const toolThat = (run: () => Promise<{ done: boolean }>) =>
  defineTool({
    name: "test_tool",
    title: "A tool of this test",
    description: "Does what the test says.",
    scope: "read",
    action: "clients.read",
    hints: reads,
    input: Type.Object({}, { additionalProperties: false }),
    output: Type.Object({ done: Type.Boolean() }),
    run,
  });
