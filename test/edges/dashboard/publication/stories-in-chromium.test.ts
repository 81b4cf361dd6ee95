import { afterAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { createDraft } from "../../../../service/features/workflow/drafts/create-draft.ts";
import { updateDraft } from "../../../../service/features/workflow/drafts/update-draft.ts";
import { publishRelease } from "../../../../service/features/workflow/releases/publish-release.ts";
import { dashboardScene, given } from "../../../support/cast.ts";
import { startMailServer } from "../../../support/mail-server.ts";
import { readMail } from "../../../support/read-mail.ts";
import { until } from "../../../support/until.ts";
import { createApproved, createWorkshop, draftInput, context as verbs } from "../../../support/workflow.ts";
import { createDashboardUser, type DashboardUser } from "../support.ts";
import { checkBothLooks, type Look } from "../support-browser.ts";
import { press } from "../support-keyboard.ts";

const mails = given(() => startMailServer());
const { dashboard, service } = dashboardScene(() => ({
  SMTP_URL: mails.url,
  MAIL_FROM: "Nordlicht <freigabe@nordlicht.example>",
}));
afterAll(() => mails.stop());

describe("in Chromium", () => {
  test.each([true, false])(
    "an editor asks, the client wants changes, the new version is approved and published (script: %p)",
    async (javaScriptEnabled) => {
      const { agencyId, clientId, user } = await createEditor();
      const draftId = await newDraft(agencyId, clientId);
      const page = await open(user, { javaScriptEnabled });
      const approvalPage = `${dashboard.url}/app/meldungen/${draftId}/freigabe`;
      await page.goto(approvalPage);
      await page.getByLabel("Nachricht").fill("Bitte bis Freitag.");
      await page.getByRole("button", { name: "Um Freigabe bitten" }).click();
      expect(await page.getByRole("status").textContent()).toContain("bekommt eine Mail");

      const client = await open(null, { javaScriptEnabled });
      const request = await mailTo("anna@mueller.example", "bittet Sie um die Freigabe");
      expect(request).toContain(`Reply-To: Nordlicht Kommunikation <${user.email}>`);
      await client.goto(linkIn(request));
      await client.getByLabel("Anmerkung zum ganzen Text").fill("Bitte 130 statt 120 Arbeitsplätze.");
      await client.getByRole("button", { name: "Änderungen wünschen" }).click();
      expect(await mailTo(user.email, "wünscht Änderungen")).toContain("> Bitte 130 statt 120");

      mails.received.length = 0;
      await page.goto(approvalPage);
      const beside = page.getByRole("region", { name: "Anmerkungen zu Fassung 1" });
      expect(await beside.textContent()).toContain("Bitte 130 statt 120 Arbeitsplätze.");
      expect(await beside.textContent()).toContain("120 Arbeitsplätze und ging");
      const body = "Bremen. Das Werk hat **130** Arbeitsplätze und ging am Montag in Betrieb.";
      const edit = { draftId, expectedVersion: 1, bodyMarkdown: body };
      await updateDraft(service.sql, agencyId, edit, { ...verbs, actor: { type: "service", id: null } });
      await page.goto(approvalPage);
      await page.getByRole("button", { name: "Um Freigabe bitten" }).click();
      await client.goto(linkIn(await mailTo("anna@mueller.example", "bittet Sie um die Freigabe")));
      await client.getByRole("button", { name: "Freigeben" }).click();
      expect(await mailTo(user.email, "freigegeben")).toContain(`/app/meldungen/${draftId}/freigabe`);

      await page.goto(approvalPage);
      await page.getByRole("link", { name: "Veröffentlichen …" }).click();
      expect(await page.getByText("Preis: 1 Credit").textContent()).toContain("Verfügbar: 10 Credits");
      const publishing = page.url();
      await page.getByRole("button", { name: "Veröffentlichen (1 Credit)" }).click();
      expect(await page.getByRole("status").textContent()).toContain("So lange können Sie sie stoppen");
      await appearsNow(draftId);
      // Back to the form of before, and once more: nothing is published or charged again.
      const again = await user.post(new URL(publishing).pathname, {
        version: "2",
        credits: "1",
        when: "now",
      });
      expect(again.status).toBe(303);
      const [charged] = await service.sql`
        select count(*)::integer as debits from credit_entry where agency_id = ${agencyId} and reason = 'publication'`;
      expect(charged?.debits).toBe(1);
    },
  );

  test("a release is scheduled, stopped, published, archived and restored", async () => {
    const workshop = await createEditor();
    const draftId = await createApproved(service.sql, workshop);
    const page = await open(workshop.user);
    await page.goto(`${dashboard.url}/app/meldungen/${draftId}/freigabe`);
    const now = new Date();
    const year = now.getFullYear() + (now < new Date(`${now.getFullYear()}-02-10T00:00Z`) ? 0 : 1);
    await page.getByRole("link", { name: "Termin setzen …" }).click();
    await page.getByLabel("Termin", { exact: true }).fill(`${year}-02-10T09:30`);
    await page.getByRole("button", { name: /^Veröffentlichen/ }).click();
    expect(await page.getByRole("status").textContent()).toContain("09:30 Uhr (MEZ)");
    await page.getByRole("link", { name: "Termin verschieben" }).click();
    await page.getByText("1 Credit ist für diese Meldung schon reserviert.").waitFor();
    await page.goBack();
    await page.getByText("Stoppen …").click();
    await page.getByRole("button", { name: "Ja, stoppen" }).click();
    expect(await page.getByRole("status").textContent()).toContain("Gestoppt");
    await page.getByRole("link", { name: "Veröffentlichen …" }).click();
    await page.getByRole("button", { name: /^Veröffentlichen/ }).click();
    await page.getByRole("timer").waitFor();
    await appearsNow(draftId);
    await page.reload();
    const [popup] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("link", { name: "Seite ansehen" }).click(),
    ]);
    await popup.waitForLoadState();
    const address = popup.url();
    await page.getByText("Meldung archivieren …").click();
    await page.getByRole("button", { name: "Ja, archivieren" }).click();
    expect(await page.getByRole("status").textContent()).toContain("Archiviert");
    await answers(address, 410);
    await page.getByRole("button", { name: "Wieder veröffentlichen" }).click();
    await answers(address, 200);
  });

  test("an approval is asked for, and a publication made, by keyboard alone", async () => {
    const { agencyId, clientId, user } = await createEditor();
    const draftId = await newDraft(agencyId, clientId);
    const page = await open(user);
    const pressButton = async (name: string) => {
      await press(page, page.getByRole("button", { name, exact: true }));
      await page.getByRole("status").waitFor();
    };
    await page.goto(`${dashboard.url}/app/meldungen/${draftId}/freigabe`);
    await pressButton("Um Freigabe bitten");
    const client = await open(null);
    await client.goto(linkIn(await mailTo("anna@mueller.example", "bittet Sie um die Freigabe")));
    await client.getByRole("button", { name: "Freigeben" }).click();
    await page.reload();
    await page.goto(`${dashboard.url}/app/meldungen/${draftId}/freigabe`);
    await page.goto(`${dashboard.url}/app/meldungen/${draftId}/veroeffentlichen`);
    await pressButton("Veröffentlichen (1 Credit)");
    await page.getByRole("timer").waitFor();
  });

  test("of two tabs the slower one is told, and nothing happens twice", async () => {
    const workshop = await createEditor();
    const draftId = await createApproved(service.sql, workshop);
    const [first, second] = [await open(workshop.user), await open(workshop.user)];
    for (const tab of [first, second])
      await tab.goto(`${dashboard.url}/app/meldungen/${draftId}/veroeffentlichen`);
    await first.getByRole("button", { name: /^Veröffentlichen/ }).click();
    await first.getByRole("timer").waitFor();
    await appearsNow(draftId);
    await second.getByRole("button", { name: /^Veröffentlichen/ }).click();
    expect(await second.locator(".notice").textContent()).toContain("schon erschienen");
    expect(second.url()).toBe(first.url());
  });

  test("pages are accessible and fit: light on a telephone, dark on a wide screen", async () => {
    const workshop = await createEditor();
    const { agencyId, clientId } = workshop;
    const page = await open(workshop.user, { width: 390, isChecked: true });
    const approved = await createApproved(service.sql, workshop, {
      embargoUntil: new Date(Date.now() + 86_400_000).toISOString(),
    });
    const draft = await newDraft(agencyId, clientId);
    const published = await createApproved(service.sql, workshop);
    const sent = { draftId: published, approvedVersion: 1, maxCredits: 1 };
    await publishRelease(service.sql, agencyId, sent, verbs);
    const paths = [
      `/meldungen/${draft}/freigabe`,
      `/meldungen/${approved}/freigabe`,
      `/meldungen/${approved}/veroeffentlichen`,
      `/meldungen/${published}/freigabe`,
    ];
    for (const path of paths) {
      await page.goto(`${dashboard.url}/app${path}`);
      await checkBothLooks(page, path);
    }
  });
});

