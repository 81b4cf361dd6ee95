import type { Provenance } from "../../../insights/schema.ts";
import { formatDecimal, formatNumber } from "../german-format.ts";
import { confidenceLabels } from "../labels.ts";

/**
 * Where the entries of a table come from: one line per source, method and confidence, with the span of the
 * days on which they were read, so that 500 mentions of one feed need one line and not 500.
 */
export function provenanceLines(
  provenances: readonly Provenance[],
  formatMoment: (instant: string) => string,
): string[] {
  const groups = new Map<string, { first: Provenance; moments: string[] }>();
  for (const provenance of provenances) {
    const { source, sourceUrl = "", method, confidence } = provenance;
    const key = JSON.stringify([source, sourceUrl, method, confidence]);
    const group = groups.get(key) ?? { first: provenance, moments: [] };
    group.moments.push(provenance.observedAt);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ first, moments }) => {
    const inOrder = moments.toSorted();
    return describe(
      first,
      formatMoment(inOrder[0] ?? first.observedAt),
      formatMoment(inOrder.at(-1) ?? first.observedAt),
    );
  });
}

function describe(provenance: Provenance, from: string, to: string): string {
  const { source, sourceUrl, method, confidence } = provenance;
  return [
    `Quelle: ${source}${sourceUrl === undefined ? "" : ` (${sourceUrl})`}`,
    `Verfahren: ${method}`,
    `Stand: ${from === to ? from : `${from} – ${to}`}`,
    `Verlässlichkeit: ${confidenceLabels[confidence]}`,
  ].join(" · ");
}

/** How sure one entry's value is, for the line below that value; empty where its source says nothing. */
export function uncertainty({ interval, sampleSize }: Provenance): string {
  return [
    ...(interval === undefined
      ? []
      : [`${formatDecimal(interval.low, 3)} – ${formatDecimal(interval.high, 3)}`]),
    ...(sampleSize === undefined ? [] : [`Stichprobe ${formatNumber(sampleSize)}`]),
  ].join(" · ");
}
