import type { PublicPlaces } from "../limits/public-places.ts";
import type { Limiter } from "../limits/sliding-window.ts";
import { hashPassword, isOutdated, isPassword } from "../secrets/password.ts";
import { checkNetwork } from "./check-network.ts";
import { clientSite } from "./client-address.ts";

type Bound = { name: string; limit: number; windowMs: number };

export type PasswordTry = {
  password: string;
  passwordHash: string;
  clientAddress: string;
  /** Wrong tries for one link, whoever makes them. */
  ofLink: Bound;
  /** Wrong tries of one client network, whatever the link. */
  ofNetwork: Bound;
};

/** `renewedHash` is to be stored in place of one that was made at an earlier cost. */
export type PasswordVerdict =
  | { kind: "right"; renewedHash: string | null }
  | { kind: "wrong" }
  | { kind: "limited"; retryAfterSeconds: number };

/**
 * Compares a password with the one of a link. A try counts before it is looked at, so that tries at once can't pass the limit, and
 * a right one is given back. It counts only once it has one of the public places: a whole office that gives the right password at
 * once keeps nobody of it out.
 */
export async function tryPassword(
  { limiter, publicPlaces }: { limiter: Limiter; publicPlaces: PublicPlaces },
  tried: PasswordTry,
): Promise<PasswordVerdict> {
  return await publicPlaces.run(clientSite(tried.clientAddress), () => judge(limiter, tried));
}

async function judge(limiter: Limiter, tried: PasswordTry): Promise<PasswordVerdict> {
  const { password, passwordHash, clientAddress, ofLink, ofNetwork } = tried;
  const byNetwork = await checkNetwork(limiter, clientAddress, { kind: ofNetwork.name, ...ofNetwork });
  if (!byNetwork.isAdmitted) return { kind: "limited", retryAfterSeconds: byNetwork.retryAfterSeconds };
  const byLink = await limiter.check(ofLink.name, ofLink.limit, ofLink.windowMs);
  if (!byLink.isAdmitted) {
    // What others tried on the link is no fault of this network.
    await byNetwork.giveBack();
    return { kind: "limited", retryAfterSeconds: byLink.retryAfterSeconds };
  }
  if (!(await isPassword(password, passwordHash))) return { kind: "wrong" };
  await byNetwork.giveBack();
  if (byLink.admission !== null) await limiter.giveBack(ofLink.name, byLink.admission);
  return { kind: "right", renewedHash: isOutdated(passwordHash) ? await hashPassword(password) : null };
}
