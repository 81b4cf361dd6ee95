import { checkNetwork } from "../../http/check-network.ts";
import type { Limiter } from "../../limits/sliding-window.ts";

/** A person subscribes to a handful of newsrooms in one go. */
const perNetwork = { limit: 10, windowMs: 15 * 60 * 1000 };
/** Who asks for a second mail waits for the first; more would be a way to fill somebody's mailbox. */
const perAddress = { limit: 3, windowMs: 24 * 3600 * 1000 };

/** False where one client network asks too often. */
export async function admitNetwork(limiter: Limiter, clientAddress: string): Promise<boolean> {
  return (await checkNetwork(limiter, clientAddress, { kind: "subscribe:network", ...perNetwork }))
    .isAdmitted;
}

/** False where one mail address was asked for too often, by its keyed hash. */
export async function admitAddress(limiter: Limiter, addressHash: Uint8Array): Promise<boolean> {
  const key = `subscribe_address:${Buffer.from(addressHash).toString("hex")}`;
  return (await limiter.check(key, perAddress.limit, perAddress.windowMs)).isAdmitted;
}
