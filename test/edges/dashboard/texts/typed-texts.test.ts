import { describe, expect, test } from "bun:test";
import { serviceScene } from "../../../support/cast.ts";
import { serviceKinds } from "../../../support/service.ts";
import { createDashboardUser } from "../support.ts";
import { draftsOf, texts } from "./support/texts.ts";

describe.each(serviceKinds)("texts in the dashboard, %s", (kind) => {
  const { service, workshop: own, owner } = serviceScene(kind);
  const { newDraft, newestOf } = draftsOf(service, own);

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
});
