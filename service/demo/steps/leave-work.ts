import { decideApproval } from "../../features/workflow/approvals/decide-approval.ts";
import { issueApprovalLink } from "../../features/workflow/approvals/issue-approval-link.ts";
import { sendApprovalRequest } from "../../features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../features/workflow/drafts/create-draft.ts";
import { publishRelease } from "../../features/workflow/releases/publish-release.ts";
import { textsOnThisThread } from "../../press-text/texts-on-this-thread.ts";
import { type DemoDraft, dayOfWork } from "../content/day-of-work.ts";
import { goalBefore } from "../content/goals.ts";
import type { Demo, DemoStep } from "../demo.ts";
import { clientIdOf, fixDemoGoal } from "./set-goal.ts";

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

/** Leaves a text in each state in which a person has to look at it, so that *Heute* shows a day's work. */
export const leaveWork: DemoStep = {
  name: "work",
  title: "Leave a day's work: an approval, a wish for changes, a date, and an agent's draft",
  async run(demo) {
    const { sql } = demo.service.database;
    const open = await ask(demo, dayOfWork.open);
    const answered = await ask(demo, dayOfWork.answered);
    await decideApproval(sql, answered.token, {
      status: "changes_requested",
      comment: dayOfWork.answered.comment,
    });
    const scheduled = await ask(demo, dayOfWork.scheduled);
    await decideApproval(sql, scheduled.token, { status: "approved", comment: null });
    const publication = {
      draftId: scheduled.draftId,
      approvedVersion: 1,
      maxCredits: 1,
      publishAt: inDays(1),
    };
    // Before it appears: of a goal that is fixed afterwards its page and reports say so.
    await fixDemoGoal(demo, { ...goalBefore, scope: { type: "release", id: scheduled.draftId } });
    await publishRelease(sql, demo.agencyId, publication, contextOf(demo));
    await draftAsAgent(demo, dayOfWork.byAgent);
    return {
      lines: [
        `waits for the client     ${dayOfWork.open.title}`,
        `the client wants changes ${dayOfWork.answered.title}`,
        `appears tomorrow         ${dayOfWork.scheduled.title}`,
        `its goal, fixed before   ${goalBefore.objective}`,
        `written by an agent      ${dayOfWork.byAgent.title}`,
      ],
      result: { approvalUrl: open.url },
      next: [
        `an approval       ${open.url}`,
        "                  (you are the client: open it in a private window)",
      ],
    };
  },
};

function contextOf({ service, actor }: Demo) {
  return { publicUrl: service.url, actor, texts: textsOnThisThread };
}

/** Writes a text and asks its client's contact to approve it; returns the link, which no mail brings here. */
async function ask(demo: Demo, draft: DemoDraft): Promise<{ draftId: string; url: string; token: string }> {
  const { service, agencyId } = demo;
  const { sql } = service.database;
  const context = contextOf(demo);
  const { clientSlug, title, bodyMarkdown } = draft;
  const text = { clientId: clientIdOf(demo, clientSlug), title, bodyMarkdown };
  const { id } = await createDraft(sql, agencyId, text, context);
  const request = { draftId: id, draftVersion: 1, respondBy: inDays(2) };
  const { approvalId } = await sendApprovalRequest(sql, agencyId, request, context);
  const { url } = await issueApprovalLink(sql, approvalId, service.url);
  return { draftId: id, url, token: url.slice(url.lastIndexOf("/") + 1) };
}

/** As an AI agent does it: one call of a tool, by the agent endpoint and the agency's key. */
async function draftAsAgent(demo: Demo, { clientSlug, title, bodyMarkdown }: DemoDraft): Promise<void> {
  const call = {
    name: "create_draft",
    arguments: { clientId: clientIdOf(demo, clientSlug), title, bodyMarkdown },
  };
  const response = await fetch(`${demo.service.url}/api/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${demo.apiKey}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
  });
  const answer = await response.text();
  if (!response.ok || answer.includes('"isError":true'))
    throw new Error(`The agent's draft was refused: ${answer}`);
}
