/**
 * `bun run check:folders [folder]`: no two folders of the service import each other, not even by way of others, and each table is
 * written by one folder. A folder is a room of a layer (`features/media`, `floor/db`), and each part of `features/reporting`. Prints
 * each circle with the imports that close it and each table with the files that write it, and exits 1. That imports lead down from
 * layer to layer is a rule of the linter (.oxlintrc.json), that no two files import each other one of Biome (.biome.json).
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { findSharedTables, type SourceFile } from "./find-shared-tables.ts";

const serviceFolder = process.argv[2] ?? join(import.meta.dirname, "../service");
/** `from "…"` of imports and exports, `import "…"` and `import("…")`. */
const importPattern = /(?:from|import\(?)\s*"(\.[^"]+)"/g;
/** Their folders are rooms of their own. */
const foldersOfRooms = ["edges", "features", "features/reporting", "floor"];
/** They make every table. */
const migrationsFolder = "floor/db/migrations/";

type Graph = Map<string, Map<string, string[]>>;

const files = readFiles();
const graph = readGraph(files);
const faults = [
  ...findCircles(graph).map((circle) => describe(graph, circle)),
  ...findSharedTables(files.filter(({ path }) => !path.startsWith(migrationsFolder))),
];
for (const fault of faults) process.stdout.write(fault);
if (faults.length > 0) process.exitCode = 1;

function readFiles(): SourceFile[] {
  return readdirSync(serviceFolder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => ({ path, folder: folderOf(path), text: readFileSync(join(serviceFolder, path), "utf8") }));
}

/** From each folder to those that it imports, with the files that do. */
function readGraph(sources: readonly SourceFile[]): Graph {
  const edges: Graph = new Map();
  for (const { path: file, folder: from, text } of sources) {
    for (const [, target = ""] of text.matchAll(importPattern)) {
      const imported = relative(serviceFolder, join(serviceFolder, file, "..", target));
      const to = folderOf(imported);
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
  const parts = file.split("/");
  let depth = 1;
  while (depth < parts.length - 1 && foldersOfRooms.includes(parts.slice(0, depth).join("/"))) depth += 1;
  return parts.slice(0, depth).join("/");
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
