import { beforeAll, describe, expect, test } from "bun:test";
import { verifyReport } from "../../../../sdk/src/index.ts";
import { addClientContact } from "../../../../service/features/clients/contacts.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { createTestRelease, serviceKinds } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { createReport, insertViews, mainOf } from "./support.ts";

const operator = { type: "operator", id: null } as const;

describe.each(serviceKinds)("reports in the dashboard, on the %s database", (kind) => {
  const { service, agency, owner, analyst } = serviceScene(kind, { LOOPS: "on" });
  const first = given(() =>
    createTestRelease(service.sql, agency.agencyId, { title: "Werk eröffnet", clientName: "Müller" }),
  );
  beforeAll(() => insertViews(service.sql, agency.agencyId, first.pressReleaseId));

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
    await addClientContact(service.sql, agency.agencyId, contact, operator);
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
    // A former release took them together; what is sent is the weekday.
    await service.sql`update report_schedule set business_days = true where agency_id = ${agency.agencyId}`;
    expect(await mainOf(await owner.get(path))).toContain("jeden Montag, 08:30 Uhr");
    const change = (ending: string) => (page.match(/action="([^"?]+)\/pausieren/)?.[1] ?? "") + ending;
    expect((await owner.post(change("/pausieren"))).status).toBe(303);
    expect(await mainOf(await owner.get(path))).toContain("ruht");
    expect((await owner.post(change("/fortsetzen"))).status).toBe(303);
    expect(await mainOf(await owner.get(path))).not.toContain("ruht");
    expect((await owner.post(change("/loeschen"))).status).toBe(303);
    expect((await owner.post(change("/loeschen"))).status).toBe(404);
    expect(await mainOf(await owner.get(path))).toContain("Noch kein Zeitplan");
  });

  const create = () => createReport(owner, { scope: `article:${first.pressReleaseId}` });
});
