import type { ScopeType } from "../../../schema.ts";
import type { ExportFormat } from "../exports/file-name.ts";
import type { CalendarKind, ComparisonKind } from "../reports/periods.ts";

export const rhythms = ["weekly", "monthly"] as const;
export type Rhythm = (typeof rhythms)[number];

/** Days that a scheduled report covers where nobody says: what came since the one before. */
export const scheduledDays: Record<Rhythm, number> = { weekly: 7, monthly: 30 };
/** Greatest `onDay`: ISO day of the week (7 is Sunday), or day of the month; a shorter month ends on its last day. */
export const onDayMax: Record<Rhythm, number> = { weekly: 7, monthly: 31 };

/** Every month has as many: February with two holidays too. */
export const businessDayMax = 15;

/** What `lastError` says of a run that was left out. */
export const clientArchived = "client_archived";

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
} & Partial<CalendarSchedule>;

/** What a schedule over a period of the calendar has: it makes a draft of the last one that is over. */
export type CalendarSchedule = {
  /** Null for a report over the last `days` days, which is made and sent at once. */
  period: CalendarKind | null;
  comparison: ComparisonKind | null;
  /** Somebody issues the report; else it is issued and sent by itself. */
  isLookedThrough: boolean;
  /** `onDay` counts the business days of the month. */
  isBusinessDay: boolean;
};

export type ListedSchedule = NewSchedule &
  CalendarSchedule & {
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
