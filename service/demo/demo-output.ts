/** Prints what the demo does, as it does it; with `--json` nothing until the one document at the end. */
export type DemoOutput = {
  line: (text?: string) => void;
  /** Announces a step, runs it, and prints its lines and its time. */
  step: <T extends { lines: string[] }>(title: string, run: () => Promise<T>) => Promise<T>;
};

const indentation = "     ";
/** Nobody shall wonder whether it hangs: a step that takes longer says so again and again. */
const patienceMs = 1_500;

export function createDemoOutput(stepCount: number, write: (text: string) => void): DemoOutput {
  let number = 0;
  const line = (text = "") => write(`${text}\n`);
  return {
    line,
    async step(title, run) {
      number += 1;
      line(`${number}/${stepCount}  ${title}`);
      const startedMs = performance.now();
      const ticker = setInterval(() => line(`${indentation}… ${secondsSince(startedMs)}`), patienceMs);
      const outcome = await run().finally(() => clearInterval(ticker));
      for (const each of outcome.lines) line(each === "" ? "" : indentation + each);
      line(`${indentation}(${secondsSince(startedMs)})`);
      line();
      return outcome;
    },
  };
}

function secondsSince(startedMs: number): string {
  return `${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
}
