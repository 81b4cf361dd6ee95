import { describe, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { correctRelease } from "../../../../service/features/workflow/releases/correct-release.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { context, createApproved, createWorkshop, draftInput } from "../../../support/workflow.ts";
import { createDashboardUser } from "../support.ts";

/** The form that publishes, as it is sent. */
const now = { version: "1", credits: "1", when: "now" };

const { service, agency, owner, analyst } = serviceScene();
const workshop = given(() => createWorkshop(service.sql, { agency, credits: 100 }));

describe("pages and forms of approval and publication", () => {
  test("an analyst sees the page without a button", async () => {
    const draftId = await createApproved(service.sql, workshop);
    const page = await (await analyst.get(`/app/meldungen/${draftId}/freigabe`)).text();
    expect(page).toContain("Freigegeben");
    const main = page.slice(page.indexOf("<main"));
    expect(main).not.toContain("<form");
  });

  test.each([
    ["a missing version", { credits: "1", when: "now" }, 400],
    ["no time", { version: "1", credits: "1" }, 400],
    ["a time that is none", { ...now, when: "soon" }, 400],
    ["a version that is none", { ...now, version: "1.5" }, 400],
    ["a version beyond PostgreSQL's integer", { ...now, version: "2147483648" }, 400],
    ["a doubled field", { ...now, version: ["1", "1"] }, 400],
    ["a foreign field", { ...now, admin: "1" }, 400],
    ["an old version", { ...now, version: "7" }, 409],
    ["a price below the real one", { ...now, credits: "0" }, 402],
    ["an oversized body", { ...now, text: "x".repeat(300_000) }, 413],
  ] as [string, Record<string, string | string[]>, number][])(
    "a publication with %s is refused",
    async (_name, fields, status) => {
      const draftId = await createApproved(service.sql, workshop);
      const answer = await owner.post(`/app/meldungen/${draftId}/veroeffentlichen`, fields);
      expect(answer.status).toBe(status);
      const [draft] = await service.sql`select status from draft where id = ${draftId}`;
      expect(draft?.status).toBe("approved");
    },
  );

  test.each([
    ["none", "", "Bitte wählen Sie Tag und Uhrzeit."],
    ["no date", "morgen", "Bitte geben Sie ein gültiges Datum an."],
    ["long ago", "2020-01-01T10:00", "höchstens ein Jahr voraus"],
    ["in ten years", "2036-01-01T10:00", "höchstens ein Jahr voraus"],
    ["within the embargo", null, "gilt die Sperrfrist noch"],
  ])("a date that is %s is refused beside the field", async (_name, typed, reason) => {
    const embargoUntil = new Date(Date.now() + 7 * 86_400_000).toISOString();
    const draftId = await createApproved(service.sql, workshop, { embargoUntil });
    const publishAt = typed ?? new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16);
    const fields = { ...now, when: "at", publishAt };
    const answer = await owner.post(`/app/meldungen/${draftId}/veroeffentlichen`, fields);
    expect([400, 409]).toContain(answer.status);
    const problem = /id="f-publishAt-problem">([^<]*)/.exec(await answer.text())?.[1] ?? "";
    expect(problem).toContain(reason);
  });

  test("a missing imprint is said with the way to mend it, before the click and after", async () => {
    const bare = await createWorkshop(service.sql, { imprint: null });
    const user = await createDashboardUser(service, bare.agencyId);
    const draftId = await createApproved(service.sql, bare);
    const link = `/app/kunden/${bare.clientId}/newsroom`;
    const at = `/app/meldungen/${draftId}`;
    expect(await (await user.get(`${at}/freigabe`)).text()).toContain(`${at}/veroeffentlichen`);
    const text = await (await user.get(`${at}/veroeffentlichen`)).text();
    expect(text).toContain(link);
    expect(text).not.toContain("Veröffentlichen (1 Credit)");
    const answer = await user.post(`${at}/veroeffentlichen`, now);
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain(link);

    const stranger = await createDashboardUser(service, (await createWorkshop(service.sql)).agencyId);
    const imprint = { imprintMarkdown: "Müller Maschinenbau GmbH, Bremen" };
    expect((await stranger.post(`${at}/veroeffentlichen/impressum`, imprint)).status).toBe(404);
    const tooLong = { imprintMarkdown: "x".repeat(20_001) };
    expect((await user.post(`${at}/veroeffentlichen/impressum`, tooLong)).status).toBe(400);
    expect((await user.post(`${at}/veroeffentlichen/impressum`, imprint)).status).toBe(303);
    expect(await (await user.get(`${at}/veroeffentlichen`)).text()).toContain("Veröffentlichen (1 Credit)");
  });

  test("without credits nothing is published, and the page says so", async () => {
    const poor = await createWorkshop(service.sql, { credits: 0 });
    const user = await createDashboardUser(service, poor.agencyId);
    const draftId = await createApproved(service.sql, poor);
    const page = await (await user.get(`/app/meldungen/${draftId}/veroeffentlichen`)).text();
    expect(page).toContain("reicht nicht");
    expect(page).not.toContain("Veröffentlichen (1 Credit)");
    const answer = await user.post(`/app/meldungen/${draftId}/veroeffentlichen`, now);
    expect(answer.status).toBe(402);
  });

  test("taboo words hold a request up until somebody says 'trotzdem'", async () => {
    const draft = await createDraft(
      service.sql,
      workshop.agencyId,
      draftInput(workshop.clientId, { bodyMarkdown: "Das ist billig." }),
      context,
    );
    const path = `/app/meldungen/${draft.id}/freigabe`;
    const refused = await owner.post(path, { version: "1", message: "Bitte schnell" });
    expect(refused.status).toBe(409);
    const text = await refused.text();
    expect(text).toContain("Trotzdem zur Freigabe schicken");
    expect(text).toContain("Bitte schnell");
    expect(text).toContain("„billig“");
    const sent = await owner.post(path, { version: "1", acceptWarnings: "on" });
    expect(sent.status).toBe(303);
  });

  test("one form that is sent twice asks once", async () => {
    const draft = await createDraft(service.sql, workshop.agencyId, draftInput(workshop.clientId), context);
    const path = `/app/meldungen/${draft.id}/freigabe`;
    const fields = { version: "1", idempotencyKey: "018f4f0e-1111-7000-8000-0000000000aa" };
    const answers = await Promise.all([owner.post(path, fields), owner.post(path, fields)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const rows = await service.sql`select from approval where draft_id = ${draft.id}`;
    expect(rows.length).toBe(1);
  });

  test("a correction runs through approval again and can be withdrawn", async () => {
    const releaseId = await publish();
    const path = `/app/meldungen/erschienen/${releaseId}/berichtigen`;
    const page = await (await owner.get(path)).text();
    expect(page).toContain("120");
    // The editor of every text: what readers will get, the check, and what is typed is kept.
    for (const part of [`src="${path}/ansicht"`, `${path}/pruefung`, `${path}/stand`, 'name="imageAssetId"'])
      expect(page).toContain(part);
    expect(page).not.toContain('name="embargoUntil"');
    expect(page).toContain('name="expectedVersion" value="1"');
    const fields = {
      expectedVersion: "1",
      correctionNote: "Die Zahl stimmt jetzt.",
      title: "Neues Werk",
      bodyMarkdown: "Es sind 130.",
      language: "de",
      topics: "Bau",
    };
    const preview = await (await owner.post(`${path}/ansicht`, fields)).text();
    expect(preview).toContain("Es sind 130.");
    expect(await (await owner.get(`${path}/ansicht`)).text()).toContain("120");
    const keeping = await owner.post(`${path}/stand?person=${owner.personId}`, fields);
    expect(await keeping.json()).toEqual({ kept: expect.stringMatching(/^\d\d:\d\d Uhr$/) });
    expect(await (await owner.get(path)).text()).toContain("Es sind 130.</textarea>");
    const same = await owner.post(path, { ...fields, correctionNote: "" });
    expect(same.status).toBe(400);
    const [published] = await service.sql`
      select title, body_markdown as "bodyMarkdown" from release where id = ${releaseId}`;
    const { title, bodyMarkdown } = published ?? {};
    const unchanged = await owner.post(path, { ...fields, title, bodyMarkdown, topics: "" });
    expect([unchanged.status, await unchanged.text()]).toEqual([
      409,
      expect.stringContaining("ändern Sie zuerst etwas"),
    ]);
    const saved = await owner.post(path, fields);
    const approval = saved.headers.get("location") ?? "";
    const draft = approval.replace("/freigabe", "");
    const [version] = await service.sql`
      select topics, correction_note as note from draft_version
      where agency_id = ${workshop.agencyId} and draft_id = ${draft.split("/").at(-1) ?? ""} and version = 2`;
    expect(version).toEqual({ topics: ["Bau"], note: "Die Zahl stimmt jetzt." });
    // What comes late is of a correction that is stored, and whoever comes back writes on in its draft.
    expect(await (await owner.post(`${path}/stand?person=${owner.personId}`, fields)).json()).toEqual({
      kept: null,
    });
    expect((await owner.get(path)).headers.get("location")).toBe(draft);
    expect(approval).toEndWith("/freigabe");
    expect(await (await owner.get(approval)).text()).toContain("berichtigt eine veröffentlichte Meldung");
    const late = await owner.post(`${draft}/stoppen`);
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining("nichts mehr geplant")]);
    expect(await (await owner.get(approval)).text()).toContain("berichtigt eine veröffentlichte Meldung");
    const withdraw = (version: string) =>
      owner.post(`${draft}/berichtigung-zurueckziehen`, { expectedVersion: version });
    const older = await withdraw("1");
    expect([older.status, await older.text()]).toEqual([409, expect.stringContaining("neuere Fassung")]);
    expect((await withdraw("2")).status).toBe(303);
    expect(await (await withdraw("2")).text()).toContain("keine Berichtigung mehr in Arbeit");
    const [row] = await service.sql`select title from release where id = ${releaseId}`;
    expect(row?.title).toBe("Neues Werk in Bremen eröffnet");
  });

  test("a release is offered as an original and for a mailing while it is being corrected", async () => {
    const releaseId = await publish();
    const { agencyId, clientId } = workshop;
    const correction = { pressReleaseId: Number(releaseId), note: "130.", bodyMarkdown: "Es sind 130." };
    await correctRelease(service.sql, agencyId, correction, context);
    const text = await createDraft(service.sql, agencyId, draftInput(clientId, { language: "en" }), context);
    const editor = await (await owner.get(`/app/meldungen/${text.id}`)).text();
    expect(editor).toContain(`<option value="${releaseId}"`);
    expect(await (await owner.get("/app/aussand/neu")).text()).toContain(`value="release:${releaseId}"`);
  });

  test("an address word is changed once, and a second tab is told", async () => {
    const releaseId = await publish();
    const path = `/app/meldungen/erschienen/${releaseId}/adresse`;
    const [row] = await service.sql<{ slug: string }[]>`select slug from release where id = ${releaseId}`;
    const seenSlug = row?.slug ?? "";
    expect((await owner.post(path, { slug: "Mit Leerzeichen", seenSlug })).status).toBe(400);
    expect((await owner.post(path, { slug: `werk-${releaseId}`, seenSlug })).status).toBe(303);
    const late = await owner.post(path, { slug: "anders", seenSlug });
    expect(late.status).toBe(409);
    expect(await late.text()).toContain("an anderer Stelle");
  });

  test("an embargo link is shown once, counted and revoked", async () => {
    const embargoUntil = new Date(Date.now() + 7 * 86_400_000).toISOString();
    const draftId = await createApproved(service.sql, workshop, { embargoUntil });
    const path = `/app/meldungen/${draftId}/vorab`;
    expect((await owner.post(path, { name: "Zeitung", password: "kurz" })).status).toBe(400);
    const shown = await (await owner.post(path, { name: "Zeitung" })).text();
    expect(shown).toMatch(/\/vorab\/[\w-]{43}/);
    const list = await (await owner.get(path)).text();
    expect(list).toContain("Zeitung");
    expect(list).toContain("Ja, zurückziehen");
    expect(list).not.toMatch(/\/vorab\/[\w-]{43}/);
    const action = /\/app\/meldungen\/[\w-]+\/vorab\/([\w-]+)\/beenden/.exec(list);
    expect((await owner.post(`${path}/${action?.[1]}/beenden`)).status).toBe(303);
    expect(await (await owner.get(path)).text()).toContain("zurückgezogen");
    expect((await owner.post(`${path}/${action?.[1]}/beenden`)).status).toBe(404);
  });

  test("an embargo link of a text without a date is refused with that reason, and a double click makes one", async () => {
    const dateless = await createApproved(service.sql, workshop);
    const refused = await owner.post(`/app/meldungen/${dateless}/vorab`, { name: "Zeitung" });
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining(
        "Der Entwurf hat weder eine Sperrfrist noch einen Termin, der noch bevorsteht.",
      ),
    ]);
    const embargoUntil = new Date(Date.now() + 7 * 86_400_000).toISOString();
    const draftId = await createApproved(service.sql, workshop, { embargoUntil });
    const idempotencyKey = uuidv7();
    const send = (name: string) =>
      owner.post(`/app/meldungen/${draftId}/vorab`, { name, password: "", expiresAt: "", idempotencyKey });
    const answers = await Promise.all([send("Zeitung"), send("Zeitung"), send("Funk")]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const names = await service.sql`select name from embargo_link where draft_id = ${draftId} order by name`;
    expect(names.map(({ name }) => name)).toEqual(["Funk", "Zeitung"]);
  });
});

/** The id of a release that is online. */
async function publish(): Promise<string> {
  const draftId = await createApproved(service.sql, workshop);
  const input = { draftId, approvedVersion: 1, maxCredits: 1 };
  return String((await publishRelease(service.sql, workshop.agencyId, input, context)).pressReleaseId);
}
