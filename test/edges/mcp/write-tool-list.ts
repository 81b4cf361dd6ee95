/**
 * Writes test/edges/mcp/tools.snapshot.json anew, so that the change of a tool shows in its diff, and prints what hosts put before their
 * models: the list, and an answer of each tool on an agency of a test. A token is about four characters.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tools } from "../../../service/edges/mcp/tools.ts";
import { listTool } from "../../../service/edges/mcp/toolset.ts";
import { answersOfAllTools } from "./support/answers-of-all-tools.ts";

const path = join(import.meta.dirname, "tools.snapshot.json");
writeFileSync(path, `${JSON.stringify({ tools: tools.map(listTool) }, null, 2)}\n`);

const row = (name: string, text: string) =>
  console.log(
    `${name.padEnd(30)}${String(Buffer.byteLength(text)).padStart(7)} bytes ${String(Math.ceil(text.length / 4)).padStart(6)} tokens`,
  );
row("all descriptions", JSON.stringify({ tools: tools.map(listTool) }));
for (const [name, answer] of await answersOfAllTools()) row(name, answer);
// The embedded database that services of a process share would keep it alive.
process.exit();
