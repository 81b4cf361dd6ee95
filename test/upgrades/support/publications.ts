import { callTool } from "../../edges/mcp/support/post-message.ts";

export type Publications = { published: string[]; faults: string[]; stop(): Promise<void> };

/** A publication takes some 20 ms. */
const pauseMs = 150;

/** Publishes drafts one after another over MCP, each once, until it is stopped or none is left. */
export function startPublications(target: { url: string; key: string }, draftIds: string[]): Publications {
  const published: string[] = [];
  const faults: string[] = [];
  let isStopped = false;

  async function run(): Promise<void> {
    while (!isStopped) {
      const draftId = draftIds.shift();
      if (draftId === undefined) return;
      const fault = await publish(draftId);
      if (fault === null) published.push(draftId);
      else faults.push(fault);
      await Bun.sleep(pauseMs);
    }
  }

  async function publish(draftId: string): Promise<string | null> {
    const order = { draftId, approvedVersion: 1, maxCredits: 1 };
    try {
      const answer = await callTool(target.url, target.key, "publish_release", order);
      return answer.isError === true ? (answer._meta?.code ?? answer.content[0]?.text ?? "?") : null;
    } catch (error) {
      return String(error);
    }
  }

  const running = run();
  return {
    published,
    faults,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
