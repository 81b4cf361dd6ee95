/** Writes test/edges/mcp/tools.snapshot.json anew, so that the change of a tool shows in its diff. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tools } from "../../../service/edges/mcp/tools.ts";
import { listTool } from "../../../service/edges/mcp/toolset.ts";

const path = join(import.meta.dirname, "tools.snapshot.json");
writeFileSync(path, `${JSON.stringify({ tools: tools.map(listTool) }, null, 2)}\n`);
