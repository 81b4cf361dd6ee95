import type { Backfill } from "./backfills/backfill.ts";

/** Every backfill in the order in which they run. One that was merged keeps its name: the database stores its state under it. */
export const backfills: readonly Backfill[] = [];
