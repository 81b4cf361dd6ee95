/**
 * `bun run bench [ids…] [--growth]`: measures each figure against its reference, in one run, on private servers, and prints a
 * Markdown table. `--growth` measures instead how the figures hold at more load and more data. `--minutes N` is for `SOAK`,
 * `--seconds N` for `FLOOD`.
 */
import { parseArgs } from "node:util";
import { endAllServers } from "../test/support/server-process.ts";
import { benches } from "./benches.ts";
import { type Figure, tableLine } from "./figure.ts";

const { values, positionals } = parseArgs({
  options: {
    growth: { type: "boolean", default: false },
    minutes: { type: "string" },
    seconds: { type: "string" },
  },
  allowPositionals: true,
});
const asked = positionals.map((id) => id.toUpperCase());
const unknown = asked.filter((id) => benches[id] === undefined);
if (unknown.length > 0) {
  process.stderr.write(
    `There is no bench ${unknown.join(", ")}. Known: ${Object.keys(benches).join(", ")}.\n`,
  );
  process.exit(2);
}
const figures: Figure[] = [];
let failures = 0;
for (const [id, { measure, growth, isNamedOnly = false }] of Object.entries(benches)) {
  if (asked.length === 0 ? isNamedOnly : !asked.includes(id)) continue;
  const work = values.growth ? growth : measure;
  if (work === undefined) continue;
  const report = (line: string) => process.stderr.write(`${id}: ${line}\n`);
  try {
    figures.push(...(await work(report)));
  } catch (error) {
    failures += 1;
    report(`failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
const heading = "| id | what | reference | median (spread) | target | | own / reference |";
process.stdout.write(
  `${heading}\n|---|---|---|---|---|---|---|\n${figures.map((figure) => `${tableLine(figure)}\n`).join("")}`,
);
await endAllServers();
process.exit(failures === 0 ? 0 : 1);
