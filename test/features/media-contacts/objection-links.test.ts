import { beforeEach, describe, expect, test } from "bun:test";
import { addContact, changeContact } from "../../../service/features/media-contacts/contacts.ts";
import { objectionPath, recordObjection } from "../../../service/features/media-contacts/object.ts";
import { insertObjection } from "../../../service/features/media-contacts/objections-sql.ts";
import { addressKey } from "../../../service/features/media-contacts/sealed-contact.ts";
import { serviceScene } from "../../support/cast.ts";
import { errorOf } from "../../support/error-of.ts";
import { countLockWaits } from "../../support/lock-waits.ts";
import { until } from "../../support/until.ts";
import { act, contactFields, createContact, secretKey, secrets } from "./support.ts";

const { service, sql, agency, stranger } = serviceScene("server", {
  SECRET_KEY: Buffer.from(secretKey).toString("hex"),
});

let email = "";
let link = "";
beforeEach(async () => {
  const contact = await createContact(sql, agency.agencyId);
  // The same person is known to another agency.
  await createContact(sql, stranger.agencyId, { email: contact.email });
  email = contact.email;
  link = objectionPath(secrets, agency.agencyId, addressKey(secrets, agency.agencyId, email));
});

async function objections() {
  const keyAt = (agencyId: number) => addressKey(secrets, agencyId, email);
  const rows = await sql<{ agencyId: number }[]>`
    select agency_id as "agencyId"
    from media_contact_objection
    where address_key in (${keyAt(agency.agencyId)}, ${keyAt(stranger.agencyId)})
  `;
  return rows.map(({ agencyId }) => agencyId);
}

const call = (path: string, method: string, body?: string) =>
  fetch(service.url + path, {
    method,
    ...(body === undefined ? {} : { body, headers: { "content-type": "application/x-www-form-urlencoded" } }),
  });

describe("the link to object", () => {
  test("shows a page to whoever opens it, scanners too, and changes nothing by that", async () => {
    for (const method of ["GET", "HEAD", "GET"]) {
      const answer = await call(link, method);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("cache-control")).toContain("no-store");
      if (method === "GET") expect(await answer.text()).toContain("Keine Pressemitteilungen mehr?");
    }
    expect(await objections()).toEqual([]);
  });

  test("objects by the page's button and by one click of a mail program, once, for this agency alone", async () => {
    const first = await call(link, "POST", "List-Unsubscribe=One-Click");
    expect(first.status).toBe(200);
    const said = await first.text();
    // The contact stays in the Verteiler until its time is over.
    for (const words of ["Ihr Widerspruch gilt", "nach Ablauf der Aufbewahrungsfrist gelöscht, auf Wunsch"])
      expect(said).toContain(words);
    expect(said).not.toContain("nur eine Prüfsumme");
    expect(await objections()).toEqual([agency.agencyId]);
    const second = await call(link, "POST");
    expect(await second.text()).toContain("Ihr Widerspruch gilt");
    expect(await (await call(link, "GET")).text()).toContain("Ihr Widerspruch gilt");
    expect(await objections()).toEqual([agency.agencyId]);
    const log = await sql`
      select details from audit where agency_id = ${agency.agencyId} and action = 'media_contact.objected'
        and subject_id = (
          select id::text from media_contact where agency_id = ${agency.agencyId}
            and address_key = ${addressKey(secrets, agency.agencyId, email)})`;
    expect(log.map(({ details }) => details)).toEqual([{ how: "link" }]);
  });

  test("is nobody's where a letter of it is another, it is cut or made for what is not there", async () => {
    const flipped = link.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    const gone = objectionPath(secrets, 2_000_000_000, addressKey(secrets, agency.agencyId, email));
    for (const wrong of [flipped, link.slice(0, -1), `${link}0`, "/widerspruch/beispiel", gone])
      for (const method of ["GET", "POST"]) expect((await call(wrong, method)).status).toBe(404);
    expect(await objections()).toEqual([]);
  });

  test("works after the contact is deleted, and keeps its address away", async () => {
    await sql`delete from media_contact where agency_id = ${agency.agencyId}`;
    expect((await call(link, "POST")).status).toBe(200);
    expect(await objections()).toEqual([agency.agencyId]);
    expect(await errorOf(createContact(sql, agency.agencyId, { email }))).toMatchObject({
      code: "validation_error",
    });
  });
});

describe("an objection and a new address of the contact at once", () => {
  const keyOf = (address: string) => addressKey(secrets, agency.agencyId, address);
  const isWaiting = async () => (await countLockWaits(sql)) > 0;
  const created = async () => {
    const fields = contactFields();
    const { agencyId } = agency;
    const id = await addContact(sql, agencyId, { ...act, fields }, secrets);
    const move = (address: string) =>
      changeContact(
        sql,
        agencyId,
        { ...act, id, fields: { ...fields, email: address }, listIds: [] },
        secrets,
      );
    return { id, fields, move };
  };

  test("leave no address that mails go to, where the objection is first", async () => {
    const { fields, move } = await created();
    const moving = await sql.begin(async (transaction) => {
      const objection = { addressKey: keyOf(fields.email), how: "link" } as const;
      await insertObjection(transaction, agency.agencyId, objection);
      const outcome = errorOf(move("neu-1@zeitung.example"));
      await until(isWaiting);
      return { outcome };
    });
    expect(await moving.outcome).toMatchObject({ code: "validation_error" });
  });

  test.each([
    ["where that is first", false],
    ["where the address was another since the mail already", true],
  ])("are of the new address too, %s", async (_when, hasMoved) => {
    const { id, fields, move } = await created();
    const { agencyId } = agency;
    const former = keyOf(fields.email);
    const next = keyOf(`neu-2-${hasMoved}@zeitung.example`);
    if (hasMoved) await move("dazwischen@zeitung.example");
    await sql`
      insert into mail (agency_id, lane, kind, about_id, once, details, status, finished_at)
      values (
        ${agencyId}, 'mailing', 'mailing', ${crypto.randomUUID()}, ${id},
        ${sql.json({ contactId: id, addressKey: former })}, 'sent', now()
      )`;
    const objecting = await sql.begin(async (transaction) => {
      await transaction`update media_contact set address_key = ${next} where agency_id = ${agencyId} and id = ${id}`;
      const actor = { type: "service", id: null } as const;
      const outcome = recordObjection(sql, agencyId, { addressKey: former, how: "link", actor });
      await until(isWaiting);
      return { outcome };
    });
    await objecting.outcome;
    const noted = await sql`
      select from media_contact_objection where agency_id = ${agencyId} and address_key in (${former}, ${next})`;
    expect(noted).toHaveLength(2);
  });
});
