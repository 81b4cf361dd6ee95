import { describe, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { createPublicationReport } from "../../../service/features/reporting/reports/create-publication-report.ts";
import { endWebhook } from "../../../service/features/reporting/webhooks/change-webhook.ts";
import { serviceScene } from "../../support/cast.ts";
import { testSeal } from "../../support/seal.ts";
import { createTestAgency, createTestRelease, serviceKinds } from "../../support/service.ts";
import { createRequested, createWorkshop, refusalOf, type Workshop } from "../../support/workflow.ts";
import { todayReader } from "./support.ts";

describe.each(serviceKinds)("what needs a person today, on the %s database", (kind) => {
  const { service } = serviceScene(kind);
  const read = todayReader(service);

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
