/**
 * PostgreSQL's own types of arrays by the types of their elements (`src/include/catalog/pg_type.dat`): their numbers are the same
 * in every database. The driver asks for them on its first connection, and until it has the answer it writes the arrays of
 * statements on other connections in a form that the server refuses (22P02).
 */
export const arrayTypes: Readonly<Record<number, number>> = {
  16: 1000, // boolean
  17: 1001, // bytea
  19: 1003, // name
  20: 1016, // bigint
  21: 1005, // smallint
  23: 1007, // integer
  25: 1009, // text
  26: 1028, // oid
  114: 199, // json
  701: 1022, // double precision
  1043: 1015, // character varying
  1082: 1182, // date
  1184: 1185, // timestamp with time zone
  1700: 1231, // numeric
  2950: 2951, // uuid
  3802: 3807, // jsonb
};
