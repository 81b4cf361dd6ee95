import type { Sql } from "../../floor/db/open.ts";
import type { Loop } from "../../floor/loops/start-loops.ts";
import type { TargetRules } from "../../floor/outbound/check-target.ts";
import { leasedLoop, turnsLoop } from "../../floor/queues/loops.ts";
import type { Log } from "../../log.ts";
import { insertAudit } from "../audit/sql.ts";
import { type Authority, askAuthority } from "./ask-authority.ts";
import type { Trust } from "./check-token.ts";
import {
  type ClaimedStamp,
  enqueueStamps,
  findHead,
  findUnstamped,
  finishStamp,
  headQueue,
  putOffStamp,
  releaseStamp,
  stampQueue,
} from "./sql.ts";
import { StampFault } from "./stamp-fault.ts";

/** Whom to ask, in this order, and what to believe of the answers. */
export type StampSettings = { authorities: readonly Authority[]; trust: Trust };

export type StampDeps = {
  sql: Sql;
  log: Log;
  targetRules: TargetRules;
  /** Null where the operator named no authority: what is to be stamped then waits. */
  stamps: StampSettings | null;
};

/** Authorities of the public bear two at once; each answers in half a second. */
const stampsAtOnce = 2;

/** The loops that have hashes stamped, agency by agency: what was written, and once a day the head of each chain of reports. */
export function stampLoops(deps: StampDeps): Loop[] {
  const { sql, stamps } = deps;
  if (stamps === null || stamps.authorities.length === 0) return [];
  return [
    leasedLoop<ClaimedStamp>({
      sql,
      table: stampQueue,
      name: "stamps",
      schedule: "*/5 * * * * *",
      lanesMax: stampsAtOnce,
      work: (stamp, signal) => stampOne(deps, { stamp, settings: stamps, signal }),
    }),
    turnsLoop({
      sql,
      queue: headQueue,
      name: "stamp-heads",
      schedule: "23 * * * * *",
      step: (agencyId) => stampHead(sql, agencyId),
    }),
  ];
}

async function stampOne(
  { sql, log, targetRules: rules }: StampDeps,
  { stamp, settings, signal }: { stamp: ClaimedStamp; settings: StampSettings; signal: AbortSignal },
): Promise<void> {
  const { statement, agencyId, id } = stamp;
  let last = new StampFault("unreachable", "no authority is named");
  for (const authority of settings.authorities) {
    try {
      const stamped = await askAuthority(authority, { statement, trust: settings.trust, rules, signal });
      await finishStamp(sql, stamp, stamped);
      return;
    } catch (error) {
      if (signal.aborted) return await releaseStamp(sql, stamp);
      if (!(error instanceof StampFault)) throw error;
      last = error;
      const { code, message } = error;
      log.warn("stamp_failed", {
        agencyId,
        stampId: id,
        host: new URL(authority.url).host,
        fault: code,
        message,
      });
    }
  }
  await putOffStamp(sql, stamp, last);
}

/** Has the head of an agency's chain stamped, and reports that were missed; null where that was done today. */
async function stampHead(sql: Sql, agencyId: number): Promise<true | null> {
  const head = await findHead(sql, agencyId, { isByHand: false });
  if (head === null) return null;
  const missed = await findUnstamped(sql, agencyId);
  if (missed.length > 0) await enqueueStamps(sql, agencyId, { type: "report", ids: missed });
  return (await enqueueStamps(sql, agencyId, { type: "head", ids: [head] })) > 0 ? true : null;
}

/** An operator's order to stamp the head of a chain anew, for instance before an authority's certificate ends. Null without a chain. */
export async function stampHeadByHand(sql: Sql, agencyId: number): Promise<string | null> {
  return await sql.begin(async (transaction) => {
    const head = await findHead(transaction, agencyId, { isByHand: true });
    if (head === null) return null;
    await enqueueStamps(transaction, agencyId, { type: "head", ids: [head] });
    await insertAudit(transaction, agencyId, {
      actor: { type: "operator", id: null },
      action: "report_chain.stamp_ordered",
      subject: { type: "report_chain", id: head },
    });
    return head;
  });
}
