/**
 * Four pages in WebKit, Debian's WPE by its own driver: signing in, newsroom, approval, and the link to a report. Safari is a WebKit too.
 * `PAGE_PICTURES=FOLDER` keeps pictures to look at; `run test:field` installs the program.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { addClientContact } from "../../service/features/clients/contacts.ts";
import { issueSignInLink } from "../../service/features/people/sign-in.ts";
import { createReportLink } from "../../service/features/reporting/links/report-links.ts";
import { createPublicationReport } from "../../service/features/reporting/reports/create-publication-report.ts";
import { issueApprovalLink } from "../../service/features/workflow/approvals/issue-approval-link.ts";
import { createDraft } from "../../service/features/workflow/drafts/create-draft.ts";
import { createDashboardUser } from "../edges/dashboard/support.ts";
import { testSeal } from "../support/seal.ts";
import { createTestRelease, startTestService, type TestService } from "../support/service.ts";
import { context, createWorkshop, draftInput } from "../support/workflow.ts";
import { keepPicture, openWebKit, type WebKitWindow } from "./support/webkit.ts";

const operator = { type: "operator", id: null } as const;
const title = "Altbauten von Heliora sparen Heizkosten in 214 Häusern der Donaudampfschifffahrtsgesellschaft";

let service: TestService;
let window: WebKitWindow;

beforeAll(async () => {
  service = await startTestService("embedded", { LOOPS: "on" });
  window = await openWebKit();
});
afterAll(async () => {
  await window?.close();
  await service?.stop();
});

test("a person signs in by a link, and is on Heute", async () => {
  const { agencyId } = await createWorkshop(service.sql);
  const { email } = await createDashboardUser(service, agencyId);
  const link = await issueSignInLink(service.sql, email);
  await window.goto(`${service.url}/app/anmelden/${link?.token}`);
  await fits("sign-in");
  await window.click("main button");
  await window.untilText("Heute");
  await fits("today");
});

test("a newsroom is read and searched; no headline breaks within a word that fits", async () => {
  const { agencyId } = await createWorkshop(service.sql);
  const { path } = await createTestRelease(service.sql, agencyId, { title });
  await window.goto(service.url + path.split("/").slice(0, -1).join("/"));
  await window.untilText("Altbauten");
  await fits("newsroom");
  await window.goto(service.url + path);
  expect(await window.run("return document.querySelector('h1').innerText")).toContain("Altbauten");
  expect(await hyphensOf("h1")).toBe("manual");
  await fits("release");
  const search = service.url + path.split("/").slice(0, -1).join("/");
  await window.goto(`${search}/suche?q=altbau`);
  await window.untilText("Altbauten");
  // WebKit's own search field is white, also on a dark page.
  expect(
    await window.run(
      "return getComputedStyle(document.querySelector('input[type=search]')).webkitAppearance",
    ),
  ).toBe("none");
  await fits("search");
});

test("a contact approves by its link", async () => {
  const { agencyId, clientId } = await createWorkshop(service.sql);
  const contact = { clientId, name: "Frau Müller", email: "freigabe@mueller.example", canApprove: true };
  await addClientContact(service.sql, agencyId, contact, operator);
  const { id } = await createDraft(service.sql, agencyId, draftInput(clientId), context);
  const owner = await createDashboardUser(service, agencyId);
  expect((await owner.post(`/app/meldungen/${id}/freigabe`, { version: "1" })).status).toBe(303);
  const [approval] = await service.sql<{ id: string }[]>`
    select id from approval where agency_id = ${agencyId} and draft_id = ${id}`;
  const { url } = await issueApprovalLink(service.sql, approval?.id ?? "", service.url);
  await window.goto(url);
  await window.untilText("Freigeben");
  await fits("approval");
  await window.run(
    "[...document.querySelectorAll('button')].find((one) => one.innerText === 'Freigeben').click()",
  );
  await window.untilText("Ihre Freigabe ist angekommen");
  await fits("approved");
});

test("a client reads its report", async () => {
  const { agencyId } = await createWorkshop(service.sql);
  const { pressReleaseId } = await createTestRelease(service.sql, agencyId, { title });
  const report = await createPublicationReport(service.sql, agencyId, {
    scopeType: "article",
    scopeId: pressReleaseId,
    createdBy: "operator",
    seal: await testSeal(),
    comment: "Ein guter Monat.",
    publicUrl: service.url,
  });
  const link = await createReportLink(service.sql, agencyId, {
    reportId: report.id,
    actor: operator,
    publicUrl: service.url,
  });
  await window.goto(link.url);
  await window.untilText("Ein guter Monat.");
  await fits("report");
});

/** The page is no wider than its window, nor than a telephone, a tablet or a wide screen. */
async function fits(name: string): Promise<void> {
  await keepPicture(window, name);
  const overflow = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
  const overflows = [{ width: 1280, overflow: await window.run<number>(overflow) }];
  for (const width of [390, 768, 1600])
    overflows.push({ width, overflow: await window.overflowAt(width, name) });
  expect({ name, wider: overflows.filter((each) => each.overflow > 0) }).toEqual({ name, wider: [] });
}

const hyphensOf = (selector: string) =>
  window.run<string>(`return getComputedStyle(document.querySelector('${selector}')).webkitHyphens`);
