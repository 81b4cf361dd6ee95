import { describe, expect, test } from "bun:test";
import { v7 as uuidv7 } from "uuid";
import { updateClientContact } from "../../../../service/features/clients/contacts.ts";
import { listClientContactRows } from "../../../../service/features/clients/persona-sql.ts";
import { countReaders } from "../../../../service/features/newsroom/subscriptions/readers-sql.ts";
import { archiveRelease } from "../../../../service/features/workflow/releases/archive-release.ts";
import { onlineMailWriter } from "../../../../service/features/workflow/releases/online-mail/online-mails.ts";
import { sendOnlineMails } from "../../../../service/features/workflow/releases/online-mail/send-online-mails.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { publishSoon } from "../../../../service/features/workflow/releases/publish-soon.ts";
import { undoSeconds } from "../../../../service/features/workflow/releases/rules.ts";
import type { Mail } from "../../../../service/floor/mail/mailer.ts";
import { createSubscription } from "../../../features/newsroom/subscriptions/support.ts";
import { serviceScene } from "../../../support/cast.ts";
import { sendMails } from "../../../support/send-mails.ts";
import { createTestAgency } from "../../../support/service.ts";
import { insertTestAssets } from "../../../support/test-assets.ts";
import {
  context,
  createApproved,
  createWorkshop,
  listenToEverything,
  refusalOf,
  type Workshop,
} from "../../../support/workflow.ts";
import { createDashboardUser } from "../support.ts";

const { service } = serviceScene();

const soon = { approvedVersion: 1, maxCredits: 1 };
const operator = { type: "operator", id: null } as const;

