/** `bun run bench [ids…]`: measures each figure as a ratio against its reference, in one run, on private servers. */
import { endAllServers } from "../support/server-process.ts";
import { benchConversions } from "./conversions.ts";
import { type Figure, tableLine } from "./figure.ts";
import { benchReportingData } from "./reporting-data.ts";

const benches: Record<string, (report: (line: string) => void) => Promise<Figure>> = {
  P1: benchConversions,
  D1: benchReportingData,
};

const asked = process.argv.slice(2).map((id) => id.toUpperCase());
const unknown = asked.filter((id) => benches[id] === undefined);
if (unknown.length > 0) {
  process.stderr.write(
    `There is no bench ${unknown.join(", ")}. Known: ${Object.keys(benches).join(", ")}.\n`,
  );
  process.exit(2);
}
const lines: string[] = [];
for (const [id, bench] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(id)) continue;
  lines.push(tableLine(await bench((line) => process.stderr.write(`${id}: ${line}\n`))));
}
process.stdout.write(
  `| id | what | reference | ratio, median (spread) | target | |\n|---|---|---|---|---|---|\n${lines.join("\n")}\n`,
);
await endAllServers();
process.exit(0);
