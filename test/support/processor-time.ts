import { slowness } from "./slowness.ts";

/** A shorter time says more of the machine than of the work, and is below every bound. */
const noticeableMs = 100;

/**
 * Milliseconds of processor time that this process spent on `work`, as a quiet machine would take them: others use the machine too, so a
 * clock measures them as well, and cores that are shared do less in the same time.
 */
export async function processorMsOf(work: () => unknown): Promise<number> {
  const startedMs = processorMs();
  await work();
  return asOnQuietMachine(processorMs() - startedMs);
}

/** Of processor time that has just been spent. */
export function asOnQuietMachine(spentMs: number): number {
  return spentMs < noticeableMs ? spentMs : spentMs / slowness(spentMs, processorMs);
}

/** Of this process, so far. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
