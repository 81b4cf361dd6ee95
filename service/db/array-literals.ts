/**
 * Arrays as PostgreSQL's literals, to be cast where they are used: `${integerArray(ids)}::integer[]`. The driver's own
 * `sql.array` needs the types of the server, and on a connection's first statement it has not read them yet: postgres 3.4.9
 * then declares the element's type, and the server answers "cannot cast type integer to integer[]".
 */
export function integerArray(values: readonly (number | bigint | null)[]): string {
  return `{${values.map((value) => value ?? "null").join(",")}}`;
}

/** As `integerArray`, for texts. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? "null" : quote(value))).join(",")}}`;
}

/**
 * Turns rows into one array literal per column, for `unnest`: a statement then stays the same however many rows it writes, so
 * it is planned once, and no limit of 65,535 parameters is met.
 */
export function columnsOf<Row>(rows: readonly Row[]) {
  return {
    integers: (pick: (row: Row) => number | bigint | null) => integerArray(rows.map(pick)),
    texts: (pick: (row: Row) => string | null) => textArray(rows.map(pick)),
  };
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
