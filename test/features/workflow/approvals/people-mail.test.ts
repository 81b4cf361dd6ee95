import { beforeEach, describe, expect, test } from "bun:test";
import { removeMember } from "../../../../service/features/people/change-member.ts";
import { inviteMember } from "../../../../service/features/people/invite-member.ts";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { approvalMailWriters } from "../../../../service/features/workflow/approvals/mail/approval-mails.ts";
import { resendApprovalMail } from "../../../../service/features/workflow/approvals/resend-approval-mail.ts";
import { reminderOf } from "../../../../service/features/workflow/approvals/rules.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { createMailer } from "../../../../service/floor/mail/mailer.ts";
import type { ClaimedMail } from "../../../../service/floor/mail/outbox/mail-kind.ts";
import { mailQueues } from "../../../../service/floor/mail/outbox/sql.ts";
import { claimRow } from "../../../../service/floor/queues/leased-rows.ts";
import { announceAll } from "../../../support/announce-all.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { startMailServer } from "../../../support/mail-server.ts";
import { readMail } from "../../../support/read-mail.ts";
import { sendMails } from "../../../support/send-mails.ts";
import { context, createWorkshop, draftInput, refusalOf, type Workshop } from "../../../support/workflow.ts";

const operator = { type: "operator", id: null } as const;
const dayMs = 24 * 3600 * 1000;

const { service, atEnd } = serviceScene();
const mailServer = given(() => startMailServer());
const mailer = given(async () =>
  createMailer({ smtpUrl: mailServer.url, mailFrom: "Nordlicht <freigabe@nordlicht.example>" }),
);
beforeEach(async () => {
  await service.sql`delete from mail`;
  mailServer.received.length = 0;
});
atEnd(async () => {
  mailer.close();
  await mailServer.stop();
});

describe("mails around an approval", () => {
  test("the person who asked hears of the decision once, and an answer goes to the contact", async () => {
    const { email, token } = await asked();
    await decideApproval(service.sql, token, { status: "changes_requested", comment: "Bitte kürzer." });
    await sendDue();
    await sendDue();
    expect(mailServer.received.map(({ to }) => to)).toEqual([[email]]);
    const mail = readMail(mailServer.received[0]?.source ?? "");
    expect(mail).toContain("Reply-To: =?UTF-8?Q?Anna_Müller?= <anna@mueller.example>");
    expect(mail).toContain("Anna Müller wünscht Änderungen an Fassung 1");
    expect(mail).toContain("> Bitte kürzer.");
    expect(mail).toContain("text/html");
    expect(mail).not.toContain("/approvals/");
  });

  test("nobody hears of it where an agent asked, or the person has left or lost the client", async () => {
    const byAgent = await asked({ isAgent: true });
    await decideApproval(service.sql, byAgent.token, { status: "approved", comment: null });
    const left = await asked();
    await decideApproval(service.sql, left.token, { status: "approved", comment: null });
    await removeMember(service.sql, left.workshop.agencyId, left.personId, operator);
    const other = await asked();
    await decideApproval(service.sql, other.token, { status: "approved", comment: null });
    await service.sql`
      update membership set client_ids = array[2147483647] where person_id = ${other.personId}`;
    await sendDue();
    expect(mailServer.received).toEqual([]);
  });

  test("the contact answers to the person who asked, or to an owner where an agent did", async () => {
    const { email, workshop } = await asked({ isMailed: false });
    await sendDue();
    expect(readMail(mailServer.received[0]?.source ?? "")).toContain(`<${email}>`);
    mailServer.received.length = 0;
    const owner = `chef-${workshop.agencyId}@example.org`;
    await inviteMember(
      service.sql,
      workshop.agencyId,
      { email: owner, role: "owner", clientIds: null },
      operator,
    );
    await asked({ isAgent: true, isMailed: false, workshop });
    await sendDue();
    expect(readMail(mailServer.received[0]?.source ?? "")).toContain(`<${owner}>`);
  });

  test("the contact is reminded once, two days before, and both links work", async () => {
    const { approvalId, token } = await asked();
    const [row] = await service.sql`
      select extract(epoch from a.expires_at - m.due_at)::integer as seconds
      from mail m join approval a on a.agency_id = m.agency_id and a.id = m.about_id
      where m.about_id = ${approvalId} and m.kind = 'approval_reminder'`;
    expect(row?.seconds).toBe((2 * dayMs) / 1000);
    await makeReminderDue();
    await Promise.all([sendDue(), sendDue()]);
    await makeReminderDue();
    await sendDue();
    expect(mailServer.received.length).toBe(1);
    const mail = readMail(mailServer.received[0]?.source ?? "");
    expect(mail).toContain("Erinnerung");
    const links = await service.sql`
      select token_hash from approval_link where approval_id = ${approvalId} and replaced_at is null`;
    expect(links.length).toBe(2);
    expect(await decideApproval(service.sql, token, { status: "approved", comment: null })).toBe(true);
  });

  test("nobody is reminded of what is decided", async () => {
    const { token } = await asked();
    await decideApproval(service.sql, token, { status: "approved", comment: null });
    await makeReminderDue();
    await sendDue();
    expect(mailServer.received.map(({ to }) => to[0])).not.toContain("anna@mueller.example");
  });

  test("a reminder of a sender that died goes out by another when its lease is over", async () => {
    const { workshop } = await asked();
    await makeReminderDue();
    const claimed = await claimRow<ClaimedMail>(service.sql, mailQueues.personal, workshop.agencyId);
    expect(claimed?.kind).toBe("approval_reminder");
    await sendDue();
    expect(mailServer.received).toEqual([]);
    await makeReminderDue();
    await sendDue();
    expect(mailServer.received.length).toBe(1);
  });

  test("a reminder keeps a day's distance from the request", () => {
    const requestedAt = new Date("2026-12-01T10:00:00Z");
    const expiresAt = new Date(requestedAt.getTime() + 14 * dayMs);
    const of = (aheadMs: number) =>
      reminderOf({ requestedAt, expiresAt, respondBy: new Date(requestedAt.getTime() + aheadMs) });
    expect(of(3 * dayMs)).toEqual(new Date("2026-12-02T10:00:00Z"));
    expect(of(3 * dayMs - 1)).toBeNull();
    expect(reminderOf({ requestedAt, expiresAt, respondBy: null })).toEqual(new Date("2026-12-13T10:00:00Z"));
    // Of one whose turn comes when the day that was wished for is over.
    expect(of(-1)).toEqual(new Date("2026-12-13T10:00:00Z"));
  });

  test("a day that is over is not asked for, in the mail and on the page", async () => {
    const { approvalId } = await asked({ isMailed: false });
    const wish = async (days: number) => {
      await service.sql`
        update approval set respond_by = now() + make_interval(days => ${days}) where id = ${approvalId}`;
      await service.sql`update mail set status = 'waiting', due_at = now() - interval '1 second', finished_at = null
        where about_id = ${approvalId} and kind = 'approval_request'`;
      mailServer.received.length = 0;
      await announceAll(service.sql);
      await sendDue();
      const mail = readMail(mailServer.received[0]?.source ?? "");
      const token = /\/approvals\/([\w-]+)/.exec(mail)?.[1] ?? "";
      return { mail, page: await (await fetch(`${service.url}/approvals/${token}`)).text() };
    };
    const ahead = await wish(1);
    expect(ahead.mail).toContain("möglichst bis");
    expect(ahead.page).toContain("Antwort erbeten bis");
    const over = await wish(-1);
    expect(over.mail).not.toContain("möglichst bis");
    expect(over.page).toContain("Entscheidung möglich bis");
  });

  test("a mail is repeated after ten minutes and no sooner, and only while an answer is missing", async () => {
    const { approvalId, workshop } = await asked({ isMailed: false });
    const again = () =>
      resendApprovalMail(service.sql, workshop.agencyId, { approvalId }, { actor: operator });
    expect(await refusalOf(again())).toBe("rate_limit_exceeded");
    await sendDue();
    expect(await refusalOf(again())).toBe("rate_limit_exceeded");
    const age = (seconds: number) => service.sql`
      update mail set finished_at = now() - make_interval(secs => ${seconds})
      where about_id = ${approvalId} and kind = 'approval_request'`;
    await age(595);
    expect(await refusalOf(again())).toBe("rate_limit_exceeded");
    await age(600);
    expect(await again()).toEqual({ contactName: "Anna Müller" });
    await sendDue();
    expect(mailServer.received.length).toBe(2);
    const foreign = await createWorkshop(service.sql);
    const actor = { actor: operator };
    expect(await refusalOf(resendApprovalMail(service.sql, foreign.agencyId, { approvalId }, actor))).toBe(
      "not_found",
    );
    const token = /\/approvals\/([\w-]{43})/.exec(readMail(mailServer.received[1]?.source ?? ""))?.[1] ?? "";
    await decideApproval(service.sql, token, { status: "approved", comment: null });
    expect(await refusalOf(again())).toBe("validation_error");
  });
});

