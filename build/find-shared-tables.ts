/** A statement that writes a table by its name. An `update` counts with its `set`, unlike the word in a sentence. */
const writePattern =
  /\b(?:(?:insert into|delete from|merge into) (?<table>[a-z_]+)\b|update (?<updated>[a-z_]+)(?:(?: as)? \w+)?\s+set\b)/g;
const commentPattern = /^\s*(?:\/\/|\/?\*).*$/gm;
/** In a file that writes a table of another folder: `// Writes tables of other folders: why` */
const exceptionPattern = /^\/\/ Writes tables of other folders: \S.*$/m;

export type SourceFile = { path: string; folder: string; text: string };

/** Says which tables the files of more than one folder write, and which files claim an exception that they don't need. */
export function findSharedTables(files: readonly SourceFile[]): string[] {
  const writes = files.flatMap(({ path, folder, text }) => {
    const isExcepted = exceptionPattern.test(text);
    const matches = [...text.replace(commentPattern, "").matchAll(writePattern)];
    const tables = new Set(matches.map(({ groups }) => groups?.table ?? groups?.updated ?? ""));
    return [...tables].map((table) => ({ table, path, folder, isExcepted }));
  });
  const byTable = Map.groupBy(writes, ({ table }) => table);
  const foldersOf = (table: string, countsExcepted: boolean) =>
    new Set(
      byTable
        .get(table)
        ?.filter(({ isExcepted }) => countsExcepted || !isExcepted)
        .map(({ folder }) => folder),
    );
  const shared = [...byTable].filter(([table]) => foldersOf(table, false).size > 1);
  const idle = files.filter(
    ({ path, text }) =>
      exceptionPattern.test(text) &&
      !writes.some((write) => write.path === path && foldersOf(write.table, true).size > 1),
  );
  return [
    ...shared.map(([table, found]) => {
      const own = found.filter(({ isExcepted }) => !isExcepted);
      const paths = own.map(({ path }) => `  ${path}\n`).toSorted();
      return `Several folders write the table ${table}:\n${paths.join("")}`;
    }),
    ...idle.map(({ path }) => `This file needs no exception for the tables that it writes: ${path}\n`),
  ];
}
