import { expect, test } from "bun:test";
import { setApprovalRule } from "../../../../service/features/clients/approval-rule.ts";
import { checkApprovalStatus } from "../../../../service/features/workflow/approvals/check-approval-status.ts";
import { listComments } from "../../../../service/features/workflow/approvals/comment-sql.ts";
import { recordApproval } from "../../../../service/features/workflow/approvals/record-approval.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { listDrafts } from "../../../../service/features/workflow/drafts/list-drafts.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { correctRelease } from "../../../../service/features/workflow/releases/correct-release.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { createDashboardUser } from "../../../edges/dashboard/support.ts";
import { serviceScene } from "../../../support/cast.ts";
import {
  context,
  createRequested,
  createWorkshop,
  freshToken,
  listenToEverything,
  refusalOf,
} from "../../../support/workflow.ts";

const bodyMarkdown = "Bremen. Das Werk hat **120** Arbeitsplätze.\n\n- Strom vom Dach\n- Bahnanschluss";
const operator = { type: "operator", id: null } as const;
const { service, workshop, owner, editor } = serviceScene();

test.each([
  [5, 300, 5],
  [30, 1_000, 8],
])(
  "%p comments of %p characters are taken, and an event tells of the first %p",
  async (count, length, told) => {
    const own = await createWorkshop(service.sql);
    await listenToEverything(service.sql, own.agencyId);
    const { draftId, token } = await createRequested(service.sql, own, { bodyMarkdown });
    const comment = "Bitte ändern. ".repeat(100).slice(0, length);
    const comments = Array.from({ length: count }, () => on(2, "", comment)).flat();
    const sent = await post(token, [["decision", "request_changes"], ...comments]);
    expect(sent.status).toBe(303);
    expect(await listComments(service.sql, own.agencyId, { draftId })).toHaveLength(count);
    const [message] = await service.sql<{ payload: string }[]>`
    select payload from webhook_message where agency_id = ${own.agencyId} order by id desc limit 1`;
    const { data } = JSON.parse(message?.payload ?? "{}");
    expect(data.comments).toHaveLength(told);
    expect(data.comment.endsWith(" …")).toBe(told < count);
  },
);

test("comments are bound to words, and come back with what became of them, beside what changed since", async () => {
  const { draftId, token, approvalId } = await createRequested(service.sql, workshop, { bodyMarkdown });
  const first = await get(token);
  expect(first).not.toContain("<ins>");
  expect(first).not.toContain("ansicht=");
  const sent = await post(token, [
    ["decision", "request_changes"],
    ...on(2, "120 Arbeitsplätze", "Es sind 130."),
    ...on(3, "", "Stimmt das mit der Bahn?"),
    ...on(0, "nicht im Titel", "Zu lang."),
    ...on(2, "", " "),
  ]);
  expect(sent.status).toBe(303);
  const comments = await listComments(service.sql, workshop.agencyId, { draftId });
  expect(comments.map(({ passage, quote, comment }) => [passage, quote, comment])).toEqual([
    [0, "Neues Werk in Bremen eröffnet", "Zu lang."],
    [2, "120 Arbeitsplätze", "Es sind 130."],
    [3, "Strom vom Dach Bahnanschluss", "Stimmt das mit der Bahn?"],
  ]);
  expect(await statusOf(draftId)).toMatchObject({ status: "changes_requested", kind: "link" });
  expect((await statusOf(draftId)).comment).toContain("„120 Arbeitsplätze“: Es sind 130.");
  const { drafts } = await listDrafts(service.sql, workshop.agencyId, { draftId });
  expect(drafts[0]?.comments).toHaveLength(3);
  const path = `/app/meldungen/${draftId}/freigabe`;
  expect(await (await owner.get(path)).text()).toContain("Es sind 130.");
  const done = { commentId: comments[1]?.commentId ?? "", isDone: "1" };
  for (let turn = 0; turn < 2; turn += 1)
    expect((await editor.post(`${path}/anmerkung`, done)).status).toBe(303);
  const acts = await service.sql`
    select from audit where agency_id = ${workshop.agencyId} and action = 'approval.comment_done'`;
  expect(acts).toHaveLength(1);
  const facts = { language: "de-AT", dateline: "Wien", seoTitle: "Ein Werk" };
  const change = { draftId, expectedVersion: 1, bodyMarkdown: bodyMarkdown.replace("120", "130"), ...facts };
  await updateDraft(service.sql, workshop.agencyId, change, context);
  const again = await askAgain(draftId, 2);
  const second = await get(again);
  expect(second).toContain("<strong><del>120</del><ins>130</ins></strong>");
  expect(second).toContain("seit Ihrer Antwort auf Fassung 1");
  for (const said of ["<dt>Ortsmarke</dt>", "(Österreich)", "Titel für Suchmaschinen"])
    expect(second).toContain(said);
  expect(second).toContain("Erledigt, vermerkt am");
  expect(second).toContain("Die Stelle steht unverändert im Text");
  const final = await get(again, "?ansicht=endfassung");
  expect(final).toContain("<strong>130</strong>");
  expect(final).not.toContain("<del>");
  expect(
    await get(await freshToken(service.sql, (await statusOf(draftId)).approvalId ?? approvalId)),
  ).toContain("<ins>130</ins>");
});

