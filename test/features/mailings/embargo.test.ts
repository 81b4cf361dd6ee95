import { describe, expect, test } from "bun:test";
import {
  changeMailing,
  createMailing,
  readFigures,
  readMailing,
} from "../../../service/features/mailings/mailings.ts";
import { settleRelease } from "../../../service/features/mailings/release-ahead.ts";
import { readReportedMailings } from "../../../service/features/mailings/report-figures.ts";
import { previewMailing, scheduleMailing } from "../../../service/features/mailings/send-mailing.ts";
import { startWithRelease } from "../../../service/features/mailings/sql.ts";
import { insertContactList } from "../../../service/features/media-contacts/lists-sql.ts";
import { fanOutChunk } from "../../../service/features/newsroom/subscriptions/fan-out-sql.ts";
import {
  listEmbargoLinks,
  revokeEmbargoLink,
} from "../../../service/features/workflow/embargo/embargo-links.ts";
import { readMailingEmbargo } from "../../../service/features/workflow/embargo/mailing-links.ts";
import { archiveRelease } from "../../../service/features/workflow/releases/archive-release.ts";
import { publishRelease } from "../../../service/features/workflow/releases/publish-release.ts";
import { stopRelease } from "../../../service/features/workflow/releases/stop-release.ts";
import { formatMoment } from "../../../service/floor/web/format.ts";
import { given, serviceScene } from "../../support/cast.ts";
import { errorOf } from "../../support/error-of.ts";
import { serviceKinds } from "../../support/service.ts";
import { context, createApproved, createWorkshop } from "../../support/workflow.ts";
import { createContact, secretKey } from "../media-contacts/support.ts";
import { sendForm } from "../newsroom/subscriptions/forms.ts";
import { actor, keptMails, mailingDeps, prepareAll, sendAll } from "./support.ts";

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000);
/** The service reads the links that the test's mails hold. */
const SECRET_KEY = Buffer.from(secretKey).toString("base64");
const title = "Neues Werk in Bremen eröffnet";

