import { benchConversions } from "./conversions.ts";
import type { Bench } from "./figure.ts";
import { benchInteractions } from "./interactions.ts";
import { benchLimits } from "./limits.ts";
import { benchReportingData } from "./reporting-data.ts";

/** Every bench by its id, in the order of a full run. */
export const benches: Record<string, Bench> = {
  P1: benchConversions,
  P4: benchInteractions,
  P5: { measure: benchReportingData },
  P9: benchLimits,
};
