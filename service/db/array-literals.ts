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

/** Bytes as the text of a `bytea`, for an array of texts that is cast. */
export function byteaOf(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString("hex")}`;
}

/**
 * Turns rows into one array literal per column, for `unnest`: a statement then stays the same however many rows it writes, so
 * it is planned once, and no limit of 65,535 parameters is met. A column without a value is an empty array, which `unnest` fills
 * up with nulls: to write and read a null costs 0.2 µs, and a third of the columns of most hits have none.
 */
export function columnsOf<Row>(rows: readonly Row[]) {
  return {
    integers: (pick: (row: Row) => number | bigint | null) => integerArray(filled(rows.map(pick))),
    texts: (pick: (row: Row) => string | null) => textArray(filled(rows.map(pick))),
  };
}

function filled<T>(values: (T | null)[]): (T | null)[] {
  return values.every((value) => value === null) ? [] : values;
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
