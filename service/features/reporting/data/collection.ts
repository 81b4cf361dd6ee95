import type { PendingQuery, Row } from "postgres";
import type { Queryable } from "../../../floor/db/open.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";

/** One area of an agency's reporting data: what the export shows of it under `name`, and what the deletion removes with it. */
export type Collection = {
  name: string;
  /** The table whose rows the export shows and the deletion counts. */
  table: string;
  /** Tables that hold nothing but parts of these rows; removed with them, uncounted. */
  parts: readonly string[];
  /** Rows fetched at once: what bounds the memory of the export. */
  fetchRows: number;
  /** One column, `json`: each row's record as text. Column by column, so that a new one is never shown by accident. */
  select: (sql: Queryable, agencyId: number) => PendingQuery<Row[]>;
  /** Names a record that must not be handed out; null for one that may. */
  leaveOut?: (
    record: Uint8Array,
    given: { agencyId: number; seal: ReportSeal },
  ) => Promise<LeftOutReport | null>;
};

/** A report whose stored row does not fit its hash or signature; id and number are null where the row can't even be read. */
export type LeftOutReport = { id: string | null; number: number | null };

/** Records of a few hundred bytes: about 64 KB at once. */
export const manyRows = 250;
/** A report with full lists has about 1 MB. */
export const fewRows = 4;

/** The rows of a statement as records: each column is a member under its name. */
export function records(rows: Collection["select"]): Collection["select"] {
  return (sql, agencyId) => sql`
    select row_to_json(record)::text as json
    from (${rows(sql, agencyId)}) as record
  `;
}
