/**
 * How a press editor ranks the twenty texts, best first, with the reason for each place.
 * Written down from reading the texts alone, before the checker was run on any of them; not to be fitted to its scores.
 */
export const pressTextRanking: readonly { file: string; reason: string }[] = [
  {
    file: "windraeder-augsburg",
    reason:
      "Complete: clear title, all W-questions in the lead, figures, quote, both sides, boilerplate, contact.",
  },
  {
    file: "baeckerei-koeln",
    reason: "As complete and a better story; the background reads a little more loosely.",
  },
  { file: "klinik-bonn", reason: "Complete and concrete, everyday language; more service than news." },
  {
    file: "radwege-muenster",
    reason: "Very good news text with figures and criticism; no paragraph about the sender.",
  },
  { file: "museum-leipzig", reason: "Good lead and quote, contact; shorter, one passive, no boilerplate." },
  { file: "logistik-kassel", reason: "Clear and factual, but short and without boilerplate." },
  { file: "chor-trier", reason: "Friendly and concrete; no place and date line, narrow news value." },
  {
    file: "software-hamburg",
    reason: "Solid business news; some long sentences, only a mail address as contact.",
  },
  {
    file: "sparkasse-fulda",
    reason: "All facts there, but half of it in the passive, and only a telephone number.",
  },
  {
    file: "pumpen-weltmarkt",
    reason: "Facts, quote and contact, but monster sentences and technical nouns.",
  },
  { file: "schule-jena", reason: "Plain and readable, but no quote, no contact, thin." },
  {
    file: "kanzlei-auszeichnung",
    reason: "Self-praise in the passive with clichés; a quote and a contact at least.",
  },
  { file: "moebel-online", reason: "Short, nameless quote, no date, no contact; at least plain words." },
  { file: "tourismus-harz", reason: "Advertising without news, figures or speaker; readable." },
  {
    file: "behoerde-satzung",
    reason: "Officialese: two endless passive sentences, no figure, no speaker, no contact.",
  },
  { file: "startup-ki", reason: "Shouted title, nothing but praise, nobody named, no fact." },
  { file: "beratung-floskeln", reason: "One block of clichés in long passive sentences; no news at all." },
  { file: "eroeffnung-kurz", reason: "Four empty sentences: who, where and when are missing." },
  { file: "notiz-ohne-titel", reason: "A fragment without title, capitals or facts." },
  { file: "grossbuchstaben-rabatt", reason: "Shouted advertising without one sentence." },
];
