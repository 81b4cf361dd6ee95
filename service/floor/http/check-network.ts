import type { Limiter, LimitVerdict } from "../limits/sliding-window.ts";
import { clientNetwork, clientSite } from "./client-address.ts";

/** A provider hands a /48 to whoever asks for it: going through its 65,536 networks gives ten times as much as one of them. */
const siteShare = 10;

export type NetworkVerdict = LimitVerdict & {
  /** Takes the admission back, as if it had never been asked for. */
  giveBack(): Promise<void>;
};

/**
 * Checks the limit of one client network (an IPv4 address, or an IPv6 /64), and for IPv6 ten times of it for the /48 around it.
 * Every limit of those who show no key is one of these. `kind` names what is limited: `pruefen`.
 */
export async function checkNetwork(
  limiter: Limiter,
  clientAddress: string,
  { kind, limit, windowMs }: { kind: string; limit: number; windowMs: number },
): Promise<NetworkVerdict> {
  const [network, site] = [clientNetwork(clientAddress), clientSite(clientAddress)];
  const own = await limiter.check(`${kind}:${network}`, limit, windowMs);
  const giveBackOwn = () => giveBack(limiter, `${kind}:${network}`, own);
  if (!own.isAdmitted || site === network) return { ...own, giveBack: giveBackOwn };
  const around = await limiter.check(`${kind}:${site}`, limit * siteShare, windowMs);
  if (!around.isAdmitted) {
    // The /48 refuses the call, so the count for its /64 is taken back: a refused call counts in neither.
    await giveBackOwn();
    return { ...around, giveBack: async () => {} };
  }
  return {
    ...own,
    giveBack: async () => {
      await Promise.all([giveBackOwn(), giveBack(limiter, `${kind}:${site}`, around)]);
    },
  };
}

async function giveBack(limiter: Limiter, key: string, { admission }: LimitVerdict): Promise<void> {
  if (admission !== null) await limiter.giveBack(key, admission);
}
