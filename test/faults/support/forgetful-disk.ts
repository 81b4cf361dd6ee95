/**
 * A disk as it could be after a power cut: of each file what was synced of it, of each folder the names that were synced, and
 * of all else a part that chance decides.
 */
import fs from "node:fs";
import { basename, dirname, join } from "node:path";
import type { SeededChance } from "../../support/seeded-chance.ts";

/** As they are now: those of this thread are replaced later, by what reports to the disk. */
const {
  closeSync,
  copyFileSync,
  cpSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} = fs;

/** What disks write in one step; PostgreSQL relies on it for `pg_control`. */
const sectorBytes = 512;

/** Each change has its place in the order of all. */
type Change = { order: number } & ({ at: number; bytes: Uint8Array } | { size: number });
type NameChange = { order: number; removed?: string; added?: [name: string, entry: Entry] };
/** `kept` is a file with what the disk has for sure. */
type FileEntry = { kept: string; pending: Change[]; isPlaced: boolean };
type FolderEntry = { names: Map<string, Entry>; pending: NameChange[] };
type Entry = FileEntry | FolderEntry;

/** How much of what was not synced the disk has: nothing, all up to a moment, some changes, or some sectors of each. */
type Survivors = { isKept: (order: number) => boolean; isSectorKept?: () => boolean };

/**
 * Watches `live`, which starts as a copy of `image`: all in it counts as synced. `spare` is an empty folder for its own use. What
 * `image` holds is used up.
 */
export function createForgetfulDisk({ image, live, spare }: { image: string; live: string; spare: string }) {
  const entries = new Map<number, Entry>();
  let order = 0;
  let spares = 0;
  cpSync(image, live, { recursive: true });
  const root = enter(live, image);

  /** Enters what is there; where no `kept` path is given, nothing of it is on disk yet. */
  function enter(path: string, kept: string | null): Entry {
    const stats = lstatSync(path);
    const known = entries.get(stats.ino);
    if (known !== undefined) return known;
    const entry: Entry = stats.isDirectory()
      ? { names: new Map(), pending: [] }
      : { kept: kept ?? spareFile(), pending: [], isPlaced: false };
    entries.set(stats.ino, entry);
    if ("names" in entry) {
      for (const [name, child] of listed(path, kept)) {
        if (kept === null) entry.pending.push({ order: ++order, added: [name, child] });
        else entry.names.set(name, child);
      }
    } else if (kept === null && stats.size > 0)
      entry.pending.push({ order: ++order, at: 0, bytes: readFileSync(path) });
    return entry;
  }

  function listed(path: string, kept: string | null): [string, Entry][] {
    return readdirSync(path, { withFileTypes: true })
      .filter((each) => each.isFile() || each.isDirectory())
      .map(({ name }) => [name, enter(join(path, name), kept === null ? null : join(kept, name))]);
  }

  function spareFile(): string {
    spares += 1;
    const path = join(spare, String(spares));
    writeFileSync(path, "");
    return path;
  }

  function folderOf(path: string): FolderEntry | null {
    const entry = entryAt(dirname(path));
    return entry !== null && "names" in entry ? entry : null;
  }

  function entryAt(path: string): Entry | null {
    return entries.get(lstatSync(path, { throwIfNoEntry: false })?.ino ?? -1) ?? null;
  }

  return {
    /** After a file or folder came to be at `path`. */
    created(path: string): void {
      const folder = folderOf(path);
      if (folder === null) return;
      const { ino } = lstatSync(path);
      entries.delete(ino);
      folder.pending.push({ order: ++order, added: [basename(path), enter(path, null)] });
    },
    /** Before the name goes. */
    removed(path: string): void {
      folderOf(path)?.pending.push({ order: ++order, removed: basename(path) });
    },
    /** Before the name changes. */
    renamed(from: string, to: string): void {
      const entry = entryAt(from);
      const [source, target] = [folderOf(from), folderOf(to)];
      if (entry === null || source === null || target === null) return;
      const added: [string, Entry] = [basename(to), entry];
      if (source === target)
        return void source.pending.push({ order: ++order, removed: basename(from), added });
      source.pending.push({ order: ++order, removed: basename(from) });
      target.pending.push({ order, added });
    },
    written(descriptor: number, at: number, bytes: Uint8Array): void {
      const entry = entries.get(fstatSync(descriptor).ino);
      if (entry !== undefined && "kept" in entry)
        entry.pending.push({ order: ++order, at, bytes: bytes.slice() });
    },
    resized(path: string | number, size: number): void {
      const { ino } = typeof path === "number" ? fstatSync(path) : lstatSync(path);
      const entry = entries.get(ino);
      if (entry !== undefined && "kept" in entry) entry.pending.push({ order: ++order, size });
    },
    /** The system was asked to put what `descriptor` has open on disk. `path` is its path where it is a folder. */
    synced(descriptor: number, path: string | undefined): void {
      const entry = entries.get(fstatSync(descriptor).ino);
      if (entry === undefined) return;
      if ("names" in entry) {
        if (path !== undefined) entry.names = new Map(listed(path, null));
      } else apply(entry, { isKept: () => true });
      entry.pending = [];
    },
    /** Makes `out` what the disk has after a cut at this moment. Nothing else may be asked afterwards. */
    cut(out: string, chance: SeededChance): void {
      place(root, out, drawSurvivors(chance, order));
    },
  };
}

function drawSurvivors(chance: SeededChance, last: number): Survivors {
  const kind = chance.whole(0, 3);
  if (kind === 0) return { isKept: () => false };
  if (kind === 1) {
    // Little is left unsynced for long: the moment is one of the last.
    const until = last - chance.whole(1, 500);
    return { isKept: (order) => order <= until };
  }
  const share = chance.between(0.1, 0.9);
  const isKept = () => chance.between(0, 1) < share;
  return kind === 2 ? { isKept } : { isKept: () => true, isSectorKept: isKept };
}

function place(entry: Entry, out: string, survivors: Survivors): void {
  if ("kept" in entry) {
    apply(entry, survivors);
    entry.pending = [];
    // A name that was changed may be there twice.
    if (entry.isPlaced) copyFileSync(entry.kept, out);
    else renameSync(entry.kept, out);
    Object.assign(entry, { kept: out, isPlaced: true });
    return;
  }
  const names = new Map(entry.names);
  for (const { order, removed, added } of entry.pending) {
    if (!survivors.isKept(order)) continue;
    if (removed !== undefined) names.delete(removed);
    if (added !== undefined) names.set(...added);
  }
  mkdirSync(out, { mode: 0o700 });
  for (const [name, child] of names) place(child, join(out, name), survivors);
}

function apply({ kept, pending }: FileEntry, { isKept, isSectorKept }: Survivors): void {
  if (pending.length === 0) return;
  const descriptor = openSync(kept, "r+");
  for (const change of pending) {
    if (!isKept(change.order)) continue;
    if ("size" in change) {
      ftruncateSync(descriptor, change.size);
      continue;
    }
    const { at, bytes } = change;
    for (let from = 0; from < bytes.length; ) {
      const sectorEnd = from + sectorBytes - ((at + from) % sectorBytes);
      const to = isSectorKept === undefined ? bytes.length : Math.min(bytes.length, sectorEnd);
      if (isSectorKept?.() !== false) writeSync(descriptor, bytes, from, to - from, at + from);
      from = to;
    }
  }
  closeSync(descriptor);
}
