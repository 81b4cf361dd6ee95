/** The newest head of an agency's chain that was seen. `chainHash` is null once that chain is known to have ended. */
export type Head = { agencyId: number; chainId: string; number: number; chainHash: string | null };

/** What is appended: a head, and the witnessed chain hash that it follows. */
export type WitnessLine = Head & {
  at: string;
  after: string | null;
  /** Why an operator takes this head although it follows no other. */
  reason?: string;
  /** True for the first line of a compacted file: it stands for all lines before it. */
  isBase?: true;
};

/** Keeps heads outside the database. */
export type WitnessStore = {
  /** For operators: where it lies. */
  name: string;
  /** All lines; empty before the first. */
  read(): Promise<string>;
  /** Resolves when the lines are kept for good. */
  append(lines: readonly WitnessLine[]): Promise<void>;
  /** Drops lines that newer ones replace, where that is worth it. */
  compact(): Promise<void>;
  /** Throws where nothing can be kept. Writes nothing. */
  examine(): Promise<void>;
};

/** Operators write them by hand, one after each restored backup; older ones are in the audit too. */
const reasonsMax = 1_000;

/**
 * The newest head of each agency. A line that does not follow the one before it is left out: a chain that was cut and went on
 * otherwise never replaces the head that shows this.
 */
export function headsOf(text: string): Map<number, Head> {
  const heads = new Map<number, Head>();
  for (const line of linesOf(text)) {
    const { agencyId, chainId, number, chainHash } = line;
    if (line.isBase || follows(line, heads.get(agencyId)))
      heads.set(agencyId, { agencyId, chainId, number, chainHash });
  }
  return heads;
}

function follows(line: WitnessLine, head: Head | undefined): boolean {
  if (head === undefined) return true;
  if (line.after !== head.chainHash) return false;
  const isEndedChain = head.chainHash === null && head.chainId === line.chainId;
  return !isEndedChain || line.reason !== undefined;
}

/** The acknowledgements and the newest heads: all that a comparison needs. */
export function compacted(text: string): string {
  const at = new Date().toISOString();
  const reasons = linesOf(text)
    .filter(({ reason }) => reason !== undefined)
    .slice(-reasonsMax);
  const heads = [...headsOf(text).values()].map(
    (head): WitnessLine => ({ ...head, at, after: null, isBase: true }),
  );
  return textOf([...reasons, ...heads]);
}

/** Begins on a line of its own, also behind one that a power cut left unfinished. */
export function textOf(lines: readonly WitnessLine[]): string {
  return `\n${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;
}

function linesOf(text: string): WitnessLine[] {
  return text.split("\n").flatMap((line) => {
    try {
      return line === "" ? [] : [JSON.parse(line)];
    } catch {
      // A power cut left a part of it. The next comparison adds that head again.
      return [];
    }
  });
}