let people = 0;

/** A request by an editor (or an agent) whose first mail is out of the way, with a working link. */
async function asked(input: { isAgent?: boolean; isMailed?: boolean; workshop?: Workshop } = {}) {
  const workshop = input.workshop ?? (await createWorkshop(service.sql));
  const { agencyId, clientId } = workshop;
  people += 1;
  const email = `mail-person-${people}@example.org`;
  const { personId } = await inviteMember(
    service.sql,
    agencyId,
    { email, role: "editor", clientIds: null },
    operator,
  );
  const draft = await createDraft(service.sql, agencyId, draftInput(clientId), context);
  const actor =
    input.isAgent === true
      ? ({ type: "api_key", id: workshop.keyId } as const)
      : ({ type: "person", id: personId, sessionId: personId } as const);
  const request = { draftId: draft.id, draftVersion: 1 };
  const sent = await sendApprovalRequest(service.sql, agencyId, request, {
    ...context,
    actor,
    canMail: true,
  });
  expect([sent.mailSent, sent.nextStep]).toEqual([true, undefined]);
  const { approvalId } = sent;
  if (input.isMailed === false) return { workshop, personId, email, approvalId, token: "" };
  await sendDue();
  const mail = readMail(mailServer.received.at(-1)?.source ?? "");
  mailServer.received.length = 0;
  return {
    workshop,
    personId,
    email,
    approvalId,
    token: /\/approvals\/([\w-]{43})/.exec(mail)?.[1] ?? "",
  };
}

async function sendDue(): Promise<void> {
  await announceAll(service.sql);
  const { sql } = service;
  await sendMails(sql, mailer, approvalMailWriters({ sql, publicUrl: "https://presse.example" }));
}

async function makeReminderDue(): Promise<void> {
  await service.sql`
    update mail set due_at = now() - interval '1 second' where status = 'waiting' and kind = 'approval_reminder'`;
}
