import { beforeAll, describe, expect, test } from "bun:test";
import { addClipping } from "../../../../service/features/insights/clippings/add-clipping.ts";
import { updateClipping } from "../../../../service/features/insights/clippings/change-clipping.ts";
import type { ClippingFields } from "../../../../service/features/insights/clippings/schema.ts";
import { insertCampaign } from "../../../../service/features/reporting/campaigns/sql.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { createTestAgency, createTestRelease, serviceKinds } from "../../../support/service.ts";
import { setTriggersAside } from "../../../support/triggers.ts";
import { createDashboardUser } from "../support.ts";
import { createReport, insertViews, lastThirtyDays, mainOf } from "./support.ts";

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
      [{ comment: `${">".repeat(25)} Tief` }, "Der Kommentar ist zu umfangreich"],
      [{ more: "1" }, "passt nicht mehr zu dieser Seite"],
    ];
    for (const [more, words] of refused) {
      const fields = { scope: `article:${first.pressReleaseId}`, ...lastDays, comment: "", ...more };
      const answer = await owner.post("/app/berichte/neu", fields);
      const page = await mainOf(answer);
      expect([more, answer.status >= 400 && answer.status < 500]).toEqual([more, true]);
      expect(page).toContain(words);
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

  const lastDays = lastThirtyDays();
  const key = () => crypto.randomUUID();
  const create = (more: Record<string, string> = {}, user = owner) =>
    createReport(user, { scope: `article:${first.pressReleaseId}`, ...more });
});
