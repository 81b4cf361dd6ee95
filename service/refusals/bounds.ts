/** As many as a developer could look through; the list is for the fault of today, not for figures. */
export const refusalsMax = 1_000;
export const refusalDaysMax = 7;
