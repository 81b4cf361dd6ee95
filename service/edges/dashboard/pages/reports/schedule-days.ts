import { onDayMax, type Rhythm, rhythms } from "../../../../features/reporting/schedules/schema.ts";

/** Later ones are hardly a promise any more. */
const businessDaysOffered = 10;
const weekdays = ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"];

/** Each day of the week and of the month, as it is sent: `weekly-1` is Monday. */
export function dayLabels(): Record<string, string> {
  const days = (rhythm: Rhythm) =>
    Array.from({ length: onDayMax[rhythm] }, (_, index) => {
      const onDay = index + 1;
      return [`${rhythm}-${onDay}`, dayText({ rhythm, onDay })] as const;
    });
  const business = Array.from({ length: businessDaysOffered }, (_, index) => {
    const day = { rhythm: "monthly", onDay: index + 1, isBusinessDay: true } as const;
    return [`business-${day.onDay}`, dayText(day)] as const;
  });
  return Object.fromEntries([...business, ...rhythms.flatMap(days)]);
}

type Day = { rhythm: Rhythm; onDay: number; isBusinessDay?: boolean };

/** Of the value that is sent. */
export function dayOf(value: string): Day {
  const [name = "", day = ""] = value.split("-");
  const rhythm = rhythms.find((each) => each === name) ?? "monthly";
  return { rhythm, onDay: Number(day), isBusinessDay: name === "business" };
}

function dayText({ rhythm, onDay, isBusinessDay }: Day): string {
  // Also with `isBusinessDay`: schedules from before that was refused go out on the weekday.
  const weekday = rhythm === "weekly" ? weekdays[onDay - 1] : undefined;
  if (weekday !== undefined) return `jeden ${weekday}`;
  return isBusinessDay === true ? `am ${onDay}. Werktag des Monats` : `am ${onDay}. jedes Monats`;
}

export function rhythmText({ atTime, ...day }: Day & { atTime: string }): string {
  return `${dayText(day)}, ${atTime} Uhr`;
}
