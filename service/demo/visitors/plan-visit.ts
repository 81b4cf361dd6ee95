import { machines } from "./machines.ts";
import { browsers } from "./people.ts";
import { pickWeighted, type Random } from "./random.ts";

/** A page request as somebody would send it. */
export type PlannedVisit = {
  isPerson: boolean;
  /** Address out of the ranges for documentation (RFC 5737, RFC 3849): no real visitor has it. */
  address: string;
  headers: Record<string, string>;
  /** Query of the link that was followed, without the question mark; empty for none. */
  query: string;
};

/** Of 100 requests to a newsroom about this many are people's; the others are machines, and are counted as such. */
const peoplePercent = 68;
/** Share of people on IPv6, as German access networks have it. */
const ipv6Percent = 60;

/** Where a reader comes from: what the link carried, and what the browser says in its Referer header. */
type Origin = { weight: number; query: string; referrer: string | null };

/** As the origins of a German release are spread: half of it search and direct, the rest earned, shared or mailed. */
const origins: readonly Origin[] = [
  origin(22, null),
  origin(20, "https://www.google.com/"),
  origin(6, "https://www.google.de/"),
  origin(3, "https://www.bing.com/"),
  origin(3, "https://www.ecosia.org/"),
  origin(9, "https://www.linkedin.com/"),
  origin(3, "https://www.xing.com/"),
  origin(2, "https://bsky.app/"),
  origin(6, "https://www.presseportal.de/"),
  origin(2, "https://www.pressebox.de/"),
  origin(4, "https://www.heise.de/"),
  origin(3, "https://www.tagesschau.de/"),
  origin(3, "https://www.spiegel.de/"),
  origin(2, "https://www.horizont.net/"),
  origin(5, "https://chatgpt.com/"),
  origin(2, "https://www.perplexity.ai/"),
  origin(1, "https://www.youtube.com/"),
  origin(7, null, "utm_source=hafenblick&utm_medium=newsletter&utm_campaign=presseverteiler"),
  origin(3, "https://www.linkedin.com/", "utm_source=linkedin&utm_medium=paid&utm_campaign=fachpublikum"),
];

export function planVisit(random: Random): PlannedVisit {
  return random() * 100 < peoplePercent ? planPerson(random) : planMachine(random);
}

function planPerson(random: Random): PlannedVisit {
  const { headers } = pickWeighted(random, browsers);
  const { query, referrer } = pickWeighted(random, origins);
  const site =
    "sec-fetch-mode" in headers ? { "sec-fetch-site": referrer === null ? "none" : "cross-site" } : {};
  return {
    isPerson: true,
    address: random() * 100 < ipv6Percent ? ipv6(random) : `198.51.100.${1 + below(random, 254)}`,
    headers: { ...headers, ...site, ...(referrer === null ? {} : { referer: referrer }) },
    query,
  };
}

function origin(weight: number, referrer: string | null, query = ""): Origin {
  return { weight, referrer, query };
}

function planMachine(random: Random): PlannedVisit {
  const { headers } = pickWeighted(random, machines);
  return { isPerson: false, address: `192.0.2.${1 + below(random, 60)}`, headers: { ...headers }, query: "" };
}

function ipv6(random: Random): string {
  const group = () => below(random, 0x10000).toString(16);
  return `2001:db8:${group()}:${group()}::${group()}`;
}

/** A whole number from 0 up to `bound`, which it never reaches. */
export function below(random: Random, bound: number): number {
  return Math.floor(random() * bound);
}
