import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../floor/db/open.ts";
import { trimUnseen } from "../../../floor/strings/trim-unseen.ts";
import { candidateSlugs } from "../../../floor/web/slug.ts";
import { readText } from "../../../press-text/markdown/read-text.ts";
import { refuseExcess, textCharactersMax } from "../../../press-text/markdown/text-limits.ts";
import { Text } from "../../../schema.ts";
import { findAgencyOf } from "../../agencies/agency-of-sql.ts";
import { insertAudit } from "../../audit/sql.ts";
import { refuseInactiveClient } from "../../clients/refuse-inactive-client.ts";
import { LanguageTag } from "../../clients/schema.ts";
import { lockClient } from "../../clients/sql.ts";
import { enqueueEvent } from "../../events/enqueue-event.ts";
import { releaseUrl } from "../../newsroom/paths.ts";
import { enqueueFanOut } from "../../newsroom/subscriptions/fan-out-sql.ts";
import { enqueueStamps } from "../../stamps/sql.ts";
import { checkInput } from "../check-input.ts";
import { checkReferences } from "../drafts/check-references.ts";
import { noDetails, ReleaseDetailFields, tidyDetails, updatedDetails } from "../drafts/release-details.ts";
import { uniqueKeywords } from "../drafts/rules.ts";
import { Keywords } from "../drafts/schema.ts";
import { type PublishedRelease, publishAtOnce } from "./sql.ts";

export const NewRelease = Type.Object({
  title: Text(1, 300),
  subtitle: Type.Optional(Text(0, 500)),
  bodyMarkdown: Text(1, textCharactersMax),
  language: Type.Optional(LanguageTag()),
  keywords: Type.Optional(Keywords),
  slug: Type.Optional(Type.String({ pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", maxLength: 80 })),
  ...ReleaseDetailFields,
});
export type NewRelease = Static<typeof NewRelease>;

/**
 * Publishes a new release of a client at once, without approval and without credits. For operators. `publishedAt` dates it back, and
 * whoever gives `publicUrl`, which is asked for once the input is known to be right, has webhooks told that it is online.
 * Throws `not_found` for an unknown client, `validation_error` (also for an archived one), and `invalid_parameters` for a slug that is taken.
 */
export async function publishNewRelease(
  sql: Sql,
  clientId: number,
  input: NewRelease,
  { publishedAt = null, publicUrl }: { publishedAt?: Date | null; publicUrl?: () => Promise<string> } = {},
): Promise<PublishedRelease> {
  const release = tidyDetails({
    ...input,
    title: trimUnseen(input.title),
    subtitle: input.subtitle?.trim() ?? "",
    keywords: uniqueKeywords(input.keywords ?? []),
  });
  checkInput(NewRelease, release);
  refuseExcess(readText(release.bodyMarkdown));
  const language = release.language ?? "de";
  const address = await publicUrl?.();
  return await sql.begin(async (transaction) => {
    const agencyId = await findAgencyOf(transaction, "client", clientId);
    await lockClient(transaction, agencyId, clientId);
    await refuseInactiveClient(transaction, agencyId, clientId);
    const referring = { clientId, language, releaseId: null };
    await checkReferences(transaction, agencyId, { referring, input: release });
    const published = await publishAtOnce(transaction, clientId, {
      title: release.title,
      bodyMarkdown: release.bodyMarkdown,
      slugs: release.slug === undefined ? candidateSlugs(release.title) : [release.slug],
      publishedAt,
      subtitle: release.subtitle || null,
      language,
      keywords: release.keywords,
      details: updatedDetails(noDetails, release),
    });
    const ids = [`${published.pressReleaseId}:0`];
    await enqueueStamps(transaction, agencyId, { type: "release", ids });
    await enqueueFanOut(transaction, agencyId, { releaseId: published.pressReleaseId, clientId });
    if (address !== undefined)
      await enqueueEvent(transaction, agencyId, {
        type: "release.published",
        data: {
          pressReleaseId: published.pressReleaseId,
          clientId,
          title: release.title,
          url: releaseUrl(address, published, published.slug),
          publishedAt: published.publishedAt.toISOString(),
        },
      });
    await insertAudit(transaction, agencyId, {
      actor: { type: "operator", id: null },
      action: "release.published",
      subject: { type: "release", id: String(published.pressReleaseId) },
      details: { creditsCharged: 0, isApproved: false },
    });
    return published;
  });
}
