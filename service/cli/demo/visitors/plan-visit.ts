import { machines } from "./machines.ts";
import { origins } from "./origins.ts";
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
