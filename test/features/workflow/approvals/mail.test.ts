import { beforeEach, describe, expect, test } from "bun:test";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { issueApprovalLink } from "../../../../service/features/workflow/approvals/issue-approval-link.ts";
import { listApprovals } from "../../../../service/features/workflow/approvals/list-approvals-sql.ts";
import { approvalMailWriters } from "../../../../service/features/workflow/approvals/mail/approval-mails.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { createMailer } from "../../../../service/floor/mail/mailer.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { startMailServer } from "../../../support/mail-server.ts";
import { makeMailsDue, sendMails } from "../../../support/send-mails.ts";
import { startTestService } from "../../../support/service.ts";
import { context, createWorkshop, draftInput, type Workshop } from "../../../support/workflow.ts";

const linkPattern = /https:\/\/presse\.example\/approvals\/([0-9A-Za-z_-]{43})/;

const { service, atEnd } = serviceScene();
const mailServer = given(() => startMailServer());
const logged: string[] = [];
const mailer = given(async () =>
  createMailer({ smtpUrl: mailServer.url, mailFrom: "Nordlicht <freigabe@nordlicht.example>" }),
);
beforeEach(async () => {
  await service.sql`delete from mail`;
  mailServer.received.length = 0;
  logged.length = 0;
});
atEnd(async () => {
  mailer.close();
  await mailServer.stop();
});

