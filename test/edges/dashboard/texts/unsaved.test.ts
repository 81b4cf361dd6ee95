import { beforeEach, describe, expect, test } from "bun:test";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import {
  keepUnsavedText,
  readUnsavedText,
} from "../../../../service/features/workflow/drafts/unsaved-texts.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { insertPicture } from "../../../features/media/support/insert-picture.ts";
import { serviceScene } from "../../../support/cast.ts";
import { serviceKinds } from "../../../support/service.ts";
import { context, createApproved, draftInput } from "../../../support/workflow.ts";
import { typed, unsavedCalls } from "./support/unsaved.ts";

describe.each(serviceKinds)("what is typed and not saved, %s", (kind) => {
  const { service, workshop: own, owner } = serviceScene(kind);
  let draftId: string;
  let path: string;
  beforeEach(async () => {
    draftId = (await createDraft(service.sql, own.agencyId, draftInput(own.clientId), context)).id;
    path = `/app/meldungen/${draftId}`;
  });
  const { keep, pageOf, whose } = unsavedCalls(own, () => draftId);

  test("stands in the form again with the hour, makes no version, and is gone after saving", async () => {
    const answer = await keep(owner);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ kept: expect.stringMatching(/^\d\d:\d\d Uhr$/) });
    const page = await pageOf(owner);
    expect(page).toMatch(/Ihr Stand von \d\d:\d\d Uhr ist noch nicht gespeichert/);
    expect(page).toMatch(/name="bodyMarkdown"[^>]*>\nNoch nicht gespeichert\.</);
    expect(page).toContain("Fassung 1,");

    expect((await owner.post(path, typed())).status).toBe(303);
    const saved = await pageOf(owner);
    expect(saved).toContain("Fassung 2,");
    expect(saved).not.toContain("Ihr Stand von");
    expect(await readUnsavedText(service.sql, own.agencyId, whose(owner))).toBeNull();
  });

  test("the later state takes the place of the earlier, and one that is what is stored is none", async () => {
    await keep(owner);
    await keep(owner, typed({ bodyMarkdown: "Später." }));
    expect(await pageOf(owner)).toMatch(/name="bodyMarkdown"[^>]*>\nSpäter\.</);
    const stored = draftInput(own.clientId).bodyMarkdown;
    const answer = await keep(owner, typed({ bodyMarkdown: stored }));
    expect(await answer.json()).toEqual({ kept: null });
    expect(await readUnsavedText(service.sql, own.agencyId, whose(owner))).toBeNull();
  });

  test("a form that is kept or sent once more behind its save is neither unsaved nor a conflict", async () => {
    const sent = await withPicture();
    expect((await owner.post(path, sent)).status).toBe(303);
    // The save put the picture among the files; the form does not say so.
    const late = await keep(owner, sent);
    expect(await late.json()).toEqual({ kept: null });
    const again = await owner.post(path, sent);
    expect(again.status).toBe(303);
    const page = await pageOf(owner);
    expect(page).toContain("Fassung 2,");
    expect(page).not.toContain("Ihr Stand von");
    // What was changed beside that is: the picture is not what counts.
    expect((await owner.post(path, { ...sent, bodyMarkdown: "Etwas anderes." })).status).toBe(409);
  });

  test("a state that was written between the save and its end is shown to nobody and holds up no other window", async () => {
    const sent = await withPicture();
    await owner.post(path, sent);
    const fields = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, [value]]));
    const typedIn = { windowId: "11111111-1111-4111-8111-111111111111", shownAt: null };
    await keepUnsavedText(service.sql, own.agencyId, { ...whose(owner), fields, typedIn });
    expect(await pageOf(owner)).not.toContain("Ihr Stand von");
    const next = { ...sent, expectedVersion: "2", bodyMarkdown: "Weiter." };
    const window = "window=22222222-2222-4222-8222-222222222222";
    const query = `agency=${own.agencyId}&person=${owner.personId}&${window}`;
    expect((await owner.post(`${path}/stand?${query}`, next)).status).toBe(200);
    expect(await pageOf(owner)).toContain("Ihr Stand von");
  });

  test("is dropped by its button", async () => {
    await keep(owner);
    const dropped = await owner.post(`${path}/stand/verwerfen?agency=${own.agencyId}`);
    expect([dropped.status, dropped.headers.get("location")]).toEqual([303, path]);
    expect(await pageOf(owner)).not.toContain("Noch nicht gespeichert.");
  });

  test("of a version that somebody else followed up, it leads to the page with both", async () => {
    await keep(owner);
    const theirs = { draftId, expectedVersion: 1, bodyMarkdown: "Von jemand anderem." };
    await updateDraft(service.sql, own.agencyId, theirs, context);
    const page = await pageOf(owner);
    expect(page).toContain('name="expectedVersion" value="1"');
    expect((await owner.post(path, typed())).status).toBe(409);
  });

  test("of a text that was published meanwhile it can be copied", async () => {
    draftId = await createApproved(service.sql, own);
    path = `/app/meldungen/${draftId}`;
    await keep(owner);
    await publishRelease(service.sql, own.agencyId, { draftId, approvedVersion: 1, maxCredits: 5 }, context);
    const answer = await owner.get(path);
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(page).toContain("Ihre Änderung ist nicht gespeichert.");
    expect(page).toContain("Noch nicht gespeichert.</textarea>");
    expect(page).toContain("Verwerfen …");
  });

  test("a new text has one for each client, until it is stored, also where the state comes late", async () => {
    const at = `/app/meldungen/neu/${own.clientId}`;
    const { expectedVersion: _version, ...fields } = typed({ idempotencyKey: crypto.randomUUID() });
    expect((await keep(owner, fields, at)).status).toBe(200);
    expect(await pageOf(owner, at)).toMatch(/name="bodyMarkdown"[^>]*>\nNoch nicht gespeichert\.</);
    const ofNew = { ...whose(owner), of: { clientId: own.clientId } };
    const kept = await readUnsavedText(service.sql, own.agencyId, ofNew);
    expect((await owner.post(at, fields)).status).toBe(303);
    expect(await pageOf(owner, at)).not.toContain("Noch nicht gespeichert.");
    expect(await (await keep(owner, fields, at)).json()).toEqual({ kept: null });
    expect(await pageOf(owner, at)).not.toContain("Noch nicht gespeichert.");
    // As if it had been written between the check and the end of the creation.
    await keepUnsavedText(service.sql, own.agencyId, { ...ofNew, fields: kept?.fields ?? {} });
    expect(await pageOf(owner, at)).not.toContain("Noch nicht gespeichert.");
  });

  test("of a new text what was typed while its save was on the way is kept", async () => {
    const at = `/app/meldungen/neu/${own.clientId}`;
    const { expectedVersion: _version, ...fields } = typed({ idempotencyKey: crypto.randomUUID() });
    expect((await owner.post(at, fields)).status).toBe(303);
    const later = await keep(owner, { ...fields, bodyMarkdown: "Hinterher geschrieben." }, at);
    expect(await later.json()).toEqual({ kept: expect.stringMatching(/^\d\d:\d\d Uhr$/) });
    expect(await pageOf(owner, at)).toMatch(/name="bodyMarkdown"[^>]*>\nHinterher geschrieben\.</);
  });

  /** A form made from the first version, with a new picture in its text. */
  const withPicture = async () => {
    const id = await insertPicture(service.sql, own.agencyId, { clientId: own.clientId, caption: "Halle" });
    return typed({ bodyMarkdown: `Ein Bild.\n\n![Halle](/media/${id}/0123456789abcdef-800.webp)` });
  };
});
