import { describe, expect, test } from "bun:test";
import { runWorkflow } from "../../../examples/agent-workflow/workflow.ts";
import { tools } from "../../../service/edges/mcp/tools.ts";
import { decideApproval } from "../../../service/features/workflow/approvals/decide-approval.ts";
import { serviceScene } from "../../support/cast.ts";
import { createWorkshop, freshToken } from "../../support/workflow.ts";
import { officialClients } from "./support/connect-clients.ts";

describe("the official clients", () => {
  const { service } = serviceScene();

  for (const [name, { connect, protocolVersion }] of Object.entries(officialClients)) {
    test(`${name} lists and calls all fourteen tools, and checks each result by its schema`, async () => {
      const { key } = await createWorkshop(service.sql);
      const client = await connect(service.url, key);
      expect(client.protocolVersion).toBe(protocolVersion);
      const listed = await client.listToolNames();
      expect(listed).toEqual(tools.map((tool) => tool.name));
      expect(listed).toHaveLength(14);

      const called = new Set<string>();
      const lines: string[] = [];
      const published = await runWorkflow(
        async <Result>(tool: string, args: Record<string, unknown>) => {
          const result = await client.callTool(tool, args);
          if (result.isError === true) throw new Error(`${tool}: ${JSON.stringify(result.content)}`);
          called.add(tool);
          return result.structuredContent as Result;
        },
        async ({ approvalId }) => {
          const token = await freshToken(service.sql, approvalId);
          await decideApproval(service.sql, token, { status: "approved", comment: "Gern so." });
        },
        (line) => lines.push(line),
      );
      await client.close();

      expect([...called].sort()).toEqual([...listed].sort());
      expect(lines.at(-1)).toStartWith(`Report ${published.reportId}, SHA-256 `);
      const page = await fetch(published.url);
      expect([page.status, (await page.text()).includes("Neue Montagehalle in Bremen")]).toEqual([200, true]);
    });

    test(`${name} gets a refusal as a result that it can read, not as an exception`, async () => {
      const { key } = await createWorkshop(service.sql);
      const client = await connect(service.url, key);
      await client.listToolNames();
      const unknown = { draftId: "019aa000-0000-7000-8000-000000000000" };
      const result = await client.callTool("check_approval_status", unknown);
      expect(result.isError).toBe(true);
      expect(result.structuredContent).toBeUndefined();
      expect(JSON.stringify(result.content)).toContain("NOT_FOUND: ");
      await client.close();
    });
  }
});
