import { describe, expect, test } from "bun:test";
import {
  changeMailing,
  createMailing,
  readFigures,
  readMailing,
} from "../../../service/features/mailings/mailings.ts";
import { scheduleMailing, stopMailing } from "../../../service/features/mailings/send-mailing.ts";
import { readObjectionLink, recordObjection } from "../../../service/features/media-contacts/object.ts";
import { saveContactSettings } from "../../../service/features/media-contacts/settings.ts";
import { MailError } from "../../../service/floor/mail/mailer.ts";
import { databaseScene } from "../../support/cast.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { errorOf } from "../../support/error-of.ts";
import { createContact, secrets } from "../media-contacts/support.ts";
import {
  actor,
  createDesk,
  endAll,
  keptMails,
  prepareAll,
  publicUrl,
  sendAll,
  sendMailing,
} from "./support.ts";

const withAddresses = /(?:https?:\/\/|mailto:)[^\s"'<>]+/g;

forEachDatabase((_name, open) => {
  const { sql } = databaseScene(open);

  describe("a mailing", () => {
    test("goes to each recipient once, from its draft to its end", async () => {
      const desk = await createDesk(sql);
      const { agencyId, listId } = desk;
      const contacts = await Promise.all(
        ["Meier", "Kurz"].map((lastName) => createContact(sql, agencyId, { lastName, listIds: [listId] })),
      );
      const id = await sendMailing(sql, desk, {
        subject: "Neues für {Medium}",
        message: "{Anrede},\n\nhier unsere Meldung, {Vorname}.",
      });
      await prepareAll(sql);
      await prepareAll(sql);
      expect(await statusOf(agencyId, id)).toBe("sending");
      const mailer = keptMails();
      await sendAll(sql, mailer);
      await sendAll(sql, mailer);
      expect(mailer.mails.map(({ to }) => to.address).sort()).toEqual(
        contacts.map(({ email }) => email).sort(),
      );
      const [mail] = mailer.mails;
      expect(mail?.subject).toBe("Neues für Weser-Kurier");
      expect(mail?.text).toMatch(/^Sehr geehrte Frau (Meier|Kurz),\n\nhier unsere Meldung, Ada\./);
      expect(mail?.text).toContain("Woher die Adresse stammt: Impressum der Zeitung.");
      expect(mail?.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
      await endAll(sql);
      expect(await statusOf(agencyId, id)).toBe("sent");
      const mailing = await readMailing(sql, agencyId, { id, clientIds: null });
      expect(await readFigures(sql, agencyId, mailing)).toEqual({
        ...{
          waiting: 0,
          sent: 2,
          undeliverable: 0,
          cancelled: 0,
          objections: 0,
          clicks: 0,
          pictureClicks: 0,
        },
      });
    });

    test("informs its recipients only where it links to the agency's notice (article 14)", async () => {
      const desk = await createDesk(sql);
      const { agencyId, listId } = desk;
      const { id: contactId } = await createContact(sql, agencyId, { listIds: [listId] });
      const mailed = async () => {
        await sendMailing(sql, desk);
        await prepareAll(sql);
        const mailer = keptMails();
        await sendAll(sql, mailer);
        const [contact] = await sql<{ mailedAt: Date | null; informedHow: string | null }[]>`
          select mailed_at as "mailedAt", informed_how as "informedHow" from media_contact where id = ${contactId}`;
        return { ...contact, hasLink: mailer.mails[0]?.text.includes("https://agentur.example/hinweis") };
      };
      expect(await mailed()).toEqual({ mailedAt: expect.any(Date), informedHow: null, hasLink: false });
      const settings = { retentionMonths: 24, noticeUrl: "https://agentur.example/hinweis" };
      await saveContactSettings(sql, agencyId, { settings, actor });
      expect(await mailed()).toEqual({ mailedAt: expect.any(Date), informedHow: "mailing", hasLink: true });
    });

    test("holds no address that differs between two recipients but the link to object and the returned mail's", async () => {
      const desk = await createDesk(sql);
      for (const firstName of ["Ada", "Ben", "Cem"])
        await createContact(sql, desk.agencyId, { firstName, listIds: [desk.listId] });
      await sendMailing(sql, desk);
      await prepareAll(sql);
      const mailer = keptMails();
      await sendAll(sql, mailer);
      expect(mailer.mails).toHaveLength(3);
      const addresses = mailer.mails.map((mail) =>
        [mail.text, mail.html, ...Object.values(mail.headers ?? {})]
          .flatMap((part) => part.match(withAddresses) ?? [])
          .filter(
            (address) =>
              !address.startsWith(`${publicUrl}/widerspruch/`) && !address.startsWith("mailto:bounce+"),
          ),
      );
      expect(addresses[0]?.length).toBeGreaterThan(3);
      expect(addresses[1]).toEqual(addresses[0] ?? []);
      expect(addresses[2]).toEqual(addresses[0] ?? []);
      expect(new Set(mailer.mails.map(({ bounceTo }) => bounceTo)).size).toBe(3);
      // Nothing that tells of an opening: each picture is the release's own.
      for (const { html } of mailer.mails) expect(html).not.toMatch(/<img[^>]+(?:width="1"|height="1")/);
    });

    test("leaves out who objects between its preparation and its sending, and counts who objects after it", async () => {
      const desk = await createDesk(sql);
      const { agencyId, listId } = desk;
      const early = await createContact(sql, agencyId, { listIds: [listId] });
      await createContact(sql, agencyId, { listIds: [listId] });
      const id = await sendMailing(sql, desk);
      await prepareAll(sql);
      const [row] = await sql<{ addressKey: string }[]>`
        select address_key as "addressKey" from media_contact where id = ${early.id}`;
      await recordObjection(sql, agencyId, { addressKey: row?.addressKey ?? "", how: "link", actor });
      const mailer = keptMails();
      await sendAll(sql, mailer);
      expect(mailer.mails).toHaveLength(1);
      const token = /\/widerspruch\/([\w-]+)/.exec(mailer.mails[0]?.text ?? "")?.[1] ?? "";
      const said = readObjectionLink(secrets, token);
      expect(said?.agencyId).toBe(agencyId);
      await recordObjection(sql, agencyId, { addressKey: said?.addressKey ?? "", how: "link", actor });
      const mailing = await readMailing(sql, agencyId, { id, clientIds: null });
      expect(await readFigures(sql, agencyId, mailing)).toMatchObject({
        sent: 1,
        cancelled: 1,
        objections: 1,
      });
    });

    test("counts who objects before the mail's row says that it went out", async () => {
      const desk = await createDesk(sql);
      const { agencyId, listId } = desk;
      const { id: contactId } = await createContact(sql, agencyId, { listIds: [listId] });
      const id = await sendMailing(sql, desk);
      await prepareAll(sql);
      const [row] = await sql<{ addressKey: string }[]>`
        select address_key as "addressKey" from media_contact where id = ${contactId}`;
      const objecting = {
        ...keptMails(),
        send: async () => {
          await recordObjection(sql, agencyId, { addressKey: row?.addressKey ?? "", how: "link", actor });
        },
      };
      await sendAll(sql, objecting);
      const mailing = await readMailing(sql, agencyId, { id, clientIds: null });
      expect(await readFigures(sql, agencyId, mailing)).toMatchObject({ sent: 1, objections: 1 });
    });

    test("lets no name and no subject begin a header", async () => {
      const desk = await createDesk(sql);
      const { agencyId, listId } = desk;
      await sql`update client set name = ${"Muster\r\nBcc: alle@example.org"} where id = ${desk.clientId}`;
      await createContact(sql, agencyId, { medium: "Blatt", listIds: [listId] });
      await sql`update media_contact set last_name = ${"Meier\r\nBcc: x@example.org"}, medium = ${"Blatt\nX-A: b"}`;
      await sendMailing(sql, desk, { subject: "An {Medium}\r\nBcc: y@example.org" });
      await prepareAll(sql);
      const mailer = keptMails();
      await sendAll(sql, mailer);
      const [mail] = mailer.mails;
      for (const text of [mail?.subject, mail?.to.name, mail?.senderName, mail?.replyTo?.name])
        expect(text).not.toMatch(/[\r\n]/);
    });

    test("ends the address of a mailbox that is not there, and goes on with the others", async () => {
      const desk = await createDesk(sql);
      const gone = await createContact(sql, desk.agencyId, { listIds: [desk.listId] });
      await createContact(sql, desk.agencyId, { listIds: [desk.listId] });
      const id = await sendMailing(sql, desk);
      await prepareAll(sql);
      const mailer = keptMails();
      const refusing = {
        ...mailer,
        send: async (mail: Parameters<typeof mailer.send>[0]) => {
          if (mail.to.address === gone.email)
            throw new MailError("EENVELOPE 550", { isFinal: true, bounce: "hard" });
          await mailer.send(mail);
        },
      };
      await sendAll(sql, refusing);
      const mailing = await readMailing(sql, desk.agencyId, { id, clientIds: null });
      expect(await readFigures(sql, desk.agencyId, mailing)).toMatchObject({ sent: 1, undeliverable: 1 });
      const [row] = await sql`select undeliverable_at from media_contact where id = ${gone.id}`;
      expect(row?.undeliverable_at).not.toBeNull();
    });

    test("that waits for its time becomes a draft again, and one under way stops where it is", async () => {
      const desk = await createDesk(sql);
      const { agencyId, clientId, listId } = desk;
      await createContact(sql, agencyId, { listIds: [listId] });
      const { id } = await createMailing(
        sql,
        agencyId,
        { clientId, releaseId: null, replyTo: "a@b.example" },
        { actor },
      );
      await changeMailing(
        sql,
        agencyId,
        { id, subject: "Einladung", message: "{Anrede}, kommen Sie!", listIds: [listId] },
        { actor },
      );
      const dueAt = new Date(Date.now() + 3_600_000);
      await scheduleMailing(sql, agencyId, { id, dueAt, typedCount: null, isInforming: true }, { actor });
      await prepareAll(sql);
      expect(await statusOf(agencyId, id)).toBe("scheduled");
      expect(await errorOf(changeMailing(sql, agencyId, { id, subject: "Anders" }, { actor }))).toMatchObject(
        {
          code: "release_status_conflict",
        },
      );
      expect(await stopMailing(sql, agencyId, id, { actor })).toEqual({ status: "draft" });
      await scheduleMailing(
        sql,
        agencyId,
        { id, dueAt: null, typedCount: null, isInforming: true },
        { actor },
      );
      await prepareAll(sql);
      expect(await stopMailing(sql, agencyId, id, { actor })).toEqual({ status: "stopped" });
      const mailer = keptMails();
      await sendAll(sql, mailer);
      expect(mailer.mails).toHaveLength(0);
      expect(await errorOf(stopMailing(sql, agencyId, id, { actor }))).toMatchObject({
        code: "release_status_conflict",
      });
    });

    test("stops where its release was archived meanwhile", async () => {
      const desk = await createDesk(sql);
      await createContact(sql, desk.agencyId, { listIds: [desk.listId] });
      const id = await sendMailing(sql, desk);
      await sql`update release set status = 'archived' where agency_id = ${desk.agencyId}`;
      await prepareAll(sql);
      expect(await statusOf(desk.agencyId, id)).toBe("stopped");
    });
  });

  async function statusOf(agencyId: number, id: string): Promise<string> {
    return (await readMailing(sql, agencyId, { id, clientIds: null })).status;
  }
});
