import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { alertMailWriter, chooseAlertMails, lookForAlerts } from "../../service/features/alerts/alerts.ts";
import { alertKinds } from "../../service/features/alerts/kinds.ts";
import { mailingMailWriters } from "../../service/features/mailings/mailing-mails.ts";
import { changeMailing, createMailing } from "../../service/features/mailings/mailings.ts";
import { scheduleMailing, sendTestMail } from "../../service/features/mailings/send-mailing.ts";
import { insertContactList } from "../../service/features/media-contacts/lists-sql.ts";
import { saveContactSettings } from "../../service/features/media-contacts/settings.ts";
import { subscribe } from "../../service/features/newsroom/subscriptions/subscribe.ts";
import { subscriberMailWriters } from "../../service/features/newsroom/subscriptions/subscriber-mails.ts";
import {
  enqueueSignInMail,
  renderInvitationMail,
  signInMailWriter,
} from "../../service/features/people/sign-in-mails.ts";
import { createRenderPool } from "../../service/features/reporting/exports/render-pool.ts";
import { reportMailWriter } from "../../service/features/reporting/mails/report-mail.ts";
import { sendReport } from "../../service/features/reporting/mails/send-report.ts";
import { createPublicationReport } from "../../service/features/reporting/reports/create-publication-report.ts";
import { decideApproval } from "../../service/features/workflow/approvals/decide-approval.ts";
import { approvalMailWriters } from "../../service/features/workflow/approvals/mail/approval-mails.ts";
import { sendApprovalRequest } from "../../service/features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../service/features/workflow/drafts/create-draft.ts";
import { enqueueOnlineMails } from "../../service/features/workflow/releases/online-mail/enqueue.ts";
import { onlineMailWriter } from "../../service/features/workflow/releases/online-mail/online-mails.ts";
import { createMailer } from "../../service/floor/mail/mailer.ts";
import { insertViews } from "../edges/dashboard/reports/support.ts";
import { createDashboardUser } from "../edges/dashboard/support.ts";
import { insertMention } from "../features/insights/support.ts";
import { actor, mailingDeps, prepareAll } from "../features/mailings/support.ts";
import { createContact, secretKey, secrets } from "../features/media-contacts/support.ts";
import { createSubscription, fanOutAll, publishTo } from "../features/newsroom/subscriptions/support.ts";
import { closeWindows, sharedChromium } from "../features/newsroom/support/chromium.ts";
import { given, serviceScene } from "../support/cast.ts";
import { startMailServer } from "../support/mail-server.ts";
import { headerOf } from "../support/read-mail.ts";
import { samplePng } from "../support/sample-png.ts";
import { testSeal } from "../support/seal.ts";
import { makeMailsDue, sendMails } from "../support/send-mails.ts";
import { insertTestAssets } from "../support/test-assets.ts";
import { context, createApproved, createWorkshop, draftInput } from "../support/workflow.ts";

// Every kind of mail as it arrives: its headers, what Debian's SpamAssassin says of it, and how it looks.
const { service, sql, atEnd } = serviceScene("server", {
  LOOPS: "off",
  SECRET_KEY: Buffer.from(secretKey).toString("hex"),
});
const server = given(() => startMailServer());
const renderer = createRenderPool();
const folder = Bun.env.MAIL_PICTURES ?? mkdtempSync(join(tmpdir(), "mail-kinds-"));
mkdirSync(folder, { recursive: true });
atEnd(async () => {
  await closeWindows(await sharedChromium());
  await renderer.close();
  await server.stop();
});

const publicUrl = "https://presse.agentur.example";
const replyTo = "anna@agentur.example";
/** Of the specification: mails below are in no danger of a folder for spam, which takes 5. */
const scoreMax = 1;
/** RFC 5322, 2.1.1, without the line's end. */
const lineOctetsMax = 998;

type Named = { name: string; source: string };

test("each kind of mail is well-formed, no spam, and fits its window in light and dark", async () => {
  const mails = await sendEachKind();
  expect(mails.map(({ name }) => name)).toHaveLength(16);
  const scores: Record<string, number> = {};
  for (const mail of mails) {
    await expectWellFormed(mail);
    scores[mail.name] = scoreOf(mail);
    await look(mail);
  }
  console.log(`Scores of SpamAssassin (pictures in ${folder}):`, scores);
  for (const [name, score] of Object.entries(scores)) expect([name, score < scoreMax]).toEqual([name, true]);
}, 240_000);