test("comments have bounds, and what was typed stays in the form", async () => {
  const { draftId, token } = await createRequested(service.sql, workshop, { bodyMarkdown });
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => on(2, "", `Nummer ${index}.`)).flat();
  const refused = await post(token, [["decision", "request_changes"], ...many(31)]);
  expect(refused.status).toBe(400);
  const page = await refused.text();
  expect(page).toContain("höchstens 30");
  expect(page).toContain("Nummer 30.");
  expect((await post(token, [["decision", "request_changes"], ...on(2, "", "ü".repeat(1001))])).status).toBe(
    400,
  );
  expect((await post(token, [["decision", "request_changes"], ...on(4, "", "Gibt es nicht.")])).status).toBe(
    400,
  );
  expect(
    (
      await post(token, [
        ["decision", "request_changes"],
        ["anmerkung", "Ohne Stelle."],
      ])
    ).status,
  ).toBe(400);
  expect((await statusOf(draftId)).status).toBe("pending");
  const edge = [
    ["decision", "request_changes"] as [string, string],
    ...many(29),
    ...on(3, "", "ü".repeat(1000)),
  ];
  expect((await post(token, edge)).status).toBe(303);
  expect((await statusOf(draftId)).comments).toHaveLength(30);
});

test("what was written for a link that has ended meanwhile is shown again", async () => {
  const { token, approvalId } = await createRequested(service.sql, workshop, { bodyMarkdown });
  await freshToken(service.sql, approvalId);
  const typed: [string, string][] = [
    ["decision", "request_changes"],
    ["comment", "Bitte <b>nicht</b> kürzen."],
    ...on(2, "120 Arbeitsplätze", "Es sind 130."),
    ...on(3, "", " "),
  ];
  const answer = await post(token, typed);
  expect(answer.status).toBe(410);
  const page = await answer.text();
  for (const shown of [
    "Es ist nicht angekommen. Kopieren Sie es in die neue Anfrage oder in eine Nachricht an die Agentur.",
    "120 Arbeitsplätze",
    "Es sind 130.",
    "Bitte &lt;b&gt;nicht",
  ])
    expect(page).toContain(shown);
  expect(page.match(/<li>/g)).toHaveLength(2);
  expect(await get(token)).not.toContain("Das haben Sie geschrieben");
  expect(await (await post(`${token.slice(0, -2)}xx`, typed)).text()).not.toContain("Es sind 130.");
});

test("whoever writes something and approves is asked once what is meant", async () => {
  const { draftId, token } = await createRequested(service.sql, workshop, { bodyMarkdown });
  for (const typed of [[["comment", "Schön."]] as [string, string][], on(2, "", "Schön.")]) {
    const asked = await post(token, [["decision", "approve"], ...typed]);
    expect(asked.status).toBe(200);
    const page = await asked.text();
    expect(page).toContain("Mit Ihren Anmerkungen freigeben oder Änderungen wünschen?");
    expect(page).toContain("<title>Rückfrage: Freigabe");
    expect(page).toContain("Schön.</textarea>");
  }
  expect((await statusOf(draftId)).status).toBe("pending");
  const meant: [string, string][] = [
    ["decision", "approve"],
    ["hinweis", "gelesen"],
    ["comment", "Schön."],
  ];
  expect((await post(token, meant)).status).toBe(303);
  expect(await statusOf(draftId)).toMatchObject({ status: "approved", comment: "Schön." });
});

test("another agency's people settle no comment, and neither do readers", async () => {
  const { draftId, token } = await createRequested(service.sql, workshop, { bodyMarkdown });
  await post(token, [["decision", "request_changes"], ...on(2, "", "Bitte prüfen.")]);
  const [comment] = await listComments(service.sql, workshop.agencyId, { draftId });
  const form = { commentId: comment?.commentId ?? "", isDone: "1" };
  const stranger = await createDashboardUser(service, (await createWorkshop(service.sql)).agencyId);
  const analyst = await createDashboardUser(service, workshop.agencyId, { role: "analyst" });
  const path = `/app/meldungen/${draftId}/freigabe/anmerkung`;
  expect((await stranger.post(path, form)).status).toBe(404);
  expect((await analyst.post(path, form)).status).toBe(403);
  const other = await createRequested(service.sql, workshop);
  expect((await owner.post(`/app/meldungen/${other.draftId}/freigabe/anmerkung`, form)).status).toBe(404);
  expect((await listComments(service.sql, workshop.agencyId, { draftId }))[0]?.doneAt).toBeNull();
});

