import type { AddressVerdict } from "./classify/address-verifier.ts";
import { reasons } from "./classify/reasons.ts";
import type { Hit } from "./hit.ts";

/** The hit once the name server has said whose the address is: an impostor credits nobody. */
export function correctClass<T extends Hit>(hit: T, verdict: AddressVerdict): T {
  if (verdict === "confirmed") return { ...hit, reasons: hit.reasons | reasons.crawlerAddressVerified };
  if (verdict === "unknown") return hit;
  return {
    ...hit,
    trafficClass: "suspected_bot",
    reasons: hit.reasons | reasons.crawlerAddressForeign,
    operator: null,
  };
}
