import type { Performance } from "../articles/schema.ts";
import { fill } from "./wording/german-texts.ts";
import { countOf } from "./wording/report-words.ts";
import type { Wording } from "./wording/wording.ts";

/** A sentence about the repeated interactions, which no figure counts; null where there were none. */
export function repeatedNote({ interactions }: Performance, words: Wording): string | null {
  const repeated = (interactions ?? []).reduce((sum, entry) => sum + (entry.repeated ?? 0), 0);
  const { repeatedNote: text, repeatedCount } = words.texts;
  return repeated === 0 ? null : fill(text, countOf(words, repeated, repeatedCount));
}

/** Reading time and scroll depth; null where the newsroom measures neither. */
export function engagementOf({ engagement }: Performance, { texts, formats }: Wording) {
  const { averageEngagedSeconds, scroll, coverage } = engagement;
  if (averageEngagedSeconds === null && scroll === null) return null;
  const depths: [label: string, views: number][] =
    scroll === null
      ? []
      : [
          [texts.scrollQuarter, scroll.p25],
          [texts.scrollHalf, scroll.p50],
          [texts.scrollThree, scroll.p75],
          [texts.scrollEnd, scroll.p100],
        ];
  return {
    figures: [
      {
        label: texts.engagedSeconds,
        value: averageEngagedSeconds === null ? "–" : `${formats.decimal(averageEngagedSeconds)}\u00a0s`,
        note: averageEngagedSeconds === null ? texts.notMeasured : texts.engagedNote,
      },
      { label: texts.coverage, value: formats.share(coverage), note: texts.coverageNote },
    ],
    depths,
  };
}