test("a correction shows just what changes in the text that readers have", async () => {
  const text = `${bodyMarkdown}\n\nEin Absatz, der bleibt.`;
  const { draftId, token } = await createRequested(service.sql, workshop, { bodyMarkdown: text });
  await post(token, [["decision", "approve"]]);
  const publication = { draftId, approvedVersion: 1, maxCredits: 1 };
  const { pressReleaseId } = await publishRelease(service.sql, workshop.agencyId, publication, context);
  const note = "Die Zahl der Arbeitsplätze war falsch.";
  const corrected = { pressReleaseId, note, bodyMarkdown: text.replace("120", "130") };
  await correctRelease(service.sql, workshop.agencyId, corrected, context);
  const asked = await askAgain(draftId, 2);
  const page = await get(asked);
  expect(page).toContain("<del>120</del><ins>130</ins>");
  expect(page).toContain("2 Absätze sind unverändert");
  expect(page).not.toContain("Ein Absatz, der bleibt.");
  expect(await get(asked, "?ansicht=aenderungen")).toContain("Ein Absatz, der bleibt.");
});

test("an approval by telephone is recorded where an owner allows it, says so, and is published by somebody else", async () => {
  const { agencyId, clientId } = workshop;
  const { draftId, token } = await createRequested(service.sql, workshop);
  const [contact] = await service.sql`
    select id from client_contact where agency_id = ${agencyId} and client_id = ${clientId} and can_approve order by id`;
  const path = `/app/meldungen/${draftId}/freigabe`;
  const at = new Date(Date.now() - 3_600_000).toISOString().slice(0, 16);
  const form = {
    version: "1",
    contactId: contact?.id,
    givenAt: at,
    how: "telephone",
    note: "Rief um zehn an.",
  };
  const refused = await editor.post(`${path}/vermerken`, form);
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining("keine Freigaben vermerken. Jemand mit der Rolle Inhaber kann"),
  ]);
  const rulePath = `/app/kunden/${clientId}/kontakte/freigaberegel`;
  expect((await editor.post(rulePath, { order: "in_order", allowsRecorded: "on" })).status).toBe(403);
  expect((await owner.post(rulePath, { order: "in_order", allowsRecorded: "on" })).status).toBe(303);
  expect((await editor.post(`${path}/vermerken`, { ...form, note: "" })).status).toBe(400);
  const agent = { type: "api_key", id: workshop.keyId } as const;
  const record = {
    draftId,
    draftVersion: 1,
    contactId: contact?.id,
    givenAt: new Date(),
    how: "paper",
    note: "x",
  } as const;
  expect(await refusalOf(recordApproval(service.sql, agencyId, record, agent))).toBe("no_approver");
  expect((await editor.post(`${path}/vermerken`, form)).status).toBe(303);
  expect(await statusOf(draftId)).toMatchObject({ status: "approved", publishable: false, kind: "recorded" });
  expect(await get(token)).toContain("Ihre Freigabe ist vermerkt");
  expect(await (await owner.get(path)).text()).toContain("Von der Agentur vermerkt");
  expect(await (await owner.get(`/app/meldungen/${draftId}/fassungen`)).text()).toContain(
    "von der Agentur vermerkt",
  );
  const publication = { draftId, approvedVersion: 1, maxCredits: 1 };
  const byAgent = publishRelease(service.sql, agencyId, publication, { ...context, actor: agent });
  expect(await refusalOf(byAgent)).toBe("not_approved");
  const publish = { version: "1", credits: "1", when: "now" };
  expect((await editor.post(`/app/meldungen/${draftId}/veroeffentlichen`, publish)).status).toBe(409);
  expect((await owner.post(`/app/meldungen/${draftId}/veroeffentlichen`, publish)).status).toBe(303);
  const off = { clientId, contactIds: [], isInOrder: true, allowsRecorded: false };
  await setApprovalRule(service.sql, agencyId, off, operator);
});

const get = async (token: string, query = "") =>
  await (await fetch(`${service.url}/approvals/${token}${query}`)).text();
const post = (token: string, form: [string, string][]) =>
  fetch(`${service.url}/approvals/${token}`, {
    method: "POST",
    body: new URLSearchParams(form),
    redirect: "manual",
  });
const on = (passage: number, quote: string, comment: string): [string, string][] => [
  ["stelle", String(passage)],
  ["zitat", quote],
  ["anmerkung", comment],
];
const statusOf = (draftId: string) => checkApprovalStatus(service.sql, workshop.agencyId, { draftId });
const askAgain = async (draftId: string, draftVersion: number) => {
  const request = { draftId, draftVersion, acceptWarnings: true };
  const { approvalId } = await sendApprovalRequest(service.sql, workshop.agencyId, request, context);
  return await freshToken(service.sql, approvalId);
};
