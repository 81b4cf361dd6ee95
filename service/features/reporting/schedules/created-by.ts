const prefix = "schedule:";

/** The author that a report names when a schedule made it. */
export function createdBySchedule(scheduleId: string): string {
  return `${prefix}${scheduleId}`;
}

/** The schedule that made a report, or null for somebody else. */
export function scheduleOf(createdBy: string): string | null {
  return createdBy.startsWith(prefix) ? createdBy.slice(prefix.length) : null;
}
