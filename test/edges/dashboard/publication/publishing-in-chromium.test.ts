import { expect, test } from "bun:test";
import { dashboardScene } from "../../../support/cast.ts";
import { createApproved, createWorkshop } from "../../../support/workflow.ts";
import { createDashboardUser } from "../support.ts";

const { dashboard } = dashboardScene();

async function openPublishing() {
  const { service, url } = dashboard;
  const workshop = await createWorkshop(service.sql);
  const user = await createDashboardUser(service, workshop.agencyId, { role: "editor" });
  const draftId = await createApproved(service.sql, workshop);
  const { page, complaints } = await dashboard.open(user);
  await page.goto(`${url}/app/meldungen/${draftId}/veroeffentlichen`);
  return { page, complaints, draftId, agencyId: workshop.agencyId };
}

test("a countdown ends with the release online, and the page tells of it by itself", async () => {
  const { page, complaints, draftId, agencyId } = await openPublishing();
  const { sql } = dashboard.service;
  await page.getByRole("button", { name: "Veröffentlichen (1 Credit)" }).click();
  expect(await page.getByRole("timer").textContent()).toMatch(/Erscheint in (30|2\d) Sekunden/);
  // The rest of the half minute, shorter.
  await sql`update draft set scheduled_for = now() + interval '5 seconds' where id = ${draftId}`;
  await sql`
    update agency_work set due_at = now() + interval '5 seconds'
    where agency_id = ${agencyId} and queue = 'publications'`;
  await page.reload();
  expect(await page.getByRole("timer").textContent()).toMatch(/Erscheint in [0-5] Sekunden/);
  await page.getByRole("heading", { name: "Weitersagen" }).waitFor();
  const [release] = await sql`select status from release where agency_id = ${agencyId}`;
  expect(release?.status).toBe("published");
  expect(complaints).toEqual([]);
});

test("a countdown ends on the page of the text, too, which has no editor then", async () => {
  const { page, complaints, draftId, agencyId } = await openPublishing();
  const { sql } = dashboard.service;
  await page.getByRole("button", { name: "Veröffentlichen (1 Credit)" }).click();
  await page.getByRole("timer").waitFor();
  await sql`update draft set scheduled_for = now() + interval '5 seconds' where id = ${draftId}`;
  await sql`
    update agency_work set due_at = now() + interval '5 seconds'
    where agency_id = ${agencyId} and queue = 'publications'`;
  await page.goto(`${dashboard.url}/app/meldungen/${draftId}`);
  expect(await page.getByRole("timer").textContent()).toMatch(/Erscheint in [0-5] Sekunden/);
  await page.getByText("Der Text ist veröffentlicht.").waitFor();
  expect(complaints).toEqual([]);
});

test("stopping within the half minute is the undo", async () => {
  const { page, draftId } = await openPublishing();
  await page.getByRole("button", { name: "Veröffentlichen (1 Credit)" }).click();
  await page.getByRole("button", { name: "Stoppen" }).click();
  expect(await page.getByRole("status").textContent()).toContain("Gestoppt");
  const [draft] = await dashboard.service.sql`select status from draft where id = ${draftId}`;
  expect(draft?.status).toBe("approved");
  await page.getByRole("link", { name: "Veröffentlichen …" }).waitFor();
});

test("j and k go through the releases, and Enter opens one", async () => {
  const { service, url } = dashboard;
  const workshop = await createWorkshop(service.sql);
  const user = await createDashboardUser(service, workshop.agencyId, { role: "editor" });
  for (const title of ["Erste", "Zweite", "Dritte"]) await createApproved(service.sql, workshop, { title });
  const { page } = await dashboard.open(user);
  await page.goto(`${url}/app/meldungen?sort=titel`);
  const focused = () => page.evaluate("document.activeElement.textContent");
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await press("j");
  expect(await focused()).toBe("Dritte");
  await press("j", "j", "j");
  expect(await focused()).toBe("Zweite");
  await press("k");
  expect(await focused()).toBe("Erste");
  await page.locator("#filter-q").fill("");
  await page.locator("#filter-q").pressSequentially("jk");
  expect(await page.locator("#filter-q").inputValue()).toBe("jk");
  await page.locator("tbody a").first().focus();
  await press("j", "Enter");
  await page.getByRole("heading", { level: 1, name: "Erste" }).waitFor();
});
