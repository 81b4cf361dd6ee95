import type { S3Target } from "../../features/reporting/exports/parse-s3-url.ts";
import { compacted, textOf, type WitnessStore } from "../../features/reporting/integrity/witness.ts";
import { stepTimeoutMs, withinStep } from "./within-step.ts";

/**
 * Keeps heads in one object of the exports' store, which all replicas share. It is read and written anew with each addition: of
 * two replicas at once one addition may get lost, and the next comparison makes it again.
 */
export function openS3WitnessStore(target: S3Target, timeoutMs: number = stepTimeoutMs): WitnessStore {
  const { prefix, ...options } = target;
  const name = `${prefix}report-witness.jsonl`;
  const file = new Bun.S3Client(options).file(name);
  const read = async () =>
    (await withinStep(file.exists(), timeoutMs)) ? await withinStep(file.text(), timeoutMs) : "";
  return {
    name: `${name} in the store of EXPORT_S3_URL`,
    read,
    async append(lines) {
      const text = compacted((await read()) + textOf(lines));
      await withinStep(file.write(text), timeoutMs);
    },
    compact: async () => undefined,
    examine: async () => void (await read()),
  };
}
