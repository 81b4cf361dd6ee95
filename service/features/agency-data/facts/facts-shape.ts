import type { PendingQuery, Row } from "postgres";
import type { Queryable } from "../../../floor/db/open.ts";

/** Article 6 (1) of the GDPR, as far as a table holds personal data. */
type LawfulBasis = "contract (b)" | "legitimate interest (f)" | "legal duty (c)" | "consent (a)" | "–";

/** All that we say about a table: what the page on data protection prints, and what an agency's export takes. */
export type TableFacts = {
  table: string;
  holds: string;
  /** Personal data in it, or `none`. */
  personal: string;
  why: string;
  basis: LawfulBasis;
  /** Until when a row stays. */
  kept: string;
  export: TableExport | { leftOut: string };
};

type TableExport = {
  /** What stands in the file, for the agency's people. */
  german: string;
  /** Columns that no file shows: credentials, and what they can be told by. */
  without?: readonly string[];
  /** Rows read at once, where they are large. */
  rowsAtOnce?: number;
  /** Which rows count, where not all do. */
  only?: (sql: Queryable, agencyId: number) => PendingQuery<Row[]>;
};
