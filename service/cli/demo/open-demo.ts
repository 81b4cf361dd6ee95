import { createClient } from "../../../sdk/src/index.ts";
import { insertAgency } from "../../agencies/sql.ts";
import { insertClient } from "../../clients/sql.ts";
import { insertKey } from "../../keys/sql.ts";
import type { Log } from "../../log.ts";
import { localDay } from "../../measurement/local-day.ts";
import type { MediaDeps } from "../../media/add-asset.ts";
import { releasePath } from "../../newsroom/paths.ts";
import { openMedia } from "../../program/open-media.ts";
import { programFiles } from "../../program/program-files.ts";
import type { RunningService } from "../../program/run-service.ts";
import { candidateSlugs } from "../../web/slug.ts";
import { publishAtOnce } from "../../workflow/releases/sql.ts";
import { demoAgencyName, demoClients } from "./content/demo-agency.ts";
import type { DemoClient, DemoRelease } from "./content/demo-client.ts";
import type { Demo, PublishedDemoRelease } from "./demo.ts";
import { addLogo, addReleaseAssets } from "./pictures/add-demo-assets.ts";
import { completeNewsroom, completeRelease } from "./sql.ts";

/** Press offices publish in the morning. */
const publicationTime = "T07:30:00Z";
const demoTimeZone = "Europe/Berlin";
const dayMs = 86_400_000;

/** Creates the agency with its clients, newsrooms, releases and key, and returns what the steps need. */
export async function openDemo(input: {
  service: RunningService;
  log: Log;
  dataDirectory: string;
}): Promise<Demo> {
  const { sql } = input.service.database;
  const agencyId = await insertAgency(sql, { name: demoAgencyName, plan: "agency", hourlyLimit: null });
  const { key } = await insertKey(sql, agencyId, { name: "demo", expiresAt: null });
  const releases: PublishedDemoRelease[] = [];
  const { dataDirectory, log } = input;
  const media = openMedia({ exportS3: null, dataDirectory }, { sql, log, files: programFiles });
  try {
    for (const client of demoClients) releases.push(...(await publishClient(media, agencyId, client)));
  } finally {
    await media.pictures.close();
  }
  releases.sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
  const client = createClient({ baseUrl: input.service.url, apiKey: key });
  return { ...input, agencyId, apiKey: key, client, releases };
}

async function publishClient(
  media: MediaDeps,
  agencyId: number,
  client: DemoClient,
): Promise<PublishedDemoRelease[]> {
  const { sql } = media;
  const { clientId } = await insertClient(sql, agencyId, {
    name: client.name,
    slugs: [client.slug],
    contactEmail: client.contact.email,
  });
  const owner = { agencyId, clientId, client };
  await completeNewsroom(sql, agencyId, { clientId, client, logoAssetId: await addLogo(media, owner) });
  const published: PublishedDemoRelease[] = [];
  for (const release of client.releases) {
    const publishedAt = publicationOf(release);
    const { title, bodyMarkdown } = release;
    const slugs = candidateSlugs(title);
    const assets = await addReleaseAssets(media, owner, release);
    const created = await publishAtOnce(sql, clientId, {
      title,
      bodyMarkdown,
      slugs,
      publishedAt,
      ...assets,
    });
    const { pressReleaseId, clientSlug, slug } = created;
    await completeRelease(sql, agencyId, { pressReleaseId, release, publishedAt });
    const path = releasePath(clientSlug, slug);
    published.push({
      ...release,
      pressReleaseId,
      clientName: client.name,
      clientSlug,
      slug,
      path,
      publishedAt,
    });
  }
  return published;
}

/** Counted back from the agency's own calendar day, which near midnight is not the day in UTC. */
function publicationOf({ daysAgo }: DemoRelease): Date {
  const today = localDay(new Date(), demoTimeZone);
  return new Date(Date.parse(`${today}${publicationTime}`) - daysAgo * dayMs);
}
