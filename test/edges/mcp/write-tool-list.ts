/**
 * Writes test/edges/mcp/tools.snapshot.json anew, so that the change of a tool shows in its diff, and prints what hosts put before their
 * models: the list, and an answer of each tool on an agency of a test. A token is about four characters.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tools } from "../../../service/edges/mcp/tools.ts";
import { listTool } from "../../../service/edges/mcp/toolset.ts";
import { useTools } from "../../features/agency-data/statements/call-everything.ts";
import { startTestService } from "../../support/service.ts";
import { createWorkshop } from "../../support/workflow.ts";

const path = join(import.meta.dirname, "tools.snapshot.json");
writeFileSync(path, `${JSON.stringify({ tools: tools.map(listTool) }, null, 2)}\n`);

const row = (name: string, text: string) =>
  console.log(
    `${name.padEnd(30)}${String(Buffer.byteLength(text)).padStart(7)} bytes ${String(Math.ceil(text.length / 4)).padStart(6)} tokens`,
  );
row("all descriptions", JSON.stringify({ tools: tools.map(listTool) }));
const service = await startTestService("embedded");
const workshop = await createWorkshop(service.sql, { credits: 3 });
await useTools(service, workshop, (name, answer) => row(name, JSON.stringify(answer)));
await service.stop();
// The embedded database that services of a process share would keep it alive.
process.exit();
