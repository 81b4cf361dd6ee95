export const dayMs = 86_400_000;

/** The calendar day in Berlin, `offset` days from today. */
export function berlinDay(offset: number): string {
  const today = new Date().toLocaleDateString("en-CA", { timeZone: "Europe/Berlin" });
  return new Date(Date.parse(today) + offset * dayMs).toISOString().slice(0, 10);
}

/** The period of the running month, such as "2026-11": it has always begun, and no year is a leap year. */
export function thisMonth(): string {
  return berlinDay(0).slice(0, 7);
}

/** 11:00 UTC of today's day in Berlin, which is noon or 13:00 there and leaves room on both sides of a day. */
export function noonInBerlin(): Date {
  return new Date(`${berlinDay(0)}T11:00:00Z`);
}
