import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { childEnvironment } from "../support/environment.ts";
import {
  chromiumFiles,
  type Distribution,
  firefoxFiles,
  headlessShellFiles,
  type Machine,
} from "./plan-setup.ts";

/** Where programs are looked for: Debian keeps those of an administrator out of the PATH of others. */
export function foldersOfThisMachine(): { home: string; programs: string[] } {
  const path = (childEnvironment().PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return { home: homedir(), programs: [...new Set([...path, "/usr/bin", "/usr/local/bin", "/usr/sbin"])] };
}

export function thisMachine(): Machine {
  return {
    has: (pattern) => findFile(pattern) !== null,
    distribution: existsSync("/usr/bin/apt-get") ? distributionOf(readRelease()) : "other",
    isRoot: process.getuid?.() === 0,
    playwrightVersion: packageJson.devDependencies["playwright-core"],
  };
}

/** The distribution by the text of /etc/os-release; a derivative counts as what it is derived from. */
export function distributionOf(release: string): Distribution {
  const value = (name: string) => new RegExp(`^${name}="?([^"\\n]*)"?$`, "m").exec(release)?.[1] ?? "";
  const ids = `${value("ID")} ${value("ID_LIKE")}`.split(" ");
  return ids.includes("ubuntu") ? "ubuntu" : ids.includes("debian") ? "debian" : "other";
}

/** The first file that matches a path in which `*` stands for one folder's name; null for none. */
function findFile(pattern: string): string | null {
  const [before = "", after] = pattern.split("*");
  if (after === undefined) return existsSync(pattern) ? pattern : null;
  const folders = existsSync(before) ? readdirSync(before) : [];
  return folders.map((folder) => join(before, folder, after)).find((path) => existsSync(path)) ?? null;
}

/** The browser of the tests, or its shell. Throws where there is none, with the way to get it. */
export function findChromium({ isShell }: { isShell: boolean }): string {
  for (const pattern of (isShell ? headlessShellFiles : chromiumFiles)(homedir())) {
    const found = findFile(pattern);
    if (found !== null) return found;
  }
  throw new Error("Chromium is missing. `bun run setup:tests` installs it, or says how.");
}

/** The second browser of people's stories. Throws where it is missing. */
export function findFirefox(): string {
  const found = firefoxFiles.find((path) => existsSync(path));
  if (found === undefined)
    throw new Error("Firefox is missing. `bun test/setup/run.ts field` installs it, or says how.");
  return found;
}

function readRelease(): string {
  try {
    return readFileSync("/etc/os-release", "utf8");
  } catch {
    return "";
  }
}
