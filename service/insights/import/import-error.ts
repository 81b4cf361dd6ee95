import { type FileFault, type FileFaultCode, faultText } from "./faults.ts";
import type { RowProblem, Values } from "./row-problems.ts";

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
