import type { ScopeType } from "../../../schema.ts";
import type { ExportFormat } from "../exports/file-name.ts";

export const rhythms = ["weekly", "monthly"] as const;
export type Rhythm = (typeof rhythms)[number];

/** Days that a scheduled report covers where nobody says: what came since the one before. */
export const scheduledDays: Record<Rhythm, number> = { weekly: 7, monthly: 30 };
/** Greatest `onDay`: ISO day of the week (7 is Sunday), or day of the month; a shorter month ends on its last day. */
export const onDayMax: Record<Rhythm, number> = { weekly: 7, monthly: 31 };

/** A report and its files, again and again, at a wall-clock time of the agency's time zone. */
export type NewSchedule = {
  scopeType: ScopeType;
  scopeId: string;
  /** Files that are made of the one report, each format once. */
  formats: ExportFormat[];
  days: number;
  rhythm: Rhythm;
  onDay: number;
  /** `HH:MM`. */
  atTime: string;
  /** Who gets the report by mail when it is made; nobody where empty. */
  recipients: string[];
};

export type ListedSchedule = NewSchedule & {
  id: string;
  /** Name of its release, campaign or portfolio; null where that is gone. */
  title: string | null;
  createdAt: Date;
  /** The first of `formats`. */
  format: ExportFormat;
  /** Null while it is paused. */
  nextRunAt: Date | null;
  lastRunAt: Date | null;
  lastJobId: string | null;
  lastError: string | null;
};
