import { beforeAll, describe, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { decideApproval } from "../../../../service/features/workflow/approvals/decide-approval.ts";
import { sendApprovalRequest } from "../../../../service/features/workflow/approvals/send-approval-request.ts";
import { getAgencyCredits } from "../../../../service/features/workflow/credits/get-agency-credits.ts";
import { draftOf } from "../../../../service/features/workflow/drafts/find-draft.ts";
import { publicationQueue } from "../../../../service/features/workflow/drafts/sql.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { archiveRelease } from "../../../../service/features/workflow/releases/archive-release.ts";
import { correctRelease } from "../../../../service/features/workflow/releases/correct-release.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { publishScheduled } from "../../../../service/features/workflow/releases/publish-scheduled.ts";
import { publishSoon } from "../../../../service/features/workflow/releases/publish-soon.ts";
import { restoreRelease } from "../../../../service/features/workflow/releases/restore-release.ts";
import { stopRelease } from "../../../../service/features/workflow/releases/stop-release.ts";
import { createTurns } from "../../../../service/floor/queues/take-turns.ts";
import { createLog } from "../../../../service/log.ts";
import { announceAll } from "../../../support/announce-all.ts";
import { serviceScene } from "../../../support/cast.ts";
import { createTestRelease, serviceKinds } from "../../../support/service.ts";
import { insertTestAssets } from "../../../support/test-assets.ts";
import { until } from "../../../support/until.ts";
import {
  context,
  createApproved,
  createWorkshop,
  freshToken,
  listenToEverything,
  refusalOf,
  type Workshop,
} from "../../../support/workflow.ts";

const hourMs = 3_600_000;
const { actor } = context;

describe.each(serviceKinds.map((kind) => [kind]))("the life of a release on the %s database", (kind) => {
  const { service } = serviceScene(kind);
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await createWorkshop(service.sql, { credits: 100 });
  });

  test("a stopped schedule is approved again, its credit is free, and the text can be edited and scheduled anew", async () => {
    const draftId = await createApproved(service.sql, workshop, { title: "Gestoppt" });
    const before = await credits();
    const { pressReleaseId } = await schedule(draftId);
    expect((await credits()).reserved).toBe(before.reserved + 1);
    expect(await stop({ pressReleaseId })).toEqual({
      draftId,
      pressReleaseId,
      status: "approved",
      version: 1,
      creditsFreed: 1,
    });
    expect(await credits()).toMatchObject({ balance: before.balance, reserved: before.reserved });
    expect(await statusesOf(pressReleaseId)).toEqual(["approved", "approved"]);
    expect(await refusalOf(stop({ draftId }))).toBe("release_status_conflict");
    await runSchedule();
    expect(await statusesOf(pressReleaseId)).toEqual(["approved", "approved"]);

    const edit = { draftId, expectedVersion: 1, title: "Ganz anders gemeint" };
    await updateDraft(service.sql, workshop.agencyId, edit, context);
    await approve(draftId);
    const published = await publish(draftId);
    expect(published).toMatchObject({ pressReleaseId, creditsCharged: 1 });
    expect(published.url).toEndWith("/ganz-anders-gemeint");
    expect((await pageOf(published.url)).status).toBe(200);
    expect(await refusalOf(stop({ draftId }))).toBe("already_published");
    expect(await refusalOf(stop({ pressReleaseId }))).toBe("already_published");
  });

  test("of a stop and a publication at the same moment one wins, and the credit follows it", async () => {
    for (let round = 0; round < 8; round += 1) {
      const draftId = await createApproved(service.sql, workshop, { title: `Wettlauf ${kind} ${round}` });
      const { pressReleaseId } = await schedule(draftId);
      const before = await credits();
      await service.sql`update draft set scheduled_for = now() - interval '1 second' where id = ${draftId}`;
      const [stopped] = await Promise.allSettled([stop({ draftId }), runSchedule()]);
      const after = await credits();
      const states = await statusesOf(pressReleaseId);
      expect(after.reserved).toBe(before.reserved - 1);
      if (stopped.status === "fulfilled") {
        expect(states).toEqual(["approved", "approved"]);
        expect(after.balance).toBe(before.balance);
      } else {
        expect(stopped.reason).toMatchObject({ code: "already_published" });
        expect(states).toEqual(["published", "published"]);
        expect(after.balance).toBe(before.balance - 1);
      }
    }
  });

  test("an archived release comes back under its address, and each of two at once is told what the other did", async () => {
    await listenToEverything(service.sql, workshop.agencyId);
    const draftId = await createApproved(service.sql, workshop, { title: "Kommt wieder" });
    const { pressReleaseId, url } = await publish(draftId);
    const codesOf = async (works: Promise<unknown>[]) => {
      const outcomes = await Promise.allSettled(works);
      const codes = outcomes.map((work) => (work.status === "fulfilled" ? "ok" : String(work.reason.code)));
      return codes.toSorted();
    };
    expect(await refusalOf(restore(pressReleaseId))).toBe("release_status_conflict");
    const twice = ["ok", "release_status_conflict"];
    expect(await codesOf([archive(pressReleaseId), archive(pressReleaseId)])).toEqual(twice);
    expect(await statusesOf(pressReleaseId)).toEqual(["archived", "archived"]);
    expect((await pageOf(url)).status).not.toBe(200);
    expect(await codesOf([restore(pressReleaseId), restore(pressReleaseId)])).toEqual(twice);
    expect(await statusesOf(pressReleaseId)).toEqual(["published", "published"]);
    expect((await pageOf(url)).status).toBe(200);
    expect(await eventsOf(pressReleaseId)).toEqual(["release.published", "release.archived"]);
  });

  test("a correction goes through approval and publication, keeps the address and the date, costs nothing, and says what changed", async () => {
    await listenToEverything(service.sql, workshop.agencyId);
    const draftId = await createApproved(service.sql, workshop, { title: "Wird berichtigt" });
    const published = await publish(draftId);
    const { pressReleaseId, url } = published;
    const before = await credits();
    const begun = await correct(pressReleaseId);
    expect(begun).toMatchObject({ id: draftId, pressReleaseId, version: 2, status: "draft" });
    expect((await pageOf(url)).text).toContain("<strong>120</strong>");
    expect(await refusalOf(publish(draftId))).toBe("approval_outdated");
    const token = await approve(draftId);
    const sheet = await (await fetch(`${service.url}/approvals/${token}`)).text();
    expect(sheet).toContain("Freigegeben");
    const later = new Date(Date.now() + hourMs);
    expect(await refusalOf(publish(draftId, later))).toBe("validation_error");
    const results = await Promise.all([publish(draftId), publish(draftId)]);
    for (const result of results) {
      expect(result).toMatchObject({
        pressReleaseId,
        url,
        creditsCharged: 0,
        publishedAt: published.publishedAt,
      });
    }
    expect(results.filter((result) => !result.alreadyPublished).length).toBe(1);
    expect(await credits()).toMatchObject({ balance: before.balance, reserved: before.reserved });
    // The page in memory is asked for anew after two seconds.
    const page = await untilCorrected(() => pageOf(url));
    expect(page).toContain("<strong>130</strong>");
    expect(page).toContain("Es sind 130 Plätze, nicht 120.");
    expect(page).toMatch(/Berichtigt am <time datetime="[^"]+">\d+\. /);
    const dates = /"datePublished":"([^"]+)","dateModified":"([^"]+)"/.exec(page);
    expect(dates?.[1]).toBe(published.publishedAt ?? "");
    expect(Date.parse(dates?.[2] ?? "")).toBeGreaterThan(Date.parse(dates?.[1] ?? ""));
    const folder = new URL(url).pathname.replace(/\/[^/]+$/, "");
    for (const file of ["rss.xml", "sitemap.xml"]) {
      expect((await pageOf(`http://x${folder}/${file}`)).text).toContain(dates?.[2] ?? "nothing");
    }
    expect(await eventsOf(pressReleaseId)).toEqual(["release.published"]);
    expect(await statusesOf(pressReleaseId)).toEqual(["published", "published"]);
  });

  test("a release that never was a draft is corrected too, and what readers had becomes its first version", async () => {
    const { pressReleaseId } = await createTestRelease(service.sql, workshop.agencyId);
    const outcomes = await Promise.allSettled([correct(pressReleaseId), correct(pressReleaseId)]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
    const lost = outcomes.find((outcome) => outcome.status === "rejected");
    expect(lost?.reason).toMatchObject({ code: "release_status_conflict" });
    const [row] = await service.sql<{ draftId: string; versions: number; title: string }[]>`
      select v.draft_id as "draftId", count(*)::int as versions, min(v.title) as title
      from draft_version v
      join release r on r.agency_id = v.agency_id and r.draft_id = v.draft_id
      where r.id = ${pressReleaseId}
      group by v.draft_id`;
    expect(row).toMatchObject({ versions: 2, title: "Neues Werk in Bremen eröffnet" });
    expect(await draft(row?.draftId ?? "")).toMatchObject({
      publishedVersion: 1,
      version: 2,
      status: "draft",
    });
  });

  test("of two corrections at once one wins, and the other is told which version is under way", async () => {
    const draftId = await createApproved(service.sql, workshop, { title: "Zweimal berichtigt" });
    const { pressReleaseId } = await publish(draftId);
    const outcomes = await Promise.allSettled([correct(pressReleaseId), correct(pressReleaseId)]);
    const lost = outcomes.find((outcome) => outcome.status === "rejected");
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled").length).toBe(1);
    expect(lost?.reason).toMatchObject({
      code: "release_status_conflict",
      facts: { status: "published", draftId, currentVersion: 2 },
    });
    const note = { draftId, expectedVersion: 2, correctionNote: "Genauer gesagt." };
    await updateDraft(service.sql, workshop.agencyId, note, context);
    expect((await draft(draftId)).content.correctionNote).toBe("Genauer gesagt.");
  });

  test("a correction by a person comes half a minute later, and until then can be stopped", async () => {
    const draftId = await createApproved(service.sql, workshop, { title: "In Ruhe berichtigt" });
    const { pressReleaseId, url } = await publish(draftId);
    const before = await credits();
    await correct(pressReleaseId);
    await approve(draftId);
    const soon = () =>
      publishSoon(service.sql, workshop.agencyId, { draftId, approvedVersion: 2, maxCredits: 0 }, context);
    expect(await soon()).toMatchObject({ status: "scheduled", pressReleaseId, creditsCharged: 0 });
    const planned = (await draft(draftId)).scheduledFor;
    // A second click moves nothing, and nobody corrects or edits meanwhile.
    expect((await soon()).scheduledFor).toBe(planned?.toISOString() ?? "");
    expect(await refusalOf(correct(pressReleaseId))).toBe("release_status_conflict");
    expect(await credits()).toMatchObject({ balance: before.balance, reserved: before.reserved });
    expect(await refusalOf(stop({ draftId }, { what: "correction" }))).toBe("release_status_conflict");
    expect(await stop({ draftId })).toMatchObject({ status: "approved", version: 2, creditsFreed: 0 });
    // A second click, or a colleague's, throws no text away.
    expect(await refusalOf(stop({ draftId }))).toBe("release_status_conflict");
    expect(await draft(draftId)).toMatchObject({ status: "approved", version: 2, approvedVersion: 2 });
    expect(await statusesOf(pressReleaseId)).toEqual(["published", "approved"]);
    expect((await pageOf(url)).text).toContain("<strong>120</strong>");

    await soon();
    await service.sql`update draft set scheduled_for = now() - interval '1 second' where id = ${draftId}`;
    await runSchedule();
    expect(await statusesOf(pressReleaseId)).toEqual(["published", "published"]);
    expect(await untilCorrected(() => pageOf(url))).toContain("<strong>130</strong>");
    expect(await credits()).toMatchObject({ balance: before.balance, reserved: before.reserved });
    expect(await refusalOf(stop({ draftId }))).toBe("already_published");
  });

  test("a correction that shows a file of another client is refused when it is saved", async () => {
    const draftId = await createApproved(service.sql, workshop, { title: "Fremdes Bild" });
    const { pressReleaseId } = await publish(draftId);
    const stranger = await createWorkshop(service.sql);
    const assetId = uuidv7();
    await insertTestAssets(service.sql, stranger, [assetId]);
    const bodyMarkdown = `Text.\n\n![Bild](/media/${assetId}/0123456789abcdef.png)`;
    expect(await refusalOf(correct(pressReleaseId, { bodyMarkdown }))).toBe("not_found");
    expect((await draft(draftId)).version).toBe(1);
  });

  test("a withdrawn correction leaves what readers have, voids its approval, and another can follow", async () => {
    const draftId = await createApproved(service.sql, workshop, { title: "Doch richtig" });
    const { pressReleaseId } = await publish(draftId);
    await correct(pressReleaseId);
    await approve(draftId);
    const withdraw = (expectedVersion: number) =>
      stop({ pressReleaseId }, { what: "correction", expectedVersion });
    expect(await refusalOf(withdraw(1))).toBe("version_conflict");
    expect((await draft(draftId)).version).toBe(2);
    expect(await withdraw(2)).toMatchObject({
      status: "published",
      version: 3,
      creditsFreed: 0,
    });
    const after = await draft(draftId);
    expect(after).toMatchObject({ status: "published", approvedVersion: 3, publishedVersion: 3 });
    expect(after.content).toMatchObject({ title: "Doch richtig", correctionNote: null });
    expect(await refusalOf(stop({ pressReleaseId }))).toBe("already_published");
    expect(await refusalOf(correct(pressReleaseId, { expectedVersion: 1 }))).toBe("version_conflict");
    expect(await correct(pressReleaseId, { expectedVersion: 3 })).toMatchObject({ version: 4 });
  });

  test("the archive ends a correction that is under way, and nothing of it comes back", async () => {
    const draftId = await createApproved(service.sql, workshop, { title: "Erst berichtigt, dann fort" });
    const { pressReleaseId, url } = await publish(draftId);
    await correct(pressReleaseId);
    await approve(draftId);
    await archive(pressReleaseId);
    expect(await statusesOf(pressReleaseId)).toEqual(["archived", "archived"]);
    expect(await refusalOf(correct(pressReleaseId))).toBe("release_status_conflict");
    await restore(pressReleaseId);
    expect((await pageOf(url)).text).toContain("<strong>120</strong>");
  });

  test("a correction without a change, without a note or with one too long is refused, and a note for a new text too", async () => {
    const draftId = await createApproved(service.sql, workshop, { title: "Bleibt so" });
    const asBefore = { bodyMarkdown: (await draft(draftId)).content.bodyMarkdown };
    const note = { draftId, expectedVersion: 1, correctionNote: "Zu früh." };
    expect(await refusalOf(updateDraft(service.sql, workshop.agencyId, note, context))).toBe(
      "validation_error",
    );
    const { pressReleaseId } = await publish(draftId);
    expect(await refusalOf(correct(pressReleaseId, asBefore))).toBe("no_changes");
    expect(await refusalOf(correct(pressReleaseId, { note: " " }))).toBe("validation_error");
    expect(await refusalOf(correct(pressReleaseId, { note: "n".repeat(501) }))).toBe("validation_error");
    expect(await correct(pressReleaseId, { note: "n".repeat(500) })).toMatchObject({ version: 2 });
  });

  test("of another agency is not found by any of the four", async () => {
    const draftId = await createApproved(service.sql, workshop, { title: "Gehört uns" });
    const { pressReleaseId } = await publish(draftId);
    const { agencyId } = await createWorkshop(service.sql);
    const attempts = [
      () => stop({ pressReleaseId }, { agencyId }),
      () => stop({ draftId }, { agencyId }),
      () => archive(pressReleaseId, agencyId),
      () => restore(pressReleaseId, agencyId),
      () => correct(pressReleaseId, {}, agencyId),
    ];
    for (const attempt of attempts) expect(await refusalOf(attempt())).toBe("not_found");
  });

  const draft = (draftId: string) => draftOf(service.sql, workshop.agencyId, draftId);
  const publish = async (draftId: string, publishAt?: Date) =>
    publishRelease(
      service.sql,
      workshop.agencyId,
      {
        draftId,
        approvedVersion: (await draft(draftId)).version,
        maxCredits: 1,
        ...(publishAt !== undefined && { publishAt: publishAt.toISOString() }),
      },
      context,
    );
  const schedule = (draftId: string) => publish(draftId, new Date(Date.now() + hourMs));
  const stop = (
    release: { draftId: string } | { pressReleaseId: number },
    {
      what = "schedule" as "schedule" | "correction",
      expectedVersion = undefined as number | undefined,
      agencyId = workshop.agencyId,
    } = {},
  ) => stopRelease(service.sql, agencyId, { release, what, expectedVersion, actor });
  const archive = (pressReleaseId: number, agencyId = workshop.agencyId) =>
    archiveRelease(service.sql, agencyId, { pressReleaseId, actor });
  const restore = (pressReleaseId: number, agencyId = workshop.agencyId) =>
    restoreRelease(service.sql, agencyId, { pressReleaseId, actor, publicUrl: context.publicUrl });
  const correct = (pressReleaseId: number, input: object = {}, agencyId = workshop.agencyId) =>
    correctRelease(
      service.sql,
      agencyId,
      {
        pressReleaseId,
        note: "Es sind 130 Plätze, nicht 120.",
        bodyMarkdown: "Es sind **130** Plätze.",
        ...input,
      },
      context,
    );
  const approve = async (draftId: string) => {
    const { version } = await draft(draftId);
    const request = { draftId, draftVersion: version, acceptWarnings: true };
    const { approvalId } = await sendApprovalRequest(service.sql, workshop.agencyId, request, context);
    const token = await freshToken(service.sql, approvalId);
    await decideApproval(service.sql, token, { status: "approved", comment: null });
    return token;
  };
  const credits = () => getAgencyCredits(service.sql, workshop.agencyId, {});
  const pageOf = async (url: string) => {
    const answer = await fetch(service.url + new URL(url).pathname);
    return { status: answer.status, text: await answer.text() };
  };
  const eventsOf = async (pressReleaseId: number) => {
    const rows = await service.sql<{ eventType: string }[]>`
      select event_type as "eventType"
      from webhook_message
      where agency_id = ${workshop.agencyId}
        and payload::jsonb -> 'data' ->> 'pressReleaseId' = ${String(pressReleaseId)}
      order by id`;
    return rows.map((row) => row.eventType);
  };
  const statusesOf = async (pressReleaseId: number) => {
    const [row] = await service.sql`
      select r.status as release, d.status as draft
      from release r
      join draft d on d.agency_id = r.agency_id and d.id = r.draft_id
      where r.agency_id = ${workshop.agencyId}
        and r.id = ${pressReleaseId}`;
    return [row?.release, row?.draft];
  };
  const runSchedule = async () => {
    await announceAll(service.sql);
    const { sql } = service;
    const turns = createTurns(sql, publicationQueue);
    const log = createLog("silent", () => {});
    await publishScheduled({ sql, log, publicUrl: context.publicUrl, turns }, new AbortController().signal);
  };
});

async function untilCorrected(read: () => Promise<{ text: string }>): Promise<string> {
  return await until("the page shows the correction", async () => {
    const { text } = await read();
    return text.includes("Berichtigt am") && text;
  });
}
