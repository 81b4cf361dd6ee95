import type { Provenance } from "../../../insights/schema.ts";
import { fill } from "../wording/german-texts.ts";
import type { Wording } from "../wording/wording.ts";

/**
 * Where the entries of a table come from: one line per source, method and confidence, with the span of the
 * days on which they were read, so that 500 mentions of one feed need one line and not 500.
 */
export function provenanceLines(
  words: Wording,
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
    const from = formatMoment(inOrder[0] ?? first.observedAt);
    const to = formatMoment(inOrder.at(-1) ?? first.observedAt);
    return describe(words, first, from === to ? from : `${from} – ${to}`);
  });
}

function describe({ texts, labels }: Wording, provenance: Provenance, moments: string): string {
  const { source, sourceUrl, method, confidence } = provenance;
  return [
    fill(texts.provenanceSource, `${source}${sourceUrl === undefined ? "" : ` (${sourceUrl})`}`),
    fill(texts.provenanceMethod, method),
    fill(texts.provenanceSeen, moments),
    fill(texts.provenanceConfidence, labels.confidences[confidence]),
  ].join(" · ");
}

/** How sure one entry's value is, for the line below that value; empty where its source says nothing. */
export function uncertainty({ texts, formats }: Wording, { interval, sampleSize }: Provenance): string {
  return [
    ...(interval === undefined
      ? []
      : [`${formats.decimal(interval.low, 3)} – ${formats.decimal(interval.high, 3)}`]),
    ...(sampleSize === undefined ? [] : [fill(texts.sample, formats.number(sampleSize))]),
  ].join(" · ");
}
