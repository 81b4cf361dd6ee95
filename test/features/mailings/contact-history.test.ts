import { expect, test } from "bun:test";
import {
  discloseContact,
  failureText,
  readContactHistory,
} from "../../../service/features/mailings/contact-history.ts";
import { historyRowsMax } from "../../../service/features/mailings/contact-history-sql.ts";
import { listMailings } from "../../../service/features/mailings/mailings.ts";
import { saveContactSettings } from "../../../service/features/media-contacts/settings.ts";
import { MailError } from "../../../service/floor/mail/mailer.ts";
import { databaseScene } from "../../support/cast.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import { insertMention } from "../insights/support.ts";
import { act, createContact, secrets } from "../media-contacts/support.ts";
import { createDesk, keptMails, prepareAll, sendAll, sendMailing } from "./support.ts";

forEachDatabase((_name, open) => {
  const { sql } = databaseScene(open);

  test("a contact's history has its mailings, what came back, and what its medium wrote about them", async () => {
    const desk = await createDesk(sql);
    const { agencyId, listId, releaseId, clientId } = desk;
    const { id: contactId } = await createContact(sql, agencyId, {
      medium: "Nordsee-Blatt",
      listIds: [listId],
    });
    const other = await createTestRelease(sql, agencyId);
    const settings = { retentionMonths: 24, noticeUrl: "https://agentur.example/hinweis" };
    await saveContactSettings(sql, agencyId, { settings, ...act });
    const first = await sendMailing(sql, desk, { subject: "Neues Werk" });
    await prepareAll(sql);
    await sendAll(sql, keptMails());
    const second = await sendMailing(sql, desk, { subject: "Noch eines" });
    await prepareAll(sql);
    const refusing = {
      ...keptMails(),
      send: () => Promise.reject(new MailError("EENVELOPE 550", { isFinal: true, bounce: "hard" })),
    };
    await sendAll(sql, refusing);
    await insertMention(sql, agencyId, {
      release_id: releaseId,
      medium: "NORDSEE-Blatt",
      headline: "Werk offen",
      // As a clipping of a day is stored, whose time nobody knows.
      published_at: new Date("2026-11-02T23:00:00Z"),
      published_on: "2026-11-03",
    });
    await insertMention(sql, agencyId, { release_id: releaseId, medium: "Weser-Kurier" });
    await insertMention(sql, agencyId, { release_id: other.pressReleaseId, medium: "Nordsee-Blatt" });
    const asked = { contactId, medium: "Nordsee-Blatt" };
    const { mails, clippings } = await readContactHistory(sql, agencyId, { ...asked, scope: null });
    expect(mails.map(({ mailingId, status, failure }) => [mailingId, status, failure])).toEqual([
      [second, "failed", expect.stringContaining("550")],
      [first, "sent", null],
    ]);
    expect(clippings.map(({ headline, publishedOn }) => [headline, publishedOn])).toEqual([
      ["Werk offen", "2026-11-03"],
    ]);
    expect((await readContactHistory(sql, agencyId, { ...asked, scope: [clientId + 1] })).mails).toEqual([]);
    const stranger = await createTestAgency(sql);
    expect((await readContactHistory(sql, stranger.agencyId, { ...asked, scope: null })).mails).toEqual([]);
    const told = await discloseContact(sql, agencyId, { id: contactId, ...act }, secrets);
    expect(told).toMatchObject({
      ...{
        "Informiert durch": "eine E-Mail mit einer Pressemitteilung",
        "Vorübergehend nicht zustellbar": [],
      },
      "Pressemitteilungen per E-Mail": [
        { Betreff: "Noch eines", Stand: "nicht zustellbar" },
        { Betreff: "Neues Werk", Stand: "verschickt", Grund: null },
      ],
      "Beiträge Ihres Mediums zu diesen Meldungen": [{ Überschrift: "Werk offen", Erschienen: "2026-11-03" }],
    });
  });

  test("what a person is told has every mail, also beyond those that the page shows", async () => {
    const desk = await createDesk(sql);
    const { agencyId, listId } = desk;
    const { id: contactId } = await createContact(sql, agencyId, { listIds: [listId] });
    const mailingId = await sendMailing(sql, desk);
    await prepareAll(sql);
    await sendAll(sql, keptMails());
    await sql`
      with copies as (
        insert into mailing
        select (jsonb_populate_record(null::mailing, to_jsonb(m) || jsonb_build_object('id', gen_random_uuid()))).*
        from mailing m, generate_series(1, ${historyRowsMax})
        where agency_id = ${agencyId} and m.id = ${mailingId}
        returning id
      )
      insert into mail
      select (jsonb_populate_record(
        null::mail, to_jsonb(mail) || jsonb_build_object('id', gen_random_uuid(), 'about_id', copies.id)
      )).*
      from mail, copies
      where agency_id = ${agencyId} and about_id = ${mailingId}
    `;
    const told = await discloseContact(sql, agencyId, { id: contactId, ...act }, secrets);
    expect(told["Pressemitteilungen per E-Mail"]).toHaveLength(historyRowsMax + 1);
    const asked = { contactId, medium: "Nordsee-Blatt", scope: null };
    expect((await readContactHistory(sql, agencyId, asked)).mails).toHaveLength(historyRowsMax);
  });

  test("a release's mailings are those about it and no others", async () => {
    const desk = await createDesk(sql);
    await createContact(sql, desk.agencyId, { listIds: [desk.listId] });
    const other = await createTestRelease(sql, desk.agencyId);
    const id = await sendMailing(sql, desk);
    const of = (releaseId: number) => listMailings(sql, desk.agencyId, { clientIds: null, releaseId });
    expect((await of(desk.releaseId)).mailings.map((each) => each.id)).toEqual([id]);
    expect((await of(other.pressReleaseId)).mailings).toEqual([]);
  });
});

test.each([
  [null, null],
  ["RETURNED 5.1.1", "zurückgekommen (5.1.1)"],
  ["EENVELOPE 550 hard", "Dieses Postfach gibt es nicht (550)."],
  ["EENVELOPE 452 soft", "Das Postfach hat die Mail nicht angenommen (452)."],
  ["EENVELOPE 454", "Der Mailserver hat die Mail nicht angenommen (454)."],
  ["ECONNECTION", "Der Mailserver hat die Mail nicht angenommen."],
  ["TOO_LATE", "Der Dienst kam nicht rechtzeitig dazu."],
])("a mail that ended with %p says why in German", (error, words) => {
  expect(failureText(error)).toBe(words);
});
