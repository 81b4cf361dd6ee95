import type { OpenedWriter } from "../../../features/writer/open-writer.ts";
import type { DefineTool } from "../define-tool.ts";
import {
  CrisisStatementRequest,
  CrisisStatementResult,
  crisisStatementFailures,
  readCrisisStatementRequest,
} from "./schema.ts";

export function crisisStatementRoutes(define: DefineTool, { kind, writer }: OpenedWriter) {
  return define({
    operationId: "crisisStatement",
    name: "crisis-pr",
    summary: "A first statement in a crisis",
    description:
      "Writes a German draft of a public statement in four parts: concern, facts, action, contact. What only the sender can know stands as a gap `[…]`.",
    request: {
      schema: CrisisStatementRequest,
      example: {
        problem: "In unserem Lager in Kassel hat es heute Morgen gebrannt. Verletzt wurde niemand.",
      },
    },
    result: {
      schema: CrisisStatementResult,
      description: "The draft.",
      example: {
        statement:
          "Der Brand in unserem Lager in Kassel beschäftigt uns sehr.\n\n[…]\n\nPressekontakt: [Name, Telefon, E-Mail]",
      },
    },
    read: readCrisisStatementRequest,
    failures: crisisStatementFailures,
    takesSeat: kind === "rule-based",
    run: async (problem, signal) => ({ statement: await writer.crisisStatement(problem, signal) }),
  });
}
