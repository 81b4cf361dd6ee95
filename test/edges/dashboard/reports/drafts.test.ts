import { beforeAll, describe, expect, test } from "bun:test";
import { announceAll } from "../../../support/announce-all.ts";
import { berlinDay } from "../../../support/berlin-days.ts";
import { serviceScene } from "../../../support/cast.ts";
import {
  createTestAgency,
  createTestRelease,
  serviceKinds,
  type TestRelease,
} from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { createDashboardUser, type DashboardUser, seenStampIn } from "../support.ts";
import { insertViews, mainOf } from "./support.ts";

const path = "/app/berichte/entwuerfe";
const empty = "In diesem Zeitraum gibt es keine Zahlen";

describe.each(serviceKinds)("drafts of reports in the dashboard, on the %s database", (kind) => {
  const { service } = serviceScene(kind, { LOOPS: "on" });
  let agencyId: number;
  let releases: TestRelease[];
  let owner: DashboardUser;
  let limited: DashboardUser;
  let analyst: DashboardUser;
  let stranger: DashboardUser;

  beforeAll(async () => {
    const { sql } = service;
    ({ agencyId } = await createTestAgency(sql));
    releases = [
      await createTestRelease(sql, agencyId, { clientName: "Müller" }),
      await createTestRelease(sql, agencyId, { clientName: "Stadtwerke" }),
    ];
    for (const { pressReleaseId } of releases) await insertViews(sql, agencyId, pressReleaseId);
    owner = await createDashboardUser(service, agencyId);
    const clientIds = releases.slice(0, 1).map(({ clientId }) => clientId);
    limited = await createDashboardUser(service, agencyId, { role: "editor", clientIds });
    analyst = await createDashboardUser(service, agencyId, { role: "analyst" });
    stranger = await createDashboardUser(service, (await createTestAgency(sql)).agencyId);
  });

  const day = (back: number) => berlinDay(-back);
  const period = { period: "free", from: day(59), to: day(0), comparison: "previous_year" };
  const clients = () => releases.map(({ clientId }) => String(clientId));
  const draftOf = async (name: string): Promise<string> => {
    const list = await mainOf(await owner.get(path));
    return new RegExp(`href="(${path}/[^"]+)">${name}<`).exec(list)?.[1] ?? "";
  };

  /** What the forms that issue a whole period send. */
  const orderFormsOf = async (user: DashboardUser) => {
    const hidden = /name="period" value="([^"]+)">\s*<input type="hidden" name="newestId" value="([^"]+)"/g;
    return [...(await mainOf(await user.get(path))).matchAll(hidden)].map(
      ([, period = "", newestId = ""]) => ({ period, newestId }),
    );
  };

  const noticeOf = (answer: Response) => {
    const [, notice = ""] = /notice=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "") ?? [];
    return Buffer.from(notice, "base64url").toString();
  };

  const stampOn = async (at: string) =>
    /name="seenStamp" value="([^"]+)"/.exec(await mainOf(await owner.get(at)))?.[1] ?? "";

  test("are made for clients that the person may see, are looked at with figures of now, and wait on Heute", async () => {
    expect((await limited.post(`${path}/neu`, { ...period, clients: clients() })).status).toBe(404);
    expect((await analyst.post(`${path}/neu`, { ...period, clients: clients() })).status).toBe(403);
    expect((await owner.post(`${path}/neu`, { ...period, clients: [] })).status).toBe(400);
    expect((await owner.post(`${path}/neu`, { ...period, clients: clients() })).status).toBe(303);
    const at = await draftOf("Müller");
    const page = await mainOf(await owner.get(at));
    for (const words of ["1.830", "Verglichen wird mit", "ohne Messung", "Ausstellen und senden"])
      expect(page).toContain(words);
    expect(page).not.toContain(empty);
    expect(await mainOf(await owner.get("/app"))).toContain(`href="${at}"`);
    expect(await mainOf(await analyst.get("/app"))).not.toContain(at);
    expect(await mainOf(await analyst.get(at))).not.toContain("Ausstellen und senden");
  });

  test("are nobody else's: not a stranger's, and of a limited person only its clients'", async () => {
    const [own, other] = [await draftOf("Müller"), await draftOf("Stadtwerke")];
    expect((await limited.get(own)).status).toBe(200);
    expect(await mainOf(await limited.get(path))).not.toContain(other);
    for (const [user, at] of [
      [stranger, own],
      [limited, other],
    ] as const) {
      expect((await user.get(at)).status).toBe(404);
      for (const [ending, fields] of [
        ["", { comment: "x" }],
        ["/ausstellen", { comment: "x" }],
        ["/verwerfen", {}],
      ] as const)
        expect([ending, (await user.post(at + ending, fields)).status]).toEqual([ending, 404]);
    }
    const [asked] = await orderFormsOf(owner);
    expect(asked).toBeDefined();
    expect((await stranger.post(`${path}/ausstellen`, { ...asked })).status).toBe(404);
    const issueAt = (moment: Date | null) =>
      service.sql`update report_draft set issue_at = ${moment} where agency_id = ${agencyId} and id = ${other.split("/").at(-1) ?? ""}`;
    await issueAt(new Date(Date.now() + 3_600_000));
    expect(await mainOf(await owner.get(path))).toContain("Ein Bericht wird noch ausgestellt");
    expect(await mainOf(await limited.get(path))).not.toContain("noch ausgestellt");
    await issueAt(null);
  });

  test("one from which no report can be made says why, and is thrown away on its page", async () => {
    const wrong = await owner.post(`${path}/neu`, {
      ...period,
      from: "2024-01-01",
      to: "2024-12-31",
      clients: clients(),
    });
    expect([wrong.status, (await mainOf(wrong)).includes("höchstens 365 Tage")]).toEqual([400, true]);
    const [draft] = await service.sql`
      insert into report_draft (agency_id, id, scope_type, scope_id, period, formats, recipients, created_by)
      values
        (${agencyId}, ${crypto.randomUUID()}, 'article', ${releases[0]?.pressReleaseId ?? 0}, '2024', '{pdf}', '{}', 'operator'),
        (${agencyId}, ${crypto.randomUUID()}, 'article', '999999999', '2025', '{pdf}', '{}', 'schedule:1')
      returning id
    `;
    const at = `${path}/${draft?.id}`;
    const page = await owner.get(at);
    const text = await mainOf(page);
    expect([page.status, text.includes("höchstens 365 Tage"), text.includes("Ausstellen")]).toEqual([
      200,
      true,
      false,
    ]);
    expect(await mainOf(await analyst.get(at))).not.toContain("verwerfen");
    expect((await owner.post(`${at}/verwerfen`)).status).toBe(303);
    const gone =
      await service.sql`select id from report_draft where agency_id = ${agencyId} and period = '2025'`;
    const goneAt = `${path}/${gone[0]?.id}`;
    const goneText = await mainOf(await owner.get(goneAt));
    expect(goneText).toContain("gibt es nicht mehr");
    const kept = "legt für diesen Zeitraum keinen zweiten an";
    expect([text, goneText].map((each) => each.includes(kept))).toEqual([false, true]);
    expect((await owner.post(`${goneAt}/verwerfen`)).status).toBe(303);
  });

  test("go out together by their period alone, those on other pages too, and say what became of their mails", async () => {
    const { agencyId: busy } = await createTestAgency(service.sql);
    const user = await createDashboardUser(service, busy);
    const { pressReleaseId } = await createTestRelease(service.sql, busy, { title: "Viel gelesen" });
    await insertViews(service.sql, busy, pressReleaseId);
    await service.sql`
      insert into report_draft (agency_id, id, scope_type, scope_id, period, formats, recipients, created_by)
      select
        ${busy}::integer, gen_random_uuid(), 'article', ${String(pressReleaseId)}, period, '{pdf}',
        case when nr = 1 then '{a@k.example}' else '{}' end::text[], 'operator'
      from unnest(array[${day(59).slice(0, 7)}, ${day(0).slice(0, 4)}]::text[]) as period, generate_series(1, 51) as nr
    `;
    const list = await mainOf(await user.get(path));
    expect(list.match(/alle 51 Entwürfe ausstellen/g)).toHaveLength(2);
    const year = day(0).slice(0, 4);
    const asked = (await orderFormsOf(user)).find((form) => form.period === year);
    // Made while somebody reads the list.
    await service.sql`
      insert into report_draft (agency_id, id, scope_type, scope_id, period, formats, recipients, created_by)
      values (
        ${busy}, 'ffffffff-0000-7000-8000-000000000000', 'article', ${String(pressReleaseId)}, ${year}, '{pdf}',
        '{zu-frueh@k.example}', 'schedule:1'
      )
    `;
    const ordered = await user.post(`${path}/ausstellen`, { ...asked });
    expect(ordered.status).toBe(303);
    expect(noticeOf(ordered)).toContain(
      "51 Berichte werden jetzt ausgestellt. 50 davon haben keinen Empfänger und werden nicht verschickt. Ein Entwurf ist neu",
    );
    const waiting = async () => {
      const rows = await service.sql`
        select period, count(*)::integer as drafts from report_draft
        where agency_id = ${busy} and issue_at is null and report_id is null group by period
      `;
      return Object.fromEntries(rows.map(({ period: of, drafts }) => [String(of), Number(drafts)]));
    };
    const left = { [day(59).slice(0, 7)]: 51, [year]: 1 };
    expect(await waiting()).toEqual(left);
    // The same again finds none that was shown.
    expect((await user.post(`${path}/ausstellen`, { ...asked })).status).toBe(404);
    expect(await waiting()).toEqual(left);
    const hasReader = async () => {
      const found = await service.sql`
        select id, report_id from report_draft where agency_id = ${busy} and report_id is not null and cardinality(recipients) = 1
      `;
      return found.length === 1 && found;
    };
    // One after the other, and any of the 51 may be the last.
    const [sent] = await until("the one that has a reader is issued", hasReader, 240_000);
    // The newest of all is on the first page.
    await service.sql`delete from report_draft where agency_id = ${busy} and id <> ${String(sent?.id)}`;
    for (const [status, words] of [
      ["waiting", "ausgestellt, unterwegs"],
      ["sent", "ausgestellt und verschickt"],
      ["failed", "eine Nachricht nicht zustellbar"],
      ["cancelled", "eine Nachricht abgebrochen"],
    ] as const) {
      const due = status === "waiting" ? service.sql`now() + interval '1 hour'` : null;
      const finished = status === "waiting" ? null : service.sql`now()`;
      await service.sql`
        update mail
        set
          status = ${status}, lease_token = null, due_at = ${due},
          finished_at = ${finished}
        where agency_id = ${busy} and kind = 'report'
      `;
      expect(await mainOf(await user.get(path))).toContain(words);
    }
  });

  test("one without readers is said to be issued alone, by itself and with those of its period", async () => {
    const { agencyId: alone } = await createTestAgency(service.sql);
    const user = await createDashboardUser(service, alone);
    const { pressReleaseId } = await createTestRelease(service.sql, alone, { title: "Still" });
    const draft = async (of: string) => {
      const [row] = await service.sql`
        insert into report_draft (agency_id, id, scope_type, scope_id, period, formats, recipients, created_by)
        values (${alone}, ${crypto.randomUUID()}, 'article', ${String(pressReleaseId)}, ${of}, '{pdf}', '{}', 'operator')
        returning id
      `;
      return `${path}/${row?.id}`;
    };
    const at = await draft(day(59).slice(0, 7));
    const seenStamp = seenStampIn(await mainOf(await user.get(at)), `${at}/ausstellen`);
    const issued = await user.post(`${at}/ausstellen`, { comment: "", recipients: "", seenStamp });
    expect(noticeOf(issued)).toContain("Der Bericht für Still wird ausgestellt. Er hat keinen Empfänger");
    await draft(day(0).slice(0, 4));
    const [asked] = await orderFormsOf(user);
    expect(noticeOf(await user.post(`${path}/ausstellen`, { ...asked }))).toContain(
      "Ein Bericht wird jetzt ausgestellt. Er hat keinen Empfänger und wird nicht verschickt.",
    );
  });

  test("one full of zeros is said to be held back until a person has sent it", async () => {
    const { agencyId: quiet } = await createTestAgency(service.sql);
    const user = await createDashboardUser(service, quiet);
    const { pressReleaseId } = await createTestRelease(service.sql, quiet);
    const [draft] = await service.sql`
      insert into report_draft (agency_id, id, scope_type, scope_id, period, formats, recipients, created_by, issued_by)
      values (
        ${quiet}, ${crypto.randomUUID()}, 'article', ${String(pressReleaseId)}, ${day(0).slice(0, 4)}, '{pdf}',
        '{a@k.example}', 'operator', 'operator'
      )
      returning id
    `;
    expect(await mainOf(await user.get(`${path}/${draft?.id}`))).toContain(empty);
    await service.sql`update report_draft set issue_at = now() where agency_id = ${quiet}`;
    await announceAll(service.sql);
    const list = async () => await mainOf(await user.get(path));
    const send = await until(
      "the report is held back",
      async () => (/nur Nullen, nicht verschickt<\/span> <a href="([^"]+)"/.exec(await list()) ?? [])[1],
    );
    const sent = await user.post(send, { recipients: "b@k.example", message: "", acceptZeros: "on" });
    expect(sent.status).toBe(303);
    expect(await list()).toContain("ausgestellt, unterwegs");
    expect(await list()).not.toContain("nicht verschickt");
  });

  test("keep what was written, refuse what is wrong beside its field, and become a report", async () => {
    const at = await draftOf("Müller");
    const seenStamp = await stampOn(at);
    const wrong = await owner.post(at, { comment: "bleibt", recipients: "keine", seenStamp });
    const page = await mainOf(wrong);
    expect([wrong.status, page.includes("bleibt"), page.includes("keine vollständige")]).toEqual([
      400,
      true,
      true,
    ]);
    const readers = { recipients: "x@y.example", people: owner.email };
    const fields = { comment: "Gut **gelaufen**.", ...readers, seenStamp };
    expect((await owner.post(at, fields)).status).toBe(303);
    const older = await owner.post(`${at}/ausstellen`, { ...fields, comment: "Älter" });
    const told = await mainOf(older);
    expect(older.status).toBe(409);
    for (const words of ["Jemand hat den Entwurf", "Inzwischen gespeichert: „Gut **gelaufen**.“", "Älter"])
      expect(told).toContain(words);
    expect(told).toContain(`name="seenStamp" value="${await stampOn(at)}"`);
    expect(await mainOf(await owner.get(at))).toContain("Gut **gelaufen**.");
    expect((await owner.post(`${at}/ausstellen`, fields)).headers.get("location")).toBe(path);
    await until(async () => (await mainOf(await owner.get(at))).includes("Daraus ist ein Bericht geworden"));
    const report =
      /href="(\/app\/berichte\/[^"]+)">ansehen/.exec(await mainOf(await owner.get(at)))?.[1] ?? "";
    expect(await mainOf(await owner.get(report))).toContain("<strong>gelaufen</strong>");
    const mails =
      await service.sql`select recipient from mail where agency_id = ${agencyId} order by recipient`;
    expect(mails.map(({ recipient }) => String(recipient)).toSorted()).toEqual(
      [owner.email, "x@y.example"].toSorted(),
    );
    expect((await owner.post(`${at}/verwerfen`)).status).toBe(404);
    const left = await draftOf("Stadtwerke");
    expect((await owner.post(`${left}/verwerfen`)).status).toBe(303);
    expect((await owner.get(left)).status).toBe(404);
  });
});
