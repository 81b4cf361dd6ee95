import { medianOf, type Report } from "../figure.ts";

/**
 * Measures two sides in alternating rounds, the other one first each time, so that what slows the machine meets both.
 * Both sides give a rate (more is better). Answers the ratios of `own` to `reference`, round by round.
 */
export async function alternate(
  input: { rounds: number; own: () => Promise<number>; reference: () => Promise<number>; unit?: string },
  report: Report,
): Promise<{ ratios: number[]; details: string[] }> {
  const { rounds, own, reference, unit = "a second" } = input;
  const pairs: { own: number; reference: number }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const pair = { own: 0, reference: 0 };
    const isOwnFirst = round % 2 === 0;
    if (isOwnFirst) pair.own = await own();
    pair.reference = await reference();
    if (!isOwnFirst) pair.own = await own();
    pairs.push(pair);
    report(`round ${round} of ${rounds}: ${show(pair.own)} / ${show(pair.reference)} ${unit}`);
  }
  const summary = `${show(medianOf(pairs.map((pair) => pair.own)))} / ${show(medianOf(pairs.map((pair) => pair.reference)))} ${unit}`;
  return { ratios: pairs.map((pair) => pair.own / pair.reference), details: [summary] };
}

function show(rate: number): string {
  return rate.toLocaleString("en", { maximumFractionDigits: rate < 100 ? 2 : 0 });
}
