import { describe, expect, test } from "bun:test";
import { checkApprovalStatus } from "../../../../service/features/workflow/approvals/check-approval-status.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { listDrafts } from "../../../../service/features/workflow/drafts/list-drafts.ts";
import { listDraftRows } from "../../../../service/features/workflow/drafts/list-sql.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { pageBytesMax } from "../../../../service/floor/db/keyset-list.ts";
import { readText } from "../../../../service/press-text/markdown/read-text.ts";
import { linksMax } from "../../../../service/press-text/markdown/text-limits.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { serviceKinds } from "../../../support/service.ts";
import {
  context,
  createApproved,
  createRequested,
  createWorkshop,
  draftInput,
  refusalOf,
} from "../../../support/workflow.ts";

const strangeId = "0190e3a0-0000-7000-8000-000000000000";

describe.each(serviceKinds.map((kind) => [kind]))("drafts on the %s database", (kind) => {
  const { service, workshop } = serviceScene(kind);
  const other = given(() => createWorkshop(service.sql));

  const create = (input: Parameters<typeof draftInput>[1] = {}) =>
    createDraft(service.sql, workshop.agencyId, draftInput(workshop.clientId, input), context);
  const update = (input: Parameters<typeof updateDraft>[2]) =>
    updateDraft(service.sql, workshop.agencyId, input, context);

  test("begin at version 1 as a draft, with the words of the text counted", async () => {
    const { id, updatedAt, ...draft } = await create({ bodyMarkdown: "Eins zwei **drei**." });
    expect(draft).toEqual({
      clientId: workshop.clientId,
      version: 1,
      status: "draft",
      title: "Neues Werk in Bremen eröffnet",
      wordCount: 3,
      warnings: [],
    });
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(Math.abs(Date.parse(updatedAt) - Date.now())).toBeLessThan(60_000);
  });

  test("warn of a picture that is a page or counted link, and of one on another server", async () => {
    const link = "https://presse.example/newsroom/kunde/meldung/go/outbound_link/0123456789ab";
    const draft = await create({
      bodyMarkdown: `Text ![a](${link}) ![b](/newsroom/kunde) ![c](https://bilder.example/c.jpg) ![d](${link})`,
    });
    expect(draft.warnings.map(({ code, field, term }) => [code, field, term])).toEqual([
      ["image_of_page", "bodyMarkdown", link],
      ["image_of_page", "bodyMarkdown", "/newsroom/kunde"],
      ["image_elsewhere", "bodyMarkdown", "https://bilder.example/c.jpg"],
    ]);
    expect(draft.warnings[0]?.message).toContain("Adresse der Bilddatei");
  });

  test("warn of the words that the client avoids, in every field and with German endings, and of no other", async () => {
    const draft = await create({
      title: "Billige Pressen",
      subtitle: "Ein billiges Versprechen",
      bodyMarkdown: "Das ist **billig**. Die Billigung der Billigkeit ist unbillig.",
    });
    expect(draft.warnings.map(({ code, field, term }) => [code, field, term])).toEqual([
      ["taboo_word", "title", "billig"],
      ["taboo_word", "subtitle", "billig"],
      ["taboo_word", "bodyMarkdown", "billig"],
    ]);
    expect(draft.warnings[0]?.message).toBe(
      "Der Kunde vermeidet „billig“. Grund: klingt minderwertig. Besser: „günstig“.",
    );
    expect((await create({ bodyMarkdown: "Die Billigung ist unbillig." })).warnings).toEqual([]);
  });

  test("are created once per idempotency key, ten at once too, and another input under it is refused", async () => {
    const input = { idempotencyKey: "entwurf-1" };
    const drafts = await Promise.all(Array.from({ length: 10 }, () => create(input)));
    expect(new Set(drafts.map((draft) => draft.id)).size).toBe(1);
    expect(await refusalOf(create({ ...input, title: "Ein anderer Titel" }))).toBe("idempotency_conflict");
    const theirs = draftInput(other.clientId, input);
    const foreign = await createDraft(service.sql, other.agencyId, theirs, context);
    expect(foreign.id).not.toBe(drafts[0]?.id);
  });

  test("of another agency are not there, whatever is asked of them", async () => {
    const mine = await create();
    const asOther = { draftId: mine.id, expectedVersion: 1, title: "Übernommen" };
    expect(await refusalOf(updateDraft(service.sql, other.agencyId, asOther, context))).toBe("not_found");
    expect(await refusalOf(listDrafts(service.sql, other.agencyId, { draftId: mine.id }))).toBe("not_found");
    const wrongClient = draftInput(workshop.clientId);
    expect(await refusalOf(createDraft(service.sql, other.agencyId, wrongClient, context))).toBe("not_found");
    expect(await refusalOf(listDrafts(service.sql, other.agencyId, { clientId: workshop.clientId }))).toBe(
      "not_found",
    );
    for (const draftId of [strangeId, "kein-uuid", "' or 1=1 --"]) {
      expect(await refusalOf(checkApprovalStatus(service.sql, workshop.agencyId, { draftId }))).toBe(
        "not_found",
      );
    }
  });

  test("change by the version that the caller knew: of two edits at once one is refused", async () => {
    const { id } = await create();
    const edits = ["A", "B"].map((title) => update({ draftId: id, expectedVersion: 1, title }));
    const outcomes = await Promise.allSettled(edits);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await refusalOf(update({ draftId: id, expectedVersion: 1, title: "C" }))).toBe("version_conflict");
    expect(await update({ draftId: id, expectedVersion: 2, title: "C" })).toMatchObject({
      version: 3,
      title: "C",
      approvalInvalidated: false,
    });
  });

  test("keep what an edit leaves out, drop what it empties, and refuse an edit that changes nothing", async () => {
    const { id } = await create({ subtitle: "Unterzeile", keywords: ["Bremen", "Bremen "] });
    expect(await refusalOf(update({ draftId: id, expectedVersion: 1, keywords: ["Bremen"] }))).toBe(
      "no_changes",
    );
    expect(await refusalOf(update({ draftId: id, expectedVersion: 1 }))).toBe("no_changes");
    expect(await refusalOf(update({ draftId: id, expectedVersion: 1, title: "  " }))).toBe(
      "validation_error",
    );
    await update({ draftId: id, expectedVersion: 1, subtitle: "" });
    const rows = await service.sql`
      select version, subtitle, keywords from draft_version where draft_id = ${id} order by version`;
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { version: 1, subtitle: "Unterzeile", keywords: ["Bremen"] },
      { version: 2, subtitle: null, keywords: ["Bremen"] },
    ]);
  });

  test("are refused with one link more than allowed, new or edited, in a sentence that names the limit", async () => {
    const links = (count: number) => "[a](https://a.example/) ".repeat(count);
    const { id } = await create({ bodyMarkdown: links(linksMax) });
    const tooMany = { bodyMarkdown: links(linksMax + 1) };
    for (const refused of [create(tooMany), update({ draftId: id, expectedVersion: 1, ...tooMany })]) {
      const error = await refused.catch((cause: unknown) => cause);
      expect(error).toMatchObject({
        code: "validation_error",
        message: "The text has 501 links (at most 500). Shorten it.",
      });
    }
    expect(await update({ draftId: id, expectedVersion: 1, bodyMarkdown: "Kurz" })).toMatchObject({
      version: 2,
    });
  });

  test("are not stored where there is no time to read them", async () => {
    const texts = { ...context.texts, read: async () => ({ ...readText("Text"), isFinal: false }) };
    const busy = { ...context, texts };
    const input = draftInput(workshop.clientId);
    expect(await refusalOf(createDraft(service.sql, workshop.agencyId, input, busy))).toBe(
      "service_unavailable",
    );
  });

  test("lose a pending and a granted approval with an edit", async () => {
    const { draftId: pending } = await createRequested(service.sql, workshop);
    const granted = await createApproved(service.sql, workshop);
    for (const draftId of [pending, granted]) {
      expect(await update({ draftId, expectedVersion: 1, title: "Neuer Titel" })).toMatchObject({
        status: "draft",
        approvalInvalidated: true,
      });
      expect(await checkApprovalStatus(service.sql, workshop.agencyId, { draftId })).toMatchObject({
        status: "superseded",
        requestedVersion: 1,
        currentVersion: 2,
        publishable: false,
      });
    }
  });

  test("can't be edited once they are scheduled or published", async () => {
    const draftId = await createApproved(service.sql, workshop);
    const order = { draftId, approvedVersion: 1, maxCredits: 1 };
    const publishAt = new Date(Date.now() + 3_600_000).toISOString();
    await publishRelease(service.sql, workshop.agencyId, { ...order, publishAt }, context);
    expect(await refusalOf(update({ draftId, expectedVersion: 1, title: "X" }))).toBe("draft_locked");
    await publishRelease(service.sql, workshop.agencyId, order, context);
    expect(await refusalOf(update({ draftId, expectedVersion: 1, title: "X" }))).toBe("draft_locked");
  });

  test("are listed newest first in pages that neither repeat nor skip, with texts only where asked for", async () => {
    const mine = await createWorkshop(service.sql);
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const input = draftInput(mine.clientId, { title: `Entwurf ${count}` });
      ids.unshift((await createDraft(service.sql, mine.agencyId, input, context)).id);
    }
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listDrafts(service.sql, mine.agencyId, { limit: 2, ...(cursor ? { cursor } : {}) });
      expect(page.drafts.every((draft) => draft.bodyMarkdown === undefined)).toBe(true);
      found.push(...page.drafts.map((draft) => draft.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual(ids);
    const exact = await listDrafts(service.sql, mine.agencyId, { limit: 5 });
    expect(exact.nextCursor).toBeNull();
    const whole = await listDrafts(service.sql, mine.agencyId, { draftId: ids[0] ?? "", includeBody: true });
    expect(whole.drafts[0]).toMatchObject({
      clientName: "Müller Maschinenbau",
      approvedVersion: null,
      pressReleaseId: null,
      bodyMarkdown: draftInput(mine.clientId).bodyMarkdown,
    });
    const later = new Date(Date.now() + 60_000).toISOString();
    expect((await listDrafts(service.sql, mine.agencyId, { updatedSince: later })).drafts).toEqual([]);
    expect((await listDrafts(service.sql, mine.agencyId, { status: "published" })).drafts).toEqual([]);
  });

  test("with their texts fill a page of 1 MB at most, and come whole over all pages", async () => {
    const mine = await createWorkshop(service.sql);
    // 100 KB each in the database, and twice that as JSON: ten fit by their length, five by what is sent.
    const texts = [..."abcdefgh"].map((letter) => `${letter}${"\\".repeat(99_999)}`);
    for (const bodyMarkdown of texts) {
      const input = draftInput(mine.clientId, { bodyMarkdown });
      await createDraft(service.sql, mine.agencyId, input, context);
    }
    const seen: string[] = [];
    const pages: number[] = [];
    let cursor: string | null = null;
    do {
      const page = await listDrafts(service.sql, mine.agencyId, {
        includeBody: true,
        limit: 100,
        ...(cursor === null ? {} : { cursor }),
      });
      expect(Buffer.byteLength(JSON.stringify(page.drafts))).toBeLessThanOrEqual(pageBytesMax + 100);
      seen.push(...page.drafts.map(({ bodyMarkdown = "" }) => bodyMarkdown));
      pages.push(page.drafts.length);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(texts.toReversed());
    expect(pages).toEqual([5, 3]);
    expect((await listDrafts(service.sql, mine.agencyId, { limit: 100 })).nextCursor).toBeNull();
  });

  test("bring no text out of the database that is not on the page, but the one after it", async () => {
    const mine = await createWorkshop(service.sql);
    for (let draft = 0; draft < 9; draft += 1) {
      const input = draftInput(mine.clientId, { bodyMarkdown: `a${"中".repeat(87_381)}` });
      await createDraft(service.sql, mine.agencyId, input, context);
    }
    const ask = {
      clientId: null,
      clientIds: null,
      draftId: null,
      status: null,
      updatedSince: null,
      beforeId: null,
    };
    const rows = await listDraftRows(service.sql, mine.agencyId, { ...ask, includeBody: true, limit: 101 });
    // Four are 1 MB to the byte, and the page may be as large; the fifth begins beyond.
    expect(rows).toHaveLength(5);
    expect(rows[0]).not.toHaveProperty("bytes");
  });

  test("take no cursor of another list or of nobody's making", async () => {
    const clients = Buffer.from(JSON.stringify(["clients", 1])).toString("base64url");
    const noUuid = Buffer.from(JSON.stringify(["drafts", "x"])).toString("base64url");
    for (const cursor of [clients, noUuid, "!", "bnVsbA", "a".repeat(200)]) {
      expect(await refusalOf(listDrafts(service.sql, workshop.agencyId, { cursor }))).toBe("invalid_cursor");
    }
  });
});
