import { beforeAll, describe, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { createClient } from "../../../../service/features/clients/create-client.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { deleteDraft } from "../../../../service/features/workflow/drafts/delete-draft.ts";
import { duplicateDraft } from "../../../../service/features/workflow/drafts/duplicate-draft.ts";
import { draftOf } from "../../../../service/features/workflow/drafts/find-draft.ts";
import { moveDraft } from "../../../../service/features/workflow/drafts/move-draft.ts";
import { insertNextVersion } from "../../../../service/features/workflow/drafts/sql.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { createEmbargoLink } from "../../../../service/features/workflow/embargo/embargo-links.ts";
import { correctRelease } from "../../../../service/features/workflow/releases/correct-release.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { stopRelease } from "../../../../service/features/workflow/releases/stop-release.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { serviceKinds } from "../../../support/service.ts";
import { insertTestAssets } from "../../../support/test-assets.ts";
import {
  context,
  createApproved,
  createRequested,
  createWorkshop,
  draftInput,
  refusalOf,
} from "../../../support/workflow.ts";

describe.each(serviceKinds)("texts are deleted, copied and moved, %s", (kind) => {
  const { service, workshop: own } = serviceScene(kind);
  const foreign = given(() => createWorkshop(service.sql));
  let otherClientId: number;
  const { actor } = context;

  beforeAll(async () => {
    otherClientId = (
      await createClient(service.sql, own.agencyId, {
        name: "Anderer Kunde",
        slugs: [`anderer-${own.agencyId}`],
        persona: null,
        contactEmail: null,
      })
    ).clientId;
  });
  const nothing = { drafts: 0, versions: 0, approvals: 0, links: 0, releases: 0 };

  test("a draft goes with its versions, and the log keeps its title", async () => {
    const draftId = await newDraft();
    await updateDraft(service.sql, own.agencyId, { draftId, expectedVersion: 1, title: "Zweite" }, context);
    expect(await remove(draftId)).toEqual({ title: "Zweite" });
    expect(await rowsOf(draftId)).toEqual(nothing);
    expect(await lastAct(draftId)).toEqual({
      action: "draft.deleted",
      details: { clientId: own.clientId, title: "Zweite", version: 2, approved: [] },
    });
    expect(await refusalOf(remove(draftId))).toBe("not_found");
  });

  test("one that was approved goes only when that is confirmed, also after a newer version", async () => {
    const embargoUntil = new Date(Date.now() + 86_400_000).toISOString();
    const draftId = await createApproved(service.sql, own, { embargoUntil });
    const link = { draftId, name: "Redaktion", expiresAt: new Date(Date.now() + 86_400_000) };
    await createEmbargoLink(service.sql, own.agencyId, link, { publicUrl: service.url, actor });
    expect(await refusalOf(remove(draftId))).toBe("confirmation_required");
    await updateDraft(service.sql, own.agencyId, { draftId, expectedVersion: 1, title: "Zweite" }, context);
    expect(await refusalOf(remove(draftId))).toBe("confirmation_required");
    expect(await rowsOf(draftId)).toMatchObject({ approvals: 1, links: 1 });
    await remove(draftId, true);
    expect(await rowsOf(draftId)).toEqual(nothing);
    expect((await lastAct(draftId))?.details).toMatchObject({
      approved: [{ version: 1, contentHash: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    });
  });

  test("one that waits for an answer, is planned, published or corrects stays", async () => {
    const { draftId: asked } = await createRequested(service.sql, own);
    expect(await refusalOf(remove(asked, true))).toBe("approval_pending");
    const planned = await createApproved(service.sql, own);
    await publish(planned, { publishAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await refusalOf(remove(planned, true))).toBe("release_status_conflict");
    const published = await createApproved(service.sql, own);
    const { pressReleaseId } = await publish(published);
    expect(await refusalOf(remove(published, true))).toBe("release_status_conflict");
    const correction = { pressReleaseId, note: "Die Zahl.", bodyMarkdown: "Neuer Text." };
    await correctRelease(service.sql, own.agencyId, correction, context);
    expect(await refusalOf(remove(published, true))).toBe("release_status_conflict");
    for (const id of [asked, planned, published]) expect((await rowsOf(id))?.drafts).toBe(1);

    await stopRelease(service.sql, own.agencyId, { release: { draftId: planned }, what: "schedule", actor });
    await remove(planned, true);
    expect(await rowsOf(planned)).toEqual(nothing);
  });

  test("one that was stopped stays as long as figures name its release, each kind of them", async () => {
    const draftId = await createApproved(service.sql, own);
    const publishAt = new Date(Date.now() + 3_600_000).toISOString();
    const { pressReleaseId } = await publish(draftId, { publishAt });
    await stopRelease(service.sql, own.agencyId, { release: { draftId }, what: "schedule", actor });
    const importId = crypto.randomUUID();
    await service.sql`
      insert into insight_import (agency_id, id, kind, file_name, file_hash, rows)
      values (${own.agencyId}, ${importId}, 'media-mentions', 'a.csv', sha256(${importId}::text::bytea), 1)`;
    const known = { agency_id: own.agencyId, id: crypto.randomUUID(), release_id: pressReleaseId };
    const insight = { ...known, origin: "imported", source: "Datei", method: "Von Hand", confidence: "high" };
    const observed = { ...insight, observed_at: new Date(), import_id: importId };
    const figures = {
      conversion: { ...known, event_id: "anmeldung-1", kind: "lead", occurred_at: new Date() },
      media_mention: {
        ...observed,
        ...{ item_hash: new Uint8Array(32), medium: "Tageblatt", media_type: "print", headline: "Das Werk" },
        ...{ url: "", published_at: new Date(), match_type: "mention" },
      },
      search_visibility: {
        ...observed,
        ...{ query: "werk", clicks: 1, impressions: 2, ctr: 0.5, position: 3 },
        ...{ period_from: "2026-11-01", period_to: "2026-11-02" },
      },
      ai_visibility_run: {
        ...observed,
        ...{ engine: "E", model: "M", prompt: "Wer baut Werke?", runs: 1, mentioned: 1, cited: 0 },
      },
    };
    for (const [table, row] of Object.entries(figures)) {
      await service.sql`insert into ${service.sql(table)} ${service.sql(row)}`;
      expect(`${table}: ${await refusalOf(remove(draftId, true))}`).toBe(`${table}: release_status_conflict`);
      await service.sql`delete from ${service.sql(table)} where agency_id = ${own.agencyId} and id = ${known.id}`;
    }
    expect(await rowsOf(draftId)).toMatchObject({ drafts: 1, approvals: 1, releases: 1 });
    await remove(draftId, true);
    expect(await rowsOf(draftId)).toEqual(nothing);
  });

  test("a text is copied without its date and address, once for one key", async () => {
    const draftId = await newDraft({
      title: "a".repeat(300),
      topics: ["Bau"],
      dateline: "Köln",
      embargoUntil: new Date(Date.now() + 86_400_000).toISOString(),
    });
    await updateDraft(service.sql, own.agencyId, { draftId, expectedVersion: 1, slug: "mein-wort" }, context);
    const { content, version } = await read(draftId);
    const gone = [crypto.randomUUID()];
    // A file that was removed from the library since.
    await insertNextVersion(service.sql, own.agencyId, {
      draftId,
      version: version + 1,
      content: { ...content, assetIds: gone },
      contentHash: new Uint8Array(32),
      author: actor,
    });
    const input = { draftId, idempotencyKey: crypto.randomUUID() };
    const copies = [
      await duplicateDraft(service.sql, own.agencyId, input, context),
      await duplicateDraft(service.sql, own.agencyId, input, context),
    ];
    expect(copies[0]?.id).toBe(copies[1]?.id ?? "");
    const copy = await read(copies[0]?.id ?? "");
    expect(copy).toMatchObject({ clientId: own.clientId, version: 1, status: "draft" });
    expect(copy.content).toMatchObject({
      title: `${"a".repeat(292)} (Kopie)`,
      bodyMarkdown: content.bodyMarkdown,
      topics: ["Bau"],
      dateline: "Köln",
      embargoUntil: null,
      slug: null,
      assetIds: [],
    });
    expect((await read(draftId)).content.assetIds).toEqual(gone);
  });

  test("a text moves to another client and leaves behind what is the first one's", async () => {
    const plain = await newDraft();
    expect(await move(plain, otherClientId)).toEqual({ clientName: "Anderer Kunde", leftBehind: false });
    expect(await read(plain)).toMatchObject({ clientId: otherClientId, version: 1 });
    expect(await lastAct(plain)).toMatchObject({
      action: "draft.moved",
      details: { before: { clientId: own.clientId }, after: { clientId: otherClientId } },
    });

    const published = await createApproved(service.sql, own);
    const { pressReleaseId } = await publish(published);
    const assetId = uuidv7();
    await insertTestAssets(service.sql, own, [assetId]);
    const bodyMarkdown = `Text\n\n![Das Werk](/media/${assetId}/0123456789abcdef.png)`;
    const translation = await newDraft({ language: "en", translationOf: pressReleaseId, bodyMarkdown });
    expect((await move(translation, otherClientId)).leftBehind).toBe(true);
    const moved = await read(translation);
    expect([moved.version, moved.clientId, moved.content.translationOf]).toEqual([2, otherClientId, null]);
    expect(moved.content.bodyMarkdown.trim()).toBe("Text");
  });

  test("it stays where somebody was asked, and goes to no client that is archived, unknown or its own", async () => {
    const { draftId: asked } = await createRequested(service.sql, own);
    expect(await refusalOf(move(asked, otherClientId))).toBe("release_status_conflict");
    await updateDraft(
      service.sql,
      own.agencyId,
      { draftId: asked, expectedVersion: 1, title: "Neu" },
      context,
    );
    expect(await refusalOf(move(asked, otherClientId))).toBe("release_status_conflict");

    const archived = await createClient(service.sql, own.agencyId, {
      name: "Alt",
      slugs: [`alt-${own.agencyId}`],
      persona: null,
      contactEmail: null,
    });
    await service.sql`update client set status = 'archived' where agency_id = ${own.agencyId} and id = ${archived.clientId}`;
    const draftId = await newDraft();
    for (const clientId of [own.clientId, archived.clientId, foreign.clientId, 2_147_483_647])
      expect(await refusalOf(move(draftId, clientId))).toBe("validation_error");
    expect((await read(draftId)).clientId).toBe(own.clientId);
  });

  test("another agency's text is an unknown one", async () => {
    const draftId = await newDraft();
    const copying = duplicateDraft(service.sql, foreign.agencyId, { draftId, idempotencyKey: "k" }, context);
    expect(await refusalOf(copying)).toBe("not_found");
    expect(await refusalOf(remove(draftId, true, foreign.agencyId))).toBe("not_found");
    expect(await refusalOf(move(draftId, foreign.clientId, foreign.agencyId))).toBe("not_found");
    expect(await refusalOf(remove("kein-uuid"))).toBe("not_found");
    expect((await rowsOf(draftId))?.drafts).toBe(1);
  });

  const newDraft = async (input = {}) =>
    (await createDraft(service.sql, own.agencyId, draftInput(own.clientId, input), context)).id;
  const remove = (draftId: string, isConfirmed = false, agencyId = own.agencyId) =>
    deleteDraft(service.sql, agencyId, { draftId, isConfirmed }, actor);
  const move = (draftId: string, clientId: number, agencyId = own.agencyId) =>
    moveDraft(service.sql, agencyId, { draftId, clientId }, actor);
  const read = (draftId: string) => draftOf(service.sql, own.agencyId, draftId);
  const publish = (draftId: string, input = {}) =>
    publishRelease(
      service.sql,
      own.agencyId,
      { draftId, approvedVersion: 1, maxCredits: 5, ...input },
      context,
    );
  const rowsOf = async (draftId: string) => {
    const [row] = await service.sql`
      select
        (select count(*)::integer from draft where id = ${draftId}) as drafts,
        (select count(*)::integer from draft_version where draft_id = ${draftId}) as versions,
        (select count(*)::integer from approval where draft_id = ${draftId}) as approvals,
        (select count(*)::integer from embargo_link where draft_id = ${draftId}) as links,
        (select count(*)::integer from release where draft_id = ${draftId}) as releases`;
    return row;
  };
  const lastAct = async (draftId: string) => {
    const [row] = await service.sql`
      select action, details from audit
      where agency_id = ${own.agencyId} and subject_id = ${draftId} order by id desc limit 1`;
    return row;
  };
});
