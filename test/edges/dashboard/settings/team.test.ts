import { expect, test } from "bun:test";
import { invitationsPerDayMax, inviteMember } from "../../../../service/features/people/invite-member.ts";
import {
  reportMailsPerDayMax,
  sendReport,
} from "../../../../service/features/reporting/mails/send-report.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import {
  addSchedule,
  scheduledRecipientsMax,
} from "../../../../service/features/reporting/schedules/change-schedule.ts";
import { insertWebhook } from "../../../../service/features/reporting/webhooks/sql.ts";
import { serviceScene } from "../../../support/cast.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { refusalOf } from "../../../support/workflow.ts";
import { createDashboardUser, send, signIn } from "../support.ts";
import { actsOf } from "./support.ts";

const operator = { type: "operator", id: null } as const;
const team = "/app/einstellungen/team";
const { service } = serviceScene();

const addresses = (count: number, domain = "leser.example") =>
  Array.from({ length: count }, (_, index) => `wer-${index}@${domain}`);

test("a session of a removed person stays ended after a new invitation, and goes on for another agency", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const elsewhere = await createTestAgency(service.sql, { name: "Zweite Agentur" });
  const owner = await createDashboardUser(service, agencyId);
  const left = await createDashboardUser(service, agencyId, { role: "editor" });
  const both = await createDashboardUser(service, agencyId, { role: "editor" });
  const again = { role: "editor", clientIds: null } as const;
  await inviteMember(service.sql, elsewhere.agencyId, { email: both.email, ...again }, operator);
  for (const { personId, email } of [left, both]) {
    expect((await owner.post(`${team}/${personId}/entfernen`)).status).toBe(303);
    await inviteMember(service.sql, agencyId, { email, ...again }, operator);
  }
  expect((await left.get("/app")).status).toBe(303);
  const page = await (await both.get("/app")).text();
  expect(page).toContain("Zweite Agentur");
  expect((await both.post("/app/agentur", { agencyId: String(agencyId) })).status).toBe(404);
  for (const { email } of [left, both]) {
    const fresh = await signIn(service, email);
    expect((await fresh.get("/app")).status).toBe(200);
    expect((await fresh.post("/app/agentur", { agencyId: String(agencyId) })).status).toBe(303);
  }
});

test("a removed person gets no scheduled report any more, however the address is written", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const { pressReleaseId } = await createTestRelease(service.sql, agencyId);
  const owner = await createDashboardUser(service, agencyId);
  const left = await createDashboardUser(service, agencyId, { role: "editor" });
  const schedule = (recipients: string[]) => ({
    ...{ scopeType: "article" as const, scopeId: String(pressReleaseId), formats: ["pdf"], days: 7 },
    ...{ rhythm: "weekly" as const, onDay: 1, atTime: "07:00", recipients },
  });
  for (const recipients of [[left.email.toUpperCase(), "kunde@kunde.example"], ["kunde@kunde.example"]])
    await addSchedule(service.sql, agencyId, schedule(recipients), operator);
  const other = await createTestAgency(service.sql);
  const theirs = await createTestRelease(service.sql, other.agencyId);
  const foreign = { ...schedule([left.email]), scopeId: String(theirs.pressReleaseId) };
  await addSchedule(service.sql, other.agencyId, foreign, operator);
  expect((await owner.post(`${team}/${left.personId}/entfernen`)).status).toBe(303);
  const rows = await service.sql`
    select recipients from report_schedule where agency_id in (${agencyId}, ${other.agencyId}) order by id
  `;
  expect(rows.map(({ recipients }) => recipients)).toEqual([
    ["kunde@kunde.example"],
    ["kunde@kunde.example"],
    [left.email],
  ]);
  const [act] = await actsOf(service.sql, agencyId, "schedule.recipient_removed");
  expect(act?.details).toEqual({ schedules: 1, drafts: 0 });
});

test("an invitation that is refused says the one reason", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const owner = await createDashboardUser(service, agencyId);
  const reasons = [
    [{ email: owner.email }, "Diese Adresse gehört schon zum Team."],
    [{ email: "ohne-punkt@ort" }, "Bitte geben Sie eine vollständige E-Mail-Adresse"],
    [{ email: "neu@example.org", scope: "named" }, "Bitte wählen Sie 1 bis 500 Kunden."],
    [
      { email: "neu@example.org", scope: "named", clientIds: "1", role: "owner" },
      "Inhaber lassen sich nicht",
    ],
  ] as const;
  for (const [fields, reason] of reasons) {
    const form = { role: "editor", scope: "all", ...fields };
    const answer = await owner.post(`${team}/einladen`, form);
    const text = await answer.text();
    expect([answer.status, text.includes(reason)]).toEqual([400, true]);
    expect(reasons.filter(([, each]) => text.includes(each)).length).toBe(1);
  }
});

test("people invite 50 a day, also when those are removed again; the operator goes on", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const owner = await createDashboardUser(service, agencyId);
  const actor = { type: "person", id: owner.personId, sessionId: crypto.randomUUID() } as const;
  const invite = (email: string, by: typeof actor | typeof operator = actor) =>
    inviteMember(service.sql, agencyId, { email, role: "analyst", clientIds: null }, by);
  for (const email of addresses(invitationsPerDayMax)) await invite(email);
  await service.sql`delete from membership where agency_id = ${agencyId} and role = 'analyst'`;
  expect(await refusalOf(invite("noch@leser.example"))).toBe("validation_error");
  const page = await owner.post(`${team}/einladen`, {
    email: "x@leser.example",
    role: "analyst",
    scope: "all",
  });
  expect(await page.text()).toContain("Heute sind schon 50 Personen eingeladen worden");
  await invite("betreiber@leser.example", operator);
  await service.sql`
    update audit set occurred_at = now() - interval '25 hours' where agency_id = ${agencyId} and action = 'person.invited'
  `;
  await invite("morgen@leser.example");
});

