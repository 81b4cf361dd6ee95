import { beforeEach, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { drainLoops } from "../../../../service/floor/mail/outbox/drain-old-tables.ts";
import { createSubscription } from "../../../features/newsroom/subscriptions/support.ts";
import { announceAll } from "../../../support/announce-all.ts";
import { serviceScene } from "../../../support/cast.ts";
import { context, createWorkshop, draftInput, type Workshop } from "../../../support/workflow.ts";

const { service } = serviceScene();
let workshop: Workshop;
let approvalId: string;
beforeEach(async () => {
  const { sql } = service;
  workshop = await createWorkshop(sql);
  const { id: draftId } = await createDraft(sql, workshop.agencyId, draftInput(workshop.clientId), context);
  ({ approvalId } = await sendApprovalRequest(sql, workshop.agencyId, { draftId, draftVersion: 1 }, context));
  await sql`delete from mail`;
});

test("mails of 0.2.0 that wait, or are done with, come into the outbox with their attempts", async () => {
  await insert("request", { status: "sent" });
  await insert("reminder", { aheadSeconds: 86_400 });
  await insert("decision");
  await drain();
  const each = { aboutId: approvalId, once: "", recipient: null, details: {}, attempts: 2 };
  expect([...(await mails())]).toEqual([
    { ...each, kind: "approval_decision", status: "waiting", isDue: true },
    { ...each, kind: "approval_reminder", status: "waiting", isDue: true },
    { ...each, kind: "approval_request", status: "sent", isDue: false },
  ]);
  expect(await left()).toBe(0);
  const work = await service.sql`
    select from agency_work where agency_id = ${workshop.agencyId} and queue = 'mails_personal'`;
  expect(work.length).toBeGreaterThan(0);
});

test("what a process of 0.2.0 is sending stays with it until its lease is over", async () => {
  await insert("request", { leaseToken: randomUUID(), aheadSeconds: 60 });
  await drain();
  expect([await left(), (await mails()).length]).toEqual([1, 0]);
  await service.sql`update approval_mail set next_attempt_at = now() - interval '1 second' where agency_id = ${workshop.agencyId}`;
  await drain();
  expect([await left(), (await mails()).length]).toEqual([0, 1]);
});

test("a mail that 0.2.0 asks for again waits again, and one that it has sent already does not", async () => {
  await insert("request", { status: "sent" });
  await drain();
  await insert("request");
  await drain();
  expect((await mails()).map(({ status }) => String(status))).toEqual(["waiting"]);
  await insert("request", { status: "sent" });
  await drain();
  expect((await mails()).map(({ status }) => String(status))).toEqual(["waiting"]);
  expect(await left()).toBe(0);
});

test("mails to subscribers keep their releases, digests and confirmations", async () => {
  const { sql } = service;
  const { agencyId } = workshop;
  const { id } = await createSubscription(sql, workshop, { address: "anna@example.org" });
  const [release] = await sql<{ id: number }[]>`
    insert into release (agency_id, client_id, title, slug, body_markdown, status, published_at)
    select agency_id, id, 'Titel', 'titel', 'Text.', 'published', now() from client where id = ${workshop.clientId}
    returning id`;
  await sql`
    insert into newsroom_mail (agency_id, subscription_id, release_id, digest_at, status, finished_at)
    values
      (${agencyId}, ${id}, null, null, 'sent', now()),
      (${agencyId}, ${id}, null, null, 'sent', now()),
      (${agencyId}, ${id}, null, null, 'waiting', null),
      (${agencyId}, ${id}, ${release?.id ?? 0}, now() + interval '1 hour', 'waiting', null)`;
  await drain();
  const found = (await mails()).map(({ kind, once, details, status }) => [kind, once, details, status]);
  expect(found).toEqual([
    ["release_digest", String(release?.id), [release?.id], "waiting"],
    ["subscription_confirmation", null, {}, "sent"],
    ["subscription_confirmation", null, {}, "sent"],
    ["subscription_confirmation", "", {}, "waiting"],
  ]);
});

/** As the loop does, until nothing is left to be moved now. */
async function drain(): Promise<void> {
  await announceAll(service.sql);
  for (const loop of drainLoops(service.sql)) while (await loop.run(new AbortController().signal));
}

const insert = (kind: string, more: { status?: string; leaseToken?: string; aheadSeconds?: number } = {}) =>
  service.sql`
    insert into approval_mail (agency_id, approval_id, kind, status, lease_token, next_attempt_at, attempts)
    values (
      ${workshop.agencyId}, ${approvalId}, ${kind}, ${more.status ?? "waiting"}, ${more.leaseToken ?? null},
      now() + make_interval(secs => ${more.aheadSeconds ?? 0}), 2
    )`;
const mails = () => service.sql`
  select kind, about_id as "aboutId", once, recipient, details, status, attempts, due_at is not null as "isDue"
  from mail where agency_id = ${workshop.agencyId} order by kind, once nulls first`;
const left = async () =>
  (await service.sql`select from approval_mail where agency_id = ${workshop.agencyId}`).length;
