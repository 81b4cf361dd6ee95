import { sign } from "node:crypto";
import { closeToOthers } from "../../../floor/secrets/close-to-others.ts";
import type { Log } from "../../../log.ts";
import { ensureKeyFile, type KeyFileSettings, keyFilePath, readKeyFile } from "./key-file.ts";
import type { KeyRing } from "./signing-key.ts";
import type { WitnessLine } from "./witness.ts";

export type Signature = { signature: string; keyId: string };

/** Signs reports, knows the keys that signed before, and raises the alarm where a row does not fit. */
export type ReportSeal = {
  /** Ed25519 over the 64 characters of a chain hash, base64url. */
  sign(chainHash: string): Promise<Signature>;
  /** `knowing`: a key that another process may have put into the file just now. */
  keys(knowing?: string | null): Promise<KeyRing>;
  /** Has the head of a report that was just committed witnessed. Nobody waits for it, and nothing fails by it. */
  witness?: (line: WitnessLine) => void;
  /** Never the content: log lines are read by more people than reports. */
  alarm(facts: {
    agencyId: number;
    reportId?: string;
    number?: number | null;
    jobId?: string;
    fault: string;
  }): void;
};

/** A rotation shows after this time at the latest; the limit is 15 s. */
const keptMs = 5_000;

export type ReportSealDeps = KeyFileSettings & {
  log: Log;
  countFault?: () => void;
  witness?: ReportSeal["witness"];
};

/**
 * Opens the key file, and makes it at a first start. Throws where the operator named a file that can't be read. Where the data
 * directory can't be written the service starts without a key and says so: newsrooms go on, and only reports fail.
 */
export async function openReportSeal(deps: ReportSealDeps): Promise<ReportSeal> {
  let kept = await openRing(deps);
  const keys = async (knowing: string | null = null) => {
    const isMissing = kept === null || (knowing !== null && !kept.ring.publicKeys.has(knowing));
    if (kept === null || isMissing || performance.now() - kept.readAtMs >= keptMs)
      kept = { ring: await readKeyFile(deps), readAtMs: performance.now() };
    return kept.ring;
  };
  return {
    keys,
    ...(deps.witness === undefined ? {} : { witness: deps.witness }),
    async sign(chainHash) {
      const { current } = await keys();
      const signature = sign(null, Buffer.from(chainHash, "ascii"), current.privateKey).toString("base64url");
      return { signature, keyId: current.id };
    },
    alarm(facts) {
      deps.countFault?.();
      deps.log.error("report_does_not_fit", {
        ...facts,
        advice:
          'Run: pr-service report verify --all. Then see "A report that does not fit" in docs/operations.md.',
      });
    },
  };
}

async function openRing(deps: ReportSealDeps): Promise<{ ring: KeyRing; readAtMs: number } | null> {
  if (deps.reportSigningKeyFile === null) closeToOthers(keyFilePath(deps), deps.log);
  try {
    await ensureKeyFile(deps);
    return { ring: await readKeyFile(deps), readAtMs: performance.now() };
  } catch (error) {
    if (deps.reportSigningKeyFile !== null) throw error;
    deps.log.error("report_signing_key_missing", {
      error,
      advice: "No report can be made or read. Set REPORT_SIGNING_KEY_FILE, or make DATA_DIR writable.",
    });
    return null;
  }
}
