import { v7 as uuidv7 } from "uuid";
import type { Sql } from "../../../floor/db/open.ts";
import { createToken } from "../../../floor/secret-links/random-token.ts";
import { reportLinkUrl } from "./report-links.ts";
import { linkDays } from "./schema.ts";
import { insertLink, revokeLinksOfMail } from "./sql.ts";

/**
 * The link that stands in for a file too large for a mail. It is made at the moment of sending, so that nothing at rest can
 * open a report; another attempt takes the earlier one back.
 */
export async function createMailLink(
  { sql, publicUrl }: { sql: Sql; publicUrl: string },
  agencyId: number,
  { reportId, mailId }: { reportId: string; mailId: string },
): Promise<string> {
  const { token, tokenHash } = createToken();
  await sql.begin(async (transaction) => {
    await revokeLinksOfMail(transaction, agencyId, mailId);
    const expiresAt = await insertLink(transaction, agencyId, {
      id: uuidv7(),
      reportId,
      tokenHash,
      passwordHash: null,
      days: linkDays.default,
      createdBy: `mail:${mailId}`,
      mailId,
    });
    if (expiresAt === null) throw new Error(`The report ${reportId} of a mail is gone.`);
  });
  return reportLinkUrl(publicUrl, token);
}
