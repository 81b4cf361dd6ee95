import type { TableFacts } from "./facts-shape.ts";

const whileAgency = "as long as the agency";
const pseudonyms = "Pseudonyms of a day; nobody can use them after it, and we don't either.";

/** Names that hits refer to by number. */
function names(table: string, of: string, german: string): TableFacts {
  return {
    table,
    holds: `Names of ${of}, each once.`,
    personal: "none",
    why: "So that a hit needs a number only.",
    basis: "–",
    kept: whileAgency,
    export: { german },
  };
}

function ofOneDay(table: string, holds: string): TableFacts {
  return {
    table,
    holds,
    personal: "pseudonym of a day, made of address and browser with a salt that is destroyed",
    why: "To count a visitor once, and to hold inflation back.",
    basis: "legitimate interest (f)",
    kept: "48 hours at most",
    export: { leftOut: pseudonyms },
  };
}

export const measurementFacts: readonly TableFacts[] = [
  names("hit_source", "sources of visits", "Messung: Namen der Quellen"),
  names("hit_campaign", "campaigns in addresses", "Messung: Namen von Kampagnen in Adressen"),
  names("hit_operator", "operators of crawlers and assistants", "Messung: Betreiber von Crawlern"),
  names("hit_target", "links and files of a release", "Messung: Ziele von Links und Downloads"),
  {
    table: "hit",
    holds:
      "Page views and clicks: release, source, class, device, a pseudonym of the day. No address, no user agent.",
    personal: "pseudonym of a day",
    why: "To add up the figures of reports, and to correct a class later.",
    basis: "legitimate interest (f)",
    kept: "90 days",
    export: { leftOut: "Raw views end after 90 days; the sums of each day are in the export." },
  },
  {
    table: "hit_day",
    holds: "Sums of a day by release.",
    personal: "none",
    why: "Reports are made of them.",
    basis: "–",
    kept: whileAgency,
    export: { german: "Messung: Summen je Tag" },
  },
  {
    table: "hit_day_dimension",
    holds: "Sums of a day by release and source, device, link and the like.",
    personal: "none",
    why: "Reports are made of them.",
    basis: "–",
    kept: whileAgency,
    export: { german: "Messung: Summen je Tag nach Quelle, Gerät, Link und mehr" },
  },
  {
    table: "lost_hit_day",
    holds: "How many views and clicks of a day, by release, could not be counted.",
    personal: "none",
    why: "So that figures say what is missing from them.",
    basis: "–",
    kept: whileAgency,
    export: { german: "Messung: nicht gezählte Zugriffe je Tag" },
  },
  ...(["client_day", "client_day_dimension"] as const).map(
    (table): TableFacts => ({
      table,
      holds: "Sums of a day by client, made of those by release.",
      personal: "none",
      why: "So that figures over thousands of releases do not take seconds.",
      basis: "–",
      kept: whileAgency,
      export: { leftOut: "Made of the sums by release, which are in the export." },
    }),
  ),
  {
    table: "release_month",
    holds: "Views and visitors of a month by release, made of those of its days.",
    personal: "none",
    why: "So that thousands of releases can be listed by the views of a year.",
    basis: "–",
    kept: whileAgency,
    export: { leftOut: "Made of the sums of each day, which are in the export." },
  },
  {
    table: "figure_state",
    holds: "The last day that is summed by client and month.",
    personal: "none",
    why: "To know which days are read from where.",
    basis: "–",
    kept: whileAgency,
    export: { leftOut: "Says how far the service is, and nothing of the agency." },
  },
  ofOneDay("visitor_day", "Visitors of a day by release, and where they came from."),
  ofOneDay("visitor_day_value", "Which AI assistants sent a visitor on a day."),
  ofOneDay(
    "address_day",
    "Which browsers of an address count as people; filled by 0.2.0 alone, and ends two releases later.",
  ),
  ofOneDay("interaction_day", "How often a visitor, as a pseudonym, clicked a link on a day."),
  ofOneDay("view_engagement", "How long a page view was read, by the id of the view."),
  {
    table: "day_salt",
    holds: "The random salt of a day.",
    personal: "none",
    why: "Without it no pseudonym can be made, so its destruction makes all of that day anonymous.",
    basis: "–",
    kept: "48 hours at most",
    export: { leftOut: "A secret of the service, and no agency's." },
  },
  {
    table: "hit_recorder",
    holds: "Numbers of the batches that were counted.",
    personal: "none",
    why: "So that a batch counts once.",
    basis: "–",
    kept: "as long as its process, and some hours",
    export: { leftOut: "Of the service's processes, and no agency's." },
  },
];
