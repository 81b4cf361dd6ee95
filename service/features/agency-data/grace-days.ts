/** Long enough to notice a mistake, and to take an export. */
export const graceDaysDefault = 30;
/** Longest grace before the data of a deleted agency go: who wants to keep them longer does not delete the agency. */
export const graceDaysMax = 365;
