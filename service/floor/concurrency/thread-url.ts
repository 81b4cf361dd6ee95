/** Modules that run in threads, relative to the folder of the service; the compiler has to be told of each as an entry point. */
export const threadModules = [
  "floor/db/embedded/worker",
  "features/insights/pages/page-worker",
  "features/insights/providers/feed-worker",
  "features/moving/reading/move-worker",
  "press-text/docx/docx-worker",
  "press-text/markdown/text-worker",
  "program/pictures/picture-worker",
  "edges/public-tools/public-worker",
  "features/reporting/exports/render-worker",
] as const;

/** Where Bun mounts the files inside a compiled binary. */
const binaryRoot = "/$bunfs/";

/** Whether this is the compiled program, and not its sources. */
export const isCompiled = import.meta.url.includes(binaryRoot);

/** The URL of a thread's module: its source, or what the compiler made of it, which lies below the program's one file. */
export function threadUrl(module: (typeof threadModules)[number]): URL {
  return new URL(isCompiled ? `./${module}.js` : `../../${module}.ts`, import.meta.url);
}
