/**
 * Where a table lies in a cluster: `distributed`, each agency's rows on one server; `reference`, a copy on every server, for what
 * is small and joined or asked for without an agency; `local`, on the coordinator alone.
 */
export type TableDistribution = "distributed" | "reference" | "local";

/** Every table that is not distributed by `agency_id`, with the reason. A test compares it with the catalogue. */
const others: Readonly<
  Record<string, { distribution: Exclude<TableDistribution, "distributed">; why: string }>
> = {
  agency: { distribution: "reference", why: "all tables refer to it" },
  api_key: { distribution: "reference", why: "a call says nothing but its key" },
  public_address: { distribution: "reference", why: "a visitor says nothing but an address" },
  person: { distribution: "reference", why: "a person may work for several agencies" },
  membership: { distribution: "reference", why: "a person's agencies are looked up at the sign-in" },
  person_session: { distribution: "reference", why: "a browser says nothing but its session" },
  passkey: { distribution: "reference", why: "belongs to a person" },
  sign_in_link: { distribution: "reference", why: "a visitor says nothing but a link" },
  partner: { distribution: "reference", why: "a sign-in names a partner before an agency" },
  backfill: { distribution: "local", why: "of the schema" },
  day_salt: { distribution: "local", why: "of the whole service, asked for by itself" },
  hit_recorder: { distribution: "local", why: "of processes, asked for by itself" },
  migration: { distribution: "local", why: "of the schema" },
  operator_log: { distribution: "local", why: "outlives its agencies" },
  report_signing_key: { distribution: "local", why: "of the whole service, asked for by itself" },
  used_once: { distribution: "local", why: "of the sign-in, asked for by itself" },
};

export function distributionOf(table: string): TableDistribution {
  return others[table]?.distribution ?? "distributed";
}

/** Tables that are named here and not distributed. */
export const undistributedTables: readonly string[] = Object.keys(others);
