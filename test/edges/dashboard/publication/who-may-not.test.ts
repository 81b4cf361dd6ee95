import { expect, test } from "bun:test";
import { addClientContact, updateClientContact } from "../../../../service/features/clients/contacts.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { serviceScene } from "../../../support/cast.ts";
import { createTestAgency } from "../../../support/service.ts";
import {
  context,
  createRequested,
  createWorkshop,
  draftInput,
  freshToken,
  refusalOf,
  samplePersona,
} from "../../../support/workflow.ts";
import { createDashboardUser, send } from "../support.ts";

const operator = { type: "operator", id: null } as const;
const { service, workshop, editor } = serviceScene();

const person = { type: "person", id: "018f4f0e-1111-7000-8000-000000000000", sessionId: "" } as const;

test("an editor can't make a contact without a mail address who may approve; an operator can", async () => {
  const { agencyId, clientId } = workshop;
  const path = `/app/kunden/${clientId}/kontakte/neu`;
  const refused = await editor.post(path, { name: "Strohmann", canApprove: "on" });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Wer Texte freigibt, braucht eine E-Mail-Adresse");
  expect((await editor.post(path, { name: "Leserin" })).status).toBe(303);
  const email = "wer@kunde.example";
  expect((await editor.post(path, { name: "Chefin", canApprove: "on", email })).status).toBe(303);
  const input = { clientId, name: "Ohne Post", canApprove: true };
  const { id } = await addClientContact(service.sql, agencyId, input, operator);
  const change = { contactId: id, name: "Umbenannt" };
  expect(await refusalOf(updateClientContact(service.sql, agencyId, change, person))).toBe(
    "validation_error",
  );
});

test("neither a person nor an agent asks a contact without a mail address, the operator does", async () => {
  const bare = await createWorkshop(service.sql, {
    persona: { ...samplePersona, contacts: [{ name: "Anna Müller", canApprove: true }] },
    contactEmail: null,
  });
  const draft = await createDraft(service.sql, bare.agencyId, draftInput(bare.clientId), context);
  const ask = (actor: typeof context.actor) =>
    sendApprovalRequest(
      service.sql,
      bare.agencyId,
      { draftId: draft.id, draftVersion: 1, acceptWarnings: true },
      { ...context, actor },
    );
  expect(await refusalOf(ask(person))).toBe("no_approver");
  expect(await refusalOf(ask({ type: "api_key", id: bare.keyId }))).toBe("no_approver");
  const user = await createDashboardUser(service, bare.agencyId);
  const page = await (await user.get(`/app/meldungen/${draft.id}/freigabe`)).text();
  expect(page).toContain(`pr-service draft request ${draft.id}`);
  expect((await user.post(`/app/meldungen/${draft.id}/freigabe`, { version: "1" })).status).toBe(409);
  expect((await ask(operator)).nextStep).toContain("pr-service approval link");
});

test("no page shows a contact's link: without a mail server it says which command prints one", async () => {
  const { draftId, approvalId, token } = await createRequested(service.sql, workshop);
  const path = `/app/meldungen/${draftId}/freigabe`;
  const owner = await createDashboardUser(service, workshop.agencyId);
  expect((await owner.post(`${path}/link`, { approvalId })).status).toBe(404);
  const page = await (await owner.get(path)).text();
  expect(page).toContain(`pr-service approval link ${approvalId}`);
  expect(page).not.toContain("/approvals/");
  // The link that was handed over before goes on working.
  expect((await decide(token, "")).status).toBe(303);
  expect(await statusOf(approvalId)).toBe("approved");
});

test.each(["owner", "editor", "analyst"] as const)(
  "who is signed in as %s of the agency reads the page and decides nothing",
  async (role) => {
    const { approvalId, token } = await createRequested(service.sql, workshop);
    const user = await createDashboardUser(service, workshop.agencyId, { role });
    const shown = await send(service, `/approvals/${token}`, { headers: { cookie: user.cookie } });
    const text = await shown.text();
    expect([shown.status, text.includes("<form")]).toEqual([200, false]);
    expect(text).toContain(`Sie sind als ${user.email} angemeldet. Freigeben kann nur Anna Müller`);
    expect((await decide(token, user.cookie)).status).toBe(403);
    expect(await statusOf(approvalId)).toBe("pending");
    await user.post("/app/abmelden");
    expect((await decide(await freshToken(service.sql, approvalId), user.cookie)).status).toBe(303);
    expect(await statusOf(approvalId)).toBe("approved");
  },
);

test("a session at another agency, and one that is none, decide as before", async () => {
  const foreign = await createDashboardUser(service, (await createTestAgency(service.sql)).agencyId);
  for (const cookie of [foreign.cookie, "session=abc", `session=${"x".repeat(43)}`]) {
    const { approvalId, token } = await createRequested(service.sql, workshop);
    expect((await decide(token, cookie)).status).toBe(303);
    expect(await statusOf(approvalId)).toBe("approved");
  }
});

test("preview links that were made before are taken back at once, and a new one works", async () => {
  const { agencyId, clientId } = workshop;
  const draft = await createDraft(service.sql, agencyId, draftInput(clientId), context);
  const make = async () =>
    /\/vorschau\/[\w-]{75}/.exec(
      await (await editor.post(`/app/meldungen/${draft.id}/vorschau-link`)).text(),
    )?.[0] ?? "";
  const before = [await make(), await make()];
  const other = await createDraft(service.sql, agencyId, draftInput(clientId), context);
  const elsewhere = /\/vorschau\/[\w-]{75}/.exec(
    await (await editor.post(`/app/meldungen/${other.id}/vorschau-link`)).text(),
  )?.[0];
  const analyst = await createDashboardUser(service, agencyId, { role: "analyst" });
  const path = `/app/meldungen/${draft.id}/vorschau-links-beenden`;
  expect((await analyst.post(path)).status).toBe(403);
  for (const link of before) expect((await fetch(service.url + link)).status).toBe(200);
  expect((await editor.post(path)).status).toBe(303);
  for (const link of before) expect((await fetch(service.url + link)).status).toBe(410);
  // Made within the same second.
  expect((await fetch(service.url + (await make()))).status).toBe(200);
  expect((await fetch(service.url + elsewhere)).status).toBe(200);
  const acts = await service.sql`
    select actor_type from audit where agency_id = ${agencyId} and action = 'draft.preview_links_revoked'
  `;
  expect(acts.map((act) => act.actor_type)).toEqual(["person"]);
});

const statusOf = async (approvalId: string) =>
  (await service.sql`select status from approval where id = ${approvalId}`)[0]?.status;
/** As the browser sends it in which somebody opened the link. */
const decide = (token: string, cookie: string) =>
  send(service, `/approvals/${token}`, {
    method: "POST",
    body: new URLSearchParams({ decision: "approve" }),
    headers: { cookie },
  });
