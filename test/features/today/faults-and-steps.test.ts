import { describe, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { setApprovalRule } from "../../../service/features/clients/approval-rule.ts";
import { addContact } from "../../../service/features/clients/contacts.ts";
import { createPublicationReport } from "../../../service/features/reporting/reports/create-publication-report.ts";
import { endWebhook } from "../../../service/features/reporting/webhooks/change-webhook.ts";
import { readToday } from "../../../service/features/today/read-today.ts";
import { decideApproval } from "../../../service/features/workflow/approvals/decide-approval.ts";
import { issueApprovalLink } from "../../../service/features/workflow/approvals/issue-approval-link.ts";
import { sendApprovalRequest } from "../../../service/features/workflow/approvals/send-approval-request.ts";
import { createDraft } from "../../../service/features/workflow/drafts/create-draft.ts";
import { publishRelease } from "../../../service/features/workflow/releases/publish-release.ts";
import { createDashboardUser } from "../../edges/dashboard/support.ts";
import { serviceScene } from "../../support/cast.ts";
import { fastestMs } from "../../support/fastest.ts";
import { testSeal } from "../../support/seal.ts";
import {
  createTestAgency,
  createTestRelease,
  serviceKinds,
  startTestService,
  type TestService,
} from "../../support/service.ts";
import {
  context,
  createApproved,
  createRequested,
  createWorkshop,
  draftInput,
  freshToken,
  refusalOf,
  type Workshop,
} from "../../support/workflow.ts";

/** The request's own deadline: a page that is slower would be answered 503. */
const pageMsMax = 3_000;

describe.each(serviceKinds)("what needs a person today, on the %s database", (kind) => {
  const { service } = serviceScene(kind);

  const read = (agencyId: number, input: { clientIds?: readonly number[] | null; canMail?: boolean } = {}) =>
    readToday(service.sql, agencyId, {
      clientIds: null,
      timeZone: "Europe/Berlin",
      canMail: true,
      ...input,
    });

  test("each kind of fault once, and none that is mended", async () => {
    const workshop = await createWorkshop(service.sql, { imprint: null });
    const { agencyId, clientId } = workshop;
    await fault(workshop);
    const kinds = async (input: Parameters<typeof read>[1]) =>
      (await read(agencyId, input)).faults.map((each) => each.kind).sort();
    expect(await kinds({})).toEqual(["export", "feed", "imprint", "webhook"]);
    expect(await kinds({ clientIds: [clientId] })).toEqual(["imprint"]);
    expect(await kinds({ clientIds: [clientId + 1] })).toEqual([]);
    const { approvalId } = await createRequested(service.sql, workshop);
    // The request of the test has handed over its link, which cancels the mail.
    expect(await kinds({ clientIds: [clientId] })).toEqual(["imprint"]);
    const set = (status: string, error: string | null) => service.sql`
      update mail
      set
        status = ${status}, last_error = ${error},
        due_at = ${status === "waiting" ? service.sql`now()` : null},
        finished_at = ${status === "waiting" ? null : service.sql`now() + interval '1 second'`}
      where about_id = ${approvalId} and kind = 'approval_request'`;
    await set("failed", "EENVELOPE 550");
    expect(await kinds({ clientIds: [clientId] })).toEqual(["imprint", "mail"]);
    await set("waiting", "ECONNECTION");
    expect(await kinds({ clientIds: [clientId] })).toEqual(["imprint", "mail"]);
    await set("waiting", null);
    expect(await kinds({ clientIds: [clientId] })).toEqual(["imprint"]);
    expect(await kinds({ clientIds: [clientId], canMail: false })).toEqual(["imprint", "mail"]);
    await set("sent", null);
    expect(await kinds({ clientIds: [clientId], canMail: false })).toEqual(["imprint"]);
  });

  test("a request that did not arrive stays a fault though its reminder failed too, until one arrives or the link is handed over", async () => {
    const workshop = await createWorkshop(service.sql);
    const { agencyId } = workshop;
    const { approvalId } = await createRequested(service.sql, workshop);
    const isFault = async () => (await read(agencyId)).faults.some((each) => each.kind === "mail");
    await setMail(approvalId, { kind: "approval_request", status: "failed", minutesAgo: 60 });
    await linkOf(approvalId, 30);
    expect(await isFault()).toBe(false);
    // A reminder has made the link, and has not arrived either.
    await setMail(approvalId, { kind: "approval_reminder", status: "failed", minutesAgo: 29 });
    expect(await isFault()).toBe(true);
    await setMail(approvalId, { kind: "approval_reminder", status: "waiting", minutesAgo: 29 });
    expect(await isFault()).toBe(true);
    await setMail(approvalId, { kind: "approval_reminder", status: "sent", minutesAgo: 29 });
    expect(await isFault()).toBe(false);
    // The request was sent once more after it.
    await setMail(approvalId, { kind: "approval_request", status: "failed", minutesAgo: 10 });
    expect(await isFault()).toBe(true);
    await freshToken(service.sql, approvalId);
    expect(await isFault()).toBe(false);
  });

  test("a link that is handed over after a request failed ends its reminder, which would go to the same address, and no other", async () => {
    const workshop = await createWorkshop(service.sql);
    const isFault = async () => (await read(workshop.agencyId)).faults.some(({ kind }) => kind === "mail");
    const reminderOf = async (id: string) =>
      (await service.sql`select status from mail where about_id = ${id} and kind = 'approval_reminder'`)[0];
    const { approvalId } = await createRequested(service.sql, workshop);
    await setMail(approvalId, { kind: "approval_request", status: "sent", minutesAgo: 60 });
    await freshToken(service.sql, approvalId);
    expect(await reminderOf(approvalId)).toEqual({ status: "waiting" });
    await setMail(approvalId, { kind: "approval_request", status: "failed", minutesAgo: 60 });
    // It was tried once, and is to be tried again.
    await setMail(approvalId, { kind: "approval_reminder", status: "waiting", minutesAgo: 0 });
    expect(await isFault()).toBe(true);
    await freshToken(service.sql, approvalId);
    expect(await reminderOf(approvalId)).toEqual({ status: "cancelled" });
    expect(await isFault()).toBe(false);
  });

  test("in a round of several a request that did not reach the second is a fault, whoever else has a link", async () => {
    const workshop = await createWorkshop(service.sql);
    const { agencyId, clientId } = workshop;
    const actor = { type: "operator", id: null } as const;
    const add = async (name: string) => {
      const input = { clientId, name, email: `${name.toLowerCase()}@mueller.example`, canApprove: true };
      return (await addContact(service.sql, agencyId, input, actor)).id;
    };
    const people = [await add("Fachfrau"), await add("Vorstand")];
    const rule = { clientId, contactIds: people, isInOrder: false, allowsRecorded: false };
    await setApprovalRule(service.sql, agencyId, rule, actor);
    const draft = await createDraft(service.sql, agencyId, draftInput(clientId), context);
    const request = { draftId: draft.id, draftVersion: 1, acceptWarnings: true };
    const { approvalId } = await sendApprovalRequest(service.sql, agencyId, request, context);
    const faults = async () => (await read(agencyId)).faults.map((each) => each.kind);
    const [first = "", second = ""] = people;
    for (const once of people)
      await setMail(approvalId, { kind: "approval_request", status: "sent", minutesAgo: 60, once });
    expect(await faults()).toEqual([]);
    await setMail(approvalId, { kind: "approval_request", status: "failed", minutesAgo: 60, once: second });
    expect(await faults()).toEqual(["mail"]);
    await issueApprovalLink(service.sql, approvalId, context.publicUrl, first);
    expect(await faults()).toEqual(["mail"]);
    const { url } = await issueApprovalLink(service.sql, approvalId, context.publicUrl, second);
    expect(await faults()).toEqual([]);
    // Who has answered misses no mail.
    await setMail(approvalId, { kind: "approval_request", status: "failed", minutesAgo: -1, once: second });
    expect(await faults()).toEqual(["mail"]);
    const token = url.slice(url.lastIndexOf("/") + 1);
    await decideApproval(service.sql, token, { status: "approved", comment: null });
    expect(await faults()).toEqual([]);
  });

  test("a failed export is none once a later one of its scope and format is there, nor where its scope is gone", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const { agencyId: strangerId } = await createTestAgency(service.sql);
    const insert = async (job: {
      error?: string;
      format?: string;
      scopeId?: string;
      daysAgo: number;
      of?: number;
      days?: number;
    }) => {
      const { error = null, format = "pdf", scopeId = "1", daysAgo, of = agencyId, days = 30 } = job;
      const id = uuidv7();
      const isDone = error === null;
      await service.sql`
        insert into export_job (
          agency_id, id, idempotency_key, format, scope_type, scope_id, days, created_by, status, error, due_at,
          created_at, completed_at, expires_at
        )
        values (
          ${of}, ${id}, ${id}, ${format}, 'article', ${scopeId}, ${days}, 'test',
          ${isDone ? "completed" : "failed"}, ${error}, null, now() - ${daysAgo} * interval '1 day',
          ${isDone ? new Date() : null}, ${isDone ? new Date() : null}
        )`;
      return id;
    };
    const faults = async () => (await read(agencyId)).faults.map(({ id }) => id);
    await insert({ error: "scope_deleted", daysAgo: 1 });
    const failed = await insert({ error: "rendering_failed", daysAgo: 3 });
    await insert({ daysAgo: 4 });
    await insert({ daysAgo: 1, format: "csv" });
    await insert({ daysAgo: 1, scopeId: "2" });
    await insert({ daysAgo: 1, of: strangerId });
    await insert({ daysAgo: 1, days: 92 });
    expect(await faults()).toEqual([failed]);
    await insert({ daysAgo: 2 });
    expect(await faults()).toEqual([]);
  });

  test("a failed file of one report is mended by a file of that report alone, and one that froze its own by the next of as many days", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const { pressReleaseId: releaseId } = await createTestRelease(service.sql, agencyId);
    const seal = await testSeal();
    const freeze = async (createdBy: string) => {
      const request = { scopeType: "article", scopeId: releaseId, createdBy, seal } as const;
      return (await createPublicationReport(service.sql, agencyId, request)).id;
    };
    const insert = async (job: { of: string; by: string; hours: number; isDone?: boolean }) => {
      const { of, by, hours, isDone = false } = job;
      const id = uuidv7();
      await service.sql`
        insert into export_job (
          agency_id, id, idempotency_key, format, scope_type, scope_id, days, created_by, status, error, due_at,
          created_at, completed_at, expires_at, report_id
        )
        values (
          ${agencyId}, ${id}, ${id}, 'pdf', 'article', ${String(releaseId)}, 30, ${by},
          ${isDone ? "completed" : "failed"}, ${isDone ? null : "rendering_failed"}, null, now() + ${hours} * interval '1 hour',
          ${isDone ? new Date() : null}, ${isDone ? new Date() : null}, ${of}
        )`;
      return id;
    };
    const faults = async () => (await read(agencyId)).faults.map(({ id }) => id ?? "").toSorted();
    const [june, july] = [await freeze("user:1"), await freeze("user:1")];
    const ofDraft = await insert({ of: june, by: "draft:1", hours: 0 });
    const ofPerson = await insert({ of: july, by: "user:1", hours: 1 });
    await insert({ of: await freeze("schedule:1"), by: "schedule:1", hours: -1 });
    await insert({ of: await freeze("schedule:1"), by: "schedule:1", hours: 2, isDone: true });
    expect(await faults()).toEqual([ofDraft, ofPerson].toSorted());
    await insert({ of: june, by: "user:2", hours: 3, isDone: true });
    expect(await faults()).toEqual([ofPerson]);
    await insert({ of: july, by: "user:1", hours: 4, isDone: true });
    expect(await faults()).toEqual([]);
  });

  test("a webhook that turned off by itself is none once its target has another one, or somebody ends it", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const actor = { type: "operator", id: null } as const;
    const insert = async (hash: number, reason: string | null) => {
      const id = uuidv7();
      await service.sql`
        insert into webhook (
          agency_id, id, endpoint_url, endpoint_hash, events, secret_encrypted, created_at, disabled_at, disabled_reason
        )
        values (
          ${agencyId}, ${id}, 'https://hooks.example/a', ${Buffer.alloc(32, hash)}, array['release.published'],
          ${Buffer.alloc(60)}, ${reason === null ? new Date() : new Date("2026-10-01")},
          ${reason === null ? null : new Date("2026-11-01")}, ${reason}
        )`;
      return id;
    };
    const faults = async () => (await read(agencyId)).faults.map(({ id }) => id ?? "").sort();
    const [gone, failing] = [await insert(1, "gone"), await insert(2, "failing")];
    const newer = await insert(3, null);
    expect(await faults()).toEqual([gone, failing].sort());
    const next = await insert(1, null);
    expect(await faults()).toEqual([failing]);
    const { agencyId: strangerId } = await createTestAgency(service.sql);
    expect(await refusalOf(endWebhook(service.sql, strangerId, failing, actor))).toBe("not_found");
    for (const _ of [1, 2]) await endWebhook(service.sql, agencyId, failing, actor);
    expect(await faults()).toEqual([]);
    // What was given up on purpose does not bring back what it had replaced.
    for (const id of [next, newer]) await endWebhook(service.sql, agencyId, id, actor);
    expect(await faults()).toEqual([]);
    const [row] = await service.sql`
      select disabled_at as "disabledAt", disabled_reason as reason from webhook
      where agency_id = ${agencyId} and id = ${failing}`;
    expect(row).toEqual({ disabledAt: new Date("2026-11-01"), reason: "requested" });
    const noted = await service.sql`
      select from audit where agency_id = ${agencyId} and action = 'webhook.disabled' and subject_id = ${failing}`;
    expect(noted).toHaveLength(1);
  });

  test("the five latest releases with seven days of the agency's calendar, humans only", async () => {
    const workshop = await createWorkshop(service.sql);
    for (let count = 0; count < 6; count += 1) {
      const draftId = await createApproved(service.sql, workshop);
      const input = { draftId, approvedVersion: 1, maxCredits: 1 };
      await publishRelease(service.sql, workshop.agencyId, input, context);
    }
    const before = (await read(workshop.agencyId)).releases;
    expect(before.length).toBe(5);
    expect(before[0]?.views).toEqual([0, 0, 0, 0, 0, 0, 0]);
    await service.sql`
      insert into hit_day (
        agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
        scroll_25, scroll_50, scroll_75, scroll_100
      )
      select ${workshop.agencyId}, ${before[0]?.pressReleaseId ?? 0},
        (now() at time zone 'Europe/Berlin')::date - ago, class, 10 + ago, 1, 1, 0, 0, 0, 0, 0, 0, 0
      from (values (0, 0), (0, 1), (6, 0), (7, 0)) as counted (ago, class)`;
    expect((await read(workshop.agencyId)).releases[0]?.views).toEqual([16, 0, 0, 0, 0, 0, 10]);
  });

  test("an agency of the first hour sees its four steps, and a calm one a kind word", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    await service.sql`delete from api_key where agency_id = ${agencyId}`;
    const user = await createDashboardUser(service, agencyId);
    const first = await (await user.get("/app")).text();
    expect(first).toContain("Die ersten Schritte");
    expect(first.match(/>Erledigt</g)).toBeNull();
    const limited = await createDashboardUser(service, agencyId, { role: "editor", clientIds: null });
    expect((await limited.get("/app")).status).toBe(200);
    const workshop = await createWorkshop(service.sql);
    const draftId = await createApproved(service.sql, workshop);
    const input = { draftId, approvedVersion: 1, maxCredits: 1 };
    await publishRelease(service.sql, workshop.agencyId, input, context);
    await service.sql`update approval set decided_at = now() - interval '31 days' where draft_id = ${draftId}`;
    const calm = await createDashboardUser(service, workshop.agencyId);
    const page = await (await calm.get("/app")).text();
    expect(page).toContain("Alles erledigt");
    expect(page).toContain("9 Credits verfügbar");
    expect(page).not.toContain("Die ersten Schritte");
  });

  async function setMail(
    approvalId: string,
    mail: { kind: string; status: string; minutesAgo: number; once?: string },
  ): Promise<void> {
    const { kind: name, status, minutesAgo, once = "" } = mail;
    const { count } = await service.sql`
      update mail
      set
        status = ${status}, attempts = 1, last_error = ${status === "sent" ? null : "EENVELOPE 550"},
        due_at = ${status === "waiting" ? service.sql`now()` : null},
        finished_at = ${status === "waiting" ? null : service.sql`now() - ${minutesAgo} * interval '1 minute'`}
      where about_id = ${approvalId} and kind = ${name} and once = ${once}`;
    expect(count).toBe(1);
  }

  /** The one working link, made so long ago. */
  async function linkOf(approvalId: string, minutesAgo: number): Promise<void> {
    const { count } = await service.sql`
      update approval_link
      set created_at = now() - ${minutesAgo} * interval '1 minute'
      where approval_id = ${approvalId}`;
    expect(count).toBe(1);
  }

  /** A failed export, a broken feed, and a webhook that was switched off by its failures; beside each one that is well. */
  async function fault({ agencyId }: Workshop): Promise<void> {
    for (const isBad of [true, false]) {
      await service.sql`
        insert into export_job (
          agency_id, id, idempotency_key, format, scope_type, scope_id, days, created_by, status, error, due_at
        )
        values (
          ${agencyId}, ${uuidv7()}, ${uuidv7()}, 'pdf', 'article', '1', 30, 'test',
          ${isBad ? "failed" : "queued"}, ${isBad ? "rendering_failed" : null}, ${isBad ? null : new Date()}
        )`;
      await service.sql`
        insert into provider_connection (agency_id, id, kind, name, url, state, fault, consecutive_faults)
        values (
          ${agencyId}, ${uuidv7()}, 'rss', 'Presseschau', ${`https://feed.example/${isBad}`},
          ${isBad ? "failing" : "active"}, ${isBad ? "dns" : null}, ${isBad ? 3 : 0}
        )`;
      await service.sql`
        insert into webhook (
          agency_id, id, endpoint_url, endpoint_hash, events, secret_encrypted, disabled_at, disabled_reason
        )
        values (
          ${agencyId}, ${uuidv7()}, 'https://hooks.example/a', ${Buffer.alloc(32, isBad ? 1 : 2)},
          array['release.published'], ${Buffer.alloc(60)}, now(), ${isBad ? "failing" : "requested"}
        )`;
    }
  }
});

test("with 10,000 drafts, releases and clients no page reads them all", async () => {
  const service = await startTestService("server");
  try {
    const workshop = await createWorkshop(service.sql);
    await fillAgency(service, workshop);
    const user = await createDashboardUser(service, workshop.agencyId);
    const [draft] = await service.sql<{ id: string }[]>`
      select draft_id as id from approval where agency_id = ${workshop.agencyId} limit 1`;
    const [release] = await service.sql<{ id: number }[]>`
      select id from release where agency_id = ${workshop.agencyId} and status = 'published' limit 1`;
    for (const path of [
      "/app",
      "/app/meldungen",
      "/app/meldungen?sort=titel",
      "/app/meldungen?sort=-stand",
      "/app/meldungen?q=muller+werk",
      `/app/meldungen/erschienen/${release?.id}`,
      "/app/suche?q=muller+werk",
      "/app/suche?q=4711",
      `/app/meldungen/${draft?.id}/freigabe`,
    ]) {
      // `bun run bench P15` measures it. Here only what reads all rows is found, which a busy machine takes for no fault.
      const takenMs = await fastestMs(pageMsMax, async () => {
        expect((await user.get(path)).status).toBe(200);
      });
      expect({ path, isFast: takenMs < pageMsMax }).toEqual({ path, isFast: true });
    }
  } finally {
    await service.stop();
  }
});

/** 10,000 drafts with open requests, 10,000 releases and 10,000 clients without an imprint. */
async function fillAgency({ sql }: TestService, { agencyId, clientId }: Workshop): Promise<void> {
  const { draftId } = await createRequested(sql, { agencyId, clientId } as Workshop);
  await sql`
    insert into client (agency_id, name, slug)
    select ${agencyId}, 'Müller ' || n, 'm-' || n || '-' || ${agencyId} from generate_series(1, 10000) n`;
  await sql`
    insert into release (agency_id, client_id, slug, title, body_markdown, status, published_at)
    select ${agencyId}, ${clientId}, 'r-' || n, 'Neues Werk ' || n, 'Text', 'published', now() - n * interval '1 minute'
    from generate_series(1, 10000) n`;
  await sql`
    insert into draft (agency_id, id, client_id, status)
    select ${agencyId}, gen_random_uuid(), ${clientId}, 'in_approval' from generate_series(1, 10000)`;
  await sql`
    insert into draft_version (agency_id, draft_id, version, title, body_markdown, language, keywords, content_hash)
    select agency_id, id, 1, 'Entwurf über Bäume', repeat('Text ', 500), 'de', '{}', decode(repeat('00', 32), 'hex')
    from draft where agency_id = ${agencyId} and id <> ${draftId}`;
  await sql`
    insert into approval (agency_id, id, draft_id, draft_version, content_hash, contact_id, contact_name, expires_at)
    select d.agency_id, gen_random_uuid(), d.id, 1, a.content_hash, a.contact_id, a.contact_name, now() + interval '9 days'
    from draft d, approval a
    where d.agency_id = ${agencyId} and a.agency_id = ${agencyId} and a.draft_id = ${draftId} and d.id <> ${draftId}`;
  await sql`analyze`;
}
