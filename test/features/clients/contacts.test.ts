import { describe, expect, test } from "bun:test";
import type { AuditActor } from "../../../service/features/audit/sql.ts";
import {
  addClientContact,
  listClientContacts,
  removeClientContact,
  updateClientContact,
} from "../../../service/features/clients/contacts.ts";
import { getClientPersona } from "../../../service/features/clients/get-client-persona.ts";
import { showClient } from "../../../service/features/clients/show-client.ts";
import { setClientStatus, updateClient } from "../../../service/features/clients/update-client.ts";
import { inviteMember } from "../../../service/features/people/invite-member.ts";
import { decideApproval } from "../../../service/features/workflow/approvals/decide-approval.ts";
import { listApprovals } from "../../../service/features/workflow/approvals/list-approvals-sql.ts";
import type { Queryable } from "../../../service/floor/db/open.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { createTestAgency } from "../../support/service.ts";
import { createRequested, createWorkshop, refusalOf, samplePersona } from "../../support/workflow.ts";

const actor: AuditActor = { type: "operator", id: null };

forEachDatabase((_name, open) => {
  describe("a client's contacts", () => {
    test("are added, changed and removed; the audit has neither names nor addresses", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId } = await createWorkshop(sql, { persona: null, contactEmail: null });
      const fields = { name: " Anna Müller ", role: "", email: "anna@mueller.example", canApprove: true };
      const added = await addClientContact(sql, agencyId, { clientId, ...fields }, actor);
      expect(added).toMatchObject({ clientId, name: "Anna Müller", role: null, canApprove: true });
      const contactId = added.id;
      const changed = await updateClientContact(
        sql,
        agencyId,
        { contactId, role: "Leitung", email: null },
        actor,
      );
      expect(changed).toEqual({ ...added, role: "Leitung", email: null });
      expect((await listClientContacts(sql, agencyId, clientId)).contacts).toEqual([changed]);
      await removeClientContact(sql, agencyId, contactId, actor);
      expect((await listClientContacts(sql, agencyId, clientId)).contacts).toEqual([]);
      const [row] = await sql`select count(*)::integer as rows from client_contact where id = ${contactId}`;
      expect(row?.rows).toBe(0);
      const noted = await sql`
        select action, details from audit
        where agency_id = ${agencyId} and subject_type = 'contact' order by id`;
      expect(noted.map(({ action }) => action)).toEqual([
        "contact.added",
        "contact.changed",
        "contact.removed",
      ]);
      expect(noted[1]?.details.changed).toEqual(["role", "email"]);
      expect(JSON.stringify(noted)).not.toMatch(/Anna|mueller|Leitung/);
    });

    test("who may approve have no address of the agency's own people", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId } = await createWorkshop(sql, { persona: null, contactEmail: null });
      const personId = await addMember(sql, agencyId, "editor");
      await addMember(sql, agencyId, "editor", "lena@müller.example");
      const email = `${personId}@Agentur.example`;
      const fields = { clientId, name: "Anna", email, canApprove: true };
      expect(await refusalOf(addClientContact(sql, agencyId, fields, actor))).toBe("validation_error");
      // Who answers journalists may well be one of them.
      const press = await addClientContact(sql, agencyId, { ...fields, canApprove: false }, actor);
      const approve = { contactId: press.id, canApprove: true };
      expect(await refusalOf(updateClientContact(sql, agencyId, approve, actor))).toBe("validation_error");
      const elsewhere = { ...approve, email: "anna@mueller.example" };
      expect(await updateClientContact(sql, agencyId, elsewhere, actor)).toMatchObject({ canApprove: true });
      for (const spelled of [
        "lena@MU\u0308LLER.example",
        "lena@xn--mller-kva.example",
        "\u200blena@müller.example",
      ]) {
        const spelt = { ...fields, name: "Lena", email: spelled };
        expect(await refusalOf(addClientContact(sql, agencyId, spelt, actor))).toBe("validation_error");
      }
      await addClientContact(
        sql,
        agencyId,
        { ...fields, name: "Jo", email: "jo@bu\u0308hne.example" },
        actor,
      );
      for (const invited of ["jo@bühne.example", "jo@xn--bhne-0ra.example"]) {
        const input = { email: invited, role: "editor", clientIds: null } as const;
        expect(await refusalOf(inviteMember(sql, agencyId, input, actor))).toBe("validation_error");
      }
      const back = { contactId: press.id, email };
      expect(await refusalOf(updateClientContact(sql, agencyId, back, actor))).toBe("validation_error");
    });

    test("whose answer is awaited get another address from an owner alone", async () => {
      const { sql } = (await open()).database;
      const workshop = await createWorkshop(sql);
      const { agencyId, clientId } = workshop;
      await createRequested(sql, workshop);
      const { contacts } = await listClientContacts(sql, agencyId, clientId);
      const contactId = contacts.find(({ canApprove }) => canApprove)?.id ?? "";
      const by = async (role: "editor" | "owner"): Promise<AuditActor> => ({
        type: "person",
        id: await addMember(sql, agencyId, role),
        sessionId: crypto.randomUUID(),
      });
      const [editor, owner] = [await by("editor"), await by("owner")];
      const moved = { contactId, email: "privat@editor.example" };
      expect(await refusalOf(updateClientContact(sql, agencyId, moved, editor))).toBe("validation_error");
      expect(await updateClientContact(sql, agencyId, { contactId, role: "Leitung" }, editor)).toMatchObject({
        role: "Leitung",
      });
      expect(await updateClientContact(sql, agencyId, moved, owner)).toMatchObject({ email: moved.email });
    });

    test("who were asked once are kept by name for that approval, and get no mail any more", async () => {
      const { sql } = (await open()).database;
      const workshop = await createWorkshop(sql);
      const { agencyId, clientId } = workshop;
      const { token } = await createRequested(sql, workshop);
      const { contacts } = await listClientContacts(sql, agencyId, clientId);
      const contactId = contacts.find(({ canApprove }) => canApprove)?.id ?? "";
      expect(await refusalOf(removeClientContact(sql, agencyId, contactId, actor))).toBe("approval_pending");
      await decideApproval(sql, token, { status: "approved", comment: null });
      await removeClientContact(sql, agencyId, contactId, actor);
      expect((await listApprovals(sql, agencyId, {})).approvals[0]?.contactName).toBe("Anna Müller");
      expect((await getClientPersona(sql, agencyId, { clientId })).contacts).toHaveLength(1);
      const [row] = await sql`
        select email, can_approve, removed_at is not null as gone from client_contact where id = ${contactId}`;
      expect({ ...row }).toEqual({ email: null, can_approve: false, gone: true });
      expect(await refusalOf(updateClientContact(sql, agencyId, { contactId, name: "X" }, actor))).toBe(
        "not_found",
      );
      expect(await refusalOf(removeClientContact(sql, agencyId, contactId, actor))).toBe("not_found");
    });

    test("are fifty at most, bounded in each field, and one agency's alone", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId } = await createWorkshop(sql, { persona: null, contactEmail: null });
      const add = (fields: { name: string; role?: string; email?: string }) =>
        addClientContact(sql, agencyId, { clientId, ...fields }, actor);
      const wrong = { name: "ü".repeat(201), role: "ü".repeat(201), email: "anna" };
      const refused = await add(wrong).catch((error: unknown) => error);
      expect(refused).toMatchObject({
        details: {
          fieldErrors: {
            name: [expect.any(String)],
            role: [expect.any(String)],
            email: [expect.any(String)],
          },
        },
      });
      for (const name of ["", "  ", "a\nb", "\0"])
        expect(await refusalOf(add({ name }))).toBe("validation_error");
      const first = await add({ name: "ü".repeat(200), role: "ü".repeat(200) });
      for (let number = 2; number <= 50; number += 1) await add({ name: `Kontakt ${number}` });
      expect(await refusalOf(add({ name: "Kontakt 51" }))).toBe("validation_error");
      const { agencyId: other } = await createTestAgency(sql);
      expect(await refusalOf(addClientContact(sql, other, { clientId, name: "X" }, actor))).toBe("not_found");
      expect(
        await refusalOf(updateClientContact(sql, other, { contactId: first.id, name: "X" }, actor)),
      ).toBe("not_found");
      expect(await refusalOf(removeClientContact(sql, other, first.id, actor))).toBe("not_found");
      expect(await refusalOf(listClientContacts(sql, other, clientId))).toBe("not_found");
    });
  });

  describe("a client", () => {
    test("gets another name and persona, is archived and brought back", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId } = await createWorkshop(sql);
      const { contacts: _contacts, ...persona } = samplePersona;
      const changes = { name: "Neuer Name", persona: { ...persona, addressForm: "du" as const } };
      await updateClient(sql, agencyId, { clientId, ...changes }, actor);
      await setClientStatus(sql, agencyId, { clientId, status: "archived" }, actor);
      await setClientStatus(sql, agencyId, { clientId, status: "archived" }, actor);
      expect(await showClient(sql, agencyId, clientId)).toMatchObject({
        ...{ name: "Neuer Name", status: "archived" },
        persona: { version: 2, addressForm: "du" },
      });
      await setClientStatus(sql, agencyId, { clientId, status: "active" }, actor);
      const noted = await sql`
        select action from audit where agency_id = ${agencyId} and subject_type = 'client' order by id`;
      expect(noted.map(({ action }) => action)).toEqual([
        "client.created",
        "client.changed",
        "client.archived",
        "client.restored",
      ]);
    });

    test("has a name of 200 characters at most, and is one agency's alone", async () => {
      const { sql } = (await open()).database;
      const { agencyId, clientId } = await createWorkshop(sql);
      const rename = (name: string) => updateClient(sql, agencyId, { clientId, name }, actor);
      expect((await rename("ü".repeat(200))).name).toHaveLength(200);
      for (const name of ["ü".repeat(201), "", "a\nb"])
        expect(await refusalOf(rename(name))).toBe("validation_error");
      const { agencyId: other } = await createTestAgency(sql);
      expect(await refusalOf(updateClient(sql, other, { clientId, name: "X" }, actor))).toBe("not_found");
      expect(await refusalOf(setClientStatus(sql, other, { clientId, status: "archived" }, actor))).toBe(
        "not_found",
      );
      expect(await refusalOf(showClient(sql, other, clientId))).toBe("not_found");
    });
  });
});

async function addMember(
  sql: Queryable,
  agencyId: number,
  role: "editor" | "owner",
  email?: string,
): Promise<string> {
  const personId = crypto.randomUUID();
  await sql`insert into person (id, email) values (${personId}, ${email ?? `${personId}@agentur.example`})`;
  await sql`insert into membership (agency_id, person_id, role) values (${agencyId}, ${personId}, ${role})`;
  return personId;
}
