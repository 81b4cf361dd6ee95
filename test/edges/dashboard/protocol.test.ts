import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import {
  actionText,
  knownActions,
  subjectText,
} from "../../../service/edges/dashboard/pages/settings/protocol-words.ts";
import { insertAudit } from "../../../service/features/audit/sql.ts";
import { rights } from "../../../service/features/people/rights.ts";
import { createDraft } from "../../../service/features/workflow/drafts/create-draft.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency, createTestRelease, serviceKinds } from "../../support/service.ts";
import { context, createWorkshop, draftInput } from "../../support/workflow.ts";
import { createDashboardUser } from "./support.ts";

const serviceFolder = join(import.meta.dirname, "../../../service");
const path = "/app/einstellungen/protokoll";

const files = readdirSync(serviceFolder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => readFileSync(join(serviceFolder, name), "utf8"));

/** Actions whose last part is put in: what may stand there. */
const templates: Readonly<Record<string, readonly string[]>> = {
  approval: ["granted", "changes_requested"],
  media_contact: ["added", "changed", "confirmed", "informed", "removed"],
  media_contact_list: ["added", "changed", "removed"],
  schedule: ["paused", "resumed", "deleted"],
  subscriber: ["removed", "bounced", "complained"],
};

test("every action that the code writes has its words", () => {
  const written = actionsInCode();
  expect(written.length).toBeGreaterThan(30);
  expect(found(files, /\baction:[^,;]*`([a-z_]+)\.\$\{/g).sort()).toEqual(Object.keys(templates));
  const filled = Object.entries(templates).flatMap(([noun, verbs]) => verbs.map((verb) => `${noun}.${verb}`));
  expect([...written, ...filled].filter((action) => actionText(action) === action)).toEqual([]);
});

test("every kind of thing that the log tells of has its word", () => {
  const types = found(files, /\bsubject[:=?\s]+(?:[^{};]*\?\s*)?\{ type: "([a-z_]+)"/g);
  expect(types).toContain("media_contact_list");
  expect(types.filter((type) => subjectText(type) === type)).toEqual([]);
});

test("an action without words is shown by its code", () => {
  expect(actionText("new_thing.done")).toBe("new_thing.done");
  expect(actionText("constructor")).toBe("constructor");
});

describe.each(serviceKinds)("the log on the %s database", (kind) => {
  const { service } = serviceScene(kind);

  const fill = async (agencyId: number, personId: string, count: number) => {
    const ids = Array.from({ length: count }, () => uuidv7());
    await service.sql`
      insert into audit (agency_id, id, actor_type, actor_id, action, subject_type, subject_id)
      select ${agencyId}, id, 'person', ${personId}, 'draft.updated', 'draft', 'text-' || n
      from unnest(${ids}::uuid[]) with ordinality as entry (id, n)
    `;
  };
  const rowsOf = (page: string) => page.match(/<tr role="row"><th scope="row".*?<\/tr>/gs) ?? [];

  test("shows sentences and devices, and filters by person and action", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const owner = await createDashboardUser(service, agencyId);
    const editor = await createDashboardUser(service, agencyId, { role: "editor" });
    await fill(agencyId, editor.personId, 2);
    expect(
      (await owner.post(`/app/einstellungen/team/${editor.personId}`, { role: "analyst", scope: "all" }))
        .status,
    ).toBe(303);
    const all = await (await owner.get(path)).text();
    expect(rowsOf(all).length).toBe(5);
    expect(rowsOf(all)[0]).toContain("hat Rolle oder Kunden einer Person geändert");
    expect(rowsOf(all)[0]).toContain("Unbekannter Browser");
    expect(rowsOf(all)[0]).toContain(editor.email);
    const texts = await (await owner.get(`${path}?person=${editor.personId}`)).text();
    expect(rowsOf(texts).length).toBe(2);
    const roles = await (
      await owner.get(`${path}?person=${owner.personId}&action=person.role_changed`)
    ).text();
    expect(rowsOf(roles).length).toBe(1);
    expect(roles).toContain('value="person.role_changed" selected');
    const none = await (await owner.get(`${path}?person=${editor.personId}&action=webhook.created`)).text();
    expect(rowsOf(none)).toEqual([]);
    expect(none).toContain("Alles zeigen");
  });

  test("names people, keys and clients, leads to texts, and shows no id, hash or code", async () => {
    const { agencyId, keyId } = await createTestAgency(service.sql);
    const { clientId } = await createTestRelease(service.sql, agencyId, { clientName: "Müller" });
    const owner = await createDashboardUser(service, agencyId);
    const editor = await createDashboardUser(service, agencyId, { role: "editor", clientIds: [clientId] });
    const draftId = uuidv7();
    const scheduledFor = "2026-12-04T16:30:00.000Z";
    await insertAudit(service.sql, agencyId, {
      actor: { type: "api_key", id: keyId },
      action: "release.scheduled",
      subject: { type: "draft", id: draftId },
      details: { draftId, version: 3, contentHash: "f00d".repeat(16), scheduledFor },
    });
    await owner.post(`/app/einstellungen/team/${editor.personId}`, { role: "analyst", scope: "all" });
    const shown = rowsOf(await (await owner.get(path)).text());
    const words = shown.map((row) => row.replaceAll(/<[^>]*>/g, " "));
    expect(words[0]).toContain(
      "Vorher: (Rolle: Redaktion; Kunden: Müller); Nachher: (Rolle: Nur lesen; Kunden: alle)",
    );
    expect(words[1]).toContain("Fassung: 3; Termin: 4. Dezember 2026, 17:30 Uhr");
    expect(words[1]).toMatch(/Schlüssel „[^“]+“/);
    expect(shown[1]).toContain(`href="/app/meldungen/${draftId}"`);
    expect(words.filter((text) => /[0-9a-f]{8}-|f00d|[{}]|null|clientIds/.test(text))).toEqual([]);
  });

  test("a filter of another agency's person finds nothing, and one that is none is no filter", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const elsewhere = await createTestAgency(service.sql);
    const owner = await createDashboardUser(service, agencyId);
    const foreign = await createDashboardUser(service, elsewhere.agencyId);
    await fill(elsewhere.agencyId, foreign.personId, 1);
    const page = await (await owner.get(`${path}?person=${foreign.personId}`)).text();
    expect(rowsOf(page)).toEqual([]);
    expect(page).not.toContain(foreign.email);
    for (const query of ["person=x'--", "action=<b>", "action=constructor", `action=${"a.b".repeat(50)}`])
      expect(rowsOf(await (await owner.get(`${path}?${query}`)).text()).length).toBe(1);
  });

  test("names what was changed, and filters by thing and day; the same as CSV, defused and by another's clock", async () => {
    const workshop = await createWorkshop(service.sql);
    const owner = await createDashboardUser(service, workshop.agencyId);
    const title = '=HYPERLINK("x")';
    const { id: draftId } = await createDraft(
      service.sql,
      workshop.agencyId,
      draftInput(workshop.clientId, { title }),
      context,
    );
    await fill(workshop.agencyId, owner.personId, 1_001);
    const read = async (query: string) => await (await owner.get(`${path}${query}`)).text();
    const [all, ofFiles, ofTexts] = [
      await read("/csv"),
      await read("?sache=asset"),
      await read("?sache=draft&person=x"),
    ];
    expect(all.startsWith("Wann,Wer,")).toBe(true);
    // Quoted once more within the label: no cell begins as a formula.
    expect(all).toContain("Text „=HYPERLINK");
    expect(all.split("\r\n").length).toBeGreaterThan(1_002);
    expect(ofFiles).toContain("Kein Eintrag gefunden");
    expect(ofTexts).toContain("hat einen Text geändert");
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Berlin" }).format(new Date());
    expect(await read(`?von=${today}&bis=${today}`)).toContain("hat einen Text geändert");
    expect(await read("?von=2020-01-01&bis=2020-01-02")).toContain("Kein Eintrag gefunden");
    expect(await read("?von=zebra")).toContain("hat einen Text geändert");
    const drafts = await read("/csv?sache=draft");
    expect(drafts).not.toContain("Person eingeladen");
    expect(drafts).not.toContain(draftId);
    const stranger = await createDashboardUser(service, (await createTestAgency(service.sql)).agencyId);
    expect(await (await stranger.get(`${path}/csv`)).text()).not.toContain("HYPERLINK");
  });

  test("has pages of fifty that keep the filter", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const owner = await createDashboardUser(service, agencyId);
    await fill(agencyId, owner.personId, 101);
    let next: string | undefined = `${path}?action=draft.updated`;
    const seen: string[] = [];
    const counts: number[] = [];
    while (next !== undefined && counts.length < 5) {
      const page: string = await (await owner.get(next)).text();
      const subjects = [...page.matchAll(/text-\d+/g)].map(([text]) => text);
      counts.push(subjects.length);
      seen.push(...subjects);
      next = /rel="next" href="([^"]+)"/.exec(page)?.[1]?.replaceAll("&amp;", "&");
    }
    expect(counts).toEqual([50, 50, 1]);
    expect(new Set(seen).size).toBe(101);
  });
});

test("no words stand for two actions", () => {
  const words = knownActions.map((each) => each.words);
  expect(new Set(words).size).toBe(words.length);
});

const found = (texts: readonly string[], pattern: RegExp) => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, word = ""]) => word))),
];

/** Every `noun.verb` in files that write to the log, and every one that is handed to a function which does. */
function actionsInCode(): string[] {
  // A file's name is no action, nor is a column whose time is written out.
  const anywhere = /(?<!asIso\(sql, )"([a-z_]+\.(?!(?:json|csv)")[a-z_]+)"/g;
  const writing = files.filter((text) => text.includes("insertAudit("));
  const named = [...found(writing, anywhere), ...found(files, /\baction: "([a-z_]+\.[a-z_]+)"/g)];
  // A file with pages names rights too.
  return [...new Set(named)].filter((name) => !Object.hasOwn(rights, name));
}