describe.each([...serviceKinds])("a mailing about an unpublished text on the %s database", (kind) => {
  const { service } = serviceScene(kind, { SECRET_KEY });
  const workshop = given(() => createWorkshop(service.sql, { credits: 30 }));

  /** A mailing to one contact that waits to be prepared. */
  async function begin(draftId: string, isEmbargoed: boolean, dueAt: Date | null = null): Promise<string> {
    const { sql } = service;
    const { agencyId, clientId } = workshop;
    const listId = Bun.randomUUIDv7();
    await insertContactList(sql, agencyId, { id: listId, name: "Presse", clientId: null, condition: null });
    await createContact(sql, agencyId, { listIds: [listId] });
    const about = { clientId, releaseId: null, draftId, isEmbargoed, replyTo: "anna@agentur.example" };
    const { id } = await createMailing(sql, agencyId, about, { actor });
    await changeMailing(sql, agencyId, { id, subject: "Unter Sperrfrist", listIds: [listId] }, { actor });
    await scheduleMailing(sql, agencyId, { id, dueAt, typedCount: null, isInforming: true }, { actor });
    return id;
  }

  async function publishNow(draftId: string): Promise<void> {
    const { sql } = service;
    await publishRelease(sql, workshop.agencyId, { draftId, approvedVersion: 1, maxCredits: 1 }, context);
    while ((await fanOutChunk(sql, workshop.agencyId, startWithRelease)) !== null);
  }

  const embargoed = () => createApproved(service.sql, workshop, { embargoUntil: inDays(3).toISOString() });

  async function planned(): Promise<string> {
    const draftId = await createApproved(service.sql, workshop);
    const order = { draftId, approvedVersion: 1, maxCredits: 1, publishAt: inDays(3).toISOString() };
    await publishRelease(service.sql, workshop.agencyId, order, context);
    return draftId;
  }

  async function send(id: string) {
    const mailer = keptMails();
    await prepareAll(service.sql);
    await sendAll(service.sql, mailer);
    const [mail] = mailer.mails;
    return { mail, path: /\/vorab\/[\w-]+/.exec(mail?.text ?? "")?.[0] ?? "", id };
  }

  const statusOf = async (id: string) =>
    (await readMailing(service.sql, workshop.agencyId, { id, clientIds: null })).status;
  const get = (path: string, cookie = "") =>
    fetch(service.url + path, { redirect: "manual", headers: { cookie } });

  test("under embargo holds no word of it but a link, which opens once the embargo is accepted", async () => {
    const draftId = await embargoed();
    const { mail, path, id } = await send(await begin(draftId, true));
    for (const part of [mail?.text, mail?.html, mail?.subject]) expect(part).not.toMatch(/Bremen|120/);
    expect(mail?.text).toMatch(/Sperrfrist bis \d+\. \S+ 20\d\d, \d\d:\d\d Uhr.+ Ablauf der Sperrfrist/s);
    const asked = await get(path);
    const form = await asked.text();
    expect(asked.status).toBe(200);
    expect(form).toMatch(/vor Ablauf der Sperrfrist.*Sperrfrist annehmen und öffnen/s);
    expect(form).not.toMatch(/Bremen|type="password"/);
    const nameless = await sendForm(service, path, { name: " " });
    expect([nameless.status, nameless.headers.get("location")]).toEqual([303, path]);
    const cookie = nameless.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(await (await get(path, cookie)).text()).toContain(`<h1>${title}</h1>`);
    await fetch(service.url + path, { method: "HEAD", headers: { cookie } });
    await get(path);
    expect(await readMailingEmbargo(service.sql, workshop.agencyId, id)).toEqual({
      ...{ openings: 1, isRevoked: false, acceptances: [] },
    });
    expect((await sendForm(service, path, { name: "Anna  Brandt,\nWeser-Kurier" })).status).toBe(303);
    const kept = await readMailingEmbargo(service.sql, workshop.agencyId, id);
    expect(kept?.acceptances).toEqual([{ name: "Anna Brandt, Weser-Kurier", acceptedAt: expect.any(Date) }]);
  });

  test("takes no foreign form, no long name, and no cookie or signature of another link", async () => {
    const [first, second] = [
      await send(await begin(await embargoed(), true)),
      await send(await begin(await embargoed(), true)),
    ];
    const foreign = await sendForm(service, first.path, { name: "" }, { "sec-fetch-site": "cross-site" });
    expect([foreign.status, foreign.headers.get("set-cookie")]).toEqual([403, null]);
    expect((await sendForm(service, first.path, { name: "x".repeat(201) })).status).toBe(400);
    expect((await sendForm(service, first.path, { name: "x".repeat(200) })).status).toBe(303);
    const opened = await sendForm(service, second.path, {});
    const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(await (await get(first.path, cookie)).text()).toContain("Sperrfrist annehmen");
    const bent = first.path.slice(0, -2) + (first.path.endsWith("AA") ? "BB" : "AA");
    expect((await get(bent)).status).toBe(404);
  });

  test("has one link, which ends when it is revoked or the text is edited, and then leads to the release", async () => {
    const { sql } = service;
    const draftId = await createApproved(sql, workshop);
    const order = { draftId, approvedVersion: 1, maxCredits: 1 };
    await publishRelease(sql, workshop.agencyId, { ...order, publishAt: inDays(3).toISOString() }, context);
    const { path, id } = await send(await begin(draftId, true));
    const { links } = await listEmbargoLinks(sql, workshop.agencyId, { draftId });
    expect(links.map(({ name }) => name)).toEqual(["Aussand: Unter Sperrfrist"]);
    await sql`update draft set status = 'draft', approved_version = null, scheduled_for = null where id = ${draftId}`;
    expect((await get(path)).status).toBe(410);
    await sql`update draft set status = 'scheduled', approved_version = 1, scheduled_for = now() + interval '3 days' where id = ${draftId}`;
    const { url, pressReleaseId } = await publishRelease(sql, workshop.agencyId, order, context);
    const moved = await get(path);
    expect(moved.status).toBe(303);
    const location = new URL(moved.headers.get("location") ?? "", "https://presse.example");
    expect(location.pathname).toBe(new URL(url).pathname);
    expect(location.searchParams.get("utm_campaign")).toBe(`aussand-${id.slice(-12)}`);
    const mailing = await readMailing(sql, workshop.agencyId, { id, clientIds: null });
    expect(mailing.releaseId).toBe(pressReleaseId);
    expect(await readFigures(sql, workshop.agencyId, mailing)).toMatchObject({ sent: 1 });
    // Its months are reported with it after the release is archived, as its views are.
    await archiveRelease(sql, workshop.agencyId, { pressReleaseId, actor });
    const [from, to] = [-1, 1].map((days) => inDays(days).toISOString().slice(0, 10));
    const reported = await readReportedMailings(sql, workshop.agencyId, {
      releaseIds: [pressReleaseId],
      window: { from: from ?? "", to: to ?? "", timezone: "Europe/Berlin" },
    });
    expect(reported?.mailings).toMatchObject([{ subject: "Unter Sperrfrist", sent: 1 }]);
    const other = await send(await begin(await embargoed(), true));
    const [link] = (await listEmbargoLinks(sql, workshop.agencyId, {})).links;
    await revokeEmbargoLink(sql, workshop.agencyId, { id: link?.id ?? "" }, context);
    expect((await get(other.path)).status).toBe(410);
  });

  test("sends nothing where the text is withdrawn between its preparation and its sending", async () => {
    const draftId = await embargoed();
    const id = await begin(draftId, true);
    await prepareAll(service.sql);
    await service.sql`update draft set status = 'draft', approved_version = null where id = ${draftId}`;
    const { mail } = await send(id);
    expect(mail).toBeUndefined();
  });

  test("that goes out after the publication waits for it, follows it when it is moved, and is complete then", async () => {
    const { sql } = service;
    const draftId = await createApproved(sql, workshop);
    const order = { draftId, approvedVersion: 1, maxCredits: 1 };
    await publishRelease(sql, workshop.agencyId, { ...order, publishAt: inDays(3).toISOString() }, context);
    const id = await begin(draftId, false);
    const dueAt = async () =>
      (await readMailing(sql, workshop.agencyId, { id, clientIds: null })).dueAt?.getTime() ?? 0;
    expect(await dueAt()).toBeGreaterThan(inDays(2.9).getTime());
    expect((await previewMailing(mailingDeps(sql), workshop.agencyId, id))?.text).toContain(title);
    await publishRelease(sql, workshop.agencyId, { ...order, publishAt: inDays(5).toISOString() }, context);
    await sql`update mailing set due_at = now() - interval '1 second' where id = ${id}`;
    expect((await send(id)).mail).toBeUndefined();
    expect(await statusOf(id)).toBe("scheduled");
    expect(await dueAt()).toBeGreaterThan(inDays(4.9).getTime());
    await publishRelease(sql, workshop.agencyId, { ...order, publishAt: inDays(7).toISOString() }, context);
    expect(await dueAt()).toBeGreaterThan(inDays(6.9).getTime());
    await publishNow(draftId);
    const { mail } = await send(id);
    expect(mail?.text).toContain(title);
    expect(mail?.text).toMatch(/Die ganze Meldung lesen:\s+\S+\/neues-werk\S*\?utm_source=aussand&/);
    expect(mail?.text).not.toContain("/vorab/");
  });

  test("goes out at once where the release appears earlier, and at the later moment that somebody chose", async () => {
    const { sql } = service;
    const draftId = await createApproved(sql, workshop);
    const order = { draftId, approvedVersion: 1, maxCredits: 1 };
    await publishRelease(sql, workshop.agencyId, { ...order, publishAt: inDays(5).toISOString() }, context);
    const withRelease = await begin(draftId, false);
    const later = await begin(draftId, false, inDays(6));
    const beforePlan = await begin(draftId, false, inDays(2));
    await publishRelease(sql, workshop.agencyId, { ...order, publishAt: inDays(3).toISOString() }, context);
    const { dueAt } = await readMailing(sql, workshop.agencyId, { id: withRelease, clientIds: null });
    expect(dueAt?.getTime()).toBeLessThan(inDays(3.1).getTime());
    await prepareAll(sql);
    expect(await statusOf(withRelease)).toBe("scheduled");
    await publishNow(draftId);
    const { mail } = await send(withRelease);
    expect(mail?.text).toContain(title);
    expect(await Promise.all([withRelease, later, beforePlan].map(statusOf))).toEqual([
      "sending",
      "scheduled",
      "scheduled",
    ]);
    await sql`update mailing set due_at = now() - interval '1 second' where id = ${later}`;
    expect((await send(later)).mail?.text).toContain(title);
  });

  test("goes out with the release that appears after its publication was stopped", async () => {
    const { sql } = service;
    const draftId = await planned();
    const id = await begin(draftId, false);
    await stopRelease(sql, workshop.agencyId, { release: { draftId }, what: "schedule", actor });
    await publishNow(draftId);
    expect((await send(id)).mail?.text).toContain(title);
  });

  test("waits for its release where that was published since it was read", async () => {
    const { sql } = service;
    const draftId = await planned();
    const id = await begin(draftId, false);
    const before = await readMailing(sql, workshop.agencyId, { id, clientIds: null });
    await publishNow(draftId);
    const settled = await sql.begin((transaction) =>
      settleRelease(transaction, workshop.agencyId, {
        mailing: { ...before, now: new Date() },
        secrets: mailingDeps(sql).secrets,
      }),
    );
    expect(settled).toBe("later");
    expect((await send(id)).mail?.text).toContain(title);
  });

  test("under embargo goes out before that ends, or with a planned publication", async () => {
    const draftId = await embargoed();
    expect(await errorOf(begin(draftId, true, inDays(4)))).toMatchObject({
      details: { fieldErrors: { dueAt: [expect.stringContaining("Sperrfrist schon vorbei")] } },
    });
    const order = { draftId, approvedVersion: 1, maxCredits: 1, publishAt: inDays(5).toISOString() };
    await publishRelease(service.sql, workshop.agencyId, order, context);
    expect(await statusOf(await begin(draftId, true, inDays(4)))).toBe("scheduled");
  });

  test("stops where the publication is stopped, with its reason in the audit", async () => {
    const { sql } = service;
    const draftId = await planned();
    const id = await begin(draftId, false);
    await stopRelease(sql, workshop.agencyId, { release: { draftId }, what: "schedule", actor });
    await sql`update mailing set due_at = now() - interval '1 second' where id = ${id}`;
    await prepareAll(sql);
    expect(await statusOf(id)).toBe("stopped");
    const [row] = await sql<{ details: unknown }[]>`
      select details from audit where action = 'mailing.stopped' and subject_id = ${id}`;
    expect(row?.details).toEqual({ reason: "release_gone" });
  });

  test("names the date of the publication where the embargo is over, and waits where that is due", async () => {
    const { sql } = service;
    const draftId = await createApproved(sql, workshop, { embargoUntil: inDays(-1).toISOString() });
    const appearsAt = inDays(3);
    const order = { draftId, approvedVersion: 1, maxCredits: 1, publishAt: appearsAt.toISOString() };
    await publishRelease(sql, workshop.agencyId, order, context);
    const until = `Sperrfrist bis ${formatMoment(appearsAt, "Europe/Berlin")}`;
    const first = await send(await begin(draftId, true));
    expect(first.mail?.text).toContain(until);
    expect(await (await get(first.path)).text()).toContain(until);
    const second = await begin(draftId, true);
    await sql`update draft set scheduled_for = now() - interval '1 second' where id = ${draftId}`;
    expect((await send(second)).mail).toBeUndefined();
    expect(await statusOf(second)).toBe("scheduled");
  });

  test("is refused for a text without a date ahead, without an approval, or of another agency", async () => {
    const { sql } = service;
    const other = await createWorkshop(sql);
    const cases = [
      [await createApproved(sql, workshop), true],
      [await createApproved(sql, workshop, { embargoUntil: inDays(-1).toISOString() }), true],
      [await embargoed(), false],
      [await createApproved(sql, other, { embargoUntil: inDays(3).toISOString() }), true],
    ] as const;
    for (const [draftId, isEmbargoed] of cases) {
      const about = {
        clientId: workshop.clientId,
        releaseId: null,
        draftId,
        isEmbargoed,
        replyTo: "a@b.example",
      };
      expect(await errorOf(createMailing(sql, workshop.agencyId, about, { actor }))).toMatchObject({
        code: "release_not_found",
      });
    }
  });
});
