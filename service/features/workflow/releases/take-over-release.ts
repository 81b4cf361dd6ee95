import type { Queryable } from "../../../floor/db/open.ts";
import { candidateSlugs, numberedSlug, slugify } from "../../../floor/web/slug.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { checkInput } from "../check-input.ts";
import { checkReferences } from "../drafts/check-references.ts";
import { noDetails, tidyDetails, updatedDetails } from "../drafts/release-details.ts";
import { uniqueKeywords } from "../drafts/rules.ts";
import { NewRelease } from "./publish-new-release.ts";
import { type PublishedRelease, publishAtOnce } from "./sql.ts";

/**
 * Takes a release over that appeared elsewhere: it is online from now on with the day on which it appeared. No approval is claimed, no
 * credit is taken, and nobody is told: no mail, no webhook. The caller has read the text and knows that it keeps the limits.
 * Throws `validation_error`, `not_found`, `imprint_missing`, `asset_incomplete`, and `invalid_parameters` where no address is free.
 */
export async function takeOverRelease(
  transaction: Queryable,
  agencyId: number,
  input: Omit<NewRelease, "slug"> & {
    clientId: number;
    /** What its address is made of. */
    name: string;
    publishedAt: Date;
    source: string;
    actor: AuditActor;
  },
): Promise<PublishedRelease> {
  const { clientId, name, publishedAt, source, actor, ...said } = input;
  const release = tidyDetails({ ...said, keywords: uniqueKeywords(said.keywords ?? []) });
  checkInput(NewRelease, release);
  const { title, bodyMarkdown, subtitle, language = "de", keywords } = release;
  const referring = { clientId, language, releaseId: null };
  await checkReferences(transaction, agencyId, { referring, input: release });
  const published = await publishAtOnce(transaction, clientId, {
    ...{ title, bodyMarkdown, language, keywords, publishedAt, isMovedIn: true },
    subtitle: subtitle || null,
    slugs: movedSlugs({ name, title, publishedAt }),
    details: updatedDetails(noDetails, release),
  });
  await insertAudit(transaction, agencyId, {
    actor,
    action: "release.taken_over",
    subject: { type: "release", id: String(published.pressReleaseId) },
    details: { source, publishedAt: publishedAt.toISOString() },
  });
  return published;
}

/**
 * The name first. Old newsrooms have hundreds of addresses that end alike, such as `/2019/werk/index.html`, and hundreds of texts that are
 * called "Pressemitteilung": then the title, and last the title with the day.
 */
function movedSlugs(text: { name: string; title: string; publishedAt: Date }): string[] {
  const day = Number(text.publishedAt.toISOString().slice(0, 10).replaceAll("-", ""));
  const [first = "", ...others] = candidateSlugs(text.name);
  const titled = candidateSlugs(text.title);
  const dated = candidateSlugs(numberedSlug(slugify(text.title), day));
  return [...new Set([first, ...titled, ...dated, ...others])];
}
