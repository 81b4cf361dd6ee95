import { expect, test } from "bun:test";
import { alertMailWriter, chooseAlertMails, lookForAlerts } from "../../../service/features/alerts/alerts.ts";
import { expireNextApproval } from "../../../service/features/workflow/approvals/expire-next-approval.ts";
import { createDashboardUser } from "../../edges/dashboard/support.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestRelease } from "../../support/service.ts";
import { createRequested, createWorkshop } from "../../support/workflow.ts";

const operator = { type: "operator", id: null } as const;
const { service } = serviceScene();

test("nobody's turn is spent on another's client, and an answered approval is not called overdue", async () => {
  const { sql } = service;
  const workshop = await createWorkshop(sql, { contactEmail: "anna@mueller.example" });
  const { agencyId } = workshop;
  const other = await createTestRelease(sql, agencyId, { clientName: "Anders" });
  const owner = await createDashboardUser(service, agencyId);
  const limited = await createDashboardUser(service, agencyId, {
    role: "analyst",
    clientIds: [other.clientId],
  });
  for (const { personId } of [owner, limited])
    await chooseAlertMails(sql, agencyId, { personId, kinds: ["approval_overdue"] }, operator);
  await lookForAlerts(sql, agencyId);
  await createRequested(sql, workshop);
  await sql`update approval set respond_by = now() - interval '1 minute' where agency_id = ${agencyId}`;
  await sql`update alert_state set checked_at = now() - interval '6 minutes' where agency_id = ${agencyId}`;
  await lookForAlerts(sql, agencyId);
  const wishes = await sql<{ personId: string; isSpent: boolean }[]>`
    select person_id as "personId", mail_at is not null as "isSpent" from alert_wish where agency_id = ${agencyId}`;
  const spent = wishes.filter(({ isSpent }) => isSpent).map(({ personId }) => personId);
  expect(spent).toEqual([owner.personId]);
  const [mail] = await sql<
    { details: string[] }[]
  >`select details from mail where agency_id = ${agencyId} and kind = 'alert'`;
  const writer = alertMailWriter({ sql, publicUrl: "https://dienst.example" });
  const written = async () => {
    const about = { agencyId, id: "", kind: "alert", aboutId: owner.personId, details: mail?.details ?? [] };
    const state = { leaseToken: "", recipient: null, attempts: 1, ageSeconds: 120, isBundled: true };
    return await writer.prepare({ ...about, ...state }, new AbortController().signal);
  };
  expect((await written())?.subject).toContain("überfällig");
  // Without a wish it is late when the link has ended, which the draft shows at once.
  await sql`
    update approval set respond_by = null, expires_at = now() - interval '1 minute' where agency_id = ${agencyId}`;
  await expireNextApproval(sql, agencyId);
  expect((await written())?.subject).toContain("überfällig");
  await sql`delete from alert where agency_id = ${agencyId}`;
  await sql`update alert_state set checked_at = now() - interval '6 minutes' where agency_id = ${agencyId}`;
  await lookForAlerts(sql, agencyId);
  expect(await sql`select kind from alert where agency_id = ${agencyId}`).toHaveLength(1);
  await sql`update approval set status = 'approved', decided_at = now() where agency_id = ${agencyId}`;
  expect(await written()).toBeNull();
});