async function sendEachKind(): Promise<Named[]> {
  const mailer = createMailer({ smtpUrl: server.url, mailFrom: "Nordlicht <post@dienst.example>" });
  const named: Named[] = [];
  const deps = { sql, publicUrl, secrets };
  const writers = [
    signInMailWriter(deps),
    ...approvalMailWriters(deps),
    onlineMailWriter(deps),
    alertMailWriter(deps),
    reportMailWriter({ ...deps, renderer, seal: await testSeal() }),
    ...subscriberMailWriters(deps),
    ...mailingMailWriters({ ...mailingDeps(sql), publicUrl }),
  ];
  /** Sends what waits, the reminder of later too; each name is that of one mail, in the order of their subjects. */
  const arrive = async (...names: string[]) => {
    await makeMailsDue(sql);
    await sendMails(sql, mailer, writers, { mailsPerSecond: 1_000 });
    const subjectOf = (source: string) => headerOf(source, "subject") ?? "";
    const sources = server.received
      .splice(0)
      .map(({ source }) => source)
      .toSorted((one, other) => subjectOf(one).localeCompare(subjectOf(other)));
    expect([names, sources.length]).toEqual([names, names.length]);
    for (const [index, name] of names.entries()) named.push({ name, source: sources[index] ?? "" });
    return sources[0] ?? "";
  };
  const workshop = await createWorkshop(sql, { credits: 30 });
  const { agencyId, clientId } = workshop;
  const logo = samplePng(480, 96);
  const sha256 = createHash("sha256").update(logo).digest("hex");
  await sql`
    insert into report_picture (agency_id, sha256, media_type, width, height, bytes)
    values (${agencyId}, ${sha256}, 'image/png', 480, 96, ${logo})`;
  await sql`insert into agency_branding (agency_id, logo_sha256) values (${agencyId}, ${sha256})`;
  const owner = await createDashboardUser(service, agencyId, { email: "anna.berg@agentur.example" });
  await enqueueSignInMail(sql, { email: owner.email, next: "/app" });
  await arrive("sign-in");
  const invited = { name: "Jan Ott", email: "jan@agentur.example" };
  const facts = { agencyName: "Nordlicht Kommunikation", inviter: "Anna Berg", url: `${publicUrl}/app` };
  await mailer.send(renderInvitationMail(invited, facts));
  await arrive("invitation");

  const person = { type: "person", id: owner.personId, sessionId: Bun.randomUUIDv7() } as const;
  const asking = { ...context, actor: person };
  const draft = await createDraft(sql, agencyId, draftInput(clientId), asking);
  const message = "Bitte achten Sie auf die Zahlen im zweiten Absatz.";
  const request = { draftId: draft.id, draftVersion: 1, acceptWarnings: true, message };
  await sendApprovalRequest(sql, agencyId, request, asking);
  const asked = await arrive("approval-request", "approval-reminder");
  const { text = "" } = await PostalMime.parse(Buffer.from(asked, "latin1"));
  const token = /approvals\/([\w-]{43})/.exec(text)?.[1] ?? "";
  const comment = "Der zweite Satz ist zu lang.";
  await decideApproval(sql, token, { status: "changes_requested", comment });
  await arrive("approval-decision");

  await subscribe(sql, secrets, agencyId, {
    ...{ clientId, address: "leserin@zeitung.example", topic: null, frequency: "daily" },
  });
  await arrive("subscription-confirmation");
  const address = "abo@zeitung.example";
  await createSubscription(sql, workshop, { address });
  await subscribe(sql, secrets, agencyId, { clientId, address, topic: null, frequency: "at_once" });
  await arrive("subscription-known");
  const assetId = Bun.randomUUIDv7();
  await insertTestAssets(sql, { agencyId, clientId }, [assetId]);
  const releaseId = await publishTo(sql, workshop, { title: "Müller eröffnet Werk in Bremen" });
  await sql`update release set image_asset_id = ${assetId} where agency_id = ${agencyId} and id = ${releaseId}`;
  await fanOutAll(sql);
  await arrive("release");
  await sql`update newsroom set language = 'en' where agency_id = ${agencyId} and client_id = ${clientId}`;
  await publishTo(sql, workshop, { title: "Müller opens a plant in Bremen" });
  await fanOutAll(sql);
  await arrive("release-english");
  await sql`delete from newsroom_subscription where agency_id = ${agencyId}`;
  await createSubscription(sql, workshop, {
    address: "täglich@zeitung.example".replace("ä", "ae"),
    frequency: "daily",
  });
  for (const title of ["Zweite Halle steht", "Azubis gesucht"]) await publishTo(sql, workshop, { title });
  await fanOutAll(sql);
  await arrive("release-digest");
  await sql`update client_contact set wants_online_mail = true where agency_id = ${agencyId} and name = 'Anna Müller'`;
  await enqueueOnlineMails(sql, agencyId, { clientId, releaseId });
  await arrive("release-online");

  await chooseAlertMails(sql, agencyId, { personId: owner.personId, kinds: [...alertKinds] }, actor);
  await lookForAlerts(sql, agencyId);
  await insertMention(sql, agencyId, { release_id: releaseId, medium: "Weser-Kurier" });
  await sql`update alert_state set checked_at = now() - interval '5 minutes' where agency_id = ${agencyId}`;
  await lookForAlerts(sql, agencyId);
  await arrive("alert");

  await insertViews(sql, agencyId, releaseId);
  const report = await createPublicationReport(sql, agencyId, {
    ...{ scopeType: "article", scopeId: releaseId, createdBy: "operator", seal: await testSeal() },
  });
  await sendReport(sql, agencyId, { reportId: report.id, recipients: ["kunde@mueller.example"], actor });
  await arrive("report");

  const settings = { retentionMonths: 24, noticeUrl: "https://agentur.example/hinweis" };
  await saveContactSettings(sql, agencyId, { settings, actor });
  const listId = Bun.randomUUIDv7();
  await insertContactList(sql, agencyId, { id: listId, name: "Presse", clientId: null, condition: null });
  await createContact(sql, agencyId, { listIds: [listId], email: "ahrens@zeitung.example" });
  const mail = async (about: { releaseId: number | null; draftId?: string; isEmbargoed?: boolean }) => {
    const { id } = await createMailing(sql, agencyId, { clientId, replyTo, ...about }, { actor });
    const subject = about.isEmbargoed === true ? "Unter Sperrfrist: Neues aus Bremen" : "Neues aus Bremen";
    const text =
      "{Anrede},\n\nfür {Medium} könnte das wichtig sein: Das Werk ist fertig.\n\nViele Grüße\nAnna Berg";
    await changeMailing(sql, agencyId, { id, subject, listIds: [listId], message: text }, { actor });
    return id;
  };
  const order = { dueAt: null, typedCount: null, isInforming: true };
  const trial = await mail({ releaseId });
  await sendTestMail(sql, agencyId, { id: trial, recipient: owner.email }, { actor });
  await arrive("mailing-test");
  await scheduleMailing(sql, agencyId, { id: trial, ...order }, { actor });
  await prepareAll(sql);
  await arrive("mailing");
  const embargoUntil = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const draftId = await createApproved(sql, workshop, { embargoUntil });
  await sql`delete from mail where agency_id = ${agencyId} and status = 'waiting'`;
  const secret = await mail({ releaseId: null, draftId, isEmbargoed: true });
  await scheduleMailing(sql, agencyId, { id: secret, ...order }, { actor });
  await prepareAll(sql);
  await arrive("mailing-embargo");
  mailer.close();
  return named;
}

