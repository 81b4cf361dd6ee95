import { beforeAll, describe, expect, test } from "bun:test";
import { verifyReport } from "../../../../sdk/src/index.ts";
import { addContact } from "../../../../service/features/clients/contacts.ts";
import { addClipping } from "../../../../service/features/insights/clippings/add-clipping.ts";
import { updateClipping } from "../../../../service/features/insights/clippings/change-clipping.ts";
import type { ClippingFields } from "../../../../service/features/insights/clippings/schema.ts";
import { insertCampaign } from "../../../../service/features/reporting/campaigns/sql.ts";
import { berlinDay } from "../../../support/berlin-days.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { createTestAgency, createTestRelease, serviceKinds } from "../../../support/service.ts";
import { setTriggersAside } from "../../../support/triggers.ts";
import { until } from "../../../support/until.ts";
import { createDashboardUser } from "../support.ts";
import { insertViews, mainOf } from "./support.ts";

const operator = { type: "operator", id: null } as const;

describe.each(serviceKinds)("reports in the dashboard, on the %s database", (kind) => {
  const { service, agency, owner, analyst } = serviceScene(kind, { LOOPS: "on" });
  const first = given(() =>
    createTestRelease(service.sql, agency.agencyId, { title: "Werk eröffnet", clientName: "Müller" }),
  );
  const second = given(() =>
    createTestRelease(service.sql, agency.agencyId, { title: "Speicher fertig", clientName: "Stadtwerke" }),
  );
  const limited = given(() => {
    const clientIds = [first.clientId];
    return createDashboardUser(service, agency.agencyId, { role: "editor", clientIds });
  });
  beforeAll(() => insertViews(service.sql, agency.agencyId, first.pressReleaseId));

  test("one is made with a comment, and shown with its number, its hash and what was checked", async () => {
    const path = await create();
    const page = await mainOf(await owner.get(path));
    for (const words of [
      "Werk eröffnet",
      "Geprüft und gültig",
      "<strong>gelaufen</strong>",
      "Prüfsumme des Inhalts",
      `${service.url}/pruefen`,
    ])
      expect(page).toContain(words);
    const [audit] = await service.sql`
      select details from audit where agency_id = ${agency.agencyId} and action = 'report.created' and subject_id = ${path.split("/").at(-1) ?? ""}
    `;
    expect(audit?.details).toMatchObject({ scopeType: "article" });
    expect(await mainOf(await owner.get("/app/berichte"))).toContain(path);
  });

  test("the list says client and month, and a clipping in which reports it stands", async () => {
    const { agencyId } = agency;
    const [month, days] = ["2026-10", "2026-10-05"];
    const fields: ClippingFields = {
      ...{ clientId: first.clientId, releaseId: null, medium: "Kurier", url: "" },
      mediaType: "print",
      ...{ headline: "Auf Seite eins", publishedOn: days, author: null, place: null, language: null },
      ...{ note: null, reach: null, reachSource: null },
      matchType: "mention",
    };
    const { id } = await addClipping(service.sql, agencyId, { fields, actor: operator });
    const at = `/app/clippings/beitrag/${id}`;
    expect(await mainOf(await owner.get(at))).toContain("noch in keinem");
    const of = async (scope: string) => {
      const made = await owner.post("/app/berichte/neu", {
        ...{ scope, period: month, comparison: "none", comment: "", idempotencyKey: key() },
      });
      return made.headers.get("location")?.split("?")[0] ?? "";
    };
    const path = await of(`client:${first.clientId}`);
    await of(`client:${second.clientId}`);
    const list = await mainOf(await owner.get("/app/berichte"));
    for (const words of ["Kunde · Müller", "Kunde · Stadtwerke", "Meldung · Müller", "Oktober 2026"])
      expect(list).toContain(words);
    const shown = await mainOf(await owner.get(at));
    expect(
      [...shown.matchAll(/href="(\/app\/berichte\/[^"]+)">([^<]+)</g)].map((link) => link.slice(1)),
    ).toEqual([[path, "Müller, Oktober 2026"]]);
    expect(await mainOf(await limited.get(at))).toContain(path);
    const stranger = await createDashboardUser(service, (await createTestAgency(service.sql)).agencyId);
    expect((await stranger.get(at)).status).toBe(404);
    // What was frozen stays where it is.
    const moves = [
      { publishedOn: "2026-09-30" },
      { clientId: second.clientId, releaseId: second.pressReleaseId },
    ];
    for (const changes of [...moves, { publishedOn: "2026-08-01" }]) {
      await updateClipping(service.sql, agencyId, { id, actor: operator, changes });
      expect(await mainOf(await owner.get(at))).toContain(path);
    }
    // One that was made while its day lay outside does not hold it, and one of a release that it has left does.
    const ofRelease = await of(`article:${second.pressReleaseId}`);
    expect(await mainOf(await owner.get(at))).not.toContain(ofRelease);
    await updateClipping(service.sql, agencyId, { id, actor: operator, changes: { publishedOn: days } });
    const holding = await of(`article:${second.pressReleaseId}`);
    await updateClipping(service.sql, agencyId, { id, actor: operator, changes: { releaseId: null } });
    expect(await mainOf(await owner.get(at))).toContain(holding);
    const page = await mainOf(await owner.get(path));
    expect(page.indexOf("Medienresonanz")).toBeGreaterThan(page.indexOf("Die wichtigsten Zahlen"));
    expect(page.indexOf("Auf Seite eins")).toBeLessThan(page.indexOf("Einzelwerte"));
  });

  test("a form that is sent twice makes one report", async () => {
    const same = { idempotencyKey: key() };
    expect(await create(same)).toBe(await create(same));
  });

  test("what can't be is refused beside its field, and what was typed stays", async () => {
    const refused: [Record<string, string>, string][] = [
      [{ scope: "", comment: "bleibt" }, "wählen Sie etwas aus"],
      [{ scope: "article:999999999" }, "steht Ihnen nicht zur Auswahl"],
      [{ scope: "nichts:1" }, "steht Ihnen nicht zur Auswahl"],
      [{ comparison: "x" }, "eine der Möglichkeiten"],
      [{ period: "2999-01" }, "noch nicht begonnen"],
      [{ period: "gestern" }, "wählen Sie einen Zeitraum"],
      [{ from: "", to: "" }, "den ersten und den letzten Tag"],
      [{ from: "2024-01-01", to: "2024-12-31" }, "höchstens 365 Tage"],
      [{ comment: "x".repeat(4_001) }, "höchstens 4000"],
      [{ comment: "> ".repeat(60) }, "verschachtelt"],
      [{ more: "1" }, "passt nicht mehr zu dieser Seite"],
    ];
    for (const [more, words] of refused) {
      const fields = { scope: `article:${first.pressReleaseId}`, ...lastDays, comment: "", ...more };
      const answer = await owner.post("/app/berichte/neu", fields);
      const page = await mainOf(answer);
      expect([more, answer.status >= 400 && answer.status < 500]).toEqual([more, true]);
      if (!words.includes("verschachtelt")) expect(page).toContain(words);
      if (more.comment === "bleibt") expect(page).toContain("bleibt");
    }
  });

  test("a comment is looked at before it is frozen, without a script and without a report", async () => {
    const count = async () =>
      (await service.sql`select from publication_report where agency_id = ${agency.agencyId}`).length;
    const before = await count();
    const fields = {
      scope: `article:${first.pressReleaseId}`,
      ...lastDays,
      comment: "**Sehr** gut <script>x</script>",
    };
    const page = await mainOf(await owner.post("/app/berichte/neu/vorschau", fields));
    expect(page).toContain("<strong>Sehr</strong>");
    expect(page).not.toContain("<script>x");
    expect(await count()).toBe(before);
  });

  test("a report that was tampered with is never shown, sent or linked", async () => {
    const path = await create();
    const id = path.split("/").at(-1) ?? "";
    await service.sql.begin(async (transaction) => {
      await setTriggersAside(transaction);
      await transaction`
        update publication_report set content = replace(content, '"views":', '"views":9') where id = ${id}
      `;
    });
    for (const ending of ["", "/dateien", "/senden", "/links"]) {
      const answer = await owner.get(path + ending);
      expect([ending, answer.status]).toEqual([ending, 500]);
    }
    expect((await owner.post(`${path}/links`, { days: "3", password: "" })).status).toBe(500);
    const sent = await owner.post(`${path}/senden`, { recipients: "a@b.example", message: "" });
    expect(sent.status).toBe(500);
    expect((await service.sql`select from report_link where report_id = ${id}`).length).toBe(0);
    expect((await service.sql`select from mail where about_id = ${id}`).length).toBe(0);
  });

  test("its files are made of it and kept, each once", async () => {
    const path = await create();
    for (const format of ["pdf", "csv", "json"]) {
      expect((await owner.post(`${path}/dateien`, { format })).status).toBe(303);
      await owner.post(`${path}/dateien`, { format });
    }
    const page = await until("all files are made", async () => {
      const text = await mainOf(await analyst.get(`${path}/dateien`));
      return text.match(/Herunterladen/g)?.length === 3 && text;
    });
    const links = [...page.matchAll(/href="(\/app\/berichte\/[^"]+\/dateien\/[^"]+)"/g)].map(
      ([, href]) => href ?? "",
    );
    expect(links).toHaveLength(3);
    const files = new Map<string, Uint8Array>();
    for (const link of links) {
      const answer = await analyst.get(link);
      expect(answer.status).toBe(200);
      const bytes = await answer.bytes();
      expect(answer.headers.get("content-length")).toBe(String(bytes.length));
      files.set(answer.headers.get("content-type") ?? "", bytes);
    }
    const textOf = (type: string) => new TextDecoder().decode(files.get(type));
    const { keys } = (await (await fetch(`${service.url}/.well-known/pr-service-keys.json`)).json()) as {
      keys: [];
    };
    expect(await verifyReport(textOf("application/json"), { keys })).toMatchObject({ isValid: true });
    expect(textOf("application/pdf")).toStartWith("%PDF-");
    expect(textOf("text/csv; charset=utf-8")).toContain(path.split("/").at(-1) ?? "");
    await service.sql`update export_chunk set bytes = bytes || 'x'::bytea where job_id = ${links[0]?.split("/").at(-1) ?? ""}`;
    const changed = await analyst.get(links[0] ?? "");
    expect([changed.status, (await changed.text()).includes("Diese Datei wurde verändert")]).toEqual([
      500,
      true,
    ]);
    const other = await create();
    expect((await owner.get(links[0]?.replace(path, other) ?? "")).status).toBe(404);
  });

  test("it goes to contacts and other addresses, and answers to the person who sent it", async () => {
    const contact = { clientId: first.clientId, name: "Anna", email: "anna@mueller.example" };
    await addContact(service.sql, agency.agencyId, contact, operator);
    const path = await create();
    expect(await mainOf(await owner.get(`${path}/senden`))).toContain("anna@mueller.example");
    const wrong = await owner.post(`${path}/senden`, { recipients: "keine Adresse", message: "" });
    expect([wrong.status, (await mainOf(wrong)).includes("1 bis 20 Empfänger")]).toEqual([400, true]);
    const fields = {
      contacts: "anna@mueller.example",
      recipients: "b@c.example, d@e.example",
      message: "Guten Tag",
      idempotencyKey: crypto.randomUUID(),
    };
    expect((await owner.post(`${path}/senden`, fields)).status).toBe(303);
    // A double click, or the form once more after a lost answer.
    const again = await owner.post(`${path}/senden`, { ...fields, contacts: "ANNA@mueller.example" });
    expect([again.status, again.headers.get("location")]).toEqual([303, `${path}/senden`]);
    const rows = await service.sql`
      select recipient, details ->> 'replyTo' as reply_to from mail where agency_id = ${agency.agencyId} order by recipient
    `;
    expect(rows.map(({ recipient }) => String(recipient))).toEqual([
      "anna@mueller.example",
      "b@c.example",
      "d@e.example",
    ]);
    expect(new Set(rows.map((row) => String(row.reply_to)))).toEqual(new Set([owner.email]));
    // From the page of before, with other words: that is another message.
    await owner.post(`${path}/senden`, { ...fields, contacts: [], message: "Und noch etwas" });
    const mails = await service.sql`select from mail where agency_id = ${agency.agencyId}`;
    expect(mails).toHaveLength(5);
  });

  test("a link is shown once, opens, and is taken back; another report's path takes none back", async () => {
    const path = await create();
    const made = await mainOf(await owner.post(`${path}/links`, { days: "7", password: "" }));
    const url = made.match(/value="(http[^"]+\/berichte\/[^"]+)"/)?.[1] ?? "";
    expect((await fetch(url)).status).toBe(200);
    const listed = await mainOf(await owner.get(`${path}/links`));
    expect(listed).not.toContain(url);
    const revoke = listed.match(/action="([^"?]+\/zurueckziehen)/)?.[1] ?? "";
    expect((await owner.post(revoke.replace(path, await create()))).status).toBe(404);
    expect((await fetch(url)).status).toBe(200);
    expect((await owner.post(revoke)).status).toBe(303);
    expect((await fetch(url)).status).toBe(410);
    const refused = await owner.post(`${path}/links`, { days: "366", password: "kurz" });
    expect(refused.status).toBe(400);
  });

  test("a schedule is made, paused, resumed and deleted", async () => {
    const fields = {
      scope: `article:${first.pressReleaseId}`,
      period: "week",
      comparison: "none",
      sending: "sent",
      day: "weekly-1",
      atTime: "08:30",
      formats: ["json", "pdf"],
      recipients: "anna@mueller.example",
    };
    const path = "/app/berichte/zeitplaene";
    for (const [more, words] of [
      [{ day: "weekly-8" }, "eine der Möglichkeiten"],
      [{ day: "business-3" }, "gehört ein Wochentag"],
      [{ period: "month" }, "gehört ein Wochentag"],
      [{ atTime: "25:00" }, "Uhrzeit"],
      [{ recipients: "keine" }, "vollständige"],
      [{ formats: [] }, "mindestens eine Datei"],
      [{ formats: ["docx"] }, "mindestens eine Datei"],
    ] as const) {
      const answer = await owner.post(`${path}/neu`, { ...fields, ...more });
      expect([answer.status, (await mainOf(answer)).includes(words)]).toEqual([400, true]);
    }
    expect((await owner.post(`${path}/neu`, fields)).status).toBe(303);
    const page = await mainOf(await owner.get(path));
    expect(page).toContain("jeden Montag, 08:30 Uhr");
    expect(page).toContain("die Vorwoche · PDF, JSON");
    const change = (ending: string) => (page.match(/action="([^"?]+)\/pausieren/)?.[1] ?? "") + ending;
    expect((await owner.post(change("/pausieren"))).status).toBe(303);
    expect(await mainOf(await owner.get(path))).toContain("ruht");
    expect((await owner.post(change("/fortsetzen"))).status).toBe(303);
    expect(await mainOf(await owner.get(path))).not.toContain("ruht");
    expect((await owner.post(change("/loeschen"))).status).toBe(303);
    expect((await owner.post(change("/loeschen"))).status).toBe(404);
    expect(await mainOf(await owner.get(path))).toContain("Noch kein Zeitplan");
  });

  test("a person of one client sees and makes reports of that client alone", async () => {
    const own = await create({}, limited);
    const others = await create({ scope: `article:${second.pressReleaseId}` });
    const both = await insertCampaign(service.sql, agency.agencyId, {
      name: "Beide",
      releaseIds: [first.pressReleaseId, second.pressReleaseId],
    });
    const mixed = await create({ scope: `campaign:${both}` });
    const list = await mainOf(await limited.get("/app/berichte"));
    expect([list.includes(own), list.includes(others), list.includes(mixed)]).toEqual([true, false, false]);
    for (const path of [others, mixed])
      for (const ending of ["", "/dateien", "/senden", "/links"])
        expect([ending, (await limited.get(path + ending)).status]).toEqual([ending, 404]);
    for (const scope of [`article:${second.pressReleaseId}`, `campaign:${both}`]) {
      const answer = await limited.post("/app/berichte/neu", { scope, ...lastDays, comment: "" });
      expect([scope, answer.status]).toEqual([scope, 404]);
    }
    // The campaign is now theirs alone, and the report of before still holds what is not.
    await service.sql`delete from campaign_release where campaign_id = ${both} and release_id = ${second.pressReleaseId}`;
    expect((await limited.get(mixed)).status).toBe(404);
    const offered = await mainOf(await limited.get("/app/berichte/neu"));
    expect([offered.includes("Werk eröffnet"), offered.includes("Speicher fertig")]).toEqual([true, false]);
  });

  test("who only reads is offered nothing to change", async () => {
    const path = await create();
    for (const page of ["/app/berichte", path, "/app/berichte/zeitplaene"])
      expect(await mainOf(await analyst.get(page))).not.toMatch(/Neuer Bericht|Versenden|Zeitplan anlegen/);
  });

  const day = (back: number) => berlinDay(-back);
  const lastDays = { period: "free", from: day(29), to: day(0), comparison: "none" };
  const key = () => crypto.randomUUID();
  async function create(more: Record<string, string> = {}, user = owner): Promise<string> {
    const fields = {
      scope: `article:${first.pressReleaseId}`,
      ...lastDays,
      comment: "Gut **gelaufen**.",
      ...more,
    };
    const answer = await user.post("/app/berichte/neu", { idempotencyKey: key(), ...fields });
    expect([answer.status, answer.headers.get("location") ?? ""]).toEqual([
      303,
      expect.stringContaining("/app/berichte/"),
    ]);
    return answer.headers.get("location") ?? "";
  }
});
