import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { alertMailWriter, chooseAlertMails, lookForAlerts } from "../../../service/features/alerts/alerts.ts";
import { alertKinds } from "../../../service/features/alerts/kinds.ts";
import { findWishes, listNews } from "../../../service/features/alerts/sql.ts";
import type { ClaimedMail } from "../../../service/floor/mail/outbox/mail-kind.ts";
import { createDashboardUser, type DashboardUser } from "../../edges/dashboard/support.ts";
import {
  createTestAgency,
  createTestRelease,
  databaseKinds,
  startTestService,
  type TestRelease,
  type TestService,
} from "../../support/service.ts";

const operator = { type: "operator", id: null } as const;

describe.each(databaseKinds)("alerts, on the %s database", (kind) => {
  let service: TestService;
  let agencyId: number;
  let release: TestRelease;
  let owner: DashboardUser;
  let elsewhere: DashboardUser;

  beforeAll(async () => {
    service = await startTestService(kind, { LOOPS: "off" });
  });
  beforeEach(async () => {
    const { sql } = service;
    ({ agencyId } = await createTestAgency(sql));
    release = await createTestRelease(sql, agencyId, { title: "Werk eröffnet" });
    const other = await createTestRelease(sql, agencyId, { clientName: "Anders" });
    owner = await createDashboardUser(service, agencyId);
    elsewhere = await createDashboardUser(service, agencyId, {
      role: "analyst",
      clientIds: [other.clientId],
    });
  });
  afterAll(() => service.stop());

  const addViews = (views: number) => service.sql`
    insert into hit_day (
      agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
      scroll_25, scroll_50, scroll_75, scroll_100
    )
    values (${agencyId}, ${release.pressReleaseId}, current_date, 0, ${views}, 1, 1, 0, 0, 0, 0, 0, 0, 0)
    on conflict (agency_id, release_id, day, class) do update set requests = excluded.requests
  `;
  const look = async () => {
    await service.sql`
      update alert_state set checked_at = now() - interval '5 minutes' where agency_id = ${agencyId}
    `;
    return await lookForAlerts(service.sql, agencyId);
  };
  const news = async () => (await listNews(service.sql, agencyId, null)).map((entry) => entry.kind);
  const mails = () => service.sql<{ aboutId: string; details: string[]; minutes: number }[]>`
    select about_id as "aboutId", details, extract(epoch from due_at - now())::double precision / 60 as minutes
    from mail
    where agency_id = ${agencyId} and kind = 'alert'
    order by due_at, id
  `;

  test("the hundredth view is told once, the ninety-ninth not, and nothing of before the first look", async () => {
    await addViews(500);
    await look();
    expect(await news()).toEqual([]);
    const later = await createTestRelease(service.sql, agencyId);
    release = later;
    await addViews(99);
    await look();
    expect(await news()).toEqual([]);
    await addViews(100);
    await look();
    await look();
    expect(await news()).toEqual(["first_views"]);
    expect(await lookForAlerts(service.sql, agencyId)).toBeNull();
    const { agencyId: strangerId } = await createTestAgency(service.sql);
    expect(await listNews(service.sql, strangerId, null)).toEqual([]);
    expect(await listNews(service.sql, agencyId, [])).toEqual([]);
  });

  test("a mail goes to those who want it and see the client, one an hour at most, with all that happened", async () => {
    const { sql } = service;
    for (const { personId } of [owner, elsewhere])
      await chooseAlertMails(sql, agencyId, { personId, kinds: ["first_views", "feed_broken"] }, operator);
    await look();
    await addViews(100);
    await look();
    const [first] = await mails();
    expect([(await mails()).length, first?.aboutId]).toEqual([1, owner.personId]);
    await sql`
      insert into provider_connection (agency_id, id, kind, name, url, state, fault, consecutive_faults)
      values (${agencyId}, gen_random_uuid(), 'rss', 'Presseschau', 'https://feed.example', 'failing', 'dns', 3)
    `;
    await look();
    const both = await mails();
    // The second joins the first, which has not gone yet.
    expect(both.map(({ minutes }) => Math.round(minutes))).toEqual([2, 2]);
    const writer = alertMailWriter({ sql, publicUrl: "https://dienst.example" });
    const claimed = (aboutId: string, ids: string[]) =>
      ({ agencyId, aboutId, details: ids }) as unknown as ClaimedMail;
    const ids = both.flatMap(({ details }) => details);
    const mail = await writer.prepare(claimed(owner.personId, ids), new AbortController().signal);
    expect(mail?.to.address).toBe(owner.email);
    for (const part of [
      "Werk eröffnet",
      "Presseschau",
      `https://dienst.example/app/zahlen/meldung/${release.pressReleaseId}`,
    ])
      expect(mail?.text).toContain(part);
    expect(await writer.prepare(claimed(elsewhere.personId, ids), new AbortController().signal)).toBeNull();
    // Once it went, the next one waits for the rest of the hour.
    await sql`update alert_wish set mail_at = now() - interval '10 minutes' where agency_id = ${agencyId}`;
    release = await createTestRelease(sql, agencyId);
    await addViews(100);
    await look();
    expect((await mails()).map(({ minutes }) => Math.round(minutes))).toEqual([2, 2, 50]);
    await chooseAlertMails(sql, agencyId, { personId: owner.personId, kinds: [] }, operator);
    expect(await writer.prepare(claimed(owner.personId, ids), new AbortController().signal)).toBeNull();
  });

  test("each person chooses in its account, and nobody for another agency", async () => {
    const answer = await elsewhere.post("/app/konto/neuigkeiten", {
      kinds: ["first_clipping", "approval_overdue"],
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/app/konto"]);
    expect(await findWishes(service.sql, agencyId, elsewhere.personId)).toEqual([
      "first_clipping",
      "approval_overdue",
    ]);
    const page = await (await elsewhere.get("/app/konto")).text();
    expect(page.match(/value="first_clipping" checked/)).not.toBeNull();
    const { agencyId: strangerId } = await createTestAgency(service.sql);
    expect(
      chooseAlertMails(
        service.sql,
        strangerId,
        { personId: owner.personId, kinds: [...alertKinds] },
        operator,
      ),
    ).rejects.toThrow();
  });

  test("first views stand on Heute for those who see the client", async () => {
    await look();
    await addViews(100);
    await look();
    expect(await (await owner.get("/app")).text()).toContain("Die ersten 100 Aufrufe");
    expect(await (await elsewhere.get("/app")).text()).not.toContain("Die ersten 100 Aufrufe");
  });
});
