import { agentsPerAddressMax, interactionsPerViewMax, usesOfTargetMax } from "../../measurement/bounds.ts";
import { listVersions } from "../../measurement/lists.ts";
import type { MeasurementLevel } from "../../measurement/vocabulary.ts";
import type { Performance, ReleaseFigures } from "../articles/schema.ts";
import type { PublicationReport } from "./schema.ts";

/** How the figures came about, for reports of newsrooms in English. */
export function describeMethodInEnglish(input: {
  performance: Performance;
  releases: readonly ReleaseFigures[];
  releasesLeftOut: number;
}): PublicationReport["methodology"] {
  const { performance, releases, releasesLeftOut } = input;
  const { level, levels = [level], window } = performance;
  return {
    level,
    rules: [
      "A view is the request of a newsroom page by a person. Requests by machines are recognised and shown apart.",
      "Prefetches of the browser are no views. What a browser loads as a picture, a frame or by a script is neither a person's view nor click.",
      `A visit ends after 30 minutes without activity and at midnight (time zone ${window.timezone}). It is counted per release.`,
      "Visitors are told apart within a day. The figure of a longer period is the sum of its days.",
      `Per release, day and internet address at most ${agentsPerAddressMax} different browsers count as people, further ones as suspected bots. One visitor's click on one target counts at most ${usesOfTargetMax} times a day; one view brings at most ${interactionsPerViewMax} interactions. What lies above is counted apart as repeated.`,
      ...(releases.length > 1
        ? ["All figures are sums over the releases of the report; whoever reads two releases counts in both."]
        : []),
      "There are no cookies and no third parties. Internet addresses and browser names are not stored.",
      "Days are calendar days in the agency's time zone.",
    ],
    lists: listVersions(),
    limits: [
      "Whoever hides where a visit comes from appears under “Direct”.",
      "Views from caches that never reach the newsroom are missing.",
      "Machines that pose as people are not recognised in every case.",
      ...limitsOfLevels(levels),
      ...mixedLevels(levels, releases),
      ...(releasesLeftOut > 0
        ? [`The newest releases are included; ${releasesLeftOut} older ones are not.`]
        : []),
    ],
  };
}

function limitsOfLevels(levels: readonly MeasurementLevel[]): string[] {
  const engagement = levels.includes("L2")
    ? "Engaged time and scroll depth exist only for views at level L2 whose browsers sent them."
    : "Engaged time and scroll depth are not measured at this level.";
  return levels.includes("L0")
    ? [engagement, "Clicks and downloads are not measured at level L0."]
    : [engagement];
}

/** Titles named for each level; with more releases than these the table of releases says it. */
const namedReleasesMax = 10;

function mixedLevels(levels: readonly MeasurementLevel[], releases: readonly ReleaseFigures[]): string[] {
  if (levels.length < 2) return [];
  if (releases.length < 2) return [`The newsroom's level changed in the period: ${levels.join(", ")}.`];
  const groups = levels.map((level) => {
    const own = releases.filter((entry) => entry.levels?.includes(level));
    const titles = own.slice(0, namedReleasesMax).map(({ release }) => `“${release.title}”`);
    const rest = own.length - titles.length;
    return `${level}: ${titles.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  });
  return [`The releases were measured at different levels. ${groups.join("; ")}.`];
}
