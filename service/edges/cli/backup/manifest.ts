import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

export const manifestName = "manifest.json";
/** What the data directory holds beside the database: what decrypts its secrets, and what signs its reports. */
export const keyNames: readonly string[] = ["secret.key", "report-signing.key"];
/** A manifest names a few thousand files; more is no backup of ours. */
export const manifestBytesMax = 64 * 1024 * 1024;

/** The last entry of a backup: what it holds, so that a restore can tell a whole one from a damaged one. */
const Manifest = Type.Object({
  format: Type.Literal("pr-service-backup"),
  version: Type.Literal(1),
  createdAt: Type.String(),
  files: Type.Array(
    Type.Object({
      name: Type.String(),
      bytes: Type.Integer({ minimum: 0 }),
      sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    }),
  ),
});
export type Manifest = Static<typeof Manifest>;
export type ManifestFile = Manifest["files"][number];

/** Throws for a text that is no manifest of a backup. */
export function parseManifest(text: string): Manifest {
  const value: unknown = JSON.parse(text);
  if (!Value.Check(Manifest, value)) throw new Error("The file is no backup of pr-service.");
  return value;
}
