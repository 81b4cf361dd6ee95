import { beforeAll, describe, expect, test } from "bun:test";
import {
  createSubscription,
  createTestNewsroom,
  secretKey,
} from "../../../features/newsroom/subscriptions/support.ts";
import { serviceScene } from "../../../support/cast.ts";
import { serviceKinds } from "../../../support/service.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";

describe.each([...serviceKinds])("subscribers of a client on the %s database", (kind) => {
  const { service } = serviceScene(kind, {
    SECRET_KEY: Buffer.from(secretKey).toString("hex"),
  });
  let newsroom: { agencyId: number; clientId: number };
  let other: { agencyId: number; clientId: number };
  let editor: DashboardUser;
  let at = "";

  beforeAll(async () => {
    newsroom = await createTestNewsroom(service.sql);
    other = await createTestNewsroom(service.sql);
    editor = await createDashboardUser(service, newsroom.agencyId, { role: "editor" });
    at = `/app/kunden/${newsroom.clientId}/abonnenten`;
  });

  test("they are counted, listed and taken away as CSV, which is noted, and no cell of it is a formula", async () => {
    expect(await (await editor.get(at)).text()).toContain("Noch keine Abonnenten");
    await createSubscription(service.sql, newsroom, { address: "leserin@example.org" });
    await createSubscription(service.sql, newsroom, { address: "=summe@example.org", frequency: "daily" });
    const page = await (await editor.get(at)).text();
    expect([page.includes("2 Abonnements"), page.includes("leserin@example.org")]).toEqual([true, true]);
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
    const foreign = await createSubscription(service.sql, other, { address: "fort@example.org" });
    const remove = (subscriptionId: string) => editor.post(`${at}/entfernen`, { subscriptionId });
    expect((await remove(foreign.id)).status).toBe(404);
    expect((await remove(id)).status).toBe(303);
    expect((await remove(id)).status).toBe(404);
    const rows = await service.sql`
      select id, status, address_encrypted is null as "isErased" from newsroom_subscription
      where id in (${id}, ${foreign.id})
      order by id
    `;
    expect([...rows]).toEqual([
      { id, status: "ended", isErased: true },
      { id: foreign.id, status: "active", isErased: false },
    ]);
  });
});
