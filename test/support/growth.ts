import type { HostilePattern } from "./hostile-patterns.ts";
import { asOnQuietMachine, processorMs } from "./processor-time.ts";

/** Below this a time is noise of a busy machine, and nobody waits for it, whatever it grew by. */
const noticeableMs = 100;
/** Four times the text may take four times as long, eight on a busy machine; sixteen is the square. */
const growthMax = 10;

/**
 * Runs `work` over a text of a quarter of the length and one of the whole, and says what is wrong: null where the time grew
 * with the length. Counts processor time, because others use the machine too, and what is too long once more.
 */
export function growthProblem(
  pattern: HostilePattern,
  work: (text: string) => unknown,
  { length, timeMaxMs }: { length: number; timeMaxMs: number },
): string | null {
  const timeOf = (characters: number) => {
    const text = pattern.fill(characters);
    const startedMs = processorMs();
    work(text);
    return asOnQuietMachine(processorMs() - startedMs);
  };
  const isGood = () => {
    wholeMs = Math.min(wholeMs, timeOf(length));
    if (wholeMs < noticeableMs) return true;
    quarterMs = Math.max(quarterMs, timeOf(Math.floor(length / 4)));
    return wholeMs <= timeMaxMs && wholeMs <= quarterMs * growthMax;
  };
  let wholeMs = Number.POSITIVE_INFINITY;
  let quarterMs = 0;
  if (isGood() || isGood()) return null;
  return `${pattern.name}: ${wholeMs.toFixed(0)} ms for ${length} characters, ${quarterMs.toFixed(0)} ms for a quarter`;
}
