import { fillText, problemsText, type RowProblem, type Values } from "./row-problems.ts";

/** Why a file can't be imported as a whole, as a code from which each language makes its sentence. */
export type FileFault = {
  code: FileFaultCode;
  values: Values;
  /** Problems of the file's columns, such as one that is missing. */
  problems: readonly RowProblem[];
};
export type FileFaultCode = keyof typeof texts;

const texts = {
  no_agency: "There is no agency {agency}.",
  empty_file: "The file is empty.",
  no_heading: "The file has no heading.",
  no_rows: "The file has a heading and no rows.",
  utf16: "The file is UTF-16. Save it as UTF-8, or as CSV from the spreadsheet.",
  broken_utf8:
    "The file is UTF-8, and line {line} holds a broken character. Mend it, or save the file anew as UTF-8.",
  markup: "The file is a web page or an XML document. Save the table as CSV from the spreadsheet.",
  binary: "The file holds NUL bytes: it is not a CSV file.",
  too_large: "The file has more than {max} bytes. Split it.",
  too_many_rows: "The file has more than {max} rows. Split it.",
  too_many_releases: "The file names more than {max} releases. Split it.",
  too_many_objections: "In the file more than {max} addresses have objected. Split it.",
  row_too_long: "Line {line}: the row has more than {max} characters. Is a quote not closed?",
  not_csv: 'From line {line} on, the file is no CSV near "{near}": mend the quotes there.',
  refused_columns: "The file has columns that are not imported. Remove them. {problems}.",
  columns_do_not_fit: "The heading doesn't fit: {problems}. Expected are the columns {expected}.",
  changed: "The file was changed while it was read. Nothing was stored; try again.",
  given_up: "The import was given up from outside. Nothing was stored; try again.",
  busy: "Another file of the agency is being stored. Try again when it has ended.",
  too_many_attempts: "The import ended before its time {max} times. Split the file and try again.",
  mapping_no_object: 'The mapping must be an object such as {"headline": "Titel"}.',
  mapping_unknown_column: "The mapping names an unknown column. The columns are {expected}.",
  mapping_bad_value: 'The mapping of {column} must be a column\'s name, or {"value": "…"} for all rows.',
  too_many_open: "The agency has {max} files open. Finish or cancel one of them first.",
} as const;

/** A file that can't be imported as a whole: it is not readable, not a table, or lacks or has a column that matters. */
export class ImportError extends Error {
  readonly fault: FileFault;

  constructor(code: FileFaultCode, values: Values = {}, problems: readonly RowProblem[] = []) {
    const fault = { code, values, problems };
    super(faultText(fault));
    this.name = "ImportError";
    this.fault = fault;
  }
}

/** The sentence in English, for command lines and logs. */
function faultText({ code, values, problems }: FileFault): string {
  return fillText(texts[code], { ...values, problems: problemsText(problems) });
}
