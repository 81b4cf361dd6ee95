import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";

const projectFolder = join(import.meta.dirname, "../..");

/** Builds the SDK as it is published into `folder`/node_modules/@pr-service/sdk, whose path is returned; about 2 s. */
export function installBuiltSdk(folder: string): string {
  const sdkFolder = join(folder, "node_modules/@pr-service/sdk");
  const result = spawnSync(
    join(projectFolder, "node_modules/.bin/tsc"),
    ["-p", join(projectFolder, "sdk"), "--outDir", join(sdkFolder, "dist")],
    { encoding: "utf8" },
  );
  if (result.status !== 0) throw new Error(`The SDK does not build: ${result.stdout}`);
  // Without src, which the condition "bun" of the checkout points to: what is tested here is the built package.
  cpSync(join(projectFolder, "sdk/package.json"), join(sdkFolder, "package.json"));
  return sdkFolder;
}
