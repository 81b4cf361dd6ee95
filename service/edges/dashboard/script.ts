import { createHash } from "node:crypto";

/** A small module for one purpose that runs in the browser. */
export type Script = { name: string; source: string };

/** Digits of a hash in a file's name: 64 bits are enough to tell versions of one file apart. */
const hashDigits = 16;

/** Where a script is served from. The name changes with its text, so that browsers may keep it for ever. */
export function scriptPath({ name, source }: Script): string {
  return assetPath(name, source, "js");
}

export function assetPath(name: string, source: string, ending: "js" | "css"): string {
  return `/app/assets/${name}-${createHash("sha256").update(source).digest("hex").slice(0, hashDigits)}.${ending}`;
}
