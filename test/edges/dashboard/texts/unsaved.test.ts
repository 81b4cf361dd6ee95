import { beforeEach, describe, expect, test } from "bun:test";
import { removeMember } from "../../../../service/features/people/change-member.ts";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { deleteOldUnsaved } from "../../../../service/features/workflow/drafts/unsaved-sql.ts";
import {
  keepUnsavedText,
  readUnsavedText,
} from "../../../../service/features/workflow/drafts/unsaved-texts.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { insertPicture } from "../../../features/media/support/insert-picture.ts";
import { serviceScene } from "../../../support/cast.ts";
import { serviceKinds } from "../../../support/service.ts";
import { context, createApproved, createWorkshop, draftInput, refusalOf } from "../../../support/workflow.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";

describe.each(serviceKinds)("what is typed and not saved, %s", (kind) => {
  const { service, workshop: own, owner } = serviceScene(kind);
  let draftId: string;
  let path: string;
  beforeEach(async () => {
    draftId = (await createDraft(service.sql, own.agencyId, draftInput(own.clientId), context)).id;
    path = `/app/meldungen/${draftId}`;
  });

  test("stands in the form again with the hour, makes no version, and is gone after saving", async () => {
    const answer = await keep(owner);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ kept: expect.stringMatching(/^\d\d:\d\d$/) });
    const page = await pageOf(owner);
    expect(page).toMatch(/Ihr Stand von \d\d:\d\d ist noch nicht gespeichert/);
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

  test("of two windows neither overwrites what the other holds before the person says so", async () => {
    const [one, other] = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
    const inWindow = (id: string | undefined, body: string, more = "") =>
      owner.post(
        `${path}/stand?agency=${own.agencyId}&person=${owner.personId}&window=${id}${more}`,
        typed({ bodyMarkdown: body }),
      );
    const kept = async () =>
      (await readUnsavedText(service.sql, own.agencyId, whose(owner)))?.fields.bodyMarkdown?.[0];
    expect((await inWindow(one, "Eins.")).status).toBe(200);
    expect((await inWindow(one, "Eins, zwei.")).status).toBe(200);
    const refused = await inWindow(other, "Etwas anderes.");
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { code: "version_conflict", message: expect.stringContaining("in einem anderen Fenster") },
    ]);
    expect(await kept()).toBe("Eins, zwei.");
    // Neither does a page that holds what is stored.
    const stored = draftInput(own.clientId).bodyMarkdown;
    expect(await (await inWindow(other, stored)).json()).toEqual({ kept: null });
    expect(await kept()).toBe("Eins, zwei.");
    // Saving in one window leaves what stands in the other.
    const saved = await owner.post(`${path}?window=${other}`, typed({ title: "Anderswo gespeichert" }));
    expect(saved.status).toBe(303);
    expect(await kept()).toBe("Eins, zwei.");
    // A window that showed the state writes on in it, and so does one that was told.
    const shown = /data-kept="([^"]+)"/.exec(await pageOf(owner))?.[1] ?? "";
    expect((await inWindow(other, "Weiter.", `&gezeigt=${encodeURIComponent(shown)}`)).status).toBe(200);
    expect((await inWindow(one, "Hier weiter.")).status).toBe(409);
    // A moment that PostgreSQL does not know is none.
    for (const none of [
      "+275760-09-13T00:00:00Z",
      "-000001-01-01T00:00:00Z",
      "0000-01-01T00:00:00Z",
      "heute",
    ])
      expect((await inWindow(one, "Hier.", `&gezeigt=${encodeURIComponent(none)}`)).status).toBe(409);
    expect((await inWindow(one, "Hier weiter.", "&nimmt=1")).status).toBe(200);
    expect(await kept()).toBe("Hier weiter.");
    // What both have alike is nobody's loss.
    expect((await inWindow(other, "Hier weiter.")).status).toBe(200);
  });

  test("is gone once a window that showed it saves it, which another one had written", async () => {
    const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const at = `agency=${own.agencyId}&person=${owner.personId}`;
    await owner.post(`${path}/stand?${at}&window=${one}`, typed());
    const shown = encodeURIComponent(/data-kept="([^"]+)"/.exec(await pageOf(owner))?.[1] ?? "");
    expect((await owner.post(`${path}?window=${other}&gezeigt=${shown}`, typed())).status).toBe(303);
    expect(await readUnsavedText(service.sql, own.agencyId, whose(owner))).toBeNull();
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
    expect(await later.json()).toEqual({ kept: expect.stringMatching(/^\d\d:\d\d$/) });
    expect(await pageOf(owner, at)).toMatch(/name="bodyMarkdown"[^>]*>\nHinterher geschrieben\.</);
  });

  test("nobody else sees it, and nobody keeps one for somebody else or of what they may not see", async () => {
    await keep(owner);
    const colleague = await createDashboardUser(service, own.agencyId, { role: "owner" });
    expect(await pageOf(colleague)).not.toContain("Noch nicht gespeichert.");
    const asOwner = await colleague.post(`${path}/stand?person=${owner.personId}`, typed());
    expect([asOwner.status, await asOwner.text()]).toEqual([
      400,
      expect.stringContaining("jemand anderes angemeldet"),
    ]);

    const before = await states();
    const elsewhere = await createWorkshop(service.sql);
    const foreigner = await createDashboardUser(service, elsewhere.agencyId);
    const analyst = await createDashboardUser(service, own.agencyId, { role: "analyst" });
    const [other] = await service.sql<{ id: number }[]>`
      insert into client (agency_id, name, slug)
      values (${own.agencyId}, 'Anderer', ${`anderer-${crypto.randomUUID()}`}) returning id`;
    const limited = await createDashboardUser(service, own.agencyId, {
      role: "editor",
      clientIds: [other?.id ?? 0],
    });
    const refused = [
      await foreigner.post(`${path}/stand?person=${foreigner.personId}`, typed()),
      await keep(limited),
      await keep(limited, typed(), `/app/meldungen/neu/${own.clientId}`),
      await keep(owner, typed(), `/app/meldungen/${crypto.randomUUID()}`),
      await keep(analyst),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 403]);
    expect(await states()).toBe(before);
  });

  test("without a session it is refused, so that the page can say so", async () => {
    const answer = await owner.post(`${path}/stand`, typed(), { cookie: `session=${"A".repeat(43)}` });
    expect(answer.status).toBe(401);
  });

  test("1 MB is taken and a byte more is not, with a sentence for the page", async () => {
    const bytesOf = (fields: object) => Buffer.byteLength(JSON.stringify(fields));
    const fields = { bodyMarkdown: [""] };
    const most = { bodyMarkdown: ["a".repeat(1_000_000 - bytesOf(fields))] };
    expect(bytesOf(most)).toBe(1_000_000);
    const { sql } = service;
    await keepUnsavedText(sql, own.agencyId, { ...whose(owner), fields: most });
    const more = { bodyMarkdown: [`${most.bodyMarkdown[0]}a`] };
    const refused = keepUnsavedText(sql, own.agencyId, { ...whose(owner), fields: more });
    expect(await refusalOf(refused)).toBe("payload_too_large");
    expect((await readUnsavedText(sql, own.agencyId, whose(owner)))?.fields).toEqual(most);
    const answer = await keep(owner, typed({ bodyMarkdown: "a".repeat(1_100_000) }));
    expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining("größer als 1 MB")]);
  });

  test("200 MB of an agency are taken and a byte more is not; the state before stays", async () => {
    const full = await createWorkshop(service.sql);
    const writer = await createDashboardUser(service, full.agencyId);
    const { id } = await createDraft(service.sql, full.agencyId, draftInput(full.clientId), context);
    const of = { draftId: id };
    const fields = { bodyMarkdown: ["abc"] };
    const bytes = Buffer.byteLength(JSON.stringify(fields));
    const keepIt = (text: string) =>
      keepUnsavedText(service.sql, full.agencyId, {
        personId: writer.personId,
        of,
        fields: { bodyMarkdown: [text] },
      });
    // Two hundred states of other texts, of which only the size counts.
    await service.sql`
      insert into draft (agency_id, id, client_id)
      select ${full.agencyId}, gen_random_uuid(), ${full.clientId} from generate_series(1, 200)`;
    await service.sql`
      insert into unsaved_text (agency_id, person_id, draft_id, fields, bytes)
      select agency_id, ${writer.personId}::uuid, id, '{}', 1000000
      from draft where agency_id = ${full.agencyId} and id <> ${id}`;
    await service.sql`
      update unsaved_text set bytes = bytes - ${bytes} where agency_id = ${full.agencyId} and draft_id =
        (select draft_id from unsaved_text where agency_id = ${full.agencyId} limit 1)`;
    await keepIt("abc");
    await keepIt("xyz");
    expect(await refusalOf(keepIt("abcd"))).toBe("asset_limit_reached");
    const found = await readUnsavedText(service.sql, full.agencyId, { personId: writer.personId, of });
    expect(found?.fields).toEqual({ bodyMarkdown: ["xyz"] });
    const answer = await writer.post(
      `/app/meldungen/${id}/stand?person=${writer.personId}`,
      typed({ bodyMarkdown: "Ein Text" }),
    );
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining("200 MB")]);
  });

  test("ends after 30 days, and with the person's part in the agency", async () => {
    const leaver = await createDashboardUser(service, own.agencyId, { role: "editor" });
    await keep(leaver);
    await keep(owner);
    const { sql } = service;
    const age = (days: string) =>
      sql`update unsaved_text set saved_at = now() - ${days}::interval where agency_id = ${own.agencyId} and draft_id = ${draftId}`;
    await age("29 days 23 hours");
    await deleteOldUnsaved(sql);
    expect(await readUnsavedText(sql, own.agencyId, whose(owner))).not.toBeNull();

    await removeMember(sql, own.agencyId, leaver.personId, { type: "operator", id: null });
    expect(await readUnsavedText(sql, own.agencyId, whose(leaver))).toBeNull();

    await age("30 days 1 second");
    expect(await readUnsavedText(sql, own.agencyId, whose(owner))).toBeNull();
    expect(await deleteOldUnsaved(sql)).toBe(false);
    const rows = await sql`select from unsaved_text where draft_id = ${draftId}`;
    expect(rows.length).toBe(0);
  });

  const typed = (input: Record<string, string> = {}) => ({
    title: "Neues Werk in Bremen eröffnet",
    bodyMarkdown: "Noch nicht gespeichert.",
    language: "de",
    expectedVersion: "1",
    ...input,
  });
  /** A form made from the first version, with a new picture in its text. */
  const withPicture = async () => {
    const id = await insertPicture(service.sql, own.agencyId, { clientId: own.clientId, caption: "Halle" });
    return typed({ bodyMarkdown: `Ein Bild.\n\n![Halle](/media/${id}/0123456789abcdef-800.webp)` });
  };
  const keep = (user: DashboardUser, fields: Record<string, string> = typed(), at = path) =>
    user.post(`${at}/stand?agency=${own.agencyId}&person=${user.personId}`, fields);
  const pageOf = async (user: DashboardUser, at = path) => (await user.get(at)).text();
  const states = async () =>
    (await service.sql`select * from unsaved_text where agency_id = ${own.agencyId}`).length;
  const whose = (user: DashboardUser) => ({ personId: user.personId, of: { draftId } });
});
