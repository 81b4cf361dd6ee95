export type ProgressBar = {
  /** Shows a share from 0 to 1. */
  show: (share: number) => void;
  end: () => void;
};

const barCharacters = 30;
/** Without a terminal a line is written at each of these steps, so that a log stays readable. */
const logStepPercent = 25;

/** A progress bar on stderr, so that stdout holds nothing but the result; plain lines where stderr is no terminal. */
export function createProgressBar(label: string): ProgressBar {
  const stream = process.stderr;
  let shownPercent = -1;
  return {
    show(share) {
      const percent = Math.floor(share * 100);
      if (percent <= shownPercent) return;
      if (stream.isTTY) {
        const filled = Math.round((percent / 100) * barCharacters);
        stream.write(`\r${label} [${"#".repeat(filled)}${" ".repeat(barCharacters - filled)}] ${percent} %`);
      } else if (Math.floor(percent / logStepPercent) > Math.floor(shownPercent / logStepPercent)) {
        stream.write(`${label}: ${percent} %\n`);
      }
      shownPercent = percent;
    },
    end() {
      if (stream.isTTY && shownPercent >= 0) stream.write("\n");
    },
  };
}
