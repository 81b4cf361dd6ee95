import { benchConversions } from "./conversions.ts";
import type { Bench } from "./figure.ts";
import { benchReportingData } from "./reporting-data.ts";

/** Every bench by its id, in the order of a full run. */
export const benches: Record<string, Bench> = {
  P1: benchConversions,
  P5: { measure: benchReportingData },
};
