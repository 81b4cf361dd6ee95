/** The least that a test needs, in no runtime's own words: the same cases run on five of them. */

export type Context = {
  /** Where the stub service listens. */
  baseUrl: string;
};

export type Case = { name: string; run: (context: Context) => Promise<void> };

export type Outcome = { name: string; error: string | null };

/** Runs the cases one after another; a case that throws is an outcome, never the end. */
export async function runCases(cases: readonly Case[], context: Context): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { name, run } of cases) {
    try {
      await run(context);
      outcomes.push({ name, error: null });
    } catch (error) {
      outcomes.push({
        name,
        error: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      });
    }
  }
  return outcomes;
}

/** Throws unless both have the same JSON text. */
export function assertEqual(actual: unknown, expected: unknown): void {
  const [is, shouldBe] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== shouldBe) throw new Error(`got ${is}, expected ${shouldBe}`);
}

/** Throws unless `error` is of the class; returns it as that. */
export function assertInstance<T>(error: unknown, expected: abstract new (...args: never[]) => T): T {
  if (error instanceof expected) return error;
  throw new Error(`got ${String(error)}, expected a ${expected.name}`);
}
