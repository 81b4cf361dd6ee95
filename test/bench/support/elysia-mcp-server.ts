/**
 * The reference: elysia-mcp with the verb that the service's own `get_agency_credits` runs, once with the audit row that each
 * call has to leave, and once alone. Neither asks for a key or counts against a limit.
 */
import { createHash, randomUUID } from "node:crypto";
import { Elysia } from "elysia";
import { mcp } from "elysia-mcp";
import { createGetAgencyCredits } from "../../../service/credits/get-agency-credits.ts";
import { openDatabase } from "../../../service/db/open.ts";
import { createNoteCall } from "../../../service/mcp/note-calls.ts";

const [databaseUrl = "", agency = ""] = process.argv.slice(2);
const agencyId = Number(agency);
const { sql } = await openDatabase({ databaseUrl, dataDirectory: "" });
const getAgencyCredits = createGetAgencyCredits(sql);
const noteCall = createNoteCall(sql);
const actor = { type: "api_key", id: randomUUID() } as const;

async function answerAlone() {
  const credits = await getAgencyCredits(agencyId, {});
  return { structuredContent: credits, content: [{ type: "text" as const, text: JSON.stringify(credits) }] };
}

async function answerAndNote() {
  const startedAtMs = performance.now();
  const result = await answerAlone();
  const details = {
    argumentsHash: createHash("sha256").update("{}").digest("hex"),
    resultCode: "OK",
    durationMs: Math.round(performance.now() - startedAtMs),
  };
  const subject = { type: "tool", id: "get_agency_credits" };
  const entry = { actor, action: "tool.called", subject, details, requestId: randomUUID() };
  await noteCall({ agencyId, entry });
  return result;
}

const app = new Elysia()
  .use(
    mcp({
      serverInfo: { name: "reference", version: "1.0.0" },
      capabilities: { tools: {} },
      enableJsonResponse: true,
      setupServer: (server) => {
        const description = "Credits of the agency.";
        server.registerTool("get_agency_credits", { description }, answerAndNote);
        server.registerTool("verb_alone", { description }, answerAlone);
      },
    }),
  )
  .listen({ hostname: "127.0.0.1", port: 0 });
process.stdout.write(`${app.server?.port}\n`);
