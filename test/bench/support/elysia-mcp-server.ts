/** The reference: `get_agency_credits` by elysia-mcp, with the verb that the service's own tool runs, and nothing around it. */
import { Elysia } from "elysia";
import { mcp } from "elysia-mcp";
import { createGetAgencyCredits } from "../../../service/credits/get-agency-credits.ts";
import { openDatabase } from "../../../service/db/open.ts";

const [databaseUrl = "", agencyId = ""] = process.argv.slice(2);
const { sql } = await openDatabase({ databaseUrl, dataDirectory: "" });
const getAgencyCredits = createGetAgencyCredits(sql);
const app = new Elysia()
  .use(
    mcp({
      serverInfo: { name: "reference", version: "1.0.0" },
      capabilities: { tools: {} },
      enableJsonResponse: true,
      setupServer: (server) => {
        server.registerTool("get_agency_credits", { description: "Credits of the agency." }, async () => {
          const credits = await getAgencyCredits(Number(agencyId), {});
          return { structuredContent: credits, content: [{ type: "text", text: JSON.stringify(credits) }] };
        });
      },
    }),
  )
  .listen({ hostname: "127.0.0.1", port: 0 });
process.stdout.write(`${app.server?.port}\n`);
