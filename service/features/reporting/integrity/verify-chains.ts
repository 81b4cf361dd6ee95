import type { Sql } from "../../../floor/db/open.ts";
import type { Loop } from "../../../floor/loops/start-loops.ts";
import type { Log } from "../../../log.ts";
import type { ReportSeal } from "./report-seal.ts";
import { listChains } from "./sql.ts";
import { type ChainCheck, verifyChain } from "./verify-chain.ts";

/** Checks the chains of all agencies one after the other, in the order of their ids. */
export async function* verifyChains(
  sql: Sql,
  input: { seal: Pick<ReportSeal, "keys">; onProgress?: (reports: number) => void; signal?: AbortSignal },
): AsyncGenerator<ChainCheck> {
  let after = 0;
  for (;;) {
    const chains = await listChains(sql, after);
    if (chains.length === 0) return;
    for (const { agencyId } of chains) {
      yield await verifyChain(sql, agencyId, input);
      after = agencyId;
    }
  }
}

/** Every night: what nobody reads is found too. Each replica checks with its own keys. */
export function reportChainLoop({ sql, seal, log }: { sql: Sql; seal: ReportSeal; log: Log }): Loop {
  // A loop also runs at each start, and there every chain would be read whole before anybody is served in peace.
  let isStart = true;
  return {
    name: "report-chains",
    schedule: "19 47 2 * * *",
    async run(signal) {
      if (isStart) {
        isStart = false;
        return false;
      }
      let reports = 0;
      for await (const { agencyId, chainBreak, reports: read } of verifyChains(sql, { seal, signal })) {
        reports += read;
        if (chainBreak === null) continue;
        const { fault, number, reportId } = chainBreak;
        seal.alarm({ agencyId, number, fault, ...(reportId === null ? {} : { reportId }) });
      }
      log.info("report_chains_checked", { reports });
      return false;
    },
  };
}
