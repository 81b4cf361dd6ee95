import { access, constants, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { codeOf } from "../../../errors.ts";
import { type Check, reasonOf, unwell, well } from "./check.ts";

/** Rights of users who are neither the owner nor in the group. */
const othersMask = 0o007;

/** A key of one's own is asked for everywhere: a generated one lies beside the data, and other replicas don't have it. */
export function checkSecretKey(config: { secretKey: Uint8Array | null; dataDirectory: string }): Check {
  if (config.secretKey !== null) return well("secret_key", "SECRET_KEY is set.");
  const file = join(config.dataDirectory, "secret.key");
  return unwell(
    "secret_key",
    `SECRET_KEY is missing: the key lies in ${file}, where a copy of the directory takes it along and replicas can't have it. Set SECRET_KEY to what the file holds, or, where there is none yet, to the output of \`openssl rand -hex 32\`.`,
  );
}

/** Looks whether the data directory can be written, and whether other users of the machine can get at it or its key. */
export async function checkDataDirectory(dataDirectory: string): Promise<Check> {
  const name = "data_directory";
  try {
    const modes = await Promise.all(
      [dataDirectory, join(dataDirectory, "secret.key")].map(async (path) => ({
        path,
        mode: await modeOf(path),
      })),
    );
    const open = modes.find(({ mode }) => mode !== null && (mode & othersMask) !== 0);
    if (open !== undefined) {
      return unwell(
        name,
        `Other users of this machine can get at ${open.path}. Run \`chmod o-rwx ${open.path}\`.`,
      );
    }
    const isThere = modes[0]?.mode !== null;
    if (!(await isWritable(isThere ? dataDirectory : await nearestFolder(dataDirectory)))) {
      return unwell(
        name,
        `${dataDirectory} can't be written: \`GET /data\` and all that is kept there fail. Mount a volume there, or set DATA_DIR to another directory.`,
      );
    }
    return !isThere
      ? well(name, `${dataDirectory} does not exist yet; it will be readable by its owner only.`)
      : well(name, `${dataDirectory} is closed to other users.`);
  } catch (error) {
    return unwell(name, `${dataDirectory} can't be looked at: ${reasonOf(error)}.`);
  }
}

async function modeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mode;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

async function isWritable(path: string): Promise<boolean> {
  return await access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** Where a directory that does not exist yet would be created. */
async function nearestFolder(path: string): Promise<string> {
  const parent = dirname(resolve(path));
  return parent === path || (await modeOf(parent)) !== null ? parent : await nearestFolder(parent);
}
