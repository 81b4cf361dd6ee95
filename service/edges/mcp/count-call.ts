import type { AgentCaller } from "../../features/agent-access/authenticate.ts";
import { hourlyWindowSeconds } from "../../floor/http/caller.ts";
import { checkHourlyLimit, giveBackRequest } from "../../floor/http/hourly-limit.ts";
import type { Limiter, LimitVerdict } from "../../floor/limits/sliding-window.ts";

/** What came of counting: the agency's verdict, or that of the person whose assistants have had their part. */
export type Counted = {
  verdict: LimitVerdict;
  isOfPerson: boolean;
  /** Takes the request back; what it says is the verdict as if it had never been asked. */
  giveBack(): Promise<LimitVerdict>;
};

/** Counts one request of an agency. The assistants of one person get half of its hour, so that the others get the rest. */
export async function countCall(limiter: Limiter, caller: AgentCaller): Promise<Counted> {
  const { assistant, agencyId, hourlyLimit } = caller;
  const key = `assistants:${agencyId}:${assistant?.personId}`;
  const limit = Math.max(1, Math.floor(hourlyLimit / 2));
  const own = assistant === undefined ? null : await limiter.check(key, limit, hourlyWindowSeconds * 1000);
  const giveBackOwn = async () => {
    if (own !== null && own.admission !== null) await limiter.giveBack(key, own.admission);
  };
  if (own !== null && !own.isAdmitted) return { verdict: own, isOfPerson: true, giveBack: async () => own };
  const verdict = await checkHourlyLimit(limiter, caller);
  if (!verdict.isAdmitted) await giveBackOwn();
  const giveBack = async () => {
    await giveBackOwn();
    return await giveBackRequest(limiter, caller, verdict);
  };
  return { verdict, isOfPerson: false, giveBack };
}