const open = async (user: Pick<DashboardUser, "cookie"> | null, look?: Look): Promise<Page> =>
  (await dashboard.open(user, look)).page;

async function createEditor() {
  mails.received.length = 0;
  const workshop = await createWorkshop(service.sql);
  return { ...workshop, user: await createDashboardUser(service, workshop.agencyId, { role: "editor" }) };
}

const newDraft = async (agencyId: number, clientId: number) =>
  (await createDraft(service.sql, agencyId, draftInput(clientId), verbs)).id;

async function mailTo(address: string, subject: string): Promise<string> {
  const mail = await until(`a mail to ${address} about ${subject}`, () =>
    mails.received.findLast(({ to, source }) => to.includes(address) && readMail(source).includes(subject)),
  );
  return readMail(mail.source);
}

/** The moment of a publication that was just asked for, without waiting for it. */
async function appearsNow(draftId: string): Promise<void> {
  await service.sql`update draft set scheduled_for = now() - interval '1 second' where id = ${draftId}`;
  await service.sql`
    update agency_work set due_at = now() - interval '1 second'
    where queue = 'publications' and agency_id = (select agency_id from draft where id = ${draftId})`;
  await until(async () => {
    const [draft] = await service.sql`select status from draft where id = ${draftId}`;
    return draft?.status === "published";
  });
}

const linkIn = (mail: string) => {
  const link = /http:\/\/localhost:\d+\/approvals\/[\w-]{43}/.exec(mail)?.[0];
  if (link === undefined) throw new Error("The mail has no link.");
  return link;
};

/** Pages are kept for two seconds. */
const answers = (address: string, status: number) =>
  until(`${address} answers ${status}`, async () => (await fetch(address)).status === status);
