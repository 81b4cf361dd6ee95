import { describe, expect, test } from "bun:test";
import { connectAgent } from "../../examples/agent-workflow/connect-agent.ts";
import persona from "../../examples/agent-workflow/persona.json" with { type: "json" };
import { runWorkflow } from "../../examples/agent-workflow/workflow.ts";
import { tools } from "../../service/edges/mcp/tools.ts";
import { PersonaFile } from "../../service/features/clients/schema.ts";
import { decideApproval } from "../../service/features/workflow/approvals/decide-approval.ts";
import { checkOf } from "../../service/floor/http/field-errors.ts";
import { serviceScene } from "../support/cast.ts";
import { thrownBy } from "../support/error-of.ts";
import { createWorkshop, freshToken } from "../support/workflow.ts";

describe("the example agent-workflow", () => {
  const { service } = serviceScene();

  test("goes through all fourteen tools to a published release and its frozen report, once a human has approved", async () => {
    const { lines, waits, called } = await run({ status: "approved", comment: null });
    expect(called).toEqual(tools.map((tool) => tool.name).sort());
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThan(0);
    expect(lines).toContain("Waiting for Anna Petersen");
    expect(lines.some((line) => line.startsWith(`Published for 1 credit: ${service.url}/newsroom/`))).toBe(
      true,
    );
  });

  test("publishes nothing when the human asks for changes", async () => {
    const refused = run({ status: "changes_requested", comment: "Bitte ohne Zahlen." });
    expect(await thrownBy(refused)).toThrow("Not published: the approval is changes_requested.");
  });

  async function run(decision: { status: "approved" | "changes_requested"; comment: string | null }) {
    if (!checkOf(PersonaFile).Check(persona)) throw new Error("The example's persona is no persona file.");
    const workshop = await createWorkshop(service.sql, { persona });
    const agent = await connectAgent({ url: service.url, key: workshop.key });
    const lines: string[] = [];
    const waits: number[] = [];
    try {
      await runWorkflow(
        agent.call,
        async ({ approvalId, pollSeconds }) => {
          waits.push(pollSeconds);
          await decideApproval(service.sql, await freshToken(service.sql, approvalId), decision);
        },
        (line) => lines.push(line),
      );
    } finally {
      await agent.close();
    }
    const called = await service.sql<{ name: string }[]>`
      select distinct subject_id as name
      from audit
      where agency_id = ${workshop.agencyId}
        and action = 'tool.called'
        and details ->> 'resultCode' = 'OK'
    `;
    return { lines, waits, called: called.map(({ name }) => name).sort() };
  }
});
