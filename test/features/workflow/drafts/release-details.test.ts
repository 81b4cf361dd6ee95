import { beforeAll, describe, expect, test } from "bun:test";
import { ServiceError } from "../../../../service/errors.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { draftOf } from "../../../../service/features/workflow/drafts/find-draft.ts";
import { noDetails } from "../../../../service/features/workflow/drafts/release-details.ts";
import { contentHash } from "../../../../service/features/workflow/drafts/rules.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { archiveRelease } from "../../../../service/features/workflow/releases/archive-release.ts";
import { correctRelease } from "../../../../service/features/workflow/releases/correct-release.ts";
import { publishNewRelease } from "../../../../service/features/workflow/releases/publish-new-release.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { createTestRelease, serviceKinds } from "../../../support/service.ts";
import { insertTestAssets } from "../../../support/test-assets.ts";
import {
  context,
  createApproved,
  createRequested,
  createWorkshop,
  draftInput,
  refusalOf,
} from "../../../support/workflow.ts";

const picture = "0190e3a0-0000-7000-8000-00000000000a";
const files = ["0190e3a0-0000-7000-8000-00000000000c", "0190e3a0-0000-7000-8000-00000000000b"];

test("a content without details has the hash that it had before there were any, and each detail changes it", () => {
  const content = {
    title: "Neues Werk",
    subtitle: null,
    bodyMarkdown: "Bremen. Ein Satz.",
    language: "de",
    keywords: ["Werk"],
    embargoUntil: new Date("2027-01-31T08:00:00Z"),
    seoTitle: null,
    seoDescription: "Kurz.",
    slug: "neues-werk",
    ...noDetails,
  };
  const hashOf = (change: Partial<typeof content>) =>
    Buffer.from(contentHash({ ...content, ...change })).toString("hex");
  const plain = "2971c2af8fb905e8df48701f4907c9c81345821dd2e133c0ec83bf9a21992c9d";
  const hashes = [
    hashOf({}),
    hashOf({ dateline: "Bremen" }),
    hashOf({ topics: ["Energie"] }),
    hashOf({ imageAssetId: picture }),
    hashOf({ assetIds: files }),
    hashOf({ assetIds: files.toReversed() }),
    hashOf({ translationOf: 7 }),
  ];
  expect(hashes[0]).toBe(plain);
  expect(new Set(hashes).size).toBe(hashes.length);
});