describe("the mail of an approval request", () => {
  test("goes to the contact in German, as text and as HTML, with a link that decides", async () => {
    const { workshop, approvalId } = await request({ message: "Bitte <b>genau</b> lesen.\nDanke & Gruß" });
    await sendAll();
    const [mail] = mailServer.received;
    expect(mailServer.received.length).toBe(1);
    expect(mail?.to).toEqual(["anna@mueller.example"]);
    expect(mail?.from).toBe("freigabe@nordlicht.example");
    const text = mail?.source ?? "";
    expect(text).toContain("Subject: =?UTF-8?Q?Bitte_um_Freigabe=3A_Neues_Werk_in_Breme?=");
    expect(text).toContain("Auto-Submitted: auto-generated");
    expect(text).toContain("multipart/alternative");
    const decoded = decode(text);
    expect(decoded).toContain("Guten Tag, Anna Müller,");
    expect(decoded).toContain("> Bitte <b>genau</b> lesen.");
    expect(decoded).toContain("Bitte &lt;b&gt;genau&lt;/b&gt; lesen.");
    const token = tokenIn(text);
    expect(await mailStateOf(workshop, approvalId)).toBe("sent");
    expect(await decideApproval(service.sql, token, { status: "approved", comment: null })).toBe(true);
    await sendAll();
    expect(mailServer.received.length).toBe(1);
  });

  test("waits while the server is down, is sent when it is back, and only its own link works", async () => {
    const { workshop, approvalId } = await request();
    await mailServer.goDown();
    await sendAll();
    expect(await mailStateOf(workshop, approvalId)).toBe("waiting");
    expect(logged.filter((line) => line.includes("mail_failed")).length).toBe(1);
    await mailServer.comeBack();
    await sendAll();
    expect(mailServer.received).toEqual([]);
    await makeDue();
    await sendAll();
    expect(mailServer.received.length).toBe(1);
    expect(await mailStateOf(workshop, approvalId)).toBe("sent");
    const token = tokenIn(mailServer.received[0]?.source ?? "");
    expect(await decideApproval(service.sql, token, { status: "approved", comment: null })).toBe(true);
  });

  test("waits longer after each failure, up to an hour", async () => {
    const { approvalId } = await request();
    mailServer.answer = { at: "data", code: 451 };
    const delays: number[] = [];
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await makeDue();
      await sendAll();
      const [row] = await service.sql`
        select extract(epoch from due_at - now())::float as delay, last_error as error
        from mail where about_id = ${approvalId} and kind = 'approval_request'`;
      delays.push(Math.round(Number(row?.delay)));
      expect(row?.error).toContain("451");
    }
    mailServer.answer = null;
    const expected = [30, 60, 120, 240, 480, 960, 1920, 3600, 3600];
    for (const [index, delay] of delays.entries())
      expect(Math.abs(delay - (expected[index] ?? 0))).toBeLessThanOrEqual(5);
  });

  test("is given up when the server refuses the recipient for good, and put off when it refuses for now", async () => {
    const final = await request();
    mailServer.answer = { at: "recipient", code: 550 };
    await sendAll();
    expect(await mailStateOf(final.workshop, final.approvalId)).toBe("failed");
    const later = await request();
    mailServer.answer = { at: "recipient", code: 450 };
    await sendAll();
    mailServer.answer = null;
    expect(await mailStateOf(later.workshop, later.approvalId)).toBe("waiting");
  });

  test("is not sent once there is nothing to ask, or the operator has handed over a link", async () => {
    const expired = await request();
    await service.sql`update approval set expires_at = now() - interval '1 second' where id = ${expired.approvalId}`;
    const handed = await request();
    const link = await issueApprovalLink(service.sql, handed.approvalId, context.publicUrl);
    await sendAll();
    expect(mailServer.received).toEqual([]);
    expect(await mailStateOf(expired.workshop, expired.approvalId)).toBe("cancelled");
    expect(await mailStateOf(handed.workshop, handed.approvalId)).toBe("cancelled");
    const token = tokenIn(link.url);
    expect(await decideApproval(service.sql, token, { status: "approved", comment: null })).toBe(true);
  });

  test("of a sender that died is sent by another when its lease is over, and never by two at once", async () => {
    const { approvalId } = await request();
    await service.sql`
      update mail
      set attempts = 1, lease_token = ${crypto.randomUUID()}, due_at = now() + interval '100 seconds'
      where about_id = ${approvalId}`;
    await sendAll();
    expect(mailServer.received).toEqual([]);
    await makeDue();
    await Promise.all([sendAll(), sendAll(), sendAll()]);
    expect(mailServer.received.length).toBe(1);
  });

  test("can't be bent by line breaks in names, titles or messages", async () => {
    await request({
      title: "Titel\r\nBcc: alle@example.org",
      message: "\r\n.\r\nRCPT TO:<alle@example.org>",
    });
    await sendAll();
    const [mail] = mailServer.received;
    expect(mail?.to).toEqual(["anna@mueller.example"]);
    expect(mail?.source.split("\r\n\r\n")[0]).not.toMatch(/^Bcc:/m);
  });

  test("leaves no link and no address in the log, and no link in the database", async () => {
    await request();
    mailServer.answer = { at: "recipient", code: 550 };
    await sendAll();
    mailServer.answer = null;
    await request();
    await sendAll();
    const token = tokenIn(mailServer.received[0]?.source ?? "");
    expect(logged.join("\n")).not.toContain("anna@");
    expect(logged.join("\n")).not.toContain(token);
    const tables = await service.sql<{ name: string }[]>`
      select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
    for (const { name } of tables) {
      const [row] = await service.sql.unsafe(
        `select count(*)::integer as found from ${name} t where t::text like '%' || $1 || '%'`,
        [token],
      );
      expect([name, row?.found]).toEqual([name, 0]);
    }
  });
});

test("the running service sends by itself", async () => {
  const running = await startTestService("server", {
    LOOPS: "on",
    SMTP_URL: mailServer.url,
    MAIL_FROM: "freigabe@nordlicht.example",
  });
  try {
    const workshop = await createWorkshop(running.sql);
    const draft = await createDraft(running.sql, workshop.agencyId, draftInput(workshop.clientId), context);
    const asked = { draftId: draft.id, draftVersion: 1 };
    await sendApprovalRequest(running.sql, workshop.agencyId, asked, context);
    const arrived = await mailServer.next();
    const [, link = ""] =
      /(http:\/\/127\.0\.0\.1:\d+\/approvals\/[0-9A-Za-z_-]{43})/.exec(decode(arrived.source)) ?? [];
    expect(link).toStartWith(`${running.url}/approvals/`);
    expect(await (await fetch(link)).text()).toContain("Bitte prüfen Sie diese Pressemitteilung");
  } finally {
    await running.stop();
  }
});

async function request(
  input: { title?: string; message?: string } = {},
): Promise<{ workshop: Workshop; approvalId: string }> {
  const workshop = await createWorkshop(service.sql);
  const { message, ...draft } = input;
  const { id } = await createDraft(
    service.sql,
    workshop.agencyId,
    draftInput(workshop.clientId, draft),
    context,
  );
  const asked = { draftId: id, draftVersion: 1, ...(message === undefined ? {} : { message }) };
  const { approvalId } = await sendApprovalRequest(service.sql, workshop.agencyId, asked, context);
  return { workshop, approvalId };
}

async function sendAll(): Promise<void> {
  const { sql } = service;
  const { publicUrl } = context;
  await sendMails(sql, mailer, approvalMailWriters({ sql, publicUrl }), { logged });
}

const makeDue = () => makeMailsDue(service.sql, "approval_request");

async function mailStateOf({ agencyId }: Workshop, approvalId: string): Promise<string | undefined> {
  return (await listApprovals(service.sql, agencyId, {})).approvals.find(
    (each) => each.approvalId === approvalId,
  )?.mail;
}

/** The source with its quoted-printable parts read, well enough to look for words in it. */
function decode(source: string): string {
  const bytes = source
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
}

function tokenIn(source: string): string {
  const [, token] = linkPattern.exec(decode(source)) ?? [];
  if (token === undefined) throw new Error("There is no link.");
  return token;
}
