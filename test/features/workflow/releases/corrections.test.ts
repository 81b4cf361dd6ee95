import { describe, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { publishSoon } from "../../../../service/features/workflow/releases/publish-soon.ts";
import { createTestRelease, serviceKinds } from "../../../support/service.ts";
import { insertTestAssets } from "../../../support/test-assets.ts";
import {
  context,
  createApproved,
  createWorkshop,
  listenToEverything,
  refusalOf,
} from "../../../support/workflow.ts";
import { releaseLifeScene, untilCorrected } from "./life-scene.ts";

const hourMs = 3_600_000;

describe.each(serviceKinds.map((kind) => [kind]))("the life of a release on the %s database", (kind) => {
  const {
    service,
    workshop,
    draft,
    publish,
    stop,
    archive,
    restore,
    correct,
    approve,
    credits,
    pageOf,
    eventsOf,
    statusesOf,
    runSchedule,
  } = releaseLifeScene(kind);

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
});
