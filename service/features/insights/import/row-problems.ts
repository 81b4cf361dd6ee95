/** What is wrong with a cell, a column, or a row where it names neither, as a code from which each language makes its sentence. */
export type RowProblem = { code: RowProblemCode; column?: string; values?: Values };
export type RowProblemCode = keyof typeof texts;

const dayForm = "write it like 2026-11-20 or 20.11.2026";
const texts = {
  empty: "is empty",
  too_long: '"{text}": is too long',
  too_many_characters: "has more than {max} characters",
  too_many_addresses: "has more than {max} addresses",
  above_maximum: '"{text}": is more than {max}',
  no_whole_number: '"{text}": expected a whole number such as 1234 or 1.234',
  no_number: '"{text}": expected a number such as 3.4 or 3,4',
  no_share: '"{text}": expected a share such as 0.052, 0,052 or 5,2 %',
  no_day: `"{text}": ${dayForm}`,
  no_such_day: `"{text}": there is no such day; ${dayForm}`,
  no_such_time: '"{text}": there is no such time of day',
  ambiguous_day: `"{text}": the day could be the {first}. or the {second}.: ${dayForm}`,
  in_future: '"{text}": lies in the future',
  unknown_word: '"{text}" is none of {words}',
  no_web_address: '"{text}" is no http or https address',
  no_mail_address: '"{text}" is no mail address',
  no_telephone: '"{text}" is no telephone number',
  no_country: '"{text}" is no country; write it like DE',
  no_language: '"{text}" is no language; write it like de',
  several_releases: '"{text}" is the headline of several releases; write the number',
  unknown_release: 'the agency has no release "{text}"; write its number, address or headline',
  unknown_number: "the agency has no release {number}",
  unknown_name: '"{text}": the agency has none of this name, or several',
  clicks_above_impressions: "{clicks} are more than the {impressions} impressions",
  ends_before_start: "is before period_from",
  no_runs: "expected at least 1",
  above_runs: "{count} are more than the {runs} runs",
  column_missing: "is missing",
  column_twice: "stands twice",
  mapped_column_missing: 'the mapped column "{text}" is missing',
  mapped_no_column: "the mapping names it, and there is no such column",
  equivalent_value:
    '"{text}": an advertising value equivalent puts a price on an article that nobody paid; the Barcelona Principles reject it, and no report of this service shows one',
  composite_score:
    '"{text}": a composite score mixes values of different origins and units into one number that nobody can check; import the values themselves',
  sum_of_reach:
    '"{text}": a sum of reach counts the same people again with every article; import the estimated reach of each mention in the column reach',
  rank: '"{text}": answers of an AI are a sample and have no rank; import runs, mentioned and cited',
  wrong_number_of_cells: "has {cells} cells, and the heading {columns}. Quote cells that hold a {delimiter}",
} as const;

/** What a message names: numbers, and short parts of the file. They are stored as JSON. */
export type Values = Readonly<Record<string, string | number>>;

const none: Values = {};

/** The problems of a row in English, each with its column: `url: is empty; reach: "viel": expected …`. */
export function problemsText(problems: readonly RowProblem[]): string {
  return problems
    .map(({ column, code, values }) => {
      const text = fillText(texts[code], values);
      return column === undefined ? text : `${column}: ${text}`;
    })
    .join("; ");
}

/** Puts the values of a message into the gaps that its text names in braces. */
export function fillText(text: string, values: Values = none): string {
  return text.replace(/\{(\w+)\}/g, (_braces, name: string) => String(values[name] ?? ""));
}
