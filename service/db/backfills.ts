import type { Backfill } from "./backfills/backfill.ts";

/** Every backfill in the order in which they run. One that has landed keeps its name: its state is kept by that. */
export const backfills: readonly Backfill[] = [];
