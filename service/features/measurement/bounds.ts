/**
 * User agents that count as people for one release, UTC day and address (IPv6: its /64). An office of 30 people has about
 * ten. Views by further ones are `suspected_bot`: inventing user agents inflates nothing. A beacon needs no seat, as its view was counted.
 */
export const agentsPerAddressMax = 40;
/** Times that one visitor's use of one target counts on a day: nobody opens the same file more often to read it. */
export const usesOfTargetMax = 10;
/** Interactions that one page view brings: more than the pictures, files and buttons of any release. */
export const interactionsPerViewMax = 50;
