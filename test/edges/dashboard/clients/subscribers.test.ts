import { beforeAll, describe, expect, test } from "bun:test";
import {
  createSubscription,
  createTestNewsroom,
  secretKey,
} from "../../../features/newsroom/subscriptions/support.ts";
import { serviceScene } from "../../../support/cast.ts";
import { createTestRelease, serviceKinds } from "../../../support/service.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";

describe.each([...serviceKinds])("subscribers of a client on the %s database", (kind) => {
  const { service } = serviceScene(kind, {
    SECRET_KEY: Buffer.from(secretKey).toString("hex"),
  });
  let newsroom: { agencyId: number; clientId: number };
  let neighbour: { agencyId: number; clientId: number };
  let foreign: { agencyId: number; clientId: number };
  let editor: DashboardUser;
  let at = "";

  beforeAll(async () => {
    newsroom = await createTestNewsroom(service.sql);
    const { agencyId } = newsroom;
    neighbour = { agencyId, ...(await createTestRelease(service.sql, agencyId)) };
    foreign = await createTestNewsroom(service.sql);
    editor = await createDashboardUser(service, agencyId, { role: "editor" });
    at = `/app/kunden/${newsroom.clientId}/abonnenten`;
  });

  test("they are counted, listed and taken away as CSV without those of others, which is noted, and no cell of it is a formula", async () => {
    for (const of of [neighbour, foreign])
      await createSubscription(service.sql, of, { address: "fremd@example.org" });
    expect(await (await editor.get(at)).text()).toContain("Noch keine Abonnenten");
    await createSubscription(service.sql, newsroom, { address: "leserin@example.org" });
    await createSubscription(service.sql, newsroom, { address: "=summe@example.org", frequency: "daily" });
    const page = await (await editor.get(at)).text();
    expect([page.includes("2 Abonnements"), page.includes("leserin@example.org")]).toEqual([true, true]);
    expect(page).not.toContain("fremd@example.org");
    const file = await editor.post(`${at}/export`);
    const lines = (await file.text()).trim().split("\r\n");
    expect(file.headers.get("content-disposition")).toContain(".csv");
    expect(lines.length).toBe(3);
    expect(lines[0]).toEndWith("Adresse,Thema,Häufigkeit,Angefragt,Bestätigt,Einwilligung,Kunde");
    expect(lines[1]).toStartWith("leserin@example.org,,sofort,");
    expect(lines[2]).toStartWith("'=summe@example.org,,täglich gesammelt,");
    const acts = await service.sql`
      select actor_id, subject_id from audit
      where agency_id = ${newsroom.agencyId} and action = 'subscribers.exported'
    `;
    expect([...acts]).toEqual([{ actor_id: editor.personId, subject_id: String(newsroom.clientId) }]);
  });

  test("one is removed from this client alone, and never another's", async () => {
    const { id } = await createSubscription(service.sql, newsroom, { address: "fort@example.org" });
    const others = await Promise.all(
      [neighbour, foreign].map((of) => createSubscription(service.sql, of, { address: "fort@example.org" })),
    );
    const remove = (subscriptionId: string) => editor.post(`${at}/entfernen`, { subscriptionId });
    for (const other of others) expect((await remove(other.id)).status).toBe(404);
    expect((await remove(id)).status).toBe(303);
    expect((await remove(id)).status).toBe(404);
    const ids = [id, ...others.map((other) => other.id)];
    const rows = await service.sql`
      select id, status, address_encrypted is null as "isErased" from newsroom_subscription
      where id in ${service.sql(ids)}
    `;
    const found = ids.map((wanted) => rows.find((row) => row.id === wanted));
    expect(found.map((row) => [row?.status, row?.isErased])).toEqual([
      ["ended", true],
      ["active", false],
      ["active", false],
    ]);
  });
});