describe("a publication by a person", () => {
  test("comes half a minute later, and until then nothing was mailed, told or charged; stopping is the undo", async () => {
    const workshop = await createWorkshop(service.sql);
    const { agencyId } = workshop;
    await listenToEverything(service.sql, agencyId);
    await consent(workshop);
    await createSubscription(service.sql, workshop, { address: "leserin@zeitung.example" });
    const user = await createDashboardUser(service, agencyId);
    const draftId = await createApproved(service.sql, workshop);
    const path = `/app/meldungen/${draftId}`;
    const form = { version: "1", credits: "1", when: "now" };
    const answer = await user.post(`${path}/veroeffentlichen`, form);
    expect(answer.status).toBe(303);
    const first = await stateOf(draftId);
    expect(first?.status).toBe("scheduled");
    const aheadMs = first?.scheduledFor.getTime() - Date.now();
    expect(aheadMs).toBeGreaterThan((undoSeconds - 10) * 1000);
    expect(aheadMs).toBeLessThanOrEqual(undoSeconds * 1000);
    expect(await counted(agencyId)).toEqual({ mails: 0, events: 0, debits: 0, reservations: 1 });
    const page = await (await user.get(answer.headers.get("location") ?? "")).text();
    expect(page).toMatch(/role="timer" data-countdown="(30|2\d)"/);
    expect(page).toContain("Seite neu laden");
    // A second click moves nothing.
    await user.post(`${path}/veroeffentlichen`, form);
    expect(await stateOf(draftId)).toEqual(first);
    expect((await user.post(`${path}/stoppen`)).status).toBe(303);
    expect((await stateOf(draftId))?.status).toBe("approved");
    expect(await counted(agencyId)).toEqual({ mails: 0, events: 0, debits: 0, reservations: 0 });
  });

  test("is moved to another time with the credit that is held for it already, also the last one", async () => {
    const workshop = await createWorkshop(service.sql, { credits: 1 });
    const draftId = await createApproved(service.sql, workshop);
    const user = await createDashboardUser(service, workshop.agencyId);
    const path = `/app/meldungen/${draftId}/veroeffentlichen`;
    const form = { version: "1", credits: "1", when: "at" };
    const publishAt = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16);
    expect((await user.post(path, { ...form, publishAt: publishAt(2) })).status).toBe(303);
    const page = await (await user.get(path)).text();
    expect(page).toContain("1 Credit ist für diese Meldung schon reserviert.");
    expect(page).not.toContain("Das Guthaben reicht nicht");
    expect(page).toContain(">Übernehmen</button>");
    expect((await user.post(path, { ...form, publishAt: publishAt(3) })).status).toBe(303);
    expect(await counted(workshop.agencyId)).toMatchObject({ reservations: 1 });
  });

  test("can be planned as the form proposes it, for the end of an embargo within a minute", async () => {
    const workshop = await createWorkshop(service.sql);
    const user = await createDashboardUser(service, workshop.agencyId);
    const endsAtMs = Math.floor(Date.now() / 60_000) * 60_000 + 7 * 86_400_000 + 30_000;
    const embargoUntil = new Date(endsAtMs).toISOString();
    const draftId = await createApproved(service.sql, workshop, { embargoUntil });
    const path = `/app/meldungen/${draftId}/veroeffentlichen`;
    const proposed = /name="publishAt" value="([^"]+)"/.exec(await (await user.get(path)).text())?.[1] ?? "";
    const form = { version: "1", credits: "1", when: "at", publishAt: proposed };
    expect((await user.post(path, form)).status).toBe(303);
    expect((await stateOf(draftId))?.scheduledFor.getTime()).toBe(endsAtMs + 30_000);
  });

  test("that is overdue gets its half a minute anew, and one that has appeared is left alone", async () => {
    const workshop = await createWorkshop(service.sql);
    const draftId = await createApproved(service.sql, workshop);
    await publishSoon(service.sql, workshop.agencyId, { ...soon, draftId }, context);
    await service.sql`update draft set scheduled_for = now() - interval '1 minute' where id = ${draftId}`;
    await publishSoon(service.sql, workshop.agencyId, { ...soon, draftId }, context);
    expect((await stateOf(draftId))?.scheduledFor.getTime()).toBeGreaterThan(Date.now());
    await publishRelease(service.sql, workshop.agencyId, { ...soon, draftId }, context);
    const again = await publishSoon(service.sql, workshop.agencyId, { ...soon, draftId }, context);
    expect(again.alreadyPublished).toBe(true);
  });

  test("shows newsroom, address, who hears of it and the price; what a picture lacks stands in its way", async () => {
    const workshop = await createWorkshop(service.sql);
    const { agencyId, clientId } = workshop;
    const [picture, other] = [uuidv7(), uuidv7()] as const;
    await insertTestAssets(service.sql, workshop, [picture, other]);
    const draftId = await createApproved(service.sql, workshop, {
      topics: ["Bau"],
      imageAssetId: picture,
      assetIds: [other],
    });
    const user = await createDashboardUser(service, agencyId);
    const page = async () => await (await user.get(`/app/meldungen/${draftId}/veroeffentlichen`)).text();
    const whole = await page();
    expect(whole).toContain("/neues-werk-in-bremen-eroeffnet");
    expect(whole).toContain("Kein Leser");
    expect(whole).toContain("Kein Kontakt des Kunden");
    expect(whole).toContain("Verfügbar: 10 Credits, danach 9 Credits");
    expect(whole).toContain("Veröffentlichen (1 Credit)");
    expect(whole.match(new RegExp(`/mediathek/${picture}/bild`, "g"))).toHaveLength(3);
    expect(whole).not.toContain("Bildmittelpunkt");
    await service.sql`update asset set focus_x = 24, focus_y = 100 where id = ${picture}`;
    const cropped = await page();
    expect(cropped.match(/\/bild" alt="[^"]*" class="x2 y10"/g)).toHaveLength(3);
    expect(cropped).toContain("Bildmittelpunkt");
    await consent(workshop);
    await createSubscription(service.sql, workshop, { address: "eins@zeitung.example" });
    await service.sql`update asset set credit = null where id = ${other}`;
    const lacking = await page();
    expect(lacking).toContain("1 Abonnent");
    expect(lacking).toContain("Mail „ist online“ an Anna Müller.");
    expect(lacking).toContain(`/app/kunden/${clientId}/mediathek/${other}`);
    expect(lacking).not.toContain("Veröffentlichen (1 Credit)");
  });

  test("counts each reader once, of the newsroom and of the release's topics", async () => {
    const workshop = await createWorkshop(service.sql);
    const { agencyId, clientId } = workshop;
    const add = (address: string, topic: string | null, frequency: "at_once" | "daily") =>
      createSubscription(service.sql, workshop, { address, topic, frequency });
    await add("eins@zeitung.example", null, "at_once");
    await add("eins@zeitung.example", "Bau", "daily");
    await add("zwei@zeitung.example", "Bau", "daily");
    await add("drei@zeitung.example", "Kultur", "at_once");
    const count = (topics: string[], client = clientId) =>
      countReaders(service.sql, agencyId, { clientId: client, topics });
    expect(await count(["Bau"])).toEqual({ atOnce: 1, daily: 1 });
    expect(await count([])).toEqual({ atOnce: 1, daily: 0 });
    expect(await count(["Bau"], clientId + 1)).toEqual({ atOnce: 0, daily: 0 });
  });
});