/** One of each header that a mail needs, no line too long, nothing that was left unencoded, and both parts with the same links. */
async function expectWellFormed({ name, source }: Named): Promise<void> {
  const [head = ""] = source.split("\r\n\r\n");
  const fields = head.split(/\r\n(?![ \t])/);
  for (const field of fields)
    expect([name, field]).toEqual([name, expect.stringMatching(/^[\w-]+:[\s\S]*$/)]);
  expect([name, /[^\p{ASCII}]/u.exec(head)?.[0]]).toEqual([name, undefined]);
  const countOf = (key: string) => fields.filter((field) => field.toLowerCase().startsWith(`${key}:`)).length;
  for (const key of ["from", "to", "date", "message-id", "subject", "mime-version", "content-type"])
    expect([name, key, countOf(key)]).toEqual([name, key, 1]);
  expect(headerOf(source, "message-id")).toMatch(/^<[^<>@\s]+@[\w.-]+>$/);
  expect(Math.abs(Date.parse(headerOf(source, "date") ?? "") - Date.now())).toBeLessThan(300_000);
  expect(headerOf(source, "auto-submitted")).toBe("auto-generated");
  const longest = Math.max(...source.split("\r\n").map((line) => line.length));
  expect([name, longest <= lineOctetsMax, /(^|[^\r])\n/.test(source)]).toEqual([name, true, false]);
  const { text = "", html = "" } = await PostalMime.parse(Buffer.from(source, "latin1"));
  const written = text.replace(/\s+/g, " ");
  for (const [, href = ""] of html.matchAll(/<a [^>]*href="([^"]+)"/g))
    expect([name, written]).toEqual([name, expect.stringContaining(href.replaceAll("&amp;", "&"))]);
  for (const [, said = ""] of html.replace(/<br>/g, " ").matchAll(/<(?:p|h1|blockquote)[^>]*>([^<]{20,})</g))
    if (!/Falls der Knopf|If the button/.test(said))
      expect([name, written]).toEqual([
        name,
        expect.stringContaining(unescaped(said).replace(/\s+/g, " ").trim()),
      ]);
}

function unescaped(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&amp;", "&");
}

function scoreOf({ name, source }: Named): number {
  const { stdout } = spawnSync("spamassassin", ["-L", "-t"], { input: Buffer.from(source, "latin1") });
  const said = String(stdout);
  const score = Number(/X-Spam-Status:[^\n]*?score=(-?[\d.]+)/.exec(said)?.[1] ?? Number.NaN);
  if (score > 0) console.log(name, /tests=[^\n]*(?:\n\s[^\n]*)*/.exec(said)?.[0]);
  return score;
}

/** At the width of a telephone, a narrow one, and a reading pane: nothing runs out of its window. */
async function look({ name, source }: Named): Promise<void> {
  const { html = "" } = await PostalMime.parse(Buffer.from(source, "latin1"));
  const browser = await sharedChromium();
  for (const colorScheme of ["light", "dark"] as const) {
    const window = await browser.newContext({ colorScheme, offline: true });
    const page = await window.newPage();
    for (const width of [320, 390, 700]) {
      await page.setViewportSize({ width, height: 900 });
      await page.setContent(html);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([name, width, wide]).toEqual([name, width, Math.min(wide, width)]);
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
    await window.close();
  }
}
