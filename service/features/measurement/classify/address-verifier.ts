import { resolve4, resolve6, reverse } from "node:dns/promises";
import { isIP } from "node:net";
import { codeOf } from "../../../errors.ts";
import { settleWithin } from "../../../floor/concurrency/within-deadline.ts";
import { addressBytes } from "../../../floor/http/address-ranges.ts";
import { boundedCache } from "../../../floor/limits/bounded-cache.ts";

/** `foreign`: the address has no name, or one of somebody else. `unknown`: the name server gave no answer in time. */
export type AddressVerdict = "confirmed" | "foreign" | "unknown";

/** Asks whether an address has a name with one of these endings that leads back to it. Never rejects. */
export type AddressVerifier = (address: string, endings: readonly string[]) => Promise<AddressVerdict>;

/** The name server's part: as in `node:dns/promises`. */
export type NameResolver = {
  reverse(address: string): Promise<string[]>;
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
};

/** Addresses remembered: some hundred crawl a newsroom in a day; 1 MB. */
const knownAddressesMax = 4_096;
/** Look-ups under way at once: who names many crawlers from many addresses gets the answer `unknown` beyond. */
const lookUpsMax = 16;
/** An answer holds for a day, a failure to get one for five minutes, in milliseconds. */
const answerKeptMs = 86_400_000;
const failureKeptMs = 300_000;
/** Time for all questions about an address, in milliseconds: a click waits for its batch for 2.5 s at most. */
const lookUpTimeoutMs = 1_500;
/** Names of one address that are followed: honest crawlers have one. */
const namesMax = 3;

type Known = { verdict: Promise<AddressVerdict>; untilMs: number };

/** Reverse DNS with forward confirmation, remembered; off the request path, because a name server may take seconds. */
export function createAddressVerifier(
  resolver: NameResolver = { reverse, resolve4, resolve6 },
  nowMs: () => number = () => performance.now(),
): AddressVerifier {
  let underWay = 0;
  // Without a way out some name servers deny every name: until this one has named an address, "no such name" says nothing.
  const state = { hasNamed: false };
  const known = boundedCache(knownAddressesMax, (): { current: Known | null } => ({ current: null }));

  return (address, endings) => {
    const slot = known(`${address} ${endings.join(" ")}`);
    if (slot.current !== null && nowMs() < slot.current.untilMs) return slot.current.verdict;
    if (underWay >= lookUpsMax) return Promise.resolve("unknown");
    underWay += 1;
    const current: Known = {
      untilMs: nowMs() + answerKeptMs,
      verdict: inTime(lookUp(resolver, state, { address, endings })).then((verdict) => {
        underWay -= 1;
        if (verdict === "unknown") current.untilMs = nowMs() + failureKeptMs;
        return verdict;
      }),
    };
    slot.current = current;
    return current.verdict;
  };
}

async function lookUp(
  resolver: NameResolver,
  state: { hasNamed: boolean },
  { address, endings }: { address: string; endings: readonly string[] },
): Promise<AddressVerdict> {
  try {
    const names = await resolver.reverse(address);
    state.hasNamed ||= names.length > 0;
    const own = names
      .map((name) => name.toLowerCase().replace(/\.$/, ""))
      .filter((name) => endings.some((ending) => name.endsWith(ending)))
      .slice(0, namesMax);
    for (const name of own) {
      const forward = await (isIP(address) === 6 ? resolver.resolve6(name) : resolver.resolve4(name));
      if (forward.some((each) => isSame(each, address))) return "confirmed";
    }
    return "foreign";
  } catch (error) {
    return isAbsent(error) && state.hasNamed ? "foreign" : "unknown";
  }
}

function isSame(one: string, other: string): boolean {
  return isIP(one) !== 0 && addressBytes(one).join() === addressBytes(other).join();
}

/** The name server answered that there is no such name; all else is a failure to ask. */
function isAbsent(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOTFOUND" || code === "ENODATA";
}

function inTime(verdict: Promise<AddressVerdict>): Promise<AddressVerdict> {
  const late = () => new Error("The name server gave no answer in time.");
  return settleWithin(verdict, { timeoutMs: lookUpTimeoutMs, late }).catch(() => "unknown");
}
