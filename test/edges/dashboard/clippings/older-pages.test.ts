import { expect, test } from "bun:test";
import { findClipping } from "../../../../service/features/insights/clippings/sql.ts";
import { insertMention } from "../../../features/insights/support.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { createTestRelease } from "../../../support/service.ts";
import { createDashboardUser } from "../support.ts";

const { service, sql, agency, owner } = serviceScene();
const colleague = given(() => createDashboardUser(service, agency.agencyId));
const release = given(() => createTestRelease(sql, agency.agencyId));

async function openedClipping() {
  const id = Bun.randomUUIDv7();
  await insertMention(sql, agency.agencyId, {
    ...{ id, release_id: release.pressReleaseId, client_id: release.clientId, match_type: "mention" },
  });
  const page = `/app/clippings/beitrag/${id}`;
  const clipping = async () => await findClipping(sql, agency.agencyId, { id });
  const stampOn = (text: string, form: string) => {
    const [, part = ""] = text.split(`action="${page}/${form}`);
    return /name="seenStamp" value="([0-9a-f]{64})"/.exec(part)?.[1] ?? "";
  };
  const stampOf = async (form: string) => stampOn(await (await owner.get(page)).text(), form);
  return { id, page, clipping, stampOn, stampOf };
}

const typed = (more: Record<string, string>) => ({
  ...{
    subject: `release:${release.pressReleaseId}`,
    medium: "taz",
    mediaType: "online",
    headline: "Neu",
    url: "https://taz.example/neu",
  },
  ...{ publishedOn: "2026-11-02", matchType: "mention", ...more },
});

test("an older page of a clipping does not take away what a colleague has written since", async () => {
  const { id, page, clipping, stampOn, stampOf } = await openedClipping();
  const seenStamp = await stampOf("bearbeiten");
  const first = typed({ note: "Seite 3, mit Bild", seenStamp });
  expect((await colleague.post(`${page}/bearbeiten`, first)).status).toBe(303);
  const older = typed({ note: "", author: "Anna Berg", seenStamp });
  const refused = await owner.post(`${page}/bearbeiten`, older);
  const text = await refused.text();
  expect(refused.status).toBe(409);
  for (const words of ["Jemand hat die Angaben inzwischen geändert", "„Seite 3, mit Bild“", "Anna Berg"])
    expect(text).toContain(words);
  expect(await clipping()).toMatchObject({ note: "Seite 3, mit Bild", author: null });
  const again = { ...older, seenStamp: stampOn(text, "bearbeiten") };
  expect((await owner.post(`${page}/bearbeiten`, again)).status).toBe(303);
  // Saved as it is: nothing is a change.
  const unchanged = { ...older, seenStamp: await stampOf("bearbeiten") };
  expect((await owner.post(`${page}/bearbeiten`, unchanged)).status).toBe(303);
  const noted = await sql`
    select details::text as details from audit
    where agency_id = ${agency.agencyId} and subject_id = ${id} and action = 'clipping.updated'`;
  expect(noted).toHaveLength(2);
  expect(JSON.stringify(noted)).not.toContain("seenStamp");
});

test("a correction does not put back the match that the comparison has found since the page was opened", async () => {
  const { id, page, clipping, stampOf } = await openedClipping();
  const seenStamp = await stampOf("bearbeiten");
  await sql`
    update media_mention set match_type = 'full_text', match_type_by = 'comparison'
    where agency_id = ${agency.agencyId} and id = ${id}`;
  expect((await owner.post(`${page}/bearbeiten`, typed({ seenStamp }))).status).toBe(409);
  expect(await clipping()).toMatchObject({ matchType: "full_text", matchTypeBy: "comparison" });
});

test("an older page does not undo a colleague's judgement", async () => {
  const { page, clipping, stampOn, stampOf } = await openedClipping();
  const seenStamp = await stampOf("beurteilen");
  expect((await colleague.post(`${page}/beurteilen`, { tone: "positive", seenStamp })).status).toBe(303);
  const refused = await owner.post(`${page}/beurteilen`, { tone: "", seenStamp });
  const text = await refused.text();
  expect([
    refused.status,
    text.includes("Dieses Clipping wurde inzwischen an anderer Stelle beurteilt"),
  ]).toEqual([409, true]);
  expect(await clipping()).toMatchObject({ tone: "positive" });
  const again = { tone: "", seenStamp: stampOn(text, "beurteilen") };
  expect((await owner.post(`${page}/beurteilen`, again)).status).toBe(303);
  expect(await clipping()).toMatchObject({ tone: null });
});
