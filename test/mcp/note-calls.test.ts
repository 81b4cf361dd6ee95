import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { AgencyAuditEntry } from "../../service/audit/sql.ts";
import { type Database, openDatabase } from "../../service/db/open.ts";
import { createNoteCall } from "../../service/mcp/note-calls.ts";
import { createMigratedDatabase, createTestAgency } from "../support/service.ts";

const requestId = "019aa000-0000-7000-8000-000000000000";

function entryOf(agencyId: number, tool: string): AgencyAuditEntry {
  return {
    agencyId,
    entry: {
      actor: { type: "api_key", id: "key" },
      action: "tool.called",
      subject: { type: "tool", id: tool },
      details: { resultCode: "OK", text: 'ö"\\\u2028' },
      requestId,
    },
  };
}

describe("noting calls in the audit", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase({ databaseUrl: await createMigratedDatabase(), dataDirectory: "" });
  });
  afterAll(() => database.close());

  const rowsOf = (agencyId: number) => database.sql<{ tool: string; details: unknown; requestId: string }[]>`
    select subject_id as tool, details, request_id as "requestId"
    from audit
    where agency_id = ${agencyId}
    order by subject_id
  `;

  test("stores each of many at once under its own agency, in far fewer statements", async () => {
    const [one, other] = [await createTestAgency(database.sql), await createTestAgency(database.sql)];
    const noteCall = createNoteCall(database.sql);
    const [before] = await database.sql<{ id: string }[]>`select pg_current_xact_id()::text as id`;
    await Promise.all(
      Array.from({ length: 500 }, (_, count) =>
        noteCall(
          entryOf(count % 2 === 0 ? one.agencyId : other.agencyId, `tool_${String(count).padStart(3, "0")}`),
        ),
      ),
    );
    const [after] = await database.sql<{ id: string }[]>`select pg_current_xact_id()::text as id`;
    expect(Number(after?.id) - Number(before?.id)).toBeLessThan(50);
    const rows = await rowsOf(one.agencyId);
    expect(rows).toHaveLength(250);
    expect(rows[1]).toEqual({
      tool: "tool_002",
      details: { resultCode: "OK", text: 'ö"\\\u2028' },
      requestId,
    });
    expect((await rowsOf(other.agencyId)).map(({ tool }) => tool).slice(0, 2)).toEqual([
      "tool_001",
      "tool_003",
    ]);
  });

  test("a row that can't be stored fails by itself and takes no other with it", async () => {
    const { agencyId } = await createTestAgency(database.sql);
    const noteCall = createNoteCall(database.sql);
    const outcomes = await Promise.allSettled([
      noteCall(entryOf(agencyId, "a")),
      noteCall(entryOf(2_147_483_647, "b")),
      noteCall(entryOf(agencyId, "c")),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await rowsOf(agencyId)).map(({ tool }) => tool)).toEqual(["a", "c"]);
  });
});
