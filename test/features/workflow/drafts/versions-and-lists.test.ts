import { describe, expect, test } from "bun:test";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import {
  listDraftVersions,
  readDraftVersion,
} from "../../../../service/features/workflow/drafts/list-versions.ts";
import { readDraft } from "../../../../service/features/workflow/drafts/read-draft.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { correctRelease } from "../../../../service/features/workflow/releases/correct-release.ts";
import {
  type ListReleasesInput,
  listReleases,
} from "../../../../service/features/workflow/releases/list-releases.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { encodeCursor } from "../../../../service/floor/db/keyset-list.ts";
import { serviceScene } from "../../../support/cast.ts";
import { errorOf } from "../../../support/error-of.ts";
import { createTestRelease, serviceKinds } from "../../../support/service.ts";
import {
  context,
  createApproved,
  createWorkshop,
  draftInput,
  refusalOf,
  type Workshop,
} from "../../../support/workflow.ts";

describe.each(serviceKinds.map((kind) => [kind]))("texts of an agency on the %s database", (kind) => {
  const { service, workshop } = serviceScene(kind);

  const create = (by: Workshop, input: Parameters<typeof draftInput>[1] = {}) =>
    createDraft(service.sql, by.agencyId, draftInput(by.clientId, input), context);
  const list = async (by: Workshop, input: ListReleasesInput = {}) =>
    (await listReleases(service.sql, by.agencyId, input)).releases;

  test("have versions that are listed newest first, a page at a time, and read one by one", async () => {
    const { id } = await create(workshop, { topics: ["Energie"] });
    const { agencyId } = workshop;
    await updateDraft(service.sql, agencyId, { draftId: id, expectedVersion: 1, title: "Zweite" }, context);
    await updateDraft(service.sql, agencyId, { draftId: id, expectedVersion: 2, title: "Dritte" }, context);
    const first = await listDraftVersions(service.sql, agencyId, { draftId: id, limit: 2 });
    expect(first.versions.map(({ version, title }) => [version, title])).toEqual([
      [3, "Dritte"],
      [2, "Zweite"],
    ]);
    expect(first.versions[0]).toMatchObject({
      authorType: "service",
      isPublished: false,
      approvalStatus: null,
    });
    const cursor = first.nextCursor ?? "";
    const rest = await listDraftVersions(service.sql, agencyId, { draftId: id, limit: 2, cursor });
    expect([rest.versions.map(({ version }) => version), rest.nextCursor]).toEqual([[1], null]);
    const version = await readDraftVersion(service.sql, agencyId, { draftId: id, version: 1 });
    expect(version.content).toMatchObject({ title: "Neues Werk in Bremen eröffnet", topics: ["Energie"] });
    const missing = readDraftVersion(service.sql, agencyId, { draftId: id, version: 4 });
    expect(await refusalOf(missing)).toBe("not_found");
    const stale = { draftId: id, expectedVersion: 1, title: "Vierte" };
    expect(await errorOf(updateDraft(service.sql, agencyId, stale, context))).toMatchObject({
      code: "version_conflict",
      facts: { currentVersion: 3 },
    });
  });

  test("are read with everything that a page on them shows, and by their agency alone", async () => {
    const draftId = await createApproved(service.sql, workshop, { dateline: "Bremen" });
    const whole = await readDraft(service.sql, workshop.agencyId, draftId, context);
    expect(whole).toMatchObject({
      id: draftId,
      status: "approved",
      approvedVersion: 1,
      publishedVersion: null,
      isCorrection: false,
      clientName: "Müller Maschinenbau",
      content: { dateline: "Bremen" },
      release: null,
    });
    expect(whole.approvals).toMatchObject([
      { status: "approved", draftVersion: 1, contactName: "Anna Müller" },
    ]);
    const { agencyId } = await createWorkshop(service.sql);
    for (const work of [
      () => readDraft(service.sql, agencyId, draftId, context),
      () => listDraftVersions(service.sql, agencyId, { draftId }),
      () => readDraftVersion(service.sql, agencyId, { draftId, version: 1 }),
    ])
      expect(await refusalOf(work())).toBe("not_found");
  });

  test("stand in one list, last changed first, drafts beside releases, through its pages each once", async () => {
    const own = await createWorkshop(service.sql);
    const direct = await createTestRelease(service.sql, own.agencyId);
    const draftId = await createApproved(service.sql, own, { topics: ["Energie"] });
    const input = { draftId, approvedVersion: 1, maxCredits: 1 };
    const { pressReleaseId } = await publishRelease(service.sql, own.agencyId, input, context);
    const open = await create(own, { topics: ["Wärme"] });
    await correctRelease(
      service.sql,
      own.agencyId,
      { pressReleaseId, note: "Neu.", title: "Berichtigt" },
      context,
    );
    const all = await list(own);
    expect(all.map((row) => [row.pressReleaseId, row.draftId, row.status, row.isOnline])).toEqual([
      [pressReleaseId, draftId, "draft", true],
      [null, open.id, "draft", false],
      [direct.pressReleaseId, null, "published", true],
    ]);
    const seen: (string | number | null)[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const found = await listReleases(service.sql, own.agencyId, {
        limit: 1,
        ...(cursor !== undefined && { cursor }),
      });
      seen.push(...found.releases.map((row) => row.draftId ?? row.pressReleaseId));
      cursor = found.nextCursor ?? undefined;
    }
    expect([seen, cursor]).toEqual([[draftId, open.id, direct.pressReleaseId], undefined]);
    const ids = async (filter: ListReleasesInput) =>
      (await list(own, filter)).map((row) => row.draftId ?? row.pressReleaseId);
    expect(await ids({ topic: "energie" })).toEqual([draftId]);
    expect(await ids({ status: "published" })).toEqual([direct.pressReleaseId]);
    expect(await ids({ clientId: direct.clientId })).toEqual([direct.pressReleaseId]);
    expect(await ids({ query: "BERICHTIGT" })).toEqual([draftId]);
    expect(await ids({ only: "drafts" })).toEqual([draftId, open.id]);
    expect(await ids({ only: "releases" })).toEqual([draftId, direct.pressReleaseId]);
    expect(await ids({ updatedSince: new Date(Date.now() + 60_000) })).toEqual([]);
    expect(await ids({ updatedBefore: new Date(Date.now() + 60_000), status: "draft" })).toEqual([
      draftId,
      open.id,
    ]);
    expect(await refusalOf(list(own, { cursor: "x" }))).toBe("invalid_cursor");
    const forged = (ms: number) =>
      list(own, { cursor: encodeCursor({ name: "releases" }, `${ms}/${open.id}`) });
    expect(await forged(Date.parse("9999-12-31T23:59:59.999Z"))).toHaveLength(3);
    expect(await refusalOf(forged(Date.parse("9999-12-31T23:59:59.999Z") + 1))).toBe("invalid_cursor");
    expect(await list(await createWorkshop(service.sql))).toEqual([]);
  });
});
