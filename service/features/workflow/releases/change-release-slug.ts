import { ServiceError } from "../../../errors.ts";
import { isUniqueViolation } from "../../../floor/db/is-unique-violation.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { slugProblem, takenSlug } from "../../../floor/web/field-rules.ts";
import { refuseFields } from "../../../floor/web/refuse-fields.ts";
import { refuseOtherSlug } from "../../../floor/web/seen-stamp.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { lockClient } from "../../clients/sql.ts";
import { keepReleaseWord } from "../../newsroom/address-sql.ts";
import { findReleaseSlug, lockReleaseSlug, setReleaseSlug } from "./slug-sql.ts";

/**
 * Gives a release another address word. Where it was published, the old word leads to it for ever and is never another's.
 * `seenSlug` is the word that the caller saw; without it the one at the beginning of this call.
 * Throws `not_found` for another agency's release, `validation_error` (field `slug`), and `version_conflict` where somebody else
 * changed the word meanwhile.
 */
export async function changeReleaseSlug(
  sql: Sql,
  agencyId: number,
  input: { pressReleaseId: number; slug: string; seenSlug?: string },
  actor: AuditActor,
): Promise<{ pressReleaseId: number; slug: string }> {
  const { pressReleaseId } = input;
  const slug = input.slug.trim();
  refuseFields([slugProblem("slug", slug)]);
  const seen = await findReleaseSlug(sql, agencyId, pressReleaseId);
  if (seen === null) throw unknownRelease();
  const { clientId } = seen;
  const seenSlug = input.seenSlug ?? seen.slug;
  try {
    return await sql.begin(async (transaction) => {
      // Before the release, as whoever publishes does: no release takes a word that is kept for another at this moment.
      await lockClient(transaction, agencyId, clientId);
      const before = await lockReleaseSlug(transaction, agencyId, pressReleaseId);
      if (before === null) throw unknownRelease();
      if (before.slug === slug) return { pressReleaseId, slug };
      refuseOtherSlug(before.slug, seenSlug);
      if (before.wasPublished) {
        const words = { oldSlug: before.slug, newSlug: slug };
        await keepReleaseWord(transaction, agencyId, { clientId, releaseId: pressReleaseId, ...words });
      }
      if (!(await setReleaseSlug(transaction, agencyId, { clientId, pressReleaseId, slug })))
        refuseFields(takenSlug);
      await insertAudit(transaction, agencyId, {
        actor,
        action: "release.address_changed",
        subject: { type: "release", id: String(pressReleaseId) },
        details: { before: { slug: before.slug }, after: { slug } },
      });
      return { pressReleaseId, slug };
    });
  } catch (error) {
    if (isUniqueViolation(error)) refuseFields(takenSlug);
    throw error;
  }
}

function unknownRelease(): ServiceError {
  return new ServiceError("not_found", "There is no such release. See `release list` for the ids.");
}
