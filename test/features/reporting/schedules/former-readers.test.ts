import { beforeEach, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { addClientContact } from "../../../../service/features/clients/contacts.ts";
import { inviteMember } from "../../../../service/features/people/invite-member.ts";
import { insertDraft } from "../../../../service/features/reporting/drafts/sql.ts";
import { reportMail } from "../../../../service/features/reporting/mails/sql.ts";
import { keptPortfolio } from "../../../../service/features/reporting/portfolios/kept-portfolio.ts";
import { insertPortfolio } from "../../../../service/features/reporting/portfolios/sql.ts";
import { createSchedule } from "../../../../service/features/reporting/schedules/create-schedule.ts";
import {
  changeClientContactAndReader,
  changeTeamMember,
  removeClientContactAndReader,
  removeTeamMember,
} from "../../../../service/features/reporting/schedules/remove-readers.ts";
import { enqueueMails } from "../../../../service/floor/mail/outbox/sql.ts";
import { databaseScene } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";

const actor = { type: "operator", id: null } as const;
const email = "Anna@mueller.example";
const stays = "kurt@kunde.example";
const hash = "0".repeat(64);

forEachDatabase((_name, open) => {
  const { sql } = databaseScene(open);
  let agencyId: number;
  let clients: number[];

  beforeEach(async () => {
    ({ agencyId } = await createTestAgency(sql));
    const releases = [await createTestRelease(sql, agencyId), await createTestRelease(sql, agencyId)];
    clients = releases.map(({ clientId }) => clientId);
    const both = await insertPortfolio(sql, agencyId, { name: "Beide", clientIds: clients, campaignIds: [] });
    const kept = await Promise.all(clients.map((clientId) => keptPortfolio(sql, agencyId, clientId)));
    for (const { id } of [...kept, { id: both }]) await addReaders(agencyId, id);
  });
  const tables = ["report_schedule", "report_draft"] as const;

  test("a contact that is removed gets no report any more, neither a scheduled one nor one that waits", async () => {
    const { agencyId: stranger } = await createTestAgency(sql);
    const theirs = await createTestRelease(sql, stranger);
    await addReaders(stranger, (await keptPortfolio(sql, stranger, theirs.clientId)).id);
    const { id } = await contactOf(clients[0] ?? 0);
    expect(await removeClientContactAndReader(sql, agencyId, id, actor)).toMatchObject({ isTakenOff: true });
    for (const table of tables) {
      expect([table, await readers(table)]).toEqual([table, [1, 1, 1]]);
      expect([table, await readers(table, stranger)]).toEqual([table, [2]]);
    }
    const acts = await sql`
      select details from audit where agency_id = ${agencyId} and action = 'schedule.recipient_removed'
    `;
    expect(acts.map(({ details }) => details)).toEqual([{ schedules: 3, drafts: 3 }]);
  });

  test("whoever stays a contact of another client keeps what is not about the first alone", async () => {
    const { id } = await contactOf(clients[0] ?? 0);
    await contactOf(clients[1] ?? 0);
    await removeClientContactAndReader(sql, agencyId, id, actor);
    for (const table of tables) expect([table, await readers(table)]).toEqual([table, [1, 2, 2]]);
  });

  test("a contact's new address takes the place of the former one in reports on its client alone, once", async () => {
    await mailReports(agencyId);
    const { id: contactId } = await contactOf(clients[0] ?? 0);
    const change = (to: string | null) =>
      changeClientContactAndReader(sql, agencyId, { contactId, email: to }, actor);
    const untouched = { isReplaced: false, isTakenOff: false };
    expect(await change(email.toUpperCase())).toMatchObject(untouched);
    const now = "neu@mueller.example";
    expect(await change(now)).toMatchObject({ isReplaced: true, isTakenOff: true, contact: { email: now } });
    for (const table of tables)
      expect([table, await recipientsIn(table)]).toEqual([table, [[stays, now], [stays], [stays]]]);
    expect(await mailedTo()).toEqual([now, stays, stays, stays]);
    expect(await change(stays.toUpperCase())).toMatchObject({ isReplaced: true, isTakenOff: true });
    for (const table of tables) expect([table, await readers(table)]).toEqual([table, [1, 1, 1]]);
    // The report waits for this address already.
    expect(await mailedTo()).toEqual([stays, stays, stays]);
    expect(await change(null)).toMatchObject({ isReplaced: false, isTakenOff: true });
    for (const table of tables) expect([table, await readers(table)]).toEqual([table, [0, 0, 0]]);
    expect(await change(now)).toMatchObject(untouched);
  });

  test("a report that was tried at the former address goes to the new one at once, and as often as a new mail", async () => {
    await mailReports(agencyId);
    await sql`
      update mail set attempts = 79, due_at = now() + interval '1 hour', last_error = 'ECONNREFUSED'
      where agency_id = ${agencyId}
    `;
    await sql`delete from agency_work where agency_id = ${agencyId}`;
    const { id: contactId } = await contactOf(clients[0] ?? 0);
    const now = "neu@mueller.example";
    await changeClientContactAndReader(sql, agencyId, { contactId, email: now }, actor);
    const readdressed = await sql`
      select attempts, due_at <= now() as "isDue", last_error as "lastError" from mail
      where agency_id = ${agencyId} and recipient = ${now}
    `;
    expect([...readdressed]).toEqual([{ attempts: 0, isDue: true, lastError: null }]);
    const announced = await sql`
      select queue from agency_work where agency_id = ${agencyId} and due_at <= now() and queue like 'mails_%'
    `;
    expect([...announced]).toEqual([{ queue: "mails_personal" }]);
  });

  test("a former address that is another contact's of the client too goes on getting reports", async () => {
    const { id: contactId } = await contactOf(clients[0] ?? 0);
    await contactOf(clients[0] ?? 0);
    const change = { contactId, email: "neu@mueller.example" };
    const untouched = { isReplaced: false, isTakenOff: false };
    expect(await changeClientContactAndReader(sql, agencyId, change, actor)).toMatchObject(untouched);
    for (const table of tables) expect([table, await readers(table)]).toEqual([table, [2, 2, 2]]);
  });

  test("whoever is still of the team, or is entered twice, keeps the reports", async () => {
    const first = await contactOf(clients[0] ?? 0);
    const second = await contactOf(clients[0] ?? 0);
    expect(await removeClientContactAndReader(sql, agencyId, first.id, actor)).toMatchObject({
      isTakenOff: false,
    });
    const member = { email, role: "editor", clientIds: null } as const;
    const { personId } = await inviteMember(sql, agencyId, member, actor);
    await removeClientContactAndReader(sql, agencyId, second.id, actor);
    for (const table of tables) expect([table, await readers(table)]).toEqual([table, [2, 2, 2]]);
    await removeTeamMember(sql, agencyId, personId, actor);
    for (const table of tables) expect([table, await readers(table)]).toEqual([table, [1, 1, 1]]);
  });

  test("whoever may see some clients alone gets no more reports on others", async () => {
    const { personId } = await inviteMember(sql, agencyId, { email, role: "editor", clientIds: null }, actor);
    const change = (role: "editor" | "analyst", clientIds: number[] | null) =>
      changeTeamMember(sql, agencyId, { personId, role, clientIds }, actor);
    expect(await change("analyst", null)).toEqual({ clientIds: null, isTakenOff: false });
    for (const table of tables) expect([table, await readers(table)]).toEqual([table, [2, 2, 2]]);
    const first = clients.slice(0, 1);
    expect(await change("editor", first)).toEqual({ clientIds: first, isTakenOff: true });
    for (const table of tables) expect([table, await readers(table)]).toEqual([table, [2, 1, 1]]);
    expect(await change("editor", first)).toMatchObject({ isTakenOff: false });
  });

  test("what was issued keeps whom it went to, and a contact without an address takes nobody off", async () => {
    await sql`update report_draft set report_id = ${crypto.randomUUID()} where agency_id = ${agencyId}`;
    const { id } = await contactOf(clients[0] ?? 0);
    const nobody = await addClientContact(sql, agencyId, { clientId: clients[0] ?? 0, name: "Ohne" }, actor);
    expect(await removeClientContactAndReader(sql, agencyId, nobody.id, actor)).toMatchObject({
      isTakenOff: false,
    });
    await removeClientContactAndReader(sql, agencyId, id, actor);
    expect(await readers("report_draft")).toEqual([2, 2, 2]);
    expect(await readers("report_schedule")).toEqual([1, 1, 1]);
  });

  test("a mail that waits, for a mail server that is away say, does not bring the report to whoever may not have it", async () => {
    const { agencyId: stranger } = await createTestAgency(sql);
    await mailReports(agencyId);
    await mailReports(stranger);
    const member = { email, role: "editor", clientIds: null } as const;
    const { personId } = await inviteMember(sql, agencyId, member, actor);
    const { id } = await contactOf(clients[0] ?? 0);
    await removeClientContactAndReader(sql, agencyId, id, actor);
    expect(await waiting()).toEqual([2, 2, 2]);
    const limited = { personId, role: "editor", clientIds: clients.slice(0, 1) } as const;
    await changeTeamMember(sql, agencyId, limited, actor);
    expect(await waiting()).toEqual([2, 1, 1]);
    await removeTeamMember(sql, agencyId, personId, actor);
    expect([await waiting(), await waiting(stranger)]).toEqual([
      [1, 1, 1],
      [2, 2, 2],
    ]);
  });

  test("a mail that waits comes to a removed contact where the report is on another client of hers", async () => {
    await mailReports(agencyId);
    const { id } = await contactOf(clients[0] ?? 0);
    const other = await contactOf(clients[1] ?? 0);
    await removeClientContactAndReader(sql, agencyId, id, actor);
    expect(await waiting()).toEqual([1, 2, 2]);
    await removeClientContactAndReader(sql, agencyId, other.id, actor);
    expect(await waiting()).toEqual([1, 1, 1]);
  });

  /** Mails with a report on the first client, one on the second, and one on both, to her and to somebody who stays. */
  async function mailReports(ofAgency: number): Promise<void> {
    const scopes = [clients.slice(0, 1), clients.slice(1), clients];
    const rows = scopes.map((clientIds, index) => ({ id: uuidv7(), number: index + 1, clientIds }));
    for (const { id, number, clientIds } of rows)
      await sql`
        insert into publication_report (
          agency_id, id, number, scope_type, scope_id, title, days, from_day, to_day, created_at, created_by, content, content_hash,
          previous_hash, client_ids
        )
        values (
          ${ofAgency}, ${id}, ${number}, 'portfolio', ${uuidv7()}, 'Bericht', 30, '2026-10-01', '2026-10-30', now(), 'operator', '{}',
          ${hash}, ${number === 1 ? null : hash}, ${sql.array(clientIds)}::integer[]
        )`;
    await enqueueMails(sql, ofAgency, {
      kind: reportMail,
      mails: rows.flatMap(({ id }) =>
        [email, stays].map((recipient) => ({ aboutId: id, once: recipient, recipient })),
      ),
    });
  }

  /** How many mails wait of each report. */
  async function waiting(ofAgency = agencyId) {
    const rows = await sql`
      select count(*)::integer as mails from mail
      where agency_id = ${ofAgency} and status = 'waiting' group by about_id order by about_id
    `;
    return rows.map(({ mails }) => Number(mails));
  }

  /** Whom reports in mails that wait go to. */
  async function mailedTo(): Promise<string[]> {
    const rows = await sql<{ recipient: string }[]>`
      select recipient from mail
      where agency_id = ${agencyId} and status = 'waiting'
      order by recipient = ${stays}, about_id
    `;
    return rows.map(({ recipient }) => recipient);
  }

  /** A schedule and a draft that go to her and to somebody who stays. */
  async function addReaders(ofAgency: number, portfolioId: string): Promise<void> {
    const recipients = [email.toLowerCase(), stays];
    await createSchedule(sql, ofAgency, {
      ...{ scopeType: "portfolio", scopeId: portfolioId, formats: ["pdf"], days: 30, rhythm: "monthly" },
      ...{ onDay: 1, atTime: "08:00", recipients },
    });
    await insertDraft(sql, ofAgency, {
      ...{ scope: { type: "portfolio", id: portfolioId }, period: "2026-10", comparison: null },
      ...{ formats: ["pdf"], recipients, createdBy: "operator", isOrdered: false },
    });
  }
  const contactOf = (clientId: number) =>
    addClientContact(sql, agencyId, { clientId, name: "Anna", email, canApprove: false }, actor);

  /** Whom each goes to: those of the first client, of the second, and of both together. */
  async function recipientsIn(table: "report_schedule" | "report_draft", ofAgency = agencyId) {
    const rows = await sql<{ recipients: string[] }[]>`
      select recipients from ${sql(table)} where agency_id = ${ofAgency} order by id
    `;
    return rows.map((row) => row.recipients);
  }
  const readers = async (...of: Parameters<typeof recipientsIn>) =>
    (await recipientsIn(...of)).map(({ length }) => length);
});
