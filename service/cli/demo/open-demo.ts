import { createClient } from "../../../sdk/src/index.ts";
import { insertAgency } from "../../agencies/sql.ts";
import { insertClient } from "../../clients/sql.ts";
import type { Sql } from "../../db/open.ts";
import { insertKey } from "../../keys/sql.ts";
import type { Log } from "../../log.ts";
import { localDay } from "../../measurement/local-day.ts";
import { releasePath } from "../../newsroom/paths.ts";
import type { RunningService } from "../../program/run-service.ts";
import { candidateSlugs } from "../../web/slug.ts";
import { publishAtOnce } from "../../workflow/releases/sql.ts";
import { demoAgencyName, demoClients } from "./content/demo-agency.ts";
import type { DemoClient, DemoRelease } from "./content/demo-client.ts";
import type { Demo, PublishedDemoRelease } from "./demo.ts";
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
  for (const client of demoClients) releases.push(...(await publishClient(sql, agencyId, client)));
  releases.sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
  const client = createClient({ baseUrl: input.service.url, apiKey: key });
  return { ...input, agencyId, apiKey: key, client, releases };
}

async function publishClient(
  sql: Sql,
  agencyId: number,
  client: DemoClient,
): Promise<PublishedDemoRelease[]> {
  const { clientId } = await insertClient(sql, agencyId, {
    name: client.name,
    slugs: [client.slug],
    contactEmail: client.contact.email,
  });
  await completeNewsroom(sql, agencyId, { clientId, client });
  const published: PublishedDemoRelease[] = [];
  for (const release of client.releases) {
    const publishedAt = publicationOf(release);
    const { title, bodyMarkdown } = release;
    const slugs = candidateSlugs(title);
    const created = await publishAtOnce(sql, clientId, { title, bodyMarkdown, slugs, publishedAt });
    const { pressReleaseId, clientSlug, slug } = created;
    const original = published.find((earlier) => earlier.title === release.translationOf);
    const originalId = original?.pressReleaseId ?? null;
    await completeRelease(sql, agencyId, { pressReleaseId, release, publishedAt, originalId });
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
