/** Long enough to notice a mistake, and to take an export. */
export const graceDaysDefault = 30;
/** Who wants to keep data longer does not delete them. */
export const graceDaysMax = 365;
