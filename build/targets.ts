/** What a binary runs on. `package` holds Bun's executable for it, in the version that builds. */
export type Target = { name: string; package: string };

const targets: readonly Target[] = [
  { name: "linux-x64", package: "@oven/bun-linux-x64" },
  { name: "linux-arm64", package: "@oven/bun-linux-aarch64" },
  { name: "linux-x64-musl", package: "@oven/bun-linux-x64-musl" },
  { name: "linux-arm64-musl", package: "@oven/bun-linux-aarch64-musl" },
];

/** The targets that the command line asks for: `--all`, or `--target linux-x64,linux-arm64`. Null: this machine. */
export function targetsOf(args: readonly string[]): readonly Target[] | null {
  if (args.length === 0) return null;
  if (args.length === 1 && args[0] === "--all") return targets;
  if (args.length !== 2 || args[0] !== "--target") throw usageError("");
  return (args[1] ?? "").split(",").map((name) => {
    const target = targets.find((each) => each.name === name);
    if (target === undefined) throw usageError(`There is no target "${name}". `);
    return target;
  });
}

function usageError(problem: string): Error {
  const names = targets.map(({ name }) => name).join(",");
  return new Error(`${problem}Usage: bun run build [--all | --target ${names}]`);
}
