import { describe, expect, test } from "bun:test";
import { getContact, removeContact } from "../../../service/features/media-contacts/contacts.ts";
import { insertContactList } from "../../../service/features/media-contacts/lists-sql.ts";
import { recordObjectionOf } from "../../../service/features/media-contacts/object.ts";
import {
  openRecipients,
  recipientsMax,
  resolveRecipients,
} from "../../../service/features/media-contacts/recipients.ts";
import { noteBounce, noteMailed } from "../../../service/features/media-contacts/recipients-sql.ts";
import { addressKey } from "../../../service/features/media-contacts/sealed-contact.ts";
import { upsertContactSettings } from "../../../service/features/media-contacts/settings-sql.ts";
import { databaseScene } from "../../support/cast.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { errorOf, thrownBy } from "../../support/error-of.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";
import { fillContacts } from "../mailings/fill-contacts.ts";
import { act, contactFields, createContact, operator, secrets } from "./support.ts";

const refOf = (agencyId: number, { id, email }: { id: string; email: string }) => ({
  ...{ contactId: id, addressKey: addressKey(secrets, agencyId, email) },
});
const none = { topics: [], regions: [], media: [], languages: [], countries: [], clientIds: [] };

const server = databaseScene();

test("a mailing goes to ten thousand, and not to one more", async () => {
  const { agencyId } = await createTestAgency(server.sql);
  const { clientId } = await createTestRelease(server.sql, agencyId);
  const listId = Bun.randomUUIDv7();
  const list = { id: listId, name: "Presse", clientId: null, condition: null };
  await insertContactList(server.sql, agencyId, list);
  await fillContacts(server.sql, { agencyId, listId }, recipientsMax);
  const resolve = () =>
    resolveRecipients(server.sql, agencyId, { clientId, listIds: [listId], contactIds: [] });
  expect((await resolve()).contacts).toHaveLength(recipientsMax);
  await createContact(server.sql, agencyId, { listIds: [listId] });
  expect(await errorOf(resolve())).toMatchObject({
    code: "validation_error",
    details: { fieldErrors: { listIds: [expect.stringContaining("mehr als 10.000 Empfänger")] } },
  });
});

