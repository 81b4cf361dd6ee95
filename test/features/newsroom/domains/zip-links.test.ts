import { expect, test } from "bun:test";
import type { AuditActor } from "../../../../service/features/audit/sql.ts";
import { addDomain } from "../../../../service/features/newsroom/domains/change-domains.ts";
import { proveDomain } from "../../../../service/features/newsroom/domains/prove-domain.ts";
import { changeNewsroom } from "../../../../service/features/newsroom/settings/change-newsroom.ts";
import { noDetails } from "../../../../service/features/workflow/drafts/release-details.ts";
import { changeReleaseSlug } from "../../../../service/features/workflow/releases/change-release-slug.ts";
import { publishAtOnce } from "../../../../service/features/workflow/releases/sql.ts";
import { serviceScene } from "../../../support/cast.ts";
import { rawRequest } from "../../../support/raw-request.ts";
import { createTestRelease } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { insertPicture } from "../../media/support/insert-picture.ts";

const main = "presse.dienst.example";
const own = "presse.kunde.example";
const { service, agency } = serviceScene("server", { PUBLIC_URL: `https://${main}` });
const actor: AuditActor = { type: "operator", id: null };
const person =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

test("a counted link to all pictures of one file leads on wherever its release has gone since", async () => {
  const { sql } = service;
  const { agencyId } = agency;
  const { clientId, clientSlug } = await createTestRelease(sql, agencyId);
  const release = await publishAtOnce(sql, clientId, {
    ...{ title: "Mit Bild", bodyMarkdown: "Text", slugs: ["mit-bild"], publishedAt: null },
    details: {
      ...noDetails,
      imageAssetId: await insertPicture(sql, agencyId, { clientId, caption: "Werk" }),
    },
  });
  const { pressReleaseId } = release;
  const first = `https://${main}/newsroom/${clientSlug}/mit-bild`;
  const oldest = await zipLinkOn(first);
  expect(await arriveFrom(oldest)).toBe(`${first}/bilder.zip`);

  const moved = `${clientSlug}-neu`;
  await changeNewsroom(sql, agencyId, { clientId, changes: { slug: moved } }, actor);
  await changeReleaseSlug(sql, agencyId, { pressReleaseId, slug: "anderes-wort" }, actor);
  // A page in memory is shown for 2 s after its release has changed.
  await until(async () => (await ask(first)).status === 308);
  expect(await arriveFrom(oldest)).toBe(`https://${main}/newsroom/${moved}/anderes-wort/bilder.zip`);
  const second = `https://${main}/newsroom/${moved}/anderes-wort`;
  const older = await zipLinkOn(second);

  const { proof } = await addDomain(sql, agencyId, { clientId, host: own }, { actor, serviceHosts: [main] });
  const resolveTxt = async () => [[proof.txtValue]];
  await proveDomain(sql, agencyId, { clientId, host: own }, { actor, targetRules: {}, resolveTxt });
  await until(async () => (await ask(second)).status === 308);
  for (const link of [oldest, older])
    expect(await arriveFrom(link)).toBe(`https://${own}/anderes-wort/bilder.zip`);
  const newer = await zipLinkOn(`https://${own}/anderes-wort`);

  await changeReleaseSlug(sql, agencyId, { pressReleaseId, slug: "drittes-wort" }, actor);
  await until(async () => (await ask(`https://${own}/anderes-wort`)).status === 308);
  for (const link of [oldest, older, newer])
    expect(await arriveFrom(link)).toBe(`https://${own}/drittes-wort/bilder.zip`);

  const clicks = await sql`select from hit where agency_id = ${agencyId} and kind = 1`;
  expect(clicks).toHaveLength(7);
  for (const link of [oldest, newer])
    expect((await ask(link.replace("asset_download", "pdf_download"))).location ?? "").not.toContain(".zip");
});

test("a release without a picture has no such link, and neither has one that never was", async () => {
  const { path } = await createTestRelease(service.sql, agency.agencyId);
  const link = `https://${main}${path}/go/asset_download/${"0".repeat(12)}`;
  expect((await ask(link)).status).toBe(404);
  expect((await ask(link.replace("neues-werk", "nie-da-gewesen"))).status).toBe(404);
});

async function zipLinkOn(page: string): Promise<string> {
  const { body } = await ask(page);
  const hrefs = [...body.matchAll(/href="([^"]+\/go\/asset_download\/[0-9a-f]{12})"/g)];
  for (const [, href = ""] of hrefs) {
    const link = new URL(href, page).href;
    if ((await ask(link, "HEAD")).location?.endsWith("/bilder.zip")) return link;
  }
  throw new Error("The page has no link to all pictures.");
}

/** Where a reader who follows a link arrives, a few steps on. */
async function arriveFrom(link: string): Promise<string | null> {
  let at = link;
  for (let step = 0; step < 6; step += 1) {
    const { location } = await ask(at);
    if (location === null) return null;
    at = new URL(location, at).href;
    if (at.endsWith(".zip")) return at;
  }
  throw new Error("The way has no end.");
}

async function ask(
  url: string,
  method = "GET",
): Promise<{ status: number; location: string | null; body: string }> {
  const { host, pathname } = new URL(url);
  const lines = [`${method} ${pathname} HTTP/1.1`, `Host: ${host}`, `User-Agent: ${person}`];
  const headers = ["Accept: text/html", "Accept-Language: de-DE", "Connection: close"];
  const answer = await rawRequest(service.url, [...lines, ...headers, "", ""].join("\r\n"));
  const [, location = null] = /^location: (.+?)\r$/im.exec(answer) ?? [];
  return { status: Number(answer.split(" ")[1]), location, body: answer };
}
