import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { signLink } from "../../../service/features/newsroom/subscriptions/link-token.ts";
import { subscribe } from "../../../service/features/newsroom/subscriptions/subscribe.ts";
import { issueSignInLink } from "../../../service/features/people/sign-in.ts";
import { createReportLink } from "../../../service/features/reporting/links/report-links.ts";
import { createPublicationReport } from "../../../service/features/reporting/reports/create-publication-report.ts";
import { createEmbargoLink } from "../../../service/features/workflow/embargo/embargo-links.ts";
import { createPreviewLink } from "../../../service/features/workflow/preview/preview-draft.ts";
import { createSecretCipher } from "../../../service/floor/secrets/secret-cipher.ts";
import { createDashboardUser } from "../../edges/dashboard/support.ts";
import { sendForm } from "../../features/newsroom/subscriptions/forms.ts";
import { given, serviceScene } from "../../support/cast.ts";
import { testSeal } from "../../support/seal.ts";
import { createTestRelease } from "../../support/service.ts";
import { context, createApproved, createRequested, createWorkshop } from "../../support/workflow.ts";

const actor = { type: "operator", id: null } as const;
const key = randomBytes(32);
const secrets = createSecretCipher(key);
const { service } = serviceScene("embedded", { SECRET_KEY: key.toString("base64") });
const workshop = given(() => createWorkshop(service.sql, { credits: 20 }));

const pages: [name: string, open: () => Promise<Page>][] = [
  [
    "an approval",
    async () => ({ path: `/approvals/${(await createRequested(service.sql, workshop)).token}` }),
  ],
  ["a report link", openReport],
  ["a report link's file", async () => ({ path: `${(await openReport()).path}/bericht.pdf` })],
  ["an embargo link", openEmbargo],
  ["a preview", openPreview],
  ["a sign-in link", openSignIn],
  ["the confirmation of a subscription", () => openSubscription("bestaetigen", "confirm")],
  ["leaving a subscription", () => openSubscription("abmelden", "leave")],
  ["the data of a subscription", () => openSubscription("daten", "data")],
  ["the page Heute", openToday],
];

test.each(pages)("HEAD of %s answers as GET does, and leaves no row behind", async (_name, open) => {
  const { path, cookie = "" } = await open();
  const before = await rowsOfAll();
  const answer = await fetch(service.url + path, { method: "HEAD", redirect: "manual", headers: { cookie } });
  expect(answer.status).toBe(200);
  expect(await rowsOfAll()).toEqual(before);
});

/** A digest of each table that has rows. */
async function rowsOfAll(): Promise<Record<string, string>> {
  const tables = await service.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name
  `;
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await service.sql`
      select md5(coalesce(string_agg(each::text, ',' order by each::text), '')) as digest
      from ${service.sql(name)} as each
    `;
    digests[name] = row?.digest;
  }
  return digests;
}

async function openReport(): Promise<Page> {
  const { agencyId } = workshop;
  const { pressReleaseId } = await createTestRelease(service.sql, agencyId);
  const report = await createPublicationReport(service.sql, agencyId, {
    scopeType: "article",
    scopeId: pressReleaseId,
    createdBy: "operator",
    seal: await testSeal(),
    publicUrl: service.url,
  });
  const input = { reportId: report.id, actor, publicUrl: service.url };
  return { path: new URL((await createReportLink(service.sql, agencyId, input)).url).pathname };
}

async function openEmbargo(): Promise<Page> {
  const embargoUntil = new Date(Date.now() + 86_400_000).toISOString();
  const draftId = await createApproved(service.sql, workshop, { embargoUntil });
  const input = { draftId, name: "Anna Brandt, Weser-Kurier" };
  const { url, password } = await createEmbargoLink(service.sql, workshop.agencyId, input, context);
  const path = new URL(url).pathname;
  const opened = await sendForm(service, path, { password });
  return { path, cookie: opened.headers.get("set-cookie")?.split(";")[0] ?? "" };
}

async function openPreview(): Promise<Page> {
  const { draftId } = await createRequested(service.sql, workshop);
  const deps = { sql: service.sql, publicUrl: service.url, secrets };
  const { url } = await createPreviewLink(deps, workshop.agencyId, { draftId, actor });
  return { path: new URL(url).pathname };
}

async function openSignIn(): Promise<Page> {
  const { email } = await createDashboardUser(service, workshop.agencyId);
  return { path: `/app/anmelden/${(await issueSignInLink(service.sql, email))?.token}` };
}

async function openSubscription(word: string, purpose: "confirm" | "leave" | "data"): Promise<Page> {
  const { agencyId, clientId } = workshop;
  const address = `${purpose}@example.org`;
  await subscribe(service.sql, secrets, agencyId, { clientId, address, topic: null, frequency: "at_once" });
  const [row] = await service.sql<{ id: string }[]>`
    select id from newsroom_subscription where agency_id = ${agencyId} order by id desc limit 1
  `;
  return { path: `/abo/${word}/${signLink(secrets, purpose, { agencyId, id: row?.id ?? "" })}` };
}

async function openToday(): Promise<Page> {
  const { cookie } = await createDashboardUser(service, workshop.agencyId);
  return { path: "/app", cookie };
}

/** What a page needs to be open: its path, and a cookie where a GET wants one. */
type Page = { path: string; cookie?: string };
