/**
 * Where a table lies in a cluster: `distributed`, each agency's rows on one server; `reference`, a copy on every server, for what
 * is small and joined or asked for without an agency; `local`, on the coordinator alone.
 */
export type TablePlace = "distributed" | "reference" | "local";

/** Every table that is not distributed by `agency_id`, with the reason. A test compares it with the catalogue. */
const others: Readonly<Record<string, { place: Exclude<TablePlace, "distributed">; why: string }>> = {
  agency: { place: "reference", why: "all tables refer to it" },
  api_key: { place: "reference", why: "a call says nothing but its key" },
  public_address: { place: "reference", why: "a visitor says nothing but an address" },
  person: { place: "reference", why: "a person may work for several agencies" },
  membership: { place: "reference", why: "a person's agencies are looked up at the sign-in" },
  person_session: { place: "reference", why: "a browser says nothing but its session" },
  passkey: { place: "reference", why: "belongs to a person" },
  sign_in_link: { place: "reference", why: "a visitor says nothing but a link" },
  partner: { place: "reference", why: "a sign-in names a partner before an agency" },
  backfill: { place: "local", why: "of the schema" },
  day_salt: { place: "local", why: "of the whole service, asked for by itself" },
  hit_recorder: { place: "local", why: "of processes, asked for by itself" },
  migration: { place: "local", why: "of the schema" },
  operator_log: { place: "local", why: "outlives its agencies" },
  report_signing_key: { place: "local", why: "of the whole service, asked for by itself" },
  used_once: { place: "local", why: "of the sign-in, asked for by itself" },
};

export function placeOf(table: string): TablePlace {
  return others[table]?.place ?? "distributed";
}

/** Tables that are named here and not distributed. */
export const undistributedTables: readonly string[] = Object.keys(others);
