import { describe, expect, test } from "bun:test";
import { listClientNames } from "../../../service/features/clients/client-names-sql.ts";
import { createClient } from "../../../service/features/clients/create-client.ts";
import { getClientPersona } from "../../../service/features/clients/get-client-persona.ts";
import { listClients } from "../../../service/features/clients/list-clients.ts";
import { insertPersona } from "../../../service/features/clients/persona-sql.ts";
import { findClient } from "../../../service/features/clients/sql.ts";
import { updateClient } from "../../../service/features/clients/update-client.ts";
import { serviceScene } from "../../support/cast.ts";
import { errorOf } from "../../support/error-of.ts";
import { createTestAgency, serviceKinds } from "../../support/service.ts";
import { createRequested, createWorkshop, refusalOf, samplePersona } from "../../support/workflow.ts";

describe.each(serviceKinds.map((kind) => [kind]))("clients on the %s database", (kind) => {
  const { service } = serviceScene(kind);

  test("have a persona that tells names and no mail address", async () => {
    const { agencyId, clientId } = await createWorkshop(service.sql);
    const persona = await getClientPersona(service.sql, agencyId, { clientId });
    const { contacts: _contacts, ...wishes } = samplePersona;
    expect(persona).toMatchObject({ clientId, version: 1, ...wishes });
    expect(persona.contacts.map(({ name, role, canApprove }) => [name, role, canApprove])).toEqual([
      ["Petra Ohne", "Assistenz", false],
      ["Anna Müller", "Geschäftsführung", true],
    ]);
    expect(JSON.stringify(persona)).not.toContain("@");
  });

  test("show the latest version of their persona", async () => {
    const { agencyId, clientId } = await createWorkshop(service.sql);
    const {
      version: _version,
      contacts: _contacts,
      updatedAt: _at,
      ...first
    } = await getClientPersona(service.sql, agencyId, { clientId });
    await insertPersona(service.sql, agencyId, { clientId, persona: { ...first, addressForm: "du" } });
    expect(await getClientPersona(service.sql, agencyId, { clientId })).toMatchObject({
      version: 2,
      addressForm: "du",
      tone: ["sachlich", "nahbar"],
    });
  });

  test("without a persona say so, and those of another agency are not there", async () => {
    const bare = await createWorkshop(service.sql, { persona: null });
    const other = await createTestAgency(service.sql);
    const { clientId } = bare;
    expect(await refusalOf(getClientPersona(service.sql, bare.agencyId, { clientId }))).toBe(
      "persona_missing",
    );
    expect(await refusalOf(getClientPersona(service.sql, other.agencyId, { clientId }))).toBe("not_found");
  });

  test("get an approver from the mail address alone, named by the office", async () => {
    const { agencyId, clientId } = await createWorkshop(service.sql, { persona: null });
    const rows = await service.sql`
      select name, email, can_approve from client_contact where agency_id = ${agencyId} and client_id = ${clientId}`;
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { name: "Pressestelle Müller Maschinenbau", email: "anna@mueller.example", can_approve: true },
    ]);
  });

  test("have other names, twenty at most and none too short, that replace those of before", async () => {
    const { agencyId, clientId } = await createWorkshop(service.sql);
    const set = (otherNames: string[], owner = agencyId) =>
      updateClient(service.sql, owner, { clientId, otherNames }, { type: "operator", id: null });
    const names = Array.from({ length: 20 }, (_, n) => `Rotor "${n}", groß`);
    await set(["Alt und weg"]);
    await set(names);
    expect(await findClient(service.sql, agencyId, clientId)).toMatchObject({ otherNames: names });
    for (const wrong of [[...names, "Rotor 21"], ["MMB"], ["x".repeat(101)]])
      expect(await errorOf(set(wrong))).toMatchObject({
        details: { fieldErrors: { otherNames: [expect.any(String)] } },
      });
    expect(await refusalOf(set(names, (await createTestAgency(service.sql)).agencyId))).toBe("not_found");
    expect(await findClient(service.sql, agencyId, clientId)).toMatchObject({ otherNames: names });
  });

  test("are created whole or not at all", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const attempt = createClient(service.sql, agencyId, {
      name: "Halb",
      slugs: [`halb-${agencyId}`],
      // The database itself refuses an address form that the type would not let through.
      persona: { ...samplePersona, addressForm: "ihr" as "sie" },
      contactEmail: null,
    });
    expect(await attempt.catch((error: unknown) => String(error))).toContain("address_form");
    expect((await listClients(service.sql, agencyId, {})).clients).toEqual([]);
  });

  test("are listed in pages, by part of their name, with what waits at each", async () => {
    const workshop = await createWorkshop(service.sql);
    await createRequested(service.sql, workshop);
    for (const [index, name] of ["Ökohof Nord", "100% Bäcker"].entries()) {
      const slugs = [`liste-${workshop.agencyId}-${index}`];
      await createClient(service.sql, workshop.agencyId, { name, slugs, persona: null, contactEmail: null });
    }
    const first = await listClients(service.sql, workshop.agencyId, { limit: 2 });
    expect(first.clients[0]).toEqual({
      id: workshop.clientId,
      name: "Müller Maschinenbau",
      slug: workshop.clientSlug,
      status: "active",
      hasPersona: true,
      openDrafts: 1,
      pendingApprovals: 1,
    });
    const rest = await listClients(service.sql, workshop.agencyId, {
      limit: 2,
      cursor: first.nextCursor ?? "",
    });
    expect([...first.clients, ...rest.clients].map((client) => client.name)).toEqual([
      "Müller Maschinenbau",
      "Ökohof Nord",
      "100% Bäcker",
    ]);
    expect(rest.nextCursor).toBeNull();
    const named = async (query: string) =>
      (await listClients(service.sql, workshop.agencyId, { query })).clients.map((client) => client.name);
    for (const typed of ["ökohof", "oekohof", "nord okohof", "O\u0308kohof"])
      expect({ typed, found: await named(typed) }).toEqual({ typed, found: ["Ökohof Nord"] });
    const choices = { clientIds: null, query: "backer" };
    expect(await listClientNames(service.sql, workshop.agencyId, choices)).toMatchObject([
      { name: "100% Bäcker" },
    ]);
    // No wildcard: the sign is looked for as it stands.
    expect(await named("%")).toEqual(["100% Bäcker"]);
    expect((await listClients(service.sql, workshop.agencyId, { status: "archived" })).clients).toEqual([]);
    expect(await refusalOf(listClients(service.sql, workshop.agencyId, { cursor: "x" }))).toBe(
      "invalid_cursor",
    );
  });
});
