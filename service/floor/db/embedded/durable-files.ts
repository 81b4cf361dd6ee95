/**
 * What makes the embedded database outlive a power cut. A disk keeps only what was synced: the bytes of a file by a sync of the
 * file, its name by a sync of its directory. PGlite's file system does neither when PostgreSQL asks for it.
 */
// As one object, whose functions the test of power cuts replaces.
import fs from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import type { NodeFS } from "@electric-sql/pglite/nodefs";
import { refusesSyncs, syncDirectory } from "../../secrets/sync-directory.ts";

/** A file or directory of Emscripten's file system, and one that is open; `nfd` is its descriptor. */
type FileNode = { mode: number };
type FileStream = { node: FileNode; nfd: number };

/** The part of Emscripten's NODEFS that is used here. */
type NodeFiles = {
  realPath(node: FileNode): string;
  /** Turns an error of the system into one that PostgreSQL understands. */
  tryFSOperation(operation: () => void): void;
  node_ops: {
    mknod(directory: FileNode, name: string, mode: number, device: number): FileNode;
    rename(node: FileNode, directory: FileNode, name: string): void;
  };
  stream_ops: { fsync?: (stream: FileStream) => number };
};

const fsyncAsync = promisify(fs.fsync);
/** The 1,400 files of a new database: one by one they take seconds, together the disk takes several at once. */
const syncsAtOnce = 64;

const typeMask = 0o170_000;
const directoryType = 0o040_000;

/** Gives PGlite's file system real syncs, before it is opened. */
export function withSyncs(files: NodeFS): NodeFS {
  const init = files.init.bind(files);
  files.init = async (database, options) => {
    const { emscriptenOpts } = await init(database, options);
    const preRun = [
      ...(emscriptenOpts.preRun ?? []),
      ({ NODEFS }: { NODEFS: unknown }) => addSyncs(NODEFS as NodeFiles),
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  };
  return files;
}

/**
 * Answers PostgreSQL's `fsync`. PostgreSQL syncs a new file and relies on the disk for its name, so a name that is not on disk
 * yet goes there together with its file: otherwise a table that was made lately would be gone. A rename is one step in the
 * system below. PostgreSQL syncs what it has renamed by `durable_rename`, and so its new name too.
 */
function addSyncs(files: NodeFiles): void {
  const { node_ops, stream_ops } = files;
  const { mknod, rename } = node_ops;
  const unsyncedDirectories = new Set<string>();

  node_ops.mknod = (directory, ...file) => {
    unsyncedDirectories.add(files.realPath(directory));
    return mknod(directory, ...file);
  };
  node_ops.rename = (node, directory, name) => {
    unsyncedDirectories.add(dirname(files.realPath(node)));
    unsyncedDirectories.add(files.realPath(directory));
    rename(node, directory, name);
  };
  stream_ops.fsync = ({ node, nfd }) => {
    files.tryFSOperation(() => {
      const path = files.realPath(node);
      const isDirectory = (node.mode & typeMask) === directoryType;
      if (!isDirectory) fs.fdatasyncSync(nfd);
      const directory = isDirectory ? path : dirname(path);
      if (!isDirectory && !unsyncedDirectories.has(directory)) return;
      syncDirectory(directory);
      unsyncedDirectories.delete(directory);
    });
    return 0;
  };
}

/**
 * Makes `directory` by `fill`, so that it is there with everything in it or not at all: a process can be killed, and with
 * `isSynced` the power be cut, while it is filled, and a half database looks like a whole one.
 */
export async function createWhole(
  directory: string,
  { isSynced }: { isSynced: boolean },
  fill: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = `${directory}.unpacking`;
  fs.rmSync(draft, { recursive: true, force: true });
  fs.mkdirSync(draft, { recursive: true, mode: 0o700 });
  await fill(draft);
  if (isSynced) await syncTree(draft);
  fs.renameSync(draft, directory);
  if (isSynced) syncDirectory(dirname(directory));
}

/** Creates the directory where there is none, and puts its name, and those above it that are new, on disk. */
export function createDirectory(directory: string): void {
  const path = resolve(directory);
  const first = fs.mkdirSync(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) syncDirectory(dirname(made));
}

/**
 * Puts what a run without syncs has written on disk before a run with them trusts it: the first leaves a mark in the data
 * directory, the second takes it away.
 */
export async function settleFormerRun(directory: string, { isSynced }: { isSynced: boolean }): Promise<void> {
  const mark = `${directory}.unsynced`;
  if (!isSynced) fs.writeFileSync(mark, "");
  else if (fs.existsSync(mark)) {
    await syncTree(directory);
    fs.rmSync(mark);
  }
}

async function syncTree(directory: string): Promise<void> {
  const entries = fs.readdirSync(directory, { recursive: true, withFileTypes: true });
  const paths = [directory, ...entries.map(({ parentPath, name }) => join(parentPath, name))];
  const lanes = Array.from({ length: syncsAtOnce }, async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) await syncPath(path);
  });
  await Promise.all(lanes);
}

async function syncPath(path: string): Promise<void> {
  const descriptor = fs.openSync(path, "r");
  try {
    await fsyncAsync(descriptor);
  } catch (error) {
    if (!refusesSyncs(error)) throw error;
  } finally {
    fs.closeSync(descriptor);
  }
}
