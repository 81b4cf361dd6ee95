import { describe, expect, test } from "bun:test";
import { getAgencyCredits } from "../../../../service/features/workflow/credits/get-agency-credits.ts";
import { listDrafts } from "../../../../service/features/workflow/drafts/list-drafts.ts";
import { publicationQueue } from "../../../../service/features/workflow/drafts/sql.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { archiveRelease } from "../../../../service/features/workflow/releases/archive-release.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { publishScheduled } from "../../../../service/features/workflow/releases/publish-scheduled.ts";
import type { PublishReleaseInput } from "../../../../service/features/workflow/releases/schema.ts";
import { createTurns } from "../../../../service/floor/queues/take-turns.ts";
import { createLog } from "../../../../service/log.ts";
import { announceAll } from "../../../support/announce-all.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { createTestAgency, serviceKinds } from "../../../support/service.ts";
import {
  context,
  createApproved,
  createRequested,
  createWorkshop,
  listenToEverything,
  refusalOf,
} from "../../../support/workflow.ts";

const hourMs = 3_600_000;

describe.each(serviceKinds.map((kind) => [kind]))("a publication on the %s database", (kind) => {
  const { service } = serviceScene(kind);
  const workshop = given(() => createWorkshop(service.sql, { credits: 100 }));

  test("puts the approved text on the newsroom, takes one credit, tells webhooks, and leaves an audit row", async () => {
    await listenToEverything(service.sql, workshop.agencyId);
    const draftId = await createApproved(service.sql, workshop, {
      title: "Größere Halle, größere Pläne",
      subtitle: "Unterzeile",
      keywords: ["Bremen"],
    });
    const before = await balanceOf();
    const result = await publish(draftId);
    expect(result).toMatchObject({
      draftId,
      version: 1,
      status: "published",
      url: `https://presse.example/newsroom/${workshop.clientSlug}/groessere-halle-groessere-plaene`,
      scheduledFor: null,
      creditsCharged: 1,
      creditsRemaining: before - 1,
      alreadyPublished: false,
    });
    const page = await fetch(`${service.url}${new URL(result.url).pathname}`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Unterzeile");
    const { drafts } = await listDrafts(service.sql, workshop.agencyId, { draftId });
    expect(drafts[0]).toMatchObject({ status: "published", pressReleaseId: result.pressReleaseId });
    const [message] = await service.sql`
      select payload from webhook_message where agency_id = ${workshop.agencyId} and event_type = 'release.published'`;
    expect(JSON.parse(String(message?.payload)).data).toEqual({
      pressReleaseId: result.pressReleaseId,
      clientId: workshop.clientId,
      title: "Größere Halle, größere Pläne",
      url: result.url,
      publishedAt: result.publishedAt,
      agencyId: workshop.agencyId,
    });
    const [audit] = await service.sql`
      select details from audit where action = 'release.published' and subject_id = ${String(result.pressReleaseId)}`;
    expect(audit?.details).toEqual({ draftId, version: 1, credits: 1 });
  });

  test("repeated gives the same release and charges nothing, ten times at once too", async () => {
    const draftId = await createApproved(service.sql, workshop);
    const before = await balanceOf();
    const results = await Promise.all(Array.from({ length: 10 }, () => publish(draftId)));
    expect(new Set(results.map((result) => result.pressReleaseId)).size).toBe(1);
    expect(results.filter((result) => result.creditsCharged === 1).length).toBe(1);
    expect(results.filter((result) => result.creditsCharged === 0).length).toBe(9);
    expect(results.filter((result) => !result.alreadyPublished).length).toBe(1);
    expect(await balanceOf()).toBe(before - 1);
    // Even with a price limit that is too low by now: nothing is charged, so nothing is refused.
    expect(await publish(draftId, { maxCredits: 0 })).toMatchObject({
      alreadyPublished: true,
      creditsCharged: 0,
    });
    expect(await refusalOf(publish(draftId, { approvedVersion: 2 }))).toBe("already_published");
  });

  test("of two drafts with one credit left lets one through, at once too", async () => {
    const poor = await createWorkshop(service.sql, { credits: 1 });
    const drafts = [await createApproved(service.sql, poor), await createApproved(service.sql, poor)];
    const outcomes = await Promise.allSettled(drafts.map((draftId) => publish(draftId, {}, poor)));
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = outcomes.find((outcome) => outcome.status === "rejected");
    expect(refused?.reason).toMatchObject({ code: "insufficient_credits" });
    expect(await balanceOf(poor)).toBe(0);
  });

  test("of two drafts of one title gives each an address of its own", async () => {
    const [first, second] = [
      await createApproved(service.sql, workshop),
      await createApproved(service.sql, workshop),
    ];
    const urls = [await publish(first), await publish(second)].map((result) => result.url);
    expect(urls[1]).toMatch(/-\d+$/);
    expect(urls[0]).not.toBe(urls[1]);
  });

  test("needs a human's approval of this very version", async () => {
    const { draftId } = await createRequested(service.sql, workshop);
    expect(await refusalOf(publish(draftId))).toBe("not_approved");
    expect(await refusalOf(publish(draftId, { approvedVersion: 2 }))).toBe("approval_outdated");
    await service.sql`update approval set expires_at = now() - interval '1 second' where draft_id = ${draftId}`;
    expect(await refusalOf(publish(draftId))).toBe("approval_expired");
  });

  test("never publishes a newer text under an older approval", async () => {
    const draftId = await createApproved(service.sql, workshop);
    const newer = { draftId, expectedVersion: 1, bodyMarkdown: "Ganz anderer Text." };
    await updateDraft(service.sql, workshop.agencyId, newer, context);
    expect(await refusalOf(publish(draftId))).toBe("approval_outdated");
    expect(await refusalOf(publish(draftId, { approvedVersion: 2 }))).toBe("approval_outdated");
    // Even a row that was changed behind the service's back is not the text that was approved.
    const tampered = await createApproved(service.sql, workshop);
    await service.sql`update draft_version set body_markdown = 'Untergeschoben' where draft_id = ${tampered}`;
    expect(await refusalOf(publish(tampered))).toBe("approval_outdated");
  });

  test("races with an edit to one of two ends: the approved text is out, or nothing is", async () => {
    for (let round = 0; round < 5; round += 1) {
      const draftId = await createApproved(service.sql, workshop, { bodyMarkdown: "Freigegebener Text." });
      const newer = { draftId, expectedVersion: 1, bodyMarkdown: "Neuer Text." };
      const [published, edited] = await Promise.allSettled([
        publish(draftId),
        updateDraft(service.sql, workshop.agencyId, newer, context),
      ]);
      expect(published.status).not.toBe(edited.status);
      const rows = await service.sql`select body_markdown as body from release where draft_id = ${draftId}`;
      expect(rows.map((row) => row.body)).toEqual(
        published.status === "fulfilled" ? ["Freigegebener Text."] : [],
      );
    }
  });

  test("respects the embargo, the price limit and another agency's drafts", async () => {
    const embargoUntil = new Date(Date.now() + hourMs);
    const draftId = await createApproved(service.sql, workshop, { embargoUntil: embargoUntil.toISOString() });
    expect(await refusalOf(publish(draftId))).toBe("embargo_active");
    const early = new Date(embargoUntil.getTime() - 1).toISOString();
    expect(await refusalOf(publish(draftId, { publishAt: early }))).toBe("embargo_active");
    const scheduled = await publish(draftId, { publishAt: embargoUntil.toISOString() });
    expect(scheduled).toMatchObject({ status: "scheduled", scheduledFor: embargoUntil.toISOString() });
    const other = await createApproved(service.sql, workshop);
    expect(await refusalOf(publish(other, { maxCredits: 0 }))).toBe("credit_limit_exceeded");
    const foreign = await createTestAgency(service.sql);
    expect(await refusalOf(publish(other, {}, { ...workshop, ...foreign }))).toBe("not_found");
  });

  test("takes a moment within a year, and one just past as now", async () => {
    const draftId = await createApproved(service.sql, workshop);
    const at = (aheadMs: number) =>
      publish(draftId, { publishAt: new Date(Date.now() + aheadMs).toISOString() });
    expect(await refusalOf(at(-6 * 60_000))).toBe("validation_error");
    expect(await refusalOf(at(366 * 24 * hourMs + 60_000))).toBe("validation_error");
    expect(await at(-60_000)).toMatchObject({ status: "published", scheduledFor: null });
  });

  test("scheduled appears at its moment, not before, and is charged then", async () => {
    const later = await createWorkshop(service.sql, { credits: 2 });
    const draftId = await createApproved(service.sql, later);
    const publishAt = new Date(Date.now() + hourMs).toISOString();
    const scheduled = await publish(draftId, { publishAt }, later);
    expect(scheduled).toMatchObject({
      status: "scheduled",
      publishedAt: null,
      creditsCharged: 0,
      creditsRemaining: 1,
      alreadyPublished: false,
    });
    expect(await publish(draftId, { publishAt }, later)).toEqual(scheduled);
    await runSchedule();
    const path = new URL(scheduled.url).pathname;
    expect((await fetch(service.url + path)).status).toBe(404);
    expect(await balanceOf(later)).toBe(2);
    await service.sql`update draft set scheduled_for = now() - interval '1 second' where id = ${draftId}`;
    await Promise.all([runSchedule(), runSchedule()]);
    expect((await fetch(service.url + path)).status).toBe(200);
    expect(await getAgencyCredits(service.sql, later.agencyId, {})).toMatchObject({
      balance: 1,
      reserved: 0,
    });
    expect(await publish(draftId, { publishAt }, later)).toMatchObject({
      pressReleaseId: scheduled.pressReleaseId,
      status: "published",
      alreadyPublished: true,
    });
  });

  test("scheduled can be moved and published at once, with one address and one debit", async () => {
    const draftId = await createApproved(service.sql, workshop);
    const before = await balanceOf();
    const first = await publish(draftId, { publishAt: new Date(Date.now() + hourMs).toISOString() });
    const moved = await publish(draftId, { publishAt: new Date(Date.now() + 2 * hourMs).toISOString() });
    expect(moved.pressReleaseId).toBe(first.pressReleaseId);
    expect(moved.creditsRemaining).toBe(first.creditsRemaining);
    expect(await publish(draftId)).toMatchObject({ status: "published", url: first.url, creditsCharged: 1 });
    expect(await balanceOf()).toBe(before - 1);
    const reservations = await service.sql`select from credit_reservation where draft_id = ${draftId}`;
    expect(reservations.length).toBe(0);
  });

  test("that fails is not in the way of the others that are due", async () => {
    const broken = await createApproved(service.sql, workshop);
    const sound = await createApproved(service.sql, workshop);
    for (const draftId of [broken, sound])
      await publish(draftId, { publishAt: new Date(Date.now() + hourMs).toISOString() });
    await service.sql`update draft_version set title = 'Untergeschoben' where draft_id = ${broken}`;
    await service.sql`update draft set scheduled_for = now() - interval '1 hour' where id = ${broken}`;
    await service.sql`update draft set scheduled_for = now() - interval '1 second' where id = ${sound}`;
    await runSchedule();
    const states = await service.sql`select id, status from draft where id in (${broken}, ${sound})`;
    expect(new Map(states.map((row) => [row.id, row.status]))).toEqual(
      new Map([
        [broken, "scheduled"],
        [sound, "published"],
      ]),
    );
    await service.sql`update draft set scheduled_for = now() + interval '1 hour' where id = ${broken}`;
  });

  test("is taken off the newsroom by the archive, once, and webhooks are told", async () => {
    await listenToEverything(service.sql, workshop.agencyId);
    const draftId = await createApproved(service.sql, workshop, { title: "Wird archiviert" });
    const { pressReleaseId, url } = await publish(draftId);
    const archive = () =>
      archiveRelease(service.sql, workshop.agencyId, { pressReleaseId, actor: context.actor });
    await archive();
    expect((await fetch(service.url + new URL(url).pathname)).status).toBe(410);
    expect(await refusalOf(archive())).toBe("release_status_conflict");
    const messages = await service.sql`
      select from webhook_message where agency_id = ${workshop.agencyId} and event_type = 'release.archived'`;
    expect(messages.length).toBe(1);
    const { drafts } = await listDrafts(service.sql, workshop.agencyId, { draftId });
    expect(drafts[0]?.status).toBe("archived");
  });

  const publish = (draftId: string, input: Partial<PublishReleaseInput> = {}, by = workshop) =>
    publishRelease(
      service.sql,
      by.agencyId,
      { draftId, approvedVersion: 1, maxCredits: 1, ...input },
      context,
    );
  const balanceOf = async (by = workshop) => (await getAgencyCredits(service.sql, by.agencyId, {})).balance;
  const runSchedule = async () => {
    await announceAll(service.sql);
    const { sql } = service;
    const turns = createTurns(sql, publicationQueue);
    const log = createLog("silent", () => {});
    await publishScheduled({ sql, log, publicUrl: context.publicUrl, turns }, new AbortController().signal);
  };
});
