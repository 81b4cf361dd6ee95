/** Midnights in Berlin with a view a second before and one after: ends of months, both changes of the clock, a leap day. */
export const midnights = [
  "2024-01-01",
  "2024-02-29",
  "2024-03-01",
  "2024-07-01",
  "2025-01-01",
  "2025-09-01",
  "2025-09-15",
  "2025-10-01",
  "2025-10-26",
  "2025-10-27",
  "2025-11-01",
  "2026-01-01",
  "2026-02-01",
  "2026-03-01",
  "2026-03-29",
  "2026-03-30",
  "2026-04-01",
  "2026-05-01",
  "2026-07-01",
];

/** A period, what is odd about it, and days on which a client that began on 15 September 2025 was not measured before it. */
export const awkward = [
  ["2026-02", "28 days", 0],
  ["2024-02", "29 days", 31],
  ["2026-04", "30 days", 0],
  ["2025-10", "31 days, and the end of summer time", 14],
  ["2026-03", "the beginning of summer time", 0],
  ["2025-W43", "the week in which the clock goes back", 0],
  ["2026-W13", "the week in which it goes forward", 0],
  ["2024-Q1", "a leap year's quarter", 92],
  ["2024-H1", "half a leap year", 184],
  ["2025", "a whole year", 366],
  ["2025-09", "a client that began in it", 31],
  ["2025-09-16..2026-04-14", "free days over both changes of the clock", 210],
] as const;
