import { toNormalForm } from "../../../floor/strings/normal-form.ts";

/** Folders of a name that a table may write out; the whole path of a deeper picture is found too. */
const foldersMax = 10;

/**
 * Finds the name of a picture in an archive by the end of its path, whatever its case; the first of several. The ends are laid out once,
 * so that a table of many names in an archive of many files takes no longer than both together.
 */
export function pictureNames(names: readonly string[]): (wanted: string) => string | undefined {
  const byEnd = new Map<string, string>();
  const add = (end: string, name: string) => {
    if (!byEnd.has(end)) byEnd.set(end, name);
  };
  for (const name of names) {
    const path = plain(name);
    add(path, name);
    for (let at = path.length, folders = 0; folders <= foldersMax; folders += 1) {
      at = path.lastIndexOf("/", at - 1);
      if (at <= 0) break;
      add(path.slice(at + 1), name);
    }
  }
  return (wanted) => byEnd.get(plain(wanted));
}

function plain(name: string): string {
  return toNormalForm(name, "NFC").toLowerCase();
}
