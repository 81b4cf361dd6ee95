import { type Command, InvalidArgumentError } from "commander";
import { reportDays } from "../../features/reporting/articles/schema.ts";
import type { ExportFormat } from "../../features/reporting/exports/file-name.ts";
import { type CalendarKind, calendarKinds } from "../../features/reporting/reports/periods.ts";
import type { Scope } from "../../features/reporting/reports/scope.ts";
import { addSchedule, changeSchedule } from "../../features/reporting/schedules/change-schedule.ts";
import type { ScheduleInput } from "../../features/reporting/schedules/create-schedule.ts";
import { listSchedulePage } from "../../features/reporting/schedules/list-schedules.ts";
import {
  type ListedSchedule,
  onDayMax,
  type Rhythm,
  rhythms,
  scheduledDays,
} from "../../features/reporting/schedules/schema.ts";
import { clockPattern } from "../../floor/web/field-rules.ts";
import { listLimit } from "../../schema.ts";
import { parseCount, parseId, parseOneOf, parseUuid } from "./arguments.ts";
import { addList } from "./lists/add-list.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import {
  type Comparison,
  chosenComparison,
  chosenScope,
  type ScopeChoice,
  withScopeOptions,
} from "./report-create.ts";
import { UsageError } from "./usage-error.ts";
import { withDatabase } from "./with-database.ts";

type CreateOptions = ScopeChoice & {
  every: Rhythm;
  on: number;
  at: string;
  days?: number;
  format?: ExportFormat[];
  recipient: string[];
  period?: CalendarKind;
  compare?: Comparison;
  businessDay?: true;
  draft?: true;
};

export function addScheduleCommands(program: Command): void {
  const schedule = program.command("schedule").description("reports that are made again and again");

  withScopeOptions(schedule.command("create"))
    .description("make a report and its files every week or month, at the agency's local time")
    .requiredOption("--every <rhythm>", `one of: ${rhythms.join(", ")}`, parseOneOf(rhythms))
    .option(
      "--on <day>",
      `day of the week from 1, Monday, to ${onDayMax.weekly}, or of the month`,
      parseCount,
      1,
    )
    .option("--at <time>", "local time, HH:MM", parseTime, "07:00")
    .option("--days <days>", "days that the report covers (default: 7 or 30)", parseDays)
    .option(
      "--period <kind>",
      `instead of --days the last one that is over, one of: ${calendarKinds.join(", ")}`,
      parseOneOf(calendarKinds),
    )
    .option("--business-day", "for a monthly one: --on counts the business days of the month")
    .option("--draft", "with --period: somebody looks it through in the dashboard before it is sent")
    .action(async (options: CreateOptions, command: Command) => {
      const created = await withDatabase(command, async ({ sql }) => {
        const scope = await chosenScope(sql, options);
        return await addSchedule(sql, options.agency, scheduleOf(options, scope), operator);
      });
      print(command, { scheduleId: created.id, nextRunAt: created.nextRunAt }, [
        `Schedule ${created.id} created. It runs next at ${created.nextRunAt?.toISOString()}.`,
      ]);
    });

  addList(schedule, {
    plural: "schedules",
    read: async (sql, agencyId, page) => {
      const { schedules, nextCursor } = await listSchedulePage(sql, agencyId, { clientIds: null, ...page });
      return { rows: schedules, nextCursor };
    },
    line: lineOf,
    limit: { default: listLimit.maximum },
  });

  schedule
    .command("delete")
    .description("delete a schedule; what it made stays")
    .argument("<id>", "as `schedule list` shows it", parseUuid)
    .requiredOption("--agency <id>", "whose schedule", parseId)
    .action(async (id: string, options: { agency: number }, command: Command) => {
      const deletion = { scheduleId: id, change: "deleted" } as const;
      await withDatabase(command, ({ sql }) => changeSchedule(sql, options.agency, deletion, operator));
      print(command, { id, deleted: true }, [`Schedule ${id} is deleted.`]);
    });
}

function scheduleOf(options: CreateOptions, scope: Scope): ScheduleInput {
  const { period = null, compare, draft, businessDay } = options;
  if (period === null && (compare !== undefined || draft === true))
    throw new UsageError("--compare and --draft need a --period.");
  return {
    scopeType: scope.type,
    scopeId: scope.id,
    period,
    comparison: period === null ? null : chosenComparison(compare),
    isLookedThrough: draft === true,
    isBusinessDay: businessDay === true,
    formats: options.format ?? ["pdf"],
    days: options.days ?? scheduledDays[options.every],
    rhythm: options.every,
    onDay: options.on,
    atTime: options.at,
    recipients: options.recipient,
  };
}

function parseTime(text: string): string {
  if (!clockPattern.test(text)) throw new InvalidArgumentError("Expected a time like 07:00.");
  return text;
}

function parseDays(text: string): number {
  const days = parseCount(text);
  if (days >= reportDays.minimum && days <= reportDays.maximum) return days;
  throw new InvalidArgumentError(`Expected ${reportDays.minimum} to ${reportDays.maximum} days.`);
}

function lineOf(schedule: ListedSchedule): string {
  const { id, scopeType, scopeId, formats, recipients, nextRunAt, lastError } = schedule;
  const readers = recipients.length === 0 ? "" : `  to ${recipients.join(", ")}`;
  const next = nextRunAt === null ? "paused" : `next ${nextRunAt.toISOString()}`;
  const error = lastError === null ? "" : `  last run failed: ${lastError}`;
  return `${id}  ${rhythmOf(schedule)}  ${scopeType} ${scopeId}  ${formats.join(",")}${readers}  ${next}${error}`;
}

function rhythmOf(schedule: ListedSchedule): string {
  const { rhythm, onDay, isBusinessDay, atTime, period, days, isLookedThrough } = schedule;
  // A weekly one of business days, from before that was refused, goes out on the weekday.
  const day = isBusinessDay && rhythm !== "weekly" ? `business day ${onDay}` : String(onDay);
  const span = period === null ? `${days} days` : `the last ${period}`;
  return `${rhythm} on ${day} at ${atTime}  over ${span}${isLookedThrough ? ", looked through first" : ""}`;
}
