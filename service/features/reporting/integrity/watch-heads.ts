import { createJoinedCalls } from "../../../floor/concurrency/join-calls.ts";
import type { Sql } from "../../../floor/db/open.ts";
import type { Loop } from "../../../floor/loops/start-loops.ts";
import type { Log } from "../../../log.ts";
import { compareHeads, type HeadBreak } from "./compare-heads.ts";
import type { ReportSeal } from "./report-seal.ts";
import type { WitnessLine, WitnessStore } from "./witness.ts";

/** After a restored backup every agency may differ: the first ones say what happened, and the count says how far it goes. */
const alarmsMax = 20;
/** What waits in memory while a disk is slow; heads beyond are taken up by the loop. */
const waitingMax = 10_000;
const linesAtOnce = 1_000;
const diskTimeoutMs = 30_000;

type WatchDeps = {
  sql: Sql;
  seal: ReportSeal;
  witnesses: readonly WitnessStore[];
  log: Log;
};

/**
 * At each start and every five minutes: holds all chains against what was witnessed, and witnesses what came since. Reports of
 * an agency whose chain differs are still issued: else one changed row would end its reporting. They never replace the
 * witnessed head, so the alarm goes on until an operator acknowledges it.
 */
export function reportWitnessLoop(deps: WatchDeps): Loop {
  return {
    name: "report-witness",
    schedule: "53 */5 * * * *",
    async run(signal) {
      await watchHeads(deps, signal);
      return false;
    },
  };
}

async function watchHeads({ sql, seal, witnesses, log }: WatchDeps, signal: AbortSignal): Promise<void> {
  const differing = new Map<number, HeadBreak>();
  for (const store of witnesses) {
    try {
      const { breaks, news } = await compareHeads(sql, { store, seal, signal });
      for (const each of breaks) differing.set(each.agencyId, each);
      if (news.length > 0) await store.append(news);
      await store.compact();
    } catch (error) {
      if (signal.aborted) return;
      log.error("report_witness_failed", { store: store.name, error, advice: adviceOnStore });
    }
  }
  if (differing.size === 0) return;
  for (const { agencyId, fault, number } of [...differing.values()].slice(0, alarmsMax))
    seal.alarm({ agencyId, fault, number });
  log.error("report_heads_differ", { agencies: differing.size, advice: adviceOnHeads });
}

/** Appends the heads of reports as they are issued, in the order of their commits as far as this process saw it. */
export function createHeadNotes(store: WitnessStore, log: Log): (line: WitnessLine) => void {
  const joined = createJoinedCalls({
    run: async (lines: readonly WitnessLine[]) => {
      await store.append(lines).catch((error: unknown) => {
        log.error("report_witness_failed", { store: store.name, error, advice: adviceOnStore });
      });
      return lines.map(() => true);
    },
    batchMax: linesAtOnce,
    batchesMax: 1,
    callsMax: waitingMax,
    deadlineMs: diskTimeoutMs,
  });
  // What is refused or late here the loop finds in the database.
  return (line) => void joined.call(line).catch(() => undefined);
}

const adviceOnStore = "Heads of report chains are not kept here. Make it writable, or set EXPORT_S3_URL.";
const adviceOnHeads =
  "The database lacks reports that were issued. Run: pr-service report verify --all. After a restored backup: pr-service report witness acknowledge --help";
