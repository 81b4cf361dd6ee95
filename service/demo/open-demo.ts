import { createClient as createApiClient } from "../../sdk/src/index.ts";
import type { AuditActor } from "../features/audit/sql.ts";
import { createClient } from "../features/clients/create-client.ts";
import { createKey } from "../features/keys/change-keys.ts";
import { localDay } from "../features/measurement/local-day.ts";
import type { MediaDeps } from "../features/media/add-asset.ts";
import { releasePath } from "../features/newsroom/paths.ts";
import { changeNewsroom } from "../features/newsroom/settings/change-newsroom.ts";
import { inviteMember } from "../features/people/invite-member.ts";
import { createAgency } from "../features/workflow/credits/create-agency.ts";
import { publishNewRelease } from "../features/workflow/releases/publish-new-release.ts";
import type { Log } from "../log.ts";
import { openMedia } from "../program/open-media.ts";
import { programFiles } from "../program/program-files.ts";
import type { RunningService } from "../program/run-service.ts";
import { demoAgencyName, demoClients, demoOwner } from "./content/demo-agency.ts";
import type { DemoClient, DemoRelease } from "./content/demo-client.ts";
import type { Demo, PublishedDemoRelease } from "./demo.ts";
import type { DemoMails } from "./mail-server.ts";
import { addLogo, addReleaseAssets } from "./pictures/add-demo-assets.ts";

/** Press offices publish in the morning. */
const publicationTime = "T07:30:00Z";
const demoTimeZone = "Europe/Berlin";
const dayMs = 86_400_000;
/** For whoever publishes a text of their own in the dashboard. */
const demoCredits = 20;

/** Creates the agency with its clients, newsrooms, releases and key, and returns what the steps need. */
export async function openDemo(input: {
  service: RunningService;
  log: Log;
  dataDirectory: string;
  mails: DemoMails;
  actor: AuditActor;
}): Promise<Demo> {
  const { service, log, dataDirectory, actor } = input;
  const { sql } = service.database;
  const agencyId = await createAgency(
    sql,
    { name: demoAgencyName, plan: "agency", hourlyLimit: null, credits: demoCredits },
    actor,
  );
  const { key } = await createKey(sql, agencyId, { name: "demo", expiresAt: null }, actor);
  await inviteMember(sql, agencyId, { ...demoOwner, role: "owner", clientIds: null }, actor);
  const releases: PublishedDemoRelease[] = [];
  const media = openMedia({ exportS3: null, dataDirectory }, { sql, log, files: programFiles });
  try {
    for (const client of demoClients)
      releases.push(...(await publishClient(media, { agencyId, actor }, client)));
  } finally {
    await media.pictures.close();
  }
  releases.sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
  const client = createApiClient({ baseUrl: service.url, apiKey: key });
  return { ...input, agencyId, apiKey: key, client, releases };
}

async function publishClient(
  media: MediaDeps,
  { agencyId, actor }: Pick<Demo, "agencyId" | "actor">,
  client: DemoClient,
): Promise<PublishedDemoRelease[]> {
  const { sql } = media;
  const { clientId } = await createClient(sql, agencyId, {
    name: client.name,
    slugs: [client.slug],
    persona: null,
    contactEmail: client.contact.email,
    imprint: { markdown: imprintOf(client) },
    privacy: { url: `${client.websiteUrl}datenschutz` },
  });
  const owner = { agencyId, clientId, client, actor };
  const logoAssetId = await addLogo(media, owner);
  const { name: contactName, role: contactRole, phone: contactPhone } = client.contact;
  const { websiteUrl, description: boilerplate, accentColor } = client;
  const changes = {
    websiteUrl,
    boilerplate,
    accentColor,
    contactName,
    contactRole,
    contactPhone,
    logoAssetId,
  };
  await changeNewsroom(sql, agencyId, { clientId, changes }, actor);
  const published: PublishedDemoRelease[] = [];
  for (const release of client.releases) {
    const publishedAt = publicationOf(release);
    const { title, subtitle, bodyMarkdown, dateline, language = "de" } = release;
    const original = published.find((earlier) => earlier.title === release.translationOf);
    const created = await publishNewRelease(
      sql,
      clientId,
      {
        ...{ title, subtitle, bodyMarkdown, dateline, language },
        ...{ keywords: [...release.keywords], topics: [...release.topics] },
        translationOf: original?.pressReleaseId ?? null,
        ...(await addReleaseAssets(media, owner, release)),
      },
      { publishedAt },
    );
    const { pressReleaseId, clientSlug, slug } = created;
    const path = releasePath(created, slug);
    const clientName = client.name;
    published.push({ ...release, pressReleaseId, clientId, clientName, clientSlug, slug, path, publishedAt });
  }
  return published;
}

/** An imprint as § 5 DDG wants it, of a company that does not exist. */
function imprintOf({ name, contact }: DemoClient): string {
  return `Angaben gemäß § 5 DDG

**${name}**

Musterstraße 1, 12345 Musterstadt

Telefon: ${contact.phone}

E-Mail: ${contact.email}

Vertreten durch die Geschäftsführung. Verantwortlich für den Inhalt: ${contact.name}, Anschrift wie oben.`;
}

/** Counted back from the agency's own calendar day, which near midnight is not the day in UTC. */
function publicationOf({ daysAgo }: DemoRelease): Date {
  const today = localDay(new Date(), demoTimeZone);
  return new Date(Date.parse(`${today}${publicationTime}`) - daysAgo * dayMs);
}
