import { expect, test } from "bun:test";
import { exportAgency } from "../../../service/features/agency-data/export-agency.ts";
import { subscribe } from "../../../service/features/newsroom/subscriptions/subscribe.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestRelease } from "../../support/service.ts";
import { createTestImport, insertMention } from "../insights/support.ts";
import { add, createMediaClient, openTestMedia } from "../media/support/media.ts";
import {
  createSubscription,
  createTestNewsroom,
  secretKey,
  secrets,
} from "../newsroom/subscriptions/support.ts";

const { service, agency, release, owner } = serviceScene("server", {
  SECRET_KEY: Buffer.from(secretKey).toString("hex"),
});

test("the archive of the dashboard has the files that its README names", async () => {
  const media = openTestMedia(service.sql);
  const clientId = await createMediaClient(service.sql, agency.agencyId);
  const bytes = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");
  const { assetId } = await add(media, agency.agencyId, { clientId, bytes, fileName: "mappe.pdf" });
  const answer = await owner.post("/app/einstellungen/daten/export");
  const zip = Buffer.from(await answer.arrayBuffer()).toString("latin1");
  await media.close();
  expect(zip).toContain('"file_name": "mappe.pdf"');
  expect(zip).toContain(`files/${assetId}/`);
});

test("the archive has the addresses of all who have confirmed a subscription, and of nobody else", async () => {
  const { sql } = service;
  const { agencyId } = agency;
  const other = await createTestRelease(sql, agencyId, { clientName: "Hafenbau" });
  await createSubscription(sql, { agencyId, clientId: release.clientId }, { address: "leserin@example.org" });
  await createSubscription(sql, { ...other, agencyId }, { address: "leser@example.org", topic: "Energie" });
  const waiting = { clientId: other.clientId, address: "wartet@example.org", topic: null } as const;
  await subscribe(sql, secrets, agencyId, { ...waiting, frequency: "daily" });
  await createSubscription(sql, await createTestNewsroom(sql), { address: "fremd@example.org" });
  const answer = await owner.post("/app/einstellungen/daten/export");
  const zip = Buffer.from(await answer.arrayBuffer()).toString("utf8");
  expect(zip).toContain('"name": "subscribers.csv"');
  expect(zip).toMatch(/\nleserin@example\.org,,sofort,2\d{3}-.*Ich möchte Pressemitteilungen/);
  expect(zip).toMatch(/\nleser@example\.org,Energie,sofort,2\d{3}-.*,Hafenbau\r\n/);
  for (const nobody of ["wartet@example.org", "fremd@example.org"]) expect(zip).not.toContain(nobody);
});

test("the archive has what counts, and neither what a later file replaced nor what is only half stored", async () => {
  const { sql } = service;
  const { agencyId } = agency;
  const [first, second, half] = [
    await createTestImport(sql, agencyId),
    await createTestImport(sql, agencyId),
    await createTestImport(sql, agencyId),
  ];
  await sql`
    update insight_import set state = 'storing', lease_until = now() + interval '1 minute'
    where agency_id = ${agencyId} and id = ${half}`;
  const about = { release_id: release.pressReleaseId, client_id: release.clientId };
  await insertMention(sql, agencyId, {
    ...{ ...about, headline: "REPLACED", import_id: first, superseded_by: second },
  });
  await insertMention(sql, agencyId, { ...about, headline: "COUNTS", import_id: second });
  await insertMention(sql, agencyId, { ...about, headline: "HALF", import_id: half });
  const zip = Buffer.from(await new Response(await exportAgency(sql, agencyId)).arrayBuffer());
  const headlines = zip.toString("latin1").match(/"headline": "(?:REPLACED|COUNTS|HALF)"/g);
  expect(headlines).toEqual(['"headline": "COUNTS"']);
});
