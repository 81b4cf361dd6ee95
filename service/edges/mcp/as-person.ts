import { ServiceError } from "../../errors.ts";
import type { Assistant } from "../../features/agent-access/sql.ts";
import { isInScope, isPermitted } from "../../features/people/rights.ts";
import { requireScope } from "../../features/reporting/figures/read-figures.ts";
import { requireReportWithin } from "../../features/reporting/reports/require-report-within.ts";
import { normalizeScopeId } from "../../features/reporting/reports/scope.ts";
import { draftOf } from "../../features/workflow/drafts/find-draft.ts";
import type { Tool, ToolContext } from "./tool.ts";

type Named = {
  clientId?: number;
  draftId?: string;
  reportId?: string;
  pressReleaseId?: number;
  scopeType?: "article" | "campaign" | "portfolio" | "client";
  scopeId?: string | number;
};

/**
 * The tool as this person may call it: its role first, then whether all that the call names belongs to clients that the person may
 * see. Anything else is not found, as an unknown id is.
 */
export function asPerson(tool: Tool, assistant: Assistant): Tool {
  return {
    ...tool,
    run: async (context, input) => {
      if (!isPermitted(assistant, tool.action))
        throw new ServiceError(
          "not_permitted",
          "The person you work for may not do this. Tell the person; an owner of the agency gives roles.",
        );
      if (assistant.clientIds !== null) await requireClients(context, assistant.clientIds, input);
      return await tool.run(context, input);
    },
  };
}

async function requireClients(
  { sql, agencyId, seal }: ToolContext,
  clientIds: readonly number[],
  { clientId, draftId, reportId, pressReleaseId, scopeType, scopeId }: Named,
): Promise<void> {
  const requireClient = (id: number) => {
    if (!isInScope({ clientIds }, id)) throw new ServiceError("not_found", "There is no such client.");
  };
  if (clientId !== undefined) requireClient(clientId);
  if (draftId !== undefined) requireClient((await draftOf(sql, agencyId, draftId)).clientId);
  if (reportId !== undefined) await requireReportWithin(sql, agencyId, { reportId, seal, clientIds });
  if (pressReleaseId !== undefined)
    await requireScope(sql, agencyId, { scope: { type: "article", id: String(pressReleaseId) }, clientIds });
  if (scopeType !== undefined && scopeId !== undefined) {
    const id = normalizeScopeId(scopeType, scopeId) ?? "";
    await requireScope(sql, agencyId, { scope: { type: scopeType, id }, clientIds });
  }
}