test("people mail 200 reports a day and choose 500 recipients of schedules; the operator goes on", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const { pressReleaseId } = await createTestRelease(service.sql, agencyId);
  const seal = await testSeal();
  const request = { scopeType: "article", scopeId: pressReleaseId, createdBy: "operator", seal } as const;
  const { id: reportId } = await createPublicationReport(service.sql, agencyId, request);
  const owner = await createDashboardUser(service, agencyId);
  const actor = { type: "person", id: owner.personId, sessionId: crypto.randomUUID() } as const;
  const mail = (recipients: string[], by: typeof actor | typeof operator = actor) =>
    sendReport(service.sql, agencyId, { reportId, recipients, actor: by, acceptZeros: true });
  for (let sent = 20; sent < reportMailsPerDayMax; sent += 20) await mail(addresses(20));
  await mail(addresses(19));
  const refused = await owner.post(`/app/berichte/${reportId}/senden`, {
    recipients: "a@b.example, c@b.example",
    acceptZeros: "on",
  });
  const text = await refused.text();
  expect(refused.status).toBe(400);
  expect(text).toContain("Heute sind noch 1 frei.");
  expect(text).toContain("a@b.example");
  await mail(["a@b.example"]);
  expect(await refusalOf(mail(["c@b.example"]))).toBe("validation_error");
  await mail(["c@b.example"], operator);

  const schedule = (recipients: string[], by: typeof actor | typeof operator = actor) =>
    addSchedule(
      service.sql,
      agencyId,
      {
        ...{ scopeType: "article", scopeId: String(pressReleaseId), formats: ["pdf"], days: 7 },
        ...{ rhythm: "weekly", onDay: 1, atTime: "07:00", recipients },
      },
      by,
    );
  for (let chosen = 0; chosen < scheduledRecipientsMax; chosen += 20) await schedule(addresses(20));
  expect(await refusalOf(schedule(["a@b.example"]))).toBe("invalid_parameters");
  await schedule([]);
  await schedule(["a@b.example"], operator);
});

test("sessions that are ended are in the log: signed out, one, and all others", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const owner = await createDashboardUser(service, agencyId);
  for (let others = 0; others < 3; others += 1) await signIn(service, owner.email);
  const [other] = await service.sql<{ id: string }[]>`
    select id from person_session where person_id = ${owner.personId} order by created_at desc limit 1
  `;
  expect((await owner.post(`/app/konto/sitzungen/${other?.id}/beenden`)).status).toBe(303);
  expect((await owner.post("/app/konto/sitzungen/beenden")).status).toBe(303);
  expect((await owner.post("/app/konto/sitzungen/beenden")).status).toBe(303);
  expect((await owner.post("/app/abmelden")).status).toBe(303);
  const acts = await actsOf(service.sql, agencyId, "session.ended");
  expect(acts.map(({ actor, details }) => [actor, details.sessions])).toEqual([
    ["person", 1],
    ["person", 2],
    ["person", 1],
  ]);
});

test("a webhook that a key disables is in the log, once", async () => {
  const { agencyId, key, keyId } = await createTestAgency(service.sql);
  const webhookId = crypto.randomUUID();
  await insertWebhook(service.sql, agencyId, {
    id: webhookId,
    endpointUrl: "https://hooks.example/alles",
    endpointHash: new Uint8Array(32),
    events: ["report.created"],
    secretEncrypted: new Uint8Array(60),
  });
  const remove = (id: string) =>
    fetch(`${service.url}/api/reporting/v1/webhooks/${id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${key}` },
    });
  expect([(await remove(webhookId)).status, (await remove(webhookId)).status]).toEqual([200, 200]);
  expect((await remove(crypto.randomUUID())).status).toBe(404);
  const acts = await service.sql`
    select actor_id from audit where agency_id = ${agencyId} and action = 'webhook.disabled'
  `;
  expect(acts.map((act) => act.actor_id)).toEqual([keyId]);
});

test("an agency's data leave by a form of ours alone, and no other site causes it", async () => {
  const { agencyId } = await createTestAgency(service.sql);
  const owner = await createDashboardUser(service, agencyId);
  const path = "/app/einstellungen/daten/export";
  for (const method of ["GET", "HEAD"]) {
    const answer = await send(service, path, { method, headers: { cookie: owner.cookie } });
    expect([404, 405]).toContain(answer.status);
  }
  for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "none" }])
    expect((await owner.post(path, {}, headers)).status).toBe(403);
  expect((await actsOf(service.sql, agencyId, "agency.exported")).length).toBe(0);
  const taken = await owner.post(path);
  expect([taken.status, taken.headers.get("content-type")]).toEqual([200, "application/zip"]);
  await taken.arrayBuffer();
  expect((await actsOf(service.sql, agencyId, "agency.exported")).length).toBe(1);
  expect(await (await owner.get("/app/einstellungen/daten")).text()).toContain(`action="${path}`);
});
