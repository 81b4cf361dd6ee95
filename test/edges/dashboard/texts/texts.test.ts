import { describe, expect, test } from "bun:test";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { serviceScene } from "../../../support/cast.ts";
import { serviceKinds } from "../../../support/service.ts";
import { context, createApproved } from "../../../support/workflow.ts";
import { draftsOf, texts } from "./support/texts.ts";

describe.each(serviceKinds)("texts in the dashboard, %s", (kind) => {
  const { service, workshop: own, owner } = serviceScene(kind);
  const { newDraft, newestOf } = draftsOf(service, own);

  test("a draft is created for a chosen client, once for a form that is sent twice", async () => {
    const chosen = await owner.get(`/app/meldungen/neu?kunde=${own.clientId}&sprache=en`);
    expect(chosen.status).toBe(303);
    expect(chosen.headers.get("location")).toBe(`/app/meldungen/neu/${own.clientId}?sprache=en`);
    const path = `/app/meldungen/neu/${own.clientId}`;
    const fields = {
      ...texts({ topics: "Bau\r\nBremen", keywords: "Werk\r\n\r\nArbeit", dateline: "Bremen" }),
      idempotencyKey: crypto.randomUUID(),
    };
    const sent = [await owner.post(path, fields), await owner.post(path, fields)];
    const locations = sent.map((answer) => answer.headers.get("location"));
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    expect(new Set(locations).size).toBe(1);
    const page = await (await owner.get(locations[0] ?? "")).text();
    expect(page).toContain("Bau\nBremen</textarea>");
    expect(page).toContain("Werk\nArbeit</textarea>");

    const other = await owner.post(path, { ...fields, title: "Ein anderer Titel" });
    expect(other.status).toBe(409);
    const text = await other.text();
    expect(text).toContain("Ein anderer Titel");
    expect(text).toContain("schon ein Entwurf entstanden");
  });

  test("a save is a new version, the same save twice is one, and an unchanged one none", async () => {
    const draftId = await newDraft({ bodyMarkdown: "Ein Text mit einem Zeilenende.\n", dateline: "Köln" });
    const path = `/app/meldungen/${draftId}`;
    const same = texts({
      bodyMarkdown: "Ein Text mit einem Zeilenende.",
      dateline: "Köln",
      expectedVersion: "1",
    });
    expect((await owner.post(path, same)).status).toBe(303);
    expect(await newestOf(draftId)).toMatchObject({ version: 1, body: "Ein Text mit einem Zeilenende.\n" });
    const changed = { ...same, title: "Anders", topics: "Bau", slug: "ganz-anders" };
    expect((await owner.post(path, changed)).status).toBe(303);
    expect((await owner.post(path, changed)).status).toBe(303);
    expect(await newestOf(draftId)).toMatchObject({
      version: 2,
      title: "Anders",
      topics: ["Bau"],
      slug: "ganz-anders",
    });
    expect((await owner.post(path, { ...same, title: "Anders", expectedVersion: "2" })).status).toBe(303);
    expect(await newestOf(draftId)).toMatchObject({ version: 3, topics: [], slug: null });
  });

  test("what somebody else saved meanwhile is never overwritten, and both versions stand on one page", async () => {
    const draftId = await newDraft({ subtitle: "Alt", bodyMarkdown: "Das Werk ist groß." });
    const path = `/app/meldungen/${draftId}`;
    const theirs = { draftId, expectedVersion: 1, title: "Ihr Titel", bodyMarkdown: "Das Werk ist riesig." };
    await updateDraft(service.sql, own.agencyId, theirs, context);
    const mine = texts({
      bodyMarkdown: "Das Werk ist winzig.",
      subtitle: "Mein Untertitel",
      expectedVersion: "1",
    });
    const conflict = await owner.post(path, mine);
    expect(conflict.status).toBe(409);
    const page = await conflict.text();
    expect(page).toContain("An beiden Stellen geändert: Text.");
    // Mine stands in the form where both changed a field, theirs where only they did.
    expect(page).toContain('name="bodyMarkdown"');
    expect(page).toMatch(/name="bodyMarkdown"[^>]*>\nDas Werk ist winzig\.</);
    expect(page).toContain('value="Ihr Titel"');
    expect(page).toContain('value="Mein Untertitel"');
    expect(page).toMatch(/<del>.*groß<\/del>/);
    expect(page).toContain("Das Werk ist riesig.");
    expect(page).toContain('name="expectedVersion" value="2"');
    expect(await newestOf(draftId)).toMatchObject({ version: 2, body: "Das Werk ist riesig." });

    const decided = { ...mine, title: "Ihr Titel", expectedVersion: "2" };
    expect((await owner.post(path, decided)).status).toBe(303);
    expect(await newestOf(draftId)).toMatchObject({
      version: 3,
      title: "Ihr Titel",
      subtitle: "Mein Untertitel",
    });
  });

  test("a text that was published meanwhile is not changed, and what was typed is still there", async () => {
    const draftId = await createApproved(service.sql, own);
    await publishRelease(service.sql, own.agencyId, { draftId, approvedVersion: 1, maxCredits: 5 }, context);
    const path = `/app/meldungen/${draftId}`;
    const late = await owner.post(path, texts({ title: "Zu spät", expectedVersion: "1" }));
    expect(late.status).toBe(409);
    const page = await late.text();
    expect(page).toContain("Ihre Änderung ist nicht gespeichert.");
    expect(page).toContain("Zu spät</textarea>");
    expect((await newestOf(draftId))?.title).toBe("Neues Werk in Bremen eröffnet");
    const shown = await (await owner.get(path)).text();
    expect(shown).not.toContain("<textarea");
    expect(shown).toContain("Änderungen gehen als Berichtigung");
  });

  test("versions are listed and compared, and an old one comes back as a new one", async () => {
    const draftId = await newDraft({ bodyMarkdown: "Das Werk ist groß.", topics: ["Bau"] });
    for (const [expectedVersion, bodyMarkdown] of [
      [1, "Das Werk ist riesig."],
      [2, "Das Werk ist winzig."],
    ] as const)
      await updateDraft(
        service.sql,
        own.agencyId,
        { draftId, expectedVersion, bodyMarkdown, topics: [] },
        context,
      );
    const path = `/app/meldungen/${draftId}/fassungen`;
    const list = await (await owner.get(path)).text();
    expect([...list.matchAll(/>Fassung (\d)</g)].map(([, version]) => version)).toEqual(["3", "2", "1"]);
    const second = await (await owner.get(`${path}/2`)).text();
    expect(second).toMatch(/<del>[^/]*<\/span>groß<\/del><ins>[^/]*<\/span>riesig<\/ins>/);
    const newest = await (await owner.get(`${path}/1?mit=3`)).text();
    expect(newest).toMatch(/groß<\/del><ins>[^/]*<\/span>winzig/);
    expect((await owner.get(`${path}/4`)).status).toBe(404);
    expect((await owner.get(`${path}/1?mit=4`)).status).toBe(404);

    expect((await owner.post(`${path}/1`, { expectedVersion: "2" })).status).toBe(409);
    expect((await owner.post(`${path}/1`, { expectedVersion: "3" })).status).toBe(303);
    expect(await newestOf(draftId)).toMatchObject({
      version: 4,
      body: "Das Werk ist groß.",
      topics: ["Bau"],
    });
    expect((await owner.post(`${path}/1`, { expectedVersion: "3" })).status).toBe(303);
    expect((await newestOf(draftId))?.version).toBe(4);
  });
});
