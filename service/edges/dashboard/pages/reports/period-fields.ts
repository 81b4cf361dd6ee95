import { localDay } from "../../../../features/measurement/local-day.ts";
import {
  offeredPeriods,
  periodName,
  usualPeriod,
} from "../../../../features/reporting/reports/period-names.ts";
import { parsePeriod, shiftDays } from "../../../../features/reporting/reports/periods.ts";
import { refuseFields } from "../../../../floor/web/refuse-fields.ts";
import { choiceField, pickField } from "../../forms/choice-fields.ts";
import type { Option } from "../../forms/fields.ts";
import { optionalDayField } from "../../forms/value-fields.ts";
import { dashboardWording } from "../../parts/wording.ts";
import type { Visit } from "../../visit.ts";

/** Chosen where none of the offered periods is meant. */
const freePeriod = "free";
const bySince: Readonly<Record<string, string>> = {
  "since-publication": "seit Erscheinen, höchstens ein Jahr",
  "first-7-days": "die ersten 7 Tage",
  "first-30-days": "die ersten 30 Tage",
};

const comparisonLabels = {
  previous_period: "mit dem Zeitraum davor",
  previous_year: "mit demselben Zeitraum im Vorjahr",
  none: "nicht vergleichen",
} as const;
export const comparisonField = choiceField({ label: "Vergleich", labels: comparisonLabels });

/** The days of a report and what they are compared with; the page hands over `periodOptions`. */
export const periodFields = {
  period: pickField({ label: "Zeitraum" }),
  from: optionalDayField({ label: "Von" }),
  to: optionalDayField({
    label: "Bis",
    hint: "Von und Bis gelten, wenn Sie als Zeitraum „andere Tage“ wählen: höchstens 365.",
  }),
  comparison: comparisonField,
};

export function periodOptions(visit: Pick<Visit, "timeZone">): Option[] {
  return [
    ...offeredPeriods(todayOf(visit)),
    ...Object.entries(bySince).map(([value, label]) => ({ value, label, group: "Einer einzelnen Meldung" })),
    { value: freePeriod, label: "andere Tage, von und bis", group: "Frei" },
  ];
}

/** What a new form begins with: the period of a link from the figures, or the last month. */
export function periodStart(visit: Pick<Visit, "timeZone">, query: URLSearchParams) {
  const today = todayOf(visit);
  const [named, lastDays, versus] = [query.get("zeitraum"), query.get("tage") ?? "", query.get("vergleich")];
  const isOffered = periodOptions(visit).some(({ value }) => value === named);
  const asked = parsePeriod(named ?? `${query.get("von")}..${query.get("bis")}`);
  const free = /^[1-9]\d{0,2}$/.test(lastDays)
    ? { from: shiftDays(today, 1 - Number(lastDays)), to: today }
    : asked !== null && "from" in asked && !isOffered
      ? asked
      : null;
  return {
    period: free === null ? (isOffered ? named : usualPeriod(today)) : freePeriod,
    from: free?.from ?? null,
    to: free?.to ?? null,
    comparison: versus === "vorjahr" ? "previous_year" : versus === "ohne" ? "none" : "previous_period",
  };
}

/** The period of the form, as reports take it. Throws `validation_error` beside the field `from`. */
export function chosenPeriod({
  period,
  from,
  to,
}: {
  period: string;
  from: string | null;
  to: string | null;
}): string {
  if (period !== freePeriod) return period;
  const days = `${from}..${to}`;
  if (parsePeriod(days) !== null) return days;
  return refuseFields({
    field: "from",
    german: "Bitte geben Sie den ersten und den letzten Tag an; der letzte liegt nicht vor dem ersten.",
    english: "give the first day and the last.",
  });
}

export function chosenComparison(value: keyof typeof comparisonLabels) {
  return value === "none" ? null : value;
}

/** "Oktober 2026" for the period of a draft or report. */
export function periodLabel(key: string): string {
  const period = parsePeriod(key);
  if (period === null || "since" in period) return bySince[key] ?? key;
  return periodName(period) ?? dashboardWording.formats.period(period.from, period.to);
}

function todayOf({ timeZone }: Pick<Visit, "timeZone">): string {
  return localDay(new Date(), timeZone);
}
