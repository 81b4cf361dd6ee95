import type { Queryable } from "../../floor/db/open.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { refusal } from "../../floor/web/refuse-fields.ts";
import { findDraft } from "../workflow/drafts/sql.ts";
import { insertMailingLink, isEmbargoed } from "../workflow/embargo/mailing-links.ts";
import type { Mailing } from "./schema.ts";
import { setStatus } from "./sql.ts";

/** Seconds after the moment of a publication at which a mailing looks for it, and until it looks again where it is not through. */
const publicationSeconds = 30;

type Ahead = Pick<Mailing, "clientId" | "isEmbargoed"> & { draftId: string };

/**
 * A text that a mailing may be about before it is published: under embargo one that is approved and has a date ahead, else one whose
 * publication is planned. `publishedAt` is that planned date, `embargoUntil` the embargo's end. Throws `release_not_found`.
 */
export async function announcedRelease(
  sql: Queryable,
  agencyId: number,
  { clientId, draftId, isEmbargoed: asEmbargo }: Ahead,
): Promise<{ title: string; publishedAt: Date | null; embargoUntil: Date | null }> {
  const draft = await findDraft(sql, agencyId, draftId);
  if (draft?.clientId === clientId && (asEmbargo ? isEmbargoed(draft) : draft.status === "scheduled")) {
    const { title, embargoUntil } = draft.content;
    return { title, publishedAt: draft.scheduledFor, embargoUntil };
  }
  throw refusal("release_not_found", {
    german: asEmbargo
      ? "Unter Sperrfrist verschicken lässt sich nur eine freigegebene Meldung, die noch nicht erschienen ist und deren Sperrfrist oder Termin noch bevorsteht."
      : "Diese Meldung ist nicht geplant. Planen Sie zuerst ihre Veröffentlichung.",
    english: "The client has no such text that is approved and waits for its date.",
  });
}

/** When a mailing about a planned release goes out, where nobody chose another moment: as soon as it is published. */
export function afterPublication(publishedAt: Date): Date {
  return new Date(publishedAt.getTime() + publicationSeconds * 1000);
}

/**
 * Sees to it that a mailing about an unpublished text is prepared at the right moment. One that goes out after the publication waits for
 * it; one under embargo gets its link. "later" where it waits on, "gone" where its text was withdrawn.
 */
export async function settleRelease(
  transaction: Queryable,
  agencyId: number,
  { mailing, secrets }: { mailing: Mailing & { now: Date }; secrets: SecretCipher },
): Promise<"ready" | "later" | "gone"> {
  const { id, draftId, releaseId, status, subject } = mailing;
  if (draftId === null || releaseId !== null || status === "sending") return "ready";
  const draft = await findDraft(transaction, agencyId, draftId);
  if (mailing.isEmbargoed && draft !== null && isEmbargoed(draft)) {
    if (status === "preparing")
      await insertMailingLink(transaction, agencyId, { mailingId: id, subject, draft, secrets });
    return "ready";
  }
  // One under embargo comes here in the moment of the publication: its date is over, and readers have not got it yet.
  if (draft?.status === "scheduled" && draft.scheduledFor !== null) {
    const appearsMs = Math.max(draft.scheduledFor.getTime(), mailing.now.getTime());
    const dueAt = afterPublication(new Date(appearsMs));
    await setStatus(transaction, agencyId, { id, status: "scheduled", dueAt, waitsForRelease: true });
    return "later";
  }
  // Published after `mailing` was read, which therefore has no `releaseId`: this looks again at once.
  if (draft?.status === "published") {
    await setStatus(transaction, agencyId, { id, status: "scheduled", dueAt: mailing.now });
    return "later";
  }
  return "gone";
}
