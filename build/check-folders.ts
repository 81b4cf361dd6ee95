/**
 * `bun run check:folders [folder]`: no two folders of the service import each other, not even by way of others, and none imports a
 * layer above its own. Each part of `reporting` is a folder of its own, all others count as wholes. Prints each circle with the
 * imports that close it, each import that leads up and each folder without a layer, and exits 1.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const serviceFolder = process.argv[2] ?? join(import.meta.dirname, "../service");
/** `from "…"` of imports and exports, `import "…"` and `import("…")`. */
const importPattern = /(?:from|import\(?)\s*"(\.[^"]+)"/g;

/** From the edges down to the floor, as docs/architecture.md tells them; a folder is in one of them. */
const layers: readonly (readonly string[])[] = [
  ["environment", "program", "cli", "mcp", "public-tools", "dashboard"],
  ["agency-data", "reporting", "workflow", "today", "search"],
  ["newsroom", "media", "insights", "measurement", "writer", "press-text", "events"],
  ["agencies", "keys", "clients", "people", "audit", "refusals"],
  [
    "http",
    "web",
    "archive-files",
    "db",
    "limits",
    "loops",
    "queues",
    "concurrency",
    "outbound",
    "mail",
    "secrets",
    "secret-links",
  ],
];

type Graph = Map<string, Map<string, string[]>>;

const graph = readGraph();
const circles = findCircles(graph);
for (const circle of circles) process.stdout.write(describe(graph, circle));
const climbs = findClimbs(graph);
process.stdout.write(climbs.join(""));
if (circles.length + climbs.length > 0) process.exitCode = 1;

/** From each folder to those that it imports, with the files that do. */
function readGraph(): Graph {
  const edges: Graph = new Map();
  for (const file of readdirSync(serviceFolder, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts")) continue;
    for (const [, target = ""] of readFileSync(join(serviceFolder, file), "utf8").matchAll(importPattern)) {
      const imported = relative(serviceFolder, join(serviceFolder, file, "..", target));
      const [from, to] = [folderOf(file), folderOf(imported)];
      if (imported.startsWith("..") || from === to) continue;
      const targets = edges.get(from) ?? new Map<string, string[]>();
      targets.set(to, [...(targets.get(to) ?? []), `${file} -> ${imported}`]);
      edges.set(from, targets);
    }
  }
  return edges;
}

/** A loose file is a folder by itself. */
function folderOf(file: string): string {
  const [first = "", second = "", ...rest] = file.split("/");
  return first === "reporting" && rest.length > 0 ? `${first}/${second}` : first;
}

/** Imports that lead to a layer above, and folders that no layer names. Loose files belong to none. */
function findClimbs(edges: Graph): string[] {
  const folders = readdirSync(serviceFolder, { withFileTypes: true }).filter((each) => each.isDirectory());
  const without = folders.filter(({ name }) => layerOf(name) === -1);
  const climbs = [...edges].flatMap(([from, targets]) =>
    [...targets].flatMap(([to, imports]) =>
      layerOf(to) !== -1 && layerOf(to) < layerOf(from) ? imports : [],
    ),
  );
  return [
    ...without.map(({ name }) => `The folder ${name} is in no layer: name it in build/check-folders.ts.\n`),
    ...climbs.map((each) => `This import leads up: ${each}\n`),
  ];
}

function layerOf(folder: string): number {
  const [top = ""] = folder.split("/");
  return layers.findIndex((layer) => layer.includes(top));
}

/** Folders that reach each other, each circle once. */
function findCircles(edges: Graph): string[][] {
  const reached = new Map([...edges.keys()].map((folder) => [folder, reachableFrom(edges, folder)]));
  const found: string[][] = [];
  for (const [folder, targets] of reached) {
    if (!targets.has(folder) || found.some((circle) => circle.includes(folder))) continue;
    found.push([...targets].filter((each) => reached.get(each)?.has(folder) === true));
  }
  return found;
}

function reachableFrom(edges: Graph, start: string): Set<string> {
  const seen = new Set<string>();
  const waiting = [start];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const next of edges.get(folder)?.keys() ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  return seen;
}

function describe(edges: Graph, circle: readonly string[]): string {
  const lines = circle.flatMap((from) =>
    circle.flatMap(
      (to) =>
        edges
          .get(from)
          ?.get(to)
          ?.map((line) => `  ${line}\n`) ?? [],
    ),
  );
  return `These folders import each other: ${circle.join(", ")}\n${lines.join("")}`;
}
