import { listVersions } from "../../measurement/lists.ts";
import type { MeasurementLevel } from "../../measurement/vocabulary.ts";
import type { Performance, ReleaseFigures } from "../articles/schema.ts";
import { type MethodWords, methodWords } from "./method-words.ts";
import type { Presentation, PublicationReport } from "./schema.ts";

type Releases = readonly ReleaseFigures[];

/** How the figures came about, in the report's language, because it is printed in what the agency hands to its client. */
export function describeMethod(input: {
  language: Presentation["language"];
  performance: Performance;
  releases: Releases;
  releasesLeftOut: number;
}): PublicationReport["methodology"] {
  const { performance, releases, releasesLeftOut } = input;
  const { level, levels = [level], window } = performance;
  const words = methodWords[input.language];
  return {
    level,
    rules: words.rules({ timezone: window.timezone, isSum: releases.length > 1 }),
    lists: listVersions(),
    limits: [
      ...words.limits,
      levels.includes("L2") ? words.engagementAtL2 : words.noEngagement,
      ...(levels.includes("L0") ? [words.noClicksAtL0] : []),
      ...mixedLevels(levels, releases, words),
      ...(releasesLeftOut > 0 ? [words.leftOut(releasesLeftOut)] : []),
    ],
  };
}

/** Titles named for each level; with more releases than these the table of releases says it. */
const namedReleasesMax = 10;

/** Which releases were measured at which level, where it was not one and the same throughout. */
function mixedLevels(levels: readonly MeasurementLevel[], releases: Releases, words: MethodWords): string[] {
  if (levels.length < 2) return [];
  if (releases.length < 2) return [words.levelChanged(levels.join(", "))];
  const groups = levels.map((level) => {
    const own = releases.filter((entry) => entry.levels?.includes(level));
    const titles = own.slice(0, namedReleasesMax).map(({ release }) => words.quote(release.title));
    const rest = own.length - titles.length;
    return `${level}: ${titles.join(", ")}${rest > 0 ? words.andMore(rest) : ""}`;
  });
  return [words.levelsDiffer(groups.join("; "))];
}
