import { v7 as uuidv7 } from "uuid";
import { webhookEventTypes } from "../../sdk/src/index.ts";
import { createClient } from "../../service/features/clients/create-client.ts";
import type { PersonaFile } from "../../service/features/clients/schema.ts";
import { insertWebhook } from "../../service/features/reporting/webhooks/sql.ts";
import { decideApproval } from "../../service/features/workflow/approvals/decide-approval.ts";
import { issueApprovalLink } from "../../service/features/workflow/approvals/issue-approval-link.ts";
import { sendApprovalRequest } from "../../service/features/workflow/approvals/send-approval-request.ts";
import { grantCredits } from "../../service/features/workflow/credits/grant-credits.ts";
import { createDraft } from "../../service/features/workflow/drafts/create-draft.ts";
import type { DraftContext } from "../../service/features/workflow/drafts/read-draft-text.ts";
import type { NewDraftInput } from "../../service/features/workflow/drafts/schema.ts";
import type { Sql } from "../../service/floor/db/open.ts";
import { createToken } from "../../service/floor/secret-links/random-token.ts";
import { textsOnThisThread } from "../../service/press-text/texts-on-this-thread.ts";
import { createTestAgency, type TestAgency, testImprint } from "./service.ts";

export const context: DraftContext = {
  publicUrl: "https://presse.example",
  actor: { type: "service", id: null },
  texts: textsOnThisThread,
};

export const samplePersona: PersonaFile = {
  language: "de",
  addressForm: "sie",
  tone: ["sachlich", "nahbar"],
  styleNotes: "Kurze Sätze.",
  targetGroups: [{ name: "Fachpresse", description: "Redaktionen des Maschinenbaus" }],
  keyMessages: ["Gebaut in Bremen"],
  tabooWords: [{ term: "billig", reason: "klingt minderwertig", alternative: "günstig" }],
  boilerplate: "Müller Maschinenbau baut seit 1952 Pressen.",
  contacts: [
    { name: "Petra Ohne", role: "Assistenz", canApprove: false },
    { name: "Anna Müller", role: "Geschäftsführung", canApprove: true },
  ],
};

let clientsCreated = 0;

export type Workshop = { agencyId: number; key: string; keyId: string; clientId: number; clientSlug: string };

/** An agency with credits and one client, whose approver has a mail address. */
export async function createWorkshop(
  sql: Sql,
  input: {
    agency?: TestAgency;
    credits?: number;
    persona?: PersonaFile | null;
    contactEmail?: string | null;
    imprint?: null;
  } = {},
): Promise<Workshop> {
  const agency = input.agency ?? (await createTestAgency(sql));
  clientsCreated += 1;
  const client = await createClient(sql, agency.agencyId, {
    name: "Müller Maschinenbau",
    slugs: [`mueller-${agency.agencyId}-${clientsCreated}`],
    persona: input.persona === undefined ? samplePersona : input.persona,
    contactEmail: input.contactEmail === undefined ? "anna@mueller.example" : input.contactEmail,
    imprint: input.imprint === undefined ? testImprint : input.imprint,
  });
  if (input.credits !== 0) await grantCredits(sql, agency.agencyId, input.credits ?? 10);
  return { ...agency, clientId: client.clientId, clientSlug: client.slug };
}

export function draftInput(clientId: number, input: Partial<NewDraftInput> = {}): NewDraftInput {
  return {
    clientId,
    title: "Neues Werk in Bremen eröffnet",
    bodyMarkdown: "Bremen. Das Werk hat **120** Arbeitsplätze und ging am Montag in Betrieb.",
    ...input,
  };
}

/** A draft that waits for its answer, with the token of a working link to it. */
export async function createRequested(
  sql: Sql,
  { agencyId, clientId }: Workshop,
  input: Partial<NewDraftInput> = {},
): Promise<{ draftId: string; approvalId: string; token: string }> {
  const draft = await createDraft(sql, agencyId, draftInput(clientId, input), context);
  const request = { draftId: draft.id, draftVersion: 1, acceptWarnings: true };
  const { approvalId } = await sendApprovalRequest(sql, agencyId, request, context);
  return { draftId: draft.id, approvalId, token: await freshToken(sql, approvalId) };
}

/** A draft whose first version is approved. */
export async function createApproved(
  sql: Sql,
  workshop: Workshop,
  input: Partial<NewDraftInput> = {},
): Promise<string> {
  const { draftId, token } = await createRequested(sql, workshop, input);
  const isDecided = await decideApproval(sql, token, { status: "approved", comment: null });
  if (!isDecided) throw new Error("The approval of the test was not taken.");
  return draftId;
}

/** The token of a fresh link, as the operator would get it. */
export async function freshToken(sql: Sql, approvalId: string): Promise<string> {
  const { url } = await issueApprovalLink(sql, approvalId, context.publicUrl);
  return url.slice(url.lastIndexOf("/") + 1);
}

/** A webhook for all events of the agency, so that its messages can be read in `webhook_message`; nothing is sent. */
export async function listenToEverything(sql: Sql, agencyId: number): Promise<void> {
  await insertWebhook(sql, agencyId, {
    id: uuidv7(),
    endpointUrl: "https://hooks.example/alles",
    endpointHash: new Uint8Array(32),
    events: [...webhookEventTypes],
    secretEncrypted: new Uint8Array(60),
  });
}

/** A token of the right shape that leads nowhere. */
export function strangeToken(): string {
  return createToken().token;
}

/** The code that a verb refused with; fails the test when it did not. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error && "code" in error) return String(error.code);
    throw error;
  }
  throw new Error("The call was not refused.");
}