describe("the mail that a release is online", () => {
  test("goes once to each contact who agreed, and to nobody else", async () => {
    const workshop = await createWorkshop(service.sql);
    const { agencyId } = workshop;
    await createDashboardUser(service, agencyId, { email: `chefin-${agencyId}@nordlicht.example` });
    const silent = await online(workshop);
    expect(await send()).toEqual([]);
    await consent(workshop);
    await online(workshop);
    const [mail, ...others] = await send();
    expect(others).toEqual([]);
    expect(JSON.stringify(mail)).toContain("anna@mueller.example");
    expect(JSON.stringify(mail)).toContain("Online: Neues Werk in Bremen eröffnet");
    expect(JSON.stringify(mail)).toContain(`chefin-${agencyId}@nordlicht.example`);
    // The consent came later than this release.
    const told = { pressReleaseId: silent, actor: operator };
    expect(await sendOnlineMails(service.sql, agencyId, told)).toBe(1);
    expect(await sendOnlineMails(service.sql, agencyId, told)).toBe(0);
    expect(await send()).toHaveLength(1);
  });

  test("is not sent after the consent was withdrawn, nor about a release that is gone", async () => {
    const workshop = await createWorkshop(service.sql);
    const { agencyId } = workshop;
    await consent(workshop);
    const pressReleaseId = await online(workshop);
    await consent(workshop, false);
    expect(await send()).toEqual([]);
    await archiveRelease(service.sql, agencyId, { pressReleaseId, actor: operator });
    const told = { pressReleaseId, actor: operator };
    expect(await refusalOf(sendOnlineMails(service.sql, agencyId, told))).toBe("release_status_conflict");
    const foreign = await createTestAgency(service.sql);
    expect(await refusalOf(sendOnlineMails(service.sql, foreign.agencyId, told))).toBe("not_found");
  });

  test("needs an address, and the contact's page says so", async () => {
    const { agencyId, clientId } = await createWorkshop(service.sql);
    const user = await createDashboardUser(service, agencyId);
    const path = `/app/kunden/${clientId}/kontakte`;
    const refused = await user.post(`${path}/neu`, { name: "Ohne Post", wantsOnlineMail: "on" });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Wohin soll die Mail");
    const fields = { name: "Mit Post", wantsOnlineMail: "on", email: "post@mueller.example" };
    expect((await user.post(`${path}/neu`, fields)).status).toBe(303);
    expect(await (await user.get(path)).text()).toContain("Mail „ist online“");
  });

  const send = async () => {
    const sent: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void sent.push(mail), close: async () => {} };
    await sendMails(service.sql, mailer, [
      onlineMailWriter({ sql: service.sql, publicUrl: "https://presse.example" }),
    ]);
    return sent;
  };
});

const counted = async (agencyId: number) => {
  const [row] = await service.sql`
    select
      (select count(*)::integer from mail where agency_id = ${agencyId} and kind like 'release%') as mails,
      (select count(*)::integer from webhook_message where agency_id = ${agencyId} and event_type like 'release%') as events,
      (select count(*)::integer from credit_entry where agency_id = ${agencyId} and reason = 'publication') as debits,
      (select count(*)::integer from credit_reservation where agency_id = ${agencyId}) as reservations`;
  return row;
};
const stateOf = async (draftId: string) =>
  (await service.sql`select status, scheduled_for as "scheduledFor" from draft where id = ${draftId}`)[0];

/** The client's approver agrees to the mail, or withdraws it. */
async function consent({ agencyId, clientId }: Workshop, wantsOnlineMail = true): Promise<string> {
  const approver = (await listClientContactRows(service.sql, agencyId, clientId)).find(
    ({ canApprove }) => canApprove,
  );
  const contactId = approver?.id ?? "";
  await updateClientContact(service.sql, agencyId, { contactId, wantsOnlineMail }, operator);
  return contactId;
}

async function online(workshop: Workshop): Promise<number> {
  const draftId = await createApproved(service.sql, workshop);
  return (await publishRelease(service.sql, workshop.agencyId, { ...soon, draftId }, context)).pressReleaseId;
}
