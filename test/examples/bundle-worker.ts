import { join } from "node:path";

const file = join(import.meta.dirname, "../../examples/worker/worker.ts");

/** The example's Worker as one module of JavaScript, as a bundler would upload it. */
export async function bundleWorker(): Promise<string> {
  const built = await Bun.build({ entrypoints: [file], target: "browser", conditions: ["bun"] });
  const [output] = built.outputs;
  if (output === undefined) throw new Error("The bundle has no output.");
  return await output.text();
}
