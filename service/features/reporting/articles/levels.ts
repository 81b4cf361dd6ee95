import { type MeasurementLevel, measurementLevels } from "../../measurement/vocabulary.ts";
import type { RollUps } from "./roll-ups.ts";

/**
 * The levels that a report's figures were measured at, lowest first: those kept with the days, and what the newsroom
 * measures now for releases without a hit and for days of before levels were kept. At least one.
 */
export function levelsOf({ days, releases }: Pick<RollUps, "days" | "releases">): MeasurementLevel[] {
  const hasUnknown = days.some((row) => row.levels === 0);
  const assumed = releases.filter(({ hasHits }) => hasUnknown || !hasHits).map(({ level }) => level);
  const mask = days.reduce((all, row) => all | row.levels, 0);
  const levels = measurementLevels.filter((level) => isIn(mask, level) || assumed.includes(level));
  // A report without a release claims nothing beyond requests.
  return levels.length === 0 ? ["L0"] : levels;
}

/** The levels of one release in the window. */
export function levelsOfRelease(mask: number | null, current: MeasurementLevel): MeasurementLevel[] {
  const levels = measurementLevels.filter((level) => isIn(mask ?? 0, level));
  return levels.length === 0 ? [current] : levels;
}

/** Whether interactions were measured at any of these levels; what was counted was measured, whatever is kept of levels. */
export function hasInteractions(levels: readonly MeasurementLevel[], count: number): boolean {
  return count > 0 || levels.some((level) => level !== "L0");
}

function isIn(mask: number, level: MeasurementLevel): boolean {
  return (mask & (1 << measurementLevels.indexOf(level))) !== 0;
}
