import { articleText } from "./article-text.ts";

/** Calls one tool and returns its structured result. Throws with the tool's own words when it refuses. */
export type CallTool = <Result>(name: string, args: Record<string, unknown>) => Promise<Result>;

/** Lets the human know that an approval waits for them, and resolves after a pause, when it is worth asking again. */
export type WaitForHuman = (approval: { approvalId: string; pollSeconds: number }) => Promise<void>;

/** How often the workflow asks before it gives up on the human: a working day at five minutes each. */
const approvalChecksMax = 96;
/** What one publication may cost at most, whatever the price list says. */
const creditsMax = 2;

type Draft = { id: string; version: number; warnings: { message: string }[] };
type ApprovalStatus = {
  status: string;
  publishable: boolean;
  comment: string | null;
  recommendedPollSeconds: number;
};

/** One press release from the first look at the client to the frozen report, with all fourteen tools. */
export async function runWorkflow(call: CallTool, waitForHuman: WaitForHuman, say: (line: string) => void) {
  // 1 and 2: for whom, and how do they want to sound?
  const { clients } = await call<{ clients: { id: number; name: string; hasPersona: boolean }[] }>(
    "list_clients",
    {
      status: "active",
    },
  );
  const client = clients.find((each) => each.hasPersona);
  if (client === undefined)
    throw new Error("No client has a persona: create one with `client create --persona`.");
  const persona = await call<{ addressForm: string; tone: string[] }>("get_client_persona", {
    clientId: client.id,
  });
  say(`Client ${client.name}, form of address: ${persona.addressForm}, tone: ${persona.tone.join(", ")}`);

  // 3 and 4: write, and read back what is stored. The idempotency key makes a repeated call harmless.
  const draft = await call<Draft>("create_draft", {
    clientId: client.id,
    ...articleText(),
    idempotencyKey: crypto.randomUUID(),
  });
  for (const warning of draft.warnings) say(`Warning: ${warning.message}`);
  const { drafts } = await call<{ drafts: { title: string; version: number }[] }>("list_drafts", {
    draftId: draft.id,
    includeBody: true,
  });
  say(`Draft: ${drafts[0]?.title}, version ${draft.version}`);

  // 5 and 6: search texts are a proposal until they are saved; saving makes a new version.
  const seo = await call<{ seoTitle: string; seoDescription: string; slug: string; keywords: string[] }>(
    "generate_seo_metadata",
    { draftId: draft.id },
  );
  const edited = await call<Draft>("update_draft", {
    draftId: draft.id,
    expectedVersion: draft.version,
    seoTitle: seo.seoTitle,
    seoDescription: seo.seoDescription,
    slug: seo.slug,
    keywords: seo.keywords,
  });
  say(`Search title: ${seo.seoTitle}`);

  // 7 and 8: a human decides. The link goes to them by mail; no tool shows it.
  const approval = await call<{ approvalId: string; contactName: string }>("send_approval_request", {
    draftId: draft.id,
    draftVersion: edited.version,
    acceptWarnings: true,
  });
  say(`Waiting for ${approval.contactName}`);
  let decision = await call<ApprovalStatus>("check_approval_status", { draftId: draft.id });
  for (let checks = 0; decision.status === "pending" && checks < approvalChecksMax; checks += 1) {
    await waitForHuman({ approvalId: approval.approvalId, pollSeconds: decision.recommendedPollSeconds });
    decision = await call<ApprovalStatus>("check_approval_status", { draftId: draft.id });
  }
  if (!decision.publishable) throw new Error(`Not published: the approval is ${decision.status}.`);

  // 9 and 10: publish exactly what was approved, for no more than agreed.
  const { available } = await call<{ available: number }>("get_agency_credits", {});
  say(`Credits available: ${available}`);
  const release = await call<{ pressReleaseId: number; url: string; creditsCharged: number }>(
    "publish_release",
    {
      draftId: draft.id,
      approvedVersion: edited.version,
      maxCredits: creditsMax,
    },
  );
  say(`Published for ${release.creditsCharged} credit: ${release.url}`);

  // 11 to 14: look at the figures, freeze them, and find the frozen report again.
  const { performance } = await call<{ performance: { views: number } }>("get_article_performance", {
    pressReleaseId: release.pressReleaseId,
    days: 7,
  });
  say(`Views by humans so far: ${performance.views}`);
  const { reportId } = await call<{ reportId: string }>("create_publication_report", {
    scopeType: "article",
    scopeId: release.pressReleaseId,
    days: 7,
  });
  const { report } = await call<{ report: { integrity: { contentHash: string } } }>(
    "get_publication_report",
    {
      reportId,
    },
  );
  const { reports } = await call<{ reports: { reportId: string }[] }>("list_publication_reports", {
    scopeType: "article",
    scopeId: release.pressReleaseId,
  });
  say(`Report ${reportId}, SHA-256 ${report.integrity.contentHash}; ${reports.length} in the list`);
  return { url: release.url, pressReleaseId: release.pressReleaseId, reportId };
}
