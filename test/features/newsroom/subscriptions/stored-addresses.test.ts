import { describe, expect, test } from "bun:test";
import {
  endSubscriber,
  exportSubscribers,
  findSubscriber,
  listSubscribers,
  type Subscriber,
} from "../../../../service/features/newsroom/subscriptions/subscribers.ts";
import { serviceKinds, type TestService } from "../../../support/service.ts";
import { refusalOf } from "../../../support/workflow.ts";
import { sendForm } from "./forms.ts";
import { subscriptionScene } from "./subscription-scene.ts";
import { createSubscription, createTestNewsroom, secrets } from "./support.ts";

const operator = { secrets, actor: { type: "operator", id: null } } as const;

describe.each([...serviceKinds])("subscriptions on the %s database", (kind) => {
  const { service, newsroom, freshAddress, order, get, statesOf, mailTo } = subscriptionScene(kind);

  test("show, export and erase what is stored to the owner, and leave a proof without the address", async () => {
    const address = freshAddress();
    const { data } = await createSubscription(service.sql, newsroom, { address });
    await service.sql`update release set topics = '{Energie}' where id = ${newsroom.releaseId}`;
    await createSubscription(service.sql, newsroom, { address, topic: "Energie", frequency: "daily" });
    const other = await createTestNewsroom(service.sql);
    await createSubscription(service.sql, other, { address });
    const path = `/abo/daten/${data}`;
    const page = await get(path);
    expect(await page.text()).toContain(address);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    const answer = await get(`${path}?format=json`);
    expect([page, answer].map(({ headers }) => headers.get("content-language"))).toEqual(["de", null]);
    const file = (await answer.json()) as { subscriptions: Subscriber[] };
    expect(file.subscriptions.map(({ email, topic }) => [email, topic])).toEqual([
      [address, null],
      [address, "Energie"],
    ]);
    expect(file.subscriptions[0]?.consentText).toContain("Ich möchte Pressemitteilungen");
    expect(file.subscriptions[0]?.confirmedAt).not.toBeNull();
    expect(
      (await sendForm(service, path, { action: "erase" }, { "sec-fetch-site": "cross-site" })).status,
    ).toBe(403);
    expect((await sendForm(service, path, {})).status).toBe(400);
    expect(await statesOf(address)).toEqual(["active", "active"]);
    expect(await (await sendForm(service, path, { action: "erase" })).text()).toContain("gelöscht");
    expect(await statesOf(address)).toEqual(["erased", "erased"]);
    expect(await (await get(path)).text()).not.toContain(address);
    expect((await findSubscriber(service.sql, other.agencyId, { email: address }, secrets)).length).toBe(1);
    await endSubscriber(service.sql, other.agencyId, { email: address, reason: "removed" }, operator);
    expect(await tablesThatHold(service, address)).toEqual([]);
  });

  test("can be listed, exported and removed by their own agency alone, and the log names no address", async () => {
    const { sql } = service;
    const own = await createTestNewsroom(sql);
    const addresses = [freshAddress(), freshAddress(), freshAddress()];
    for (const address of addresses) await createSubscription(sql, own, { address });
    const first = await listSubscribers(sql, own.agencyId, { limit: 2 }, secrets);
    const second = await listSubscribers(
      sql,
      own.agencyId,
      { limit: 2, cursor: first.nextCursor ?? "" },
      secrets,
    );
    expect([...first.subscribers, ...second.subscribers].map(({ email }) => email)).toEqual(addresses);
    expect(second.nextCursor).toBeNull();
    expect(await refusalOf(listSubscribers(sql, own.agencyId, { limit: 501 }, secrets))).toBe(
      "validation_error",
    );
    expect(await refusalOf(listSubscribers(sql, own.agencyId, { cursor: "x" }, secrets))).toBe(
      "invalid_cursor",
    );
    const exported: (string | null)[] = [];
    for await (const { email } of exportSubscribers(sql, own.agencyId, {}, secrets)) exported.push(email);
    expect(exported).toEqual(addresses);
    const removal = { email: addresses[0] ?? "", reason: "removed" } as const;
    expect(await refusalOf(endSubscriber(sql, newsroom.agencyId, removal, operator))).toBe("not_found");
    expect(await refusalOf(endSubscriber(sql, own.agencyId, { ...removal, email: "x" }, operator))).toBe(
      "validation_error",
    );
    expect(await endSubscriber(sql, own.agencyId, removal, operator)).toEqual({ ended: 1 });
    expect(await refusalOf(endSubscriber(sql, own.agencyId, removal, operator))).toBe("not_found");
    for (const [index, reason] of (["complained", "bounced"] as const).entries())
      await endSubscriber(sql, own.agencyId, { email: addresses[index + 1] ?? "", reason }, operator);
    const rest = await listSubscribers(sql, own.agencyId, {}, secrets);
    expect(rest.subscribers.map(({ email, endReason }) => [email, endReason])).toEqual([
      [null, "removed"],
      [null, "complained"],
      [null, "bounced"],
    ]);
    for (const address of addresses) expect(await tablesThatHold(service, address)).toEqual([]);
  });

  test("are stored encrypted: no table and no log line holds an address as it is", async () => {
    const address = freshAddress();
    await order(address);
    await mailTo(address);
    expect(await tablesThatHold(service, address)).toEqual([]);
    expect(service.logged.join("\n")).not.toContain(address);
  });
});

/** Every table that holds a text as it is. */
async function tablesThatHold({ sql }: TestService, text: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql.unsafe(
      `select count(*)::integer as found from ${name} t where t::text like '%' || $1 || '%'`,
      [text],
    );
    if (row?.found !== 0) found.push(name);
  }
  return found;
}
