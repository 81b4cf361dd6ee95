import { describe, expect, test } from "bun:test";
import {
  changeMailing,
  createMailing,
  deleteMailing,
  listMailings,
  readMailing,
} from "../../../service/features/mailings/mailings.ts";
import { scheduleMailing, stopMailing } from "../../../service/features/mailings/send-mailing.ts";
import { databaseScene } from "../../support/cast.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { errorOf } from "../../support/error-of.ts";
import { createContact } from "../media-contacts/support.ts";
import { fillContacts } from "./fill-contacts.ts";
import { actor, createDesk, sendMailing } from "./support.ts";

forEachDatabase((_name, open) => {
  const { sql } = databaseScene(open);

  describe("a mailing is refused", () => {
    test("with an unknown placeholder, without recipients, text or the sender's word", async () => {
      const desk = await createDesk(sql);
      const { agencyId, clientId, listId } = desk;
      const { id } = await createMailing(
        sql,
        agencyId,
        { clientId, releaseId: null, replyTo: "a@b.example" },
        { actor },
      );
      expect(
        await errorOf(changeMailing(sql, agencyId, { id, message: "Hallo {Vornahme}" }, { actor })),
      ).toMatchObject({
        details: { fieldErrors: { message: [expect.stringContaining("{Vornahme}")] } },
      });
      expect(
        await errorOf(
          changeMailing(sql, agencyId, { id, message: "https://x.example/?p={Vorname}" }, { actor }),
        ),
      ).toMatchObject({
        details: { fieldErrors: { message: [expect.stringContaining("in einer Adresse")] } },
      });
      const schedule = (isInforming: boolean) =>
        scheduleMailing(sql, agencyId, { id, dueAt: null, typedCount: null, isInforming }, { actor });
      expect(await errorOf(schedule(true))).toMatchObject({
        details: {
          fieldErrors: {
            subject: [expect.any(String)],
            message: [expect.any(String)],
            listIds: [expect.any(String)],
          },
        },
      });
      await createContact(sql, agencyId, { listIds: [listId] });
      await changeMailing(
        sql,
        agencyId,
        { id, subject: "Neu", message: "Text", listIds: [listId] },
        { actor },
      );
      expect(await errorOf(schedule(false))).toMatchObject({
        details: { fieldErrors: { isInforming: [expect.any(String)] } },
      });
      expect(
        await errorOf(
          scheduleMailing(
            sql,
            agencyId,
            { id, dueAt: new Date(Date.now() - 1), typedCount: null, isInforming: true },
            { actor },
          ),
        ),
      ).toMatchObject({ details: { fieldErrors: { dueAt: [expect.any(String)] } } });
      expect(await schedule(true)).toEqual({ count: 1 });
    });

    test("to more than 500 until their number is typed", async () => {
      const desk = await createDesk(sql);
      const { agencyId, clientId, releaseId, listId } = desk;
      await fillContacts(sql, desk, 500);
      const create = async () => {
        const { id } = await createMailing(
          sql,
          agencyId,
          { clientId, releaseId, replyTo: "a@b.example" },
          { actor },
        );
        await changeMailing(sql, agencyId, { id, listIds: [listId] }, { actor });
        return (typedCount: number | null) =>
          scheduleMailing(sql, agencyId, { id, dueAt: null, typedCount, isInforming: true }, { actor });
      };
      expect(await (await create())(null)).toEqual({ count: 500 });
      await createContact(sql, agencyId, { listIds: [listId] });
      const schedule = await create();
      expect(await errorOf(schedule(null))).toMatchObject({
        details: { fieldErrors: { typedCount: [expect.any(String)] } },
      });
      expect(await errorOf(schedule(500))).toMatchObject({
        details: { fieldErrors: { typedCount: [expect.any(String)] } },
      });
      expect(await schedule(501)).toEqual({ count: 501 });
    });

    test("to a stranger, as an unknown one is", async () => {
      const desk = await createDesk(sql);
      const stranger = await createDesk(sql);
      const id = await sendMailing(sql, { ...desk, ...(await withContact(desk)) });
      const notFound = { code: "not_found" };
      const { agencyId } = stranger;
      expect(await errorOf(readMailing(sql, agencyId, { id, clientIds: null }))).toMatchObject(notFound);
      expect(await errorOf(readMailing(sql, desk.agencyId, { id, clientIds: [0] }))).toMatchObject(notFound);
      expect(await errorOf(changeMailing(sql, agencyId, { id, subject: "X" }, { actor }))).toMatchObject(
        notFound,
      );
      expect(await errorOf(stopMailing(sql, agencyId, id, { actor }))).toMatchObject(notFound);
      expect(await errorOf(deleteMailing(sql, agencyId, id, { actor }))).toMatchObject(notFound);
      expect(
        await errorOf(
          scheduleMailing(sql, agencyId, { id, dueAt: null, typedCount: null, isInforming: true }, { actor }),
        ),
      ).toMatchObject(notFound);
      expect((await listMailings(sql, agencyId, { clientIds: null })).mailings).toEqual([]);
      const { clientId, releaseId } = desk;
      const replyTo = "a@b.example";
      expect(
        await errorOf(createMailing(sql, agencyId, { clientId, releaseId, replyTo }, { actor })),
      ).toMatchObject(notFound);
      const own = { clientId: stranger.clientId, releaseId, replyTo };
      expect(await errorOf(createMailing(sql, agencyId, own, { actor }))).toMatchObject({
        code: "release_not_found",
      });
    });
  });

  async function withContact({ agencyId, listId }: { agencyId: number; listId: string }) {
    await createContact(sql, agencyId, { listIds: [listId] });
    return {};
  }
});
