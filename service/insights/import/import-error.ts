/** A file that can't be imported as a whole: it is not readable, not a table, or lacks or has a column that matters. */
export class ImportError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ImportError";
  }
}