describe.each(serviceKinds.map((kind) => [kind]))("the details of a release on the %s database", (kind) => {
  const { service } = serviceScene(kind);
  const workshop = given(() => createWorkshop(service.sql, { credits: 100 }));
  beforeAll(async () => {
    await insertTestAssets(service.sql, workshop, [picture, ...files]);
  });

  const contentOf = async (draftId: string) =>
    (await draftOf(service.sql, workshop.agencyId, draftId)).content;
  const create = (input: Parameters<typeof draftInput>[1]) =>
    createDraft(service.sql, workshop.agencyId, draftInput(workshop.clientId, input), context);
  const update = (draftId: string, expectedVersion: number, input: object) =>
    updateDraft(service.sql, workshop.agencyId, { draftId, expectedVersion, ...input }, context);
  const fieldsOf = async (work: Promise<unknown>) => {
    const error = await work.catch((thrown: unknown) => thrown);
    if (!(error instanceof ServiceError)) throw new Error("The call was not refused.", { cause: error });
    return [error.code, Object.keys(error.details?.fieldErrors ?? {})];
  };
  const releaseOf = async (pressReleaseId: number) => {
    const [row] = await service.sql`
      select place, topics, image_asset_id, asset_ids, translation_of
      from release
      where agency_id = ${workshop.agencyId}
        and id = ${pressReleaseId}`;
    return { ...row };
  };

  test("are kept tidy: no blanks around them, no topic or file twice, the first spelling and the order stay", async () => {
    const draft = await create({
      dateline: "  Bremen  an der\nWeser \u200b",
      topics: [" Energie ", "ENERGIE", "Energie\u200b", "Wärme  pumpen", "\u200b "],
      imageAssetId: picture.toUpperCase(),
      assetIds: [...files, files[0] ?? ""],
    });
    expect(await contentOf(draft.id)).toMatchObject({
      dateline: "Bremen an der Weser",
      topics: ["Energie", "Wärme pumpen"],
      imageAssetId: picture,
      assetIds: files,
      translationOf: null,
    });
  });

  test("stay with an edit of something else, and go where they are set to nothing", async () => {
    const { id } = await create({
      dateline: "Bremen",
      topics: ["Energie"],
      imageAssetId: picture,
      assetIds: files,
    });
    await update(id, 1, { title: "Ein anderer Titel" });
    expect(await contentOf(id)).toMatchObject({ dateline: "Bremen", topics: ["Energie"], assetIds: files });
    await update(id, 2, { dateline: "", topics: [], imageAssetId: null, assetIds: [], language: "en" });
    expect(await contentOf(id)).toMatchObject({ ...noDetails, language: "en" });
    expect(await refusalOf(update(id, 3, { dateline: null, topics: [" "] }))).toBe("no_changes");
  });

  test("are refused one past each bound by the name of the field, at creation and at an edit, and taken at it", async () => {
    const ids = Array.from({ length: 51 }, (_, index) => `0190e3a0-0000-7000-8000-0000000001${10 + index}`);
    await insertTestAssets(service.sql, workshop, ids);
    const atBound = {
      dateline: "ü".repeat(100),
      topics: ["t".repeat(60), "b", "c", "d", "e"],
      assetIds: ids.slice(0, 50),
    };
    const { id } = await create(atBound);
    expect(await contentOf(id)).toMatchObject(atBound);
    const beyond: [string, object][] = [
      ["dateline", { dateline: "ü".repeat(101) }],
      ["dateline", { dateline: "a\0b" }],
      ["topics", { topics: ["t".repeat(61)] }],
      ["topics", { topics: ["a", "b", "c", "d", "e", "f"] }],
      ["assetIds", { assetIds: ids }],
      ["assetIds", { assetIds: ["keine"] }],
      ["imageAssetId", { imageAssetId: "keine" }],
      ["title", { title: "" }],
    ];
    for (const [field, input] of beyond) {
      expect(await fieldsOf(create(input))).toEqual(["validation_error", [field]]);
      expect(await fieldsOf(update(id, 1, input))).toEqual(["validation_error", [field]]);
    }
  });

  test("are published by an operator with the keywords, each once, and dated back where that is asked", async () => {
    const input = { title: "Archiv", bodyMarkdown: "Text", keywords: [" Werk ", "Werk", "Archiv"] };
    const publishedAt = new Date("2026-01-05T07:30:00Z");
    const { pressReleaseId } = await publishNewRelease(service.sql, workshop.clientId, input, {
      publishedAt,
    });
    const [published] = await service.sql`
      select keywords, published_at, updated_at
      from release
      where agency_id = ${workshop.agencyId}
        and id = ${pressReleaseId}`;
    const facts = { keywords: ["Werk", "Archiv"], published_at: publishedAt, updated_at: publishedAt };
    expect(published).toEqual(facts);
    const surplus = Array.from({ length: 31 }, (_, index) => `k${index}`);
    const refused = publishNewRelease(service.sql, workshop.clientId, { ...input, keywords: surplus });
    expect(await fieldsOf(refused)).toEqual(["validation_error", ["keywords"]]);
  });

  test("name as original only a published release of the client, in another language, that is no translation", async () => {
    const original = await publishNewRelease(service.sql, workshop.clientId, {
      title: "Werk",
      bodyMarkdown: "Text",
    });
    const translation = await publishNewRelease(service.sql, workshop.clientId, {
      title: "Plant",
      bodyMarkdown: "Text",
      language: "en",
      translationOf: original.pressReleaseId,
    });
    const foreign = await createTestRelease(service.sql, workshop.agencyId);
    const taken = { language: "fr", topics: ["Energie"] };
    for (const translationOf of [foreign.pressReleaseId, translation.pressReleaseId, 999_999_999]) {
      expect(await fieldsOf(create({ ...taken, translationOf }))).toEqual([
        "validation_error",
        ["translationOf"],
      ]);
    }
    const sameLanguage = create({ language: "de", translationOf: original.pressReleaseId });
    expect(await fieldsOf(sameLanguage)).toEqual(["validation_error", ["translationOf"]]);
    const { id } = await create({ ...taken, translationOf: original.pressReleaseId });
    expect(await contentOf(id)).toMatchObject({ translationOf: original.pressReleaseId });
    expect(await releaseOf(translation.pressReleaseId)).toMatchObject({
      translation_of: original.pressReleaseId,
    });
  });

  test("a translation never has the language of its original, nor that of another translation, also where the language alone is changed", async () => {
    const publishOne = async (title: string, input = {}) => {
      const release = { title, bodyMarkdown: "Text", ...input };
      return (await publishNewRelease(service.sql, workshop.clientId, release)).pressReleaseId;
    };
    const original = await publishOne("Werk in drei Sprachen");
    const english = await publishOne("Plant", { language: "en", translationOf: original });
    const { id } = await create({ language: "fr", translationOf: original });
    const said = (work: Promise<unknown>) =>
      work.then(
        () => "taken",
        (error: ServiceError) => `${error.code} ${error.details?.formErrors.join()}`,
      );
    expect(await said(update(id, 1, { language: "DE" }))).toContain("„Werk in drei Sprachen“");
    expect(await said(update(id, 1, { language: "en" }))).toBe(
      `validation_error In dieser Sprache gibt es diese Meldung schon: „Plant“ (Nr. ${english}). Bitte wählen Sie eine andere Sprache, oder archivieren oder stoppen Sie jene.`,
    );
    expect(await said(create({ language: "en", translationOf: original }))).toContain("„Plant“");
    const correction = { pressReleaseId: original, note: "Sprache.", language: "en" };
    const correcting = correctRelease(service.sql, workshop.agencyId, correction, context);
    expect(await said(correcting)).toContain("„Plant“");
    expect(await said(update(id, 1, { language: "it" }))).toBe("taken");
    // An original that has left the newsroom is in nobody's way.
    await archiveRelease(service.sql, workshop.agencyId, { pressReleaseId: original, actor: context.actor });
    expect(await said(update(id, 2, { language: "de" }))).toBe("taken");
  });

  test("are what the contact approves and what is published, at once and by schedule", async () => {
    const details = {
      dateline: "Bremen",
      topics: ["Energie", "Wärme"],
      imageAssetId: picture,
      assetIds: files,
    };
    const { token } = await createRequested(service.sql, workshop, details);
    const page = await (await fetch(`${service.url}/approvals/${token}`)).text();
    for (const text of ["Energie, Wärme", "<dd>Bremen</dd>"]) expect(page).toContain(text);
    for (const publishAt of [undefined, new Date(Date.now() + 3_600_000).toISOString()]) {
      const draftId = await createApproved(service.sql, workshop, details);
      const input = {
        draftId,
        approvedVersion: 1,
        maxCredits: 1,
        ...(publishAt !== undefined && { publishAt }),
      };
      const { pressReleaseId } = await publishRelease(service.sql, workshop.agencyId, input, context);
      const expected = {
        place: "Bremen",
        topics: ["Energie", "Wärme"],
        image_asset_id: picture,
        asset_ids: files,
        translation_of: null,
      };
      expect(await releaseOf(pressReleaseId)).toEqual(expected);
      if (publishAt === undefined) continue;
      await publishRelease(
        service.sql,
        workshop.agencyId,
        { draftId, approvedVersion: 1, maxCredits: 1 },
        context,
      );
      expect(await releaseOf(pressReleaseId)).toEqual(expected);
    }
  });

  test("that are not set have no line on the approval page", async () => {
    const { token } = await createRequested(service.sql, workshop);
    const page = await (await fetch(`${service.url}/approvals/${token}`)).text();
    expect(page).not.toContain("Themen");
    expect(page).not.toContain("Ortsmarke");
  });
});
