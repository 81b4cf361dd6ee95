import { describe, expect, test } from "bun:test";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { serviceScene } from "../../../support/cast.ts";
import { serviceKinds } from "../../../support/service.ts";
import { context, createApproved, createRequested, draftInput } from "../../../support/workflow.ts";
import { createDashboardUser } from "../support.ts";

describe.each(serviceKinds)("texts in the dashboard, %s", (kind) => {
  const { service, workshop: own, owner } = serviceScene(kind);

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

  test.each([
    ["title", "a".repeat(301), "höchstens 300"],
    ["title", " ", "füllen Sie dieses Feld"],
    ["bodyMarkdown", "a".repeat(100_001), "höchstens 100000"],
    ["bodyMarkdown", "![x](https://x.example/a.png)\n\n".repeat(101), "zu viele Links, Bilder"],
    ["topics", "1\n2\n3\n4\n5\n6", "höchstens fünf Themen"],
    ["keywords", "a".repeat(61), "höchstens 60 Zeichen"],
    ["slug", "Große Adresse", "einzelne Bindestriche"],
    ["language", "Deutsch!", "eine der Sprachen"],
    ["embargoUntil", "2099-01-01T10:00", "mehr als zwei Jahre"],
    ["embargoUntil", "morgen", "gültiges Datum"],
    ["translationOf", "4711", "veröffentlichte Meldung desselben Kunden"],
    ["correctionNote", "Der Name", "nur bei einer veröffentlichten"],
    ["subtitle", "mit \0", "nicht speichern"],
  ])("a refused field stands there with its reason: %s", async (name, value, reason) => {
    const draftId = await newDraft();
    const answer = await owner.post(
      `/app/meldungen/${draftId}`,
      texts({ [name]: value, expectedVersion: "1" }),
    );
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain(reason);
    expect(page).toContain(
      "Das Werk hat **120** Arbeitsplätze".slice(0, name === "bodyMarkdown" ? 0 : undefined),
    );
    expect((await newestOf(draftId))?.version).toBe(1);
  });

  test("a form with a foreign, doubled or too large part changes nothing", async () => {
    const draftId = await newDraft();
    const path = `/app/meldungen/${draftId}`;
    const fields = texts({ title: "Neu", expectedVersion: "1" });
    expect((await owner.post(path, { ...fields, status: "approved" })).status).toBe(400);
    expect((await owner.post(path, { ...fields, title: ["Neu", "Neuer"] })).status).toBe(400);
    expect((await owner.post(path, { ...fields, expectedVersion: "abc" })).status).toBe(409);
    expect((await owner.post(path, { ...fields, bodyMarkdown: "ä".repeat(180_000) })).status).toBe(413);
    const { expectedVersion: _version, ...rest } = fields;
    expect((await owner.post(path, rest)).status).toBe(400);
    expect((await newestOf(draftId))?.version).toBe(1);
  });

  test("readers' own page is the preview of what is typed, which is not saved", async () => {
    const draftId = await newDraft();
    const path = `/app/meldungen/${draftId}/ansicht`;
    const typed = await owner.post(
      path,
      texts({ title: "Getippt <b>", dateline: "Bremen", bodyMarkdown: "## Zwischen\n\nText" }),
    );
    const page = await typed.text();
    expect(typed.status).toBe(200);
    expect(typed.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
    expect(typed.headers.get("content-security-policy")).not.toContain("script-src");
    expect(page).toContain("<h1>Getippt &lt;b&gt;</h1>");
    expect(page).toContain("<h2>Zwischen</h2>");
    expect(page).toContain("Müller Maschinenbau <span>Newsroom</span>");
    expect(page).toContain("noindex");
    expect(await (await owner.get(path)).text()).toContain("<h1>Neues Werk in Bremen eröffnet</h1>");
    expect((await newestOf(draftId))?.version).toBe(1);
    expect(await (await owner.post(path, { bodyMarkdown: "" })).text()).toContain("Noch ohne Titel");
    expect((await owner.post(path, { bodyMarkdown: "ä".repeat(180_000) })).status).toBe(413);
  });

  test("words that the client avoids stand beside their field with their places, and the press-text check in the margin", async () => {
    const draftId = await newDraft({ title: "Ein billiges Werk" });
    const page = await (await owner.get(`/app/meldungen/${draftId}`)).text();
    expect(page).toContain("Der Kunde vermeidet „billig“.");
    expect(page).toContain("…Ein <mark>billiges</mark> Werk…");
    const body = `Wir bauen ${"gut und ".repeat(20)}billig, Billigung nicht, billige Ware.`;
    const review = await (
      await owner.post(`/app/meldungen/${draftId}/pruefung`, texts({ bodyMarkdown: body }))
    ).text();
    expect(review).not.toContain("Ein <mark>");
    expect(review.match(/<mark>/g)).toHaveLength(2);
    expect(review).toContain("von 100 Punkten");
    expect(review).toContain("Hinweise bei: Text.");
    const long = await owner.post(
      `/app/meldungen/${draftId}/pruefung`,
      texts({ bodyMarkdown: "a".repeat(100_001) }),
    );
    expect(await long.text()).toContain("So lässt sich der Text nicht speichern");
  });

  test("a picture is no word of the press-text check, neither its address nor its caption", async () => {
    const path = `/app/meldungen/${await newDraft()}/pruefung`;
    const checked = async (bodyMarkdown: string) =>
      (await (await owner.post(path, texts({ bodyMarkdown }))).text()).split('data-part="check"')[1];
    const words = "Die Stadt Bremen eröffnet am 12. Mai 2026 ein neues Werk für zwanzig Menschen.";
    const target = "/media/00000000-0000-4000-8000-000000000000/werk.jpg";
    for (const picture of [`![Das Werk](${target} "Das neue Werk")`, `![${"Werk ".repeat(50)}](${target})`])
      expect(await checked(`${picture}\n\n${words}`)).toBe(await checked(words));
  });

  test("search texts are proposed for what is typed, and saved by nobody else", async () => {
    const draftId = await newDraft();
    const path = `/app/meldungen/${draftId}/seo`;
    const short = await owner.post(path, texts({ expectedVersion: "1" }));
    expect(short.status).toBe(409);
    expect(await short.text()).toContain("mindestens 50 Wörter");
    const bodyMarkdown =
      "Das neue Werk in Bremen geht am Montag in Betrieb und schafft viele Arbeitsplätze. ".repeat(8);
    const fields = texts({
      title: "Getippter Titel",
      bodyMarkdown,
      focusKeyword: "Werk",
      expectedVersion: "1",
    });
    const page = await (await owner.post(path, fields)).text();
    expect(page).toContain("Gespeichert wird erst mit „Speichern“.");
    expect(page).toMatch(/name="seoTitle" value="Werk: Getippter Titel[^"]*"/);
    expect(page).toContain('name="slug" value="getippter-titel"');
    expect(page).toContain('name="focusKeyword" value="Werk"');
    expect(page).toContain('name="expectedVersion" value="1"');
    expect(await newestOf(draftId)).toMatchObject({ version: 1, seoTitle: null });
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

  test("saving makes a pending approval void, and says so", async () => {
    const { draftId } = await createRequested(service.sql, own, draftInput(own.clientId));
    const saved = await owner.post(
      `/app/meldungen/${draftId}`,
      texts({ title: "Nach der Anfrage", expectedVersion: "1" }),
    );
    expect(saved.status).toBe(303);
    const notice = /notice=([^;]+)/.exec(saved.headers.get("set-cookie") ?? "")?.[1] ?? "";
    expect(Buffer.from(notice, "base64").toString()).toContain("hinfällig");
  });

  test("a session that ended while somebody typed keeps the text", async () => {
    const draftId = await newDraft();
    const editor = await createDashboardUser(service, own.agencyId, { role: "editor" });
    await service.sql`delete from person_session where person_id = ${editor.personId}`;
    const answer = await editor.post(
      `/app/meldungen/${draftId}`,
      texts({ bodyMarkdown: "Viel Arbeit", expectedVersion: "1" }),
    );
    expect(answer.status).toBe(401);
    const page = await answer.text();
    expect(page).toContain("Viel Arbeit");
    expect(page).toContain('name="expectedVersion" value="1"');
    const preview = await editor.post(`/app/meldungen/${draftId}/ansicht`, texts());
    expect(preview.status).toBe(401);
  });

  const newDraft = async (input = {}) =>
    (await createDraft(service.sql, own.agencyId, draftInput(own.clientId, input), context)).id;
  const newestOf = async (draftId: string) => {
    const [row] = await service.sql`
      select d.version, v.title, v.subtitle, v.body_markdown as body, v.topics, v.slug, v.seo_title as "seoTitle"
      from draft d
      join draft_version v on v.agency_id = d.agency_id and v.draft_id = d.id and v.version = d.version
      where d.agency_id = ${own.agencyId} and d.id = ${draftId}
    `;
    return row;
  };
});

const texts = (input: Record<string, string> = {}): Record<string, string> => ({
  title: "Neues Werk in Bremen eröffnet",
  bodyMarkdown: "Bremen. Das Werk hat **120** Arbeitsplätze und ging am Montag in Betrieb.",
  language: "de",
  ...input,
});
