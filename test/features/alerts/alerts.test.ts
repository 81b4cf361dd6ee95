import { beforeEach, describe, expect, test } from "bun:test";
import { alertMailWriter, chooseAlertMails, lookForAlerts } from "../../../service/features/alerts/alerts.ts";
import { alertKinds } from "../../../service/features/alerts/kinds.ts";
import { findWishes, listNews } from "../../../service/features/alerts/sql.ts";
import { setClientStatus } from "../../../service/features/clients/update-client.ts";
import type { ClaimedMail } from "../../../service/floor/mail/outbox/mail-kind.ts";
import { createDashboardUser, type DashboardUser } from "../../edges/dashboard/support.ts";
import { serviceScene } from "../../support/cast.ts";
import { thrownBy } from "../../support/error-of.ts";
import {
  createTestAgency,
  createTestRelease,
  serviceKinds,
  type TestRelease,
} from "../../support/service.ts";
import { createRequested, createWorkshop } from "../../support/workflow.ts";
import { createTestProvider, insertMention } from "../insights/support.ts";

const operator = { type: "operator", id: null } as const;

describe.each(serviceKinds)("alerts, on the %s database", (kind) => {
  const { service } = serviceScene(kind);
  let agencyId: number;
  let release: TestRelease;
  let owner: DashboardUser;
  let elsewhere: DashboardUser;

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
    const setFaults = (faults: number) =>
      sql`update provider_connection set consecutive_faults = ${faults} where agency_id = ${agencyId}`;
    // Two failed readings may be over at the third.
    await setFaults(2);
    await look();
    expect(await mails()).toHaveLength(1);
    await setFaults(3);
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

  test("new finds of feeds are told once a day and client, in the morning, with how many still wait", async () => {
    const { sql } = service;
    // Whichever hour it is, the agency's clock shows eight.
    const [{ hour } = { hour: 0 }] = await sql<{ hour: number }[]>`
      select extract(hour from now() at time zone 'utc')::integer as hour`;
    const behind = hour > 20 ? hour - 32 : hour - 8;
    const zone = `Etc/GMT${behind < 0 ? "-" : "+"}${Math.abs(behind)}`;
    await sql`update agency set time_zone = ${zone} where id = ${agencyId}`;
    const provider_id = await createTestProvider(sql, agencyId);
    const find = (hoursAgo: number) =>
      insertMention(sql, agencyId, {
        ...{ release_id: release.pressReleaseId, client_id: release.clientId, provider_id },
        ...{ origin: "observed", state: "found", published_at: new Date("2020-01-01") },
        observed_at: new Date(Date.now() - hoursAgo * 3_600_000),
      });
    for (const { personId } of [owner, elsewhere])
      await chooseAlertMails(sql, agencyId, { personId, kinds: ["new_mentions"] }, operator);
    await look();
    await find(0);
    await look();
    expect((await mails()).length).toBe(0);
    await find(6);
    await find(8);
    await look();
    await look();
    const [mail] = await mails();
    expect([(await mails()).length, mail?.aboutId]).toEqual([1, owner.personId]);
    const writer = alertMailWriter({ sql, publicUrl: "https://dienst.example" });
    const claimed = { agencyId, aboutId: owner.personId, details: mail?.details } as unknown as ClaimedMail;
    const { subject, text } = (await writer.prepare(claimed, new AbortController().signal)) ?? {};
    expect(subject).toBe("Neue Treffer: 3 Treffer warten");
    expect(text).toContain(`/app/clippings/gefunden?stand=found&kunde=${release.clientId}`);
    await sql`update media_mention set state = 'confirmed' where agency_id = ${agencyId}`;
    expect(await writer.prepare(claimed, new AbortController().signal)).toBeNull();
  });

  test("an approval is overdue where its client is active alone, also while the mail waits", async () => {
    const { sql } = service;
    const workshop = await createWorkshop(sql);
    ({ agencyId } = workshop);
    owner = await createDashboardUser(service, agencyId);
    await chooseAlertMails(
      sql,
      agencyId,
      { personId: owner.personId, kinds: ["approval_overdue"] },
      operator,
    );
    await look();
    const { approvalId } = await createRequested(sql, workshop);
    await sql`update approval set respond_by = now() - interval '1 second' where agency_id = ${agencyId} and id = ${approvalId}`;
    const set = (status: "active" | "archived") =>
      setClientStatus(sql, agencyId, { clientId: workshop.clientId, status }, operator);
    await set("archived");
    await look();
    expect(await mails()).toHaveLength(0);
    await set("active");
    await look();
    const [mail] = await mails();
    const writer = alertMailWriter({ sql, publicUrl: "https://dienst.example" });
    const claimed = { agencyId, aboutId: owner.personId, details: mail?.details } as unknown as ClaimedMail;
    const text = async () => (await writer.prepare(claimed, new AbortController().signal))?.text;
    expect(await text()).toContain("Eine Freigabe ist überfällig");
    await set("archived");
    expect(await text()).toBeUndefined();
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
      await thrownBy(
        chooseAlertMails(
          service.sql,
          strangerId,
          { personId: owner.personId, kinds: [...alertKinds] },
          operator,
        ),
      ),
    ).toThrow();
  });

  test("first views stand on Heute for those who see the client", async () => {
    await look();
    await addViews(100);
    await look();
    expect(await (await owner.get("/app")).text()).toContain("Die ersten 100 Aufrufe");
    expect(await (await elsewhere.get("/app")).text()).not.toContain("Die ersten 100 Aufrufe");
  });

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
});
