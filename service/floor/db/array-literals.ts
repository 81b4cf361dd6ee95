/**
 * Arrays as PostgreSQL's literals, to be cast where they are used: `${integerArray(ids)}::integer[]`. The driver's own
 * `sql.array` takes the type from the first element, which fails for an empty list and for one that begins with null.
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
 * it is planned once, and no limit of 65,535 parameters is met. A column without any value is sent as an empty array, which
 * `unnest` fills up with nulls: most hits leave a third of their columns empty. Numbers beyond 32 bits are slow to write, so
 * send times as distances from one moment.
 */
export function columnsOf<Row>(rows: readonly Row[]) {
  return {
    integers: (pick: (row: Row) => number | bigint | null) => columnOf(rows, pick),
    texts: (pick: (row: Row) => string | null) =>
      columnOf(rows, (row) => {
        const text = pick(row);
        return text === null ? null : quote(text);
      }),
    /** Numbers that are texts already. */
    digits: (pick: (row: Row) => string | null) => columnOf(rows, pick),
    /** Calendar days `YYYY-MM-DD` as days since 1970, to be added to `date 'epoch'`; as texts they are slower to write. */
    days: (pick: (row: Row) => string) => columnOf(rows, dayNumber(pick)),
  };
}

const dayMs = 86_400_000;

function columnOf<Row>(rows: readonly Row[], pick: (row: Row) => number | bigint | string | null): string {
  if (rows.every((row) => pick(row) === null)) return "{}";
  return `{${rows.map((row) => pick(row) ?? "null").join(",")}}`;
}

/** Most rows of a batch are of the same day as the one before. */
function dayNumber<Row>(pick: (row: Row) => string): (row: Row) => number {
  let known = { day: "", number: 0 };
  return (row) => {
    const day = pick(row);
    if (day !== known.day) known = { day, number: Date.parse(day) / dayMs };
    return known.number;
  };
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
