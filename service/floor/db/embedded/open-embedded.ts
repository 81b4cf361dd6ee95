import type { Log } from "../../../log.ts";
import { type OwnerKind, ownerOf } from "./directory-owner.ts";
import { DirectoryInUseError } from "./lock-directory.ts";
import { isServing, startEmbedded } from "./start-embedded.ts";

/** A service that starts listens after 2 s, and most commands end in less. */
export const ownerTimeoutMs = 10_000;
export const lookEveryMs = 50;

/**
 * Makes the embedded database of `dataDirectory` answer on its socket, and returns the function that ends what was begun for
 * that: for a command nothing, where a service runs. Waits for a service that is just starting and for a command that is
 * just ending. Throws DirectoryInUseError for a service where another one runs, likewise for a command that is to be alone, and for
 * any program that has waited in vain.
 */
export async function openEmbedded({
  dataDirectory,
  kind = "command",
  isAlone = kind === "service",
  log,
  embeddedSync: isSynced = true,
}: {
  dataDirectory: string;
  kind?: OwnerKind;
  isAlone?: boolean;
  log?: Log;
  embeddedSync?: boolean;
}): Promise<() => Promise<void>> {
  const giveUpAtMs = performance.now() + ownerTimeoutMs;
  for (;;) {
    if (!isAlone && (await servesOthers(dataDirectory))) return () => Promise.resolve();
    try {
      return await startEmbedded(dataDirectory, { kind, isSynced, ...(log === undefined ? {} : { log }) });
    } catch (error) {
      if (!(error instanceof DirectoryInUseError) || performance.now() > giveUpAtMs) throw error;
      // Who has just taken the directory, or is giving it up, has no name there for a moment.
      if (isAlone && error.owner?.kind === "service") throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/** A command's database ends with the command, so that nobody else can rely on it. */
async function servesOthers(dataDirectory: string): Promise<boolean> {
  return (await isServing(dataDirectory)) && ownerOf(dataDirectory)?.kind !== "command";
}
