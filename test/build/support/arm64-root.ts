import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { compileBinary } from "../../../build/compile-binary.ts";
import { fetchRuntime } from "../../../build/fetch-runtime.ts";
import { prepareDatabase } from "../../../build/prepare-database.ts";
import { targetsOf } from "../../../build/targets.ts";
import { childEnvironment } from "../../support/environment.ts";
import { findProgram, missingProgram } from "../../support/server-process.ts";

const emulator = "qemu-aarch64-static";
/** What the binary names, and the loader: ldd reads no binary of another machine. */
const libraries = ["ld-linux-aarch64.so.1", "libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0"];

/**
 * Builds the binary for linux-arm64 and lays out a root in `folder` with it, the C library and the emulator, which stands
 * for the other machine; returns the emulator's path inside.
 */
export async function assembleArm64Root(folder: string, root: string): Promise<string> {
  const emulatorFile = findProgram(emulator, "qemu-user-static");
  // The emulator's own name for the place, with Debian's default.
  const prefix = childEnvironment().QEMU_LD_PREFIX ?? "/usr/aarch64-linux-gnu";
  const missing = libraries.find((name) => !existsSync(join(prefix, "lib", name)));
  if (missing !== undefined) throw missingProgram(join(prefix, "lib", missing), "libc6-arm64-cross");
  const [target] = targetsOf(["--target", "linux-arm64"]) ?? [];
  if (target === undefined) throw new Error("There is no target linux-arm64.");

  for (const name of ["data", "tmp", "proc", "dev", "lib"]) mkdirSync(join(root, name), { recursive: true });
  for (const name of libraries) copyFileSync(join(prefix, "lib", name), join(root, "lib", name));
  copyFileSync(emulatorFile, join(root, emulator));
  const archive = join(folder, "prepared-database.tar.gz");
  await prepareDatabase(archive);
  await compileBinary(join(root, "pr-service"), { archive, runtime: fetchRuntime(target) });
  return `/${emulator}`;
}
