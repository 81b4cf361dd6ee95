import { describe, expect, test } from "bun:test";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency, serviceKinds } from "../../support/service.ts";
import { createDashboardUser } from "./support.ts";

describe.each(serviceKinds)("the clients of a person on the %s database", (kind) => {
  const { service } = serviceScene(kind);

  test.each([
    ["the 101st client", 101, 1],
    ["the last of 500", 500, 1],
    ["one past what the page offers", 501, 1],
    ["many past it", 900, 400],
  ])("saving a person who is limited to %s takes and gives no client", async (_name, count, last) => {
    const { agencyId, owner, editor, path, clientIds } = await limitedTo(count, (ids) => ids.slice(-last));
    const page = await (await owner.get(path)).text();
    expect(page.match(/name="clientIds"/g)?.length).toBe(Math.min(count, 500));
    expect((await owner.post(path, formOf(page))).status).toBe(303);
    const stored = await clientsOf(agencyId, editor.personId);
    expect(stored?.sort((a, b) => a - b)).toEqual(clientIds);
  });

  test("nobody sees all clients because nothing was ticked", async () => {
    const { agencyId, owner, editor, path, clientIds } = await limitedTo(3, (ids) => ids.slice(0, 1));
    for (const fields of [{ role: "editor", scope: "named" }, { role: "editor" }]) {
      const answer = await owner.post(path, fields);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('class="problem"');
      expect(await clientsOf(agencyId, editor.personId)).toEqual(clientIds);
    }
    const invited = await owner.post("/app/einstellungen/team/einladen", {
      email: "neu@example.org",
      role: "editor",
    });
    expect(invited.status).toBe(400);
  });

  test("all clients are a choice of their own, and the page shows it", async () => {
    const { agencyId, owner, editor, path } = await limitedTo(3, (ids) => ids.slice(0, 1));
    const checked = /value="(all|named)" checked/;
    expect(checked.exec(await (await owner.get(path)).text())?.[1]).toBe("named");
    expect((await owner.post(path, { role: "editor", scope: "all" })).status).toBe(303);
    expect(await clientsOf(agencyId, editor.personId)).toBeNull();
    expect(checked.exec(await (await owner.get(path)).text())?.[1]).toBe("all");
  });

  test("a client of another agency is refused beside the field", async () => {
    const { agencyId } = await createTestAgency(service.sql);
    const [foreign = 0] = await createClients(agencyId, 1);
    const { owner, path } = await limitedTo(1, (ids) => ids);
    const answer = await owner.post(path, { role: "editor", scope: "named", clientIds: String(foreign) });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("Einen dieser Kunden gibt es nicht mehr.");
  });

  const createClients = async (agencyId: number, count: number): Promise<number[]> => {
    const rows = await service.sql<{ id: number }[]>`
      insert into client (agency_id, name, slug)
      select ${agencyId}, 'Kunde ' || lpad(n::text, 4, '0'), 'kunde-' || ${agencyId}::text || '-' || n::text
      from generate_series(1, ${count}) as n
      returning id
    `;
    return rows.map(({ id }) => id);
  };
  const clientsOf = async (agencyId: number, personId: string) => {
    const [row] = await service.sql<{ clientIds: number[] | null }[]>`
      select client_ids as "clientIds" from membership where agency_id = ${agencyId} and person_id = ${personId}
    `;
    return row?.clientIds;
  };
  /** What the form sends when it is saved as it stands. */
  const formOf = (page: string) => {
    const fields: Record<string, string[]> = { role: ["editor"] };
    for (const [tag] of page.matchAll(/<input type="(?:checkbox|radio)"[^>]*>/g)) {
      const [, name = ""] = /name="([^"]+)"/.exec(tag) ?? [];
      const [, value = ""] = /value="([^"]+)"/.exec(tag) ?? [];
      if (tag.includes(" checked")) fields[name] = [...(fields[name] ?? []), value];
    }
    return fields;
  };

  const limitedTo = async (clients: number, pick: (ids: number[]) => number[]) => {
    const { agencyId } = await createTestAgency(service.sql);
    const clientIds = pick(await createClients(agencyId, clients));
    const owner = await createDashboardUser(service, agencyId);
    const editor = await createDashboardUser(service, agencyId, { role: "editor", clientIds });
    const path = `/app/einstellungen/team/${editor.personId}`;
    return { agencyId, owner, editor, path, clientIds };
  };
});
