import { v7 as uuidv7 } from "uuid";
import { fieldReason, ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { checkTarget, type TargetRules } from "../../../floor/outbound/check-target.ts";
import { UnsafeTargetError } from "../../../floor/outbound/unsafe-target-error.ts";
import { urlCharactersMax } from "../../../floor/web/field-rules.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { insertProvider, providersMax } from "./sql.ts";

/**
 * Adds a feed to an agency and returns its id; it is read at the next turn of the loop. Throws `validation_error` at the field
 * `url` for an address that the service doesn't connect to, a feed that is read already, and one too many. A host that can't be
 * looked up now is accepted: the loop notes its failure later.
 */
export async function addProvider(
  sql: Sql,
  agencyId: number,
  input: { name: string; url: string; rules: TargetRules; actor: AuditActor },
): Promise<string> {
  try {
    await checkTarget(input.url, input.rules);
  } catch (error) {
    if (!(error instanceof UnsafeTargetError)) throw error;
    if (!error.isTemporary) throw refused(`The feed's URL is refused: ${error.message}.`, error);
  }
  // Counted in the form that is sent, in which a letter such as ü takes six characters.
  const url = new URL(input.url).href;
  if (url.length > urlCharactersMax) {
    throw refused(`The feed's URL has more than ${urlCharactersMax} characters.`);
  }
  const id = uuidv7();
  const outcome = await sql.begin(async (transaction) => {
    const result = await insertProvider(transaction, agencyId, { id, name: input.name, url });
    if (result === "inserted")
      await insertAudit(transaction, agencyId, {
        actor: input.actor,
        action: "feed.added",
        subject: { type: "provider_connection", id },
      });
    return result;
  });
  if (outcome === "inserted") return id;
  const reasons = {
    known: "The agency has a provider with this URL.",
    limit_reached: `The agency has ${providersMax} providers. Remove one first.`,
    no_agency: `There is no agency ${agencyId}.`,
  };
  throw refused(reasons[outcome]);
}

function refused(message: string, cause?: unknown): ServiceError {
  return new ServiceError("validation_error", message, {
    ...fieldReason("url", message),
    cause,
  });
}
