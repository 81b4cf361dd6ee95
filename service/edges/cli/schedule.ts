import { type Command, InvalidArgumentError } from "commander";
import { reportDays } from "../../features/reporting/articles/schema.ts";
import { type ExportFormat, exportFormats } from "../../features/reporting/exports/file-name.ts";
import { addSchedule, changeSchedule } from "../../features/reporting/schedules/change-schedule.ts";
import type { ScheduleInput } from "../../features/reporting/schedules/create-schedule.ts";
import {
  type ListedSchedule,
  onDayMax,
  type Rhythm,
  rhythms,
  scheduledDays,
} from "../../features/reporting/schedules/schema.ts";
import { listSchedules } from "../../features/reporting/schedules/sql.ts";
import { type ScopeType, scopeTypes } from "../../schema.ts";
import { parseCount, parseId, parseOneOf, parseUuid } from "./arguments.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { withDatabase } from "./with-database.ts";

type CreateOptions = {
  agency: number;
  scopeType: ScopeType;
  scopeId: string;
  every: Rhythm;
  on: number;
  at: string;
  days?: number;
  format?: ExportFormat[];
  recipient: string[];
};

export function addScheduleCommands(program: Command): void {
  const schedule = program.command("schedule").description("reports that are made again and again");

  schedule
    .command("create")
    .description("make a report and its files every week or month, at the agency's local time")
    .requiredOption("--agency <id>", "whose schedule", parseId)
    .requiredOption("--scope-type <type>", `one of: ${scopeTypes.join(", ")}`, parseOneOf(scopeTypes))
    .requiredOption("--scope-id <id>", "release id, or UUID of the campaign or portfolio")
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
      "--format <format>",
      `one of: ${exportFormats.join(", ")}; may be repeated (default: pdf)`,
      collectFormat,
    )
    .option("--recipient <address>", "who gets the report by mail; may be repeated", collect, [])
    .action(async (options: CreateOptions, command: Command) => {
      const created = await withDatabase(command, ({ sql }) =>
        addSchedule(sql, options.agency, scheduleOf(options), operator),
      );
      print(command, { scheduleId: created.id, nextRunAt: created.nextRunAt }, [
        `Schedule ${created.id} created. It runs next at ${created.nextRunAt.toISOString()}.`,
      ]);
    });

  schedule
    .command("list")
    .description("list an agency's schedules")
    .requiredOption("--agency <id>", "whose schedules", parseId)
    .action(async (options: { agency: number }, command: Command) => {
      const schedules = await withDatabase(command, ({ sql }) => listSchedules(sql, options.agency));
      print(command, { schedules }, schedules.length === 0 ? ["No schedules."] : schedules.map(lineOf));
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

function scheduleOf(options: CreateOptions): ScheduleInput {
  return {
    scopeType: options.scopeType,
    scopeId: options.scopeId,
    formats: options.format ?? ["pdf"],
    days: options.days ?? scheduledDays[options.every],
    rhythm: options.every,
    onDay: options.on,
    atTime: options.at,
    recipients: options.recipient,
  };
}

function collectFormat(value: string, formats: ExportFormat[] = []): ExportFormat[] {
  return [...formats, parseOneOf(exportFormats)(value)];
}

function collect(value: string, values: string[]): string[] {
  return [...values, value];
}

function parseTime(text: string): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) throw new InvalidArgumentError("Expected a time like 07:00.");
  return text;
}

function parseDays(text: string): number {
  const days = parseCount(text);
  if (days >= reportDays.minimum && days <= reportDays.maximum) return days;
  throw new InvalidArgumentError(`Expected ${reportDays.minimum} to ${reportDays.maximum} days.`);
}

function lineOf(schedule: ListedSchedule): string {
  const { id, rhythm, onDay, atTime, scopeType, scopeId, formats, recipients, nextRunAt, lastError } =
    schedule;
  const readers = recipients.length === 0 ? "" : `  to ${recipients.join(", ")}`;
  const error = lastError === null ? "" : `  last run failed: ${lastError}`;
  return `${id}  ${rhythm} on ${onDay} at ${atTime}  ${scopeType} ${scopeId}  ${formats.join(",")}${readers}  next ${nextRunAt?.toISOString()}${error}`;
}
