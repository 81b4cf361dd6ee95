import { exportCalls } from "../../support/export-calls.ts";
import type { LoadTarget } from "./start-load.ts";

export type ExportOrders = {
  /** Jobs that were acknowledged with 202, by their id. */
  acknowledged: Set<string>;
  stop(): Promise<void>;
};

const formats = ["csv", "json"] as const;
/** A file takes some 50 ms: the queue is never empty, and never runs away. */
const pauseMs = 60;

/** Orders files of the target's release, one after another, until it is stopped. */
export function orderExports(target: LoadTarget): ExportOrders {
  const acknowledged = new Set<string>();
  let isStopped = false;
  const { create } = exportCalls(target, { agencyId: 0, keyId: "", key: target.key });

  async function run(): Promise<void> {
    for (let order = 0; !isStopped; order += 1) {
      const format = formats[order % formats.length];
      const body = { scopeType: "article", scopeId: target.pressReleaseId, format };
      const response = await create(body).catch(() => null);
      if (response?.status === 202) {
        const answer = (await response.json().catch(() => null)) as { id: string } | null;
        if (answer !== null) acknowledged.add(answer.id);
      }
      await Bun.sleep(pauseMs);
    }
  }

  const running = run();
  return {
    acknowledged,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
