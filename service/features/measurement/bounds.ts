/**
 * User agents that count as people for one release, UTC day and address (IPv6: its /64). An office of 30 people has about
 * ten; who invents a new one for each request gets no further. A beacon alone takes no place: it adds to a view that was delivered.
 */
export const agentsPerAddressMax = 40;
/** Times that one visitor's use of one target counts on a day: nobody opens the same file more often to read it. */
export const usesOfTargetMax = 10;
/** Interactions that one page view brings: more than the pictures, files and buttons of any release. */
export const interactionsPerViewMax = 50;
