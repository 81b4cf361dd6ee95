/** Modules that run in threads, relative to this folder; the compiler has to be told of each as an entry point. */
export const threadModules = [
  "db/embedded/worker",
  "insights/providers/feed-worker",
  "newsroom/text-worker",
  "reporting/exports/render-worker",
] as const;

/** Where Bun mounts the files inside a compiled binary. */
const binaryRoot = "/$bunfs/";

/** The URL of a thread's module: the source beside this file, or what the compiler made of it. */
export function threadUrl(module: (typeof threadModules)[number]): URL {
  const extension = import.meta.url.includes(binaryRoot) ? "js" : "ts";
  return new URL(`./${module}.${extension}`, import.meta.url);
}
