/**
 * Tables of an agency that are no reporting data: neither exported nor deleted by the operations on it, each with the reason.
 * A test asks the database's catalogue for every table with an `agency_id` and fails for one that has no place.
 */
export const tablesThatStay: Readonly<Record<string, string>> = {
  api_key: "keys stay valid, so that the agency can go on",
  client: "an agency's clients are its own, not what was reported on them",
  newsroom: "a client's newsroom stays online",
  release: "releases stay published",
  hit_source: "names to the newsroom's own measurements",
  hit_campaign: "names to the newsroom's own measurements",
  hit_operator: "names to the newsroom's own measurements",
  hit_target: "names to the newsroom's own measurements",
  hit: "measured on the agency's own newsroom pages; ends after 90 days",
  hit_day: "measured on the agency's own newsroom pages",
  hit_day_dimension: "measured on the agency's own newsroom pages",
  visitor_day: "pseudonyms of a day; end after 48 hours",
  visitor_day_value: "pseudonyms of a day; end after 48 hours",
  address_day: "pseudonyms of a day; end after 48 hours",
  interaction_day: "counters of a day; end after 48 hours",
  view_engagement: "sums of a day's page views; end after 48 hours",
  operator_log: "proves to the operator that a deletion took place; outlives it",
  client_persona: "how a client wants to be written about",
  client_contact: "who decides on a client's releases",
  draft: "texts that are being written",
  draft_version: "texts that are being written",
  approval: "who approved which text",
  approval_link: "who approved which text",
  approval_mail: "who was asked to approve which text",
  agency_work: "when its queues have to be looked at; holds nothing of what is in them",
  credit_entry: "the ledger of credits",
  credit_reservation: "the ledger of credits",
};
