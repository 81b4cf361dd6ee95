/**
 * Walks the fourteen tools of the agent endpoint with the official client. Needs PR_SERVICE_URL and PR_SERVICE_KEY, and a
 * human who approves: see README.md beside this file.
 */
import { connectAgent } from "./connect-agent.ts";
import { runWorkflow } from "./workflow.ts";

const url = process.env.PR_SERVICE_URL ?? "http://127.0.0.1:3000";
const key = process.env.PR_SERVICE_KEY;
if (key === undefined) throw new Error("Set PR_SERVICE_KEY to an API key of your agency.");

const agent = await connectAgent({ url, key });
try {
  await runWorkflow(agent.call, waitForHuman, (line) => console.log(line));
} finally {
  await agent.close();
}

async function waitForHuman({
  approvalId,
  pollSeconds,
}: {
  approvalId: string;
  pollSeconds: number;
}): Promise<void> {
  console.log(
    `Not decided yet. Without mail, the operator gets the link by: pr-service approval link ${approvalId}`,
  );
  await new Promise((resolve) => setTimeout(resolve, pollSeconds * 1000));
}