forEachDatabase((_name, open) => {
  const { sql } = databaseScene(open);

  async function scene() {
    const { agencyId } = await createTestAgency(sql);
    const { clientId } = await createTestRelease(sql, agencyId);
    const { clientId: otherId } = await createTestRelease(sql, agencyId);
    const list = async (condition: object | null, clientIdOfList: number | null = null) => {
      const id = Bun.randomUUIDv7();
      await insertContactList(sql, agencyId, {
        ...{ id, name: "Liste", clientId: clientIdOfList },
        condition: condition === null ? null : { ...none, ...condition },
      });
      return id;
    };
    const resolve = (listIds: string[], contactIds: string[] = []) =>
      resolveRecipients(sql, agencyId, { clientId, listIds, contactIds });
    return { agencyId, clientId, otherId, list, resolve };
  }

  test("a list by hand, one by condition and single ones make each contact a recipient once", async () => {
    const { agencyId, list, resolve, clientId, otherId } = await scene();
    const hand = await list(null);
    const condition = await list({
      topics: ["logistik", "Häfen"],
      media: ["WESER-KURIER"],
      regions: ["Bremen"],
    });
    const inBoth = await createContact(sql, agencyId, { listIds: [hand] });
    const named = await createContact(sql, agencyId, { topics: ["Wein"] });
    await createContact(sql, agencyId, { medium: "Anderes Blatt" });
    const ofClient = await createContact(sql, agencyId, { clientIds: [clientId] });
    const ofOther = await createContact(sql, agencyId, { clientIds: [otherId] });
    const { contacts, leftOut } = await resolve([hand, condition], [inBoth.id, named.id, Bun.randomUUIDv7()]);
    expect(contacts.map(({ id }) => id)).toEqual([inBoth.id, named.id, ofClient.id].sort());
    expect(contacts[0]).toMatchObject({
      firstName: "Ada",
      medium: "Weser-Kurier",
      isInformed: false,
      country: "DE",
    });
    expect(leftOut).toMatchObject({ duplicate: 2, otherClient: 1, gone: 1, objected: 0, bounced: 0 });
    expect(await resolve([hand, condition], [inBoth.id, named.id])).toEqual({
      contacts,
      leftOut: { ...leftOut, gone: 0 },
    });
    expect(ofOther.id).not.toBe("");
  });

  test("who objected, came back or may not be written to is left out and counted", async () => {
    const { agencyId, list, resolve, clientId } = await scene();
    const everybody = await list({});
    const sendable = await createContact(sql, agencyId);
    const objected = await createContact(sql, agencyId);
    const bounced = await createContact(sql, agencyId);
    await createContact(sql, agencyId, { isEditorial: false });
    await createContact(sql, agencyId, { country: "AT" });
    await createContact(sql, agencyId, { country: "FR" });
    const swiss = await createContact(sql, agencyId, { country: "CH" });
    const austrian = await createContact(sql, agencyId, { country: "AT", basis: "own_request" });
    await recordObjectionOf(
      sql,
      agencyId,
      { email: ` ${objected.email.toUpperCase()} `, actor: operator },
      secrets,
    );
    expect(await noteBounce(sql, agencyId, { ...refOf(agencyId, bounced), isHard: true })).toBe(true);
    const { contacts, leftOut } = await resolve([everybody]);
    expect(contacts.map(({ id }) => id)).toEqual([sendable.id, austrian.id]);
    expect(leftOut).toMatchObject({ objected: 1, bounced: 1, blockedByCountry: 4 });
    expect(leftOut.blocked).toEqual([
      { country: "DE", reason: "private_address", contacts: 1 },
      { country: "AT", reason: "basis", contacts: 1 },
      { country: "FR", reason: "no_rule", contacts: 1 },
      { country: "CH", reason: "notice_missing", contacts: 1 },
    ]);
    await upsertContactSettings(sql, agencyId, {
      retentionMonths: 24,
      noticeUrl: "https://agentur.example/presse",
    });
    expect((await resolve([everybody])).contacts.map(({ id }) => id)).toContain(swiss.id);
    const contactIds = [sendable.id, objected.id, bounced.id];
    const [first, ...more] = await openRecipients(sql, agencyId, { clientId, contactIds }, secrets);
    expect([first?.email, more]).toEqual([sendable.email, []]);
  });

  test("an objection between preparing and sending holds, and survives the deletion of the contact", async () => {
    const { agencyId, clientId } = await scene();
    const { id, email } = await createContact(sql, agencyId);
    const contactIds = [id];
    expect(await openRecipients(sql, agencyId, { clientId, contactIds }, secrets)).toHaveLength(1);
    await recordObjectionOf(sql, agencyId, { email, actor: operator }, secrets);
    expect(await openRecipients(sql, agencyId, { clientId, contactIds }, secrets)).toHaveLength(0);
    await removeContact(sql, agencyId, { id, ...act });
    expect(await thrownBy(createContact(sql, agencyId, { email }))).toThrow("objected");
    const stranger = await createTestAgency(sql);
    expect(await createContact(sql, stranger.agencyId, { email })).toMatchObject({ email });
  });

  test("soft bounces end an address the third time within 14 days, and a new address begins anew", async () => {
    const { agencyId } = await scene();
    const { id, email } = await createContact(sql, agencyId);
    const ref = refOf(agencyId, { id, email });
    const soft = () => noteBounce(sql, agencyId, { ...ref, isHard: false });
    expect([await soft(), await soft()]).toEqual([false, false]);
    await sql`update media_contact set soft_bounces = array[now() - interval '15 days', now()] where agency_id = ${agencyId}`;
    expect([await soft(), await soft()]).toEqual([false, true]);
    const { agencyId: strangerId } = await createTestAgency(sql);
    expect(await noteBounce(sql, strangerId, { ...ref, isHard: true })).toBe(false);
  });

  test("a mail that told who has the address and why informs the contact once", async () => {
    const { agencyId } = await scene();
    const { id } = await createContact(sql, agencyId);
    const look = () => getContact(sql, agencyId, { id, scope: null }, secrets);
    await noteMailed(sql, agencyId, { contactIds: [id], isInformed: false });
    expect(await look()).toMatchObject({ informedAt: null, mailedAt: expect.any(Date) });
    await noteMailed(sql, agencyId, { contactIds: [id], isInformed: true });
    expect(await look()).toMatchObject({ informedAt: expect.any(Date), informedHow: "mailing" });
  });

  test("another agency's lists and contacts are as unknown ones", async () => {
    const [own, foreign] = [await scene(), await scene()];
    const { id } = await createContact(sql, foreign.agencyId);
    const foreignList = await foreign.list({});
    const { contacts, leftOut } = await own.resolve([], [id]);
    expect([contacts, leftOut.gone]).toEqual([[], 1]);
    expect(await thrownBy(own.resolve([foreignList]))).toThrow("There is no such list.");
    expect(await thrownBy(getContact(sql, own.agencyId, { id, scope: null }, secrets))).toThrow(
      "There is no such contact.",
    );
  });
});

describe("who is limited to some clients", () => {
  const { sql, agency } = databaseScene();

  test("sees what is for all and for theirs, and changes theirs alone", async () => {
    const { agencyId } = agency;
    const { clientId } = await createTestRelease(sql, agencyId);
    const { clientId: otherId } = await createTestRelease(sql, agencyId);
    const forAll = await createContact(sql, agencyId);
    const own = await createContact(sql, agencyId, { clientIds: [clientId] });
    const others = await createContact(sql, agencyId, { clientIds: [otherId] });
    const scope = [clientId];
    const look = (id: string) => getContact(sql, agencyId, { id, scope }, null);
    expect([(await look(forAll.id)).email, (await look(own.id)).id]).toEqual([null, own.id]);
    expect(await thrownBy(look(others.id))).toThrow("There is no such contact.");
    const remove = (id: string) => removeContact(sql, agencyId, { ...act, id, scope });
    for (const { id } of [forAll, others])
      expect(await thrownBy(remove(id))).toThrow("There is no such contact.");
    await remove(own.id);
    expect(contactFields().clientIds).toBeNull();
  });
});
