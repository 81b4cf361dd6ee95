import { ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { lineProblem } from "../../../floor/web/field-rules.ts";
import { refuseFields } from "../../../floor/web/refuse-fields.ts";
import { refuseChangedSince, stampOf } from "../../../floor/web/seen-stamp.ts";
import { lockAgency } from "../../agencies/sql.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { readPortfolio } from "./list-portfolios-sql.ts";
import { insertPortfolio, lockPortfolio, portfolioMembersMax, replaceMembers } from "./sql.ts";

export type PortfolioFields = {
  name: string;
  clientIds: readonly number[];
  campaignIds: readonly string[];
};

const nameCharacters = { min: 1, max: 200 };

/** Creates a portfolio of an agency's clients and campaigns. Throws `validation_error` by field, and `not_found`. */
export async function addPortfolio(
  sql: Sql,
  agencyId: number,
  fields: PortfolioFields & { id?: string },
  actor: AuditActor,
): Promise<string> {
  const { name, clientIds, campaignIds } = checked(fields);
  return await sql.begin(async (transaction) => {
    const known = fields.id;
    // Copies of a form take turns.
    await lockAgency(transaction, agencyId);
    if (known !== undefined && (await lockPortfolio(transaction, agencyId, known))) return known;
    const id = await insertPortfolio(transaction, agencyId, {
      ...(known !== undefined && { id: known }),
      name,
      clientIds,
      campaignIds,
    });
    await insertAudit(transaction, agencyId, {
      actor,
      action: "portfolio.created",
      subject: { type: "portfolio", id },
      details: { name, clients: clientIds.length, campaigns: campaignIds.length },
    });
    return id;
  });
}

/**
 * Gives a portfolio this name and these members. Throws `validation_error` by field, `not_found`, and `version_conflict` where somebody has
 * changed it since `seenStamp` (`portfolioStamp`).
 */
export async function changePortfolio(
  sql: Sql,
  agencyId: number,
  input: PortfolioFields & { portfolioId: string; seenStamp?: string | undefined },
  actor: AuditActor,
): Promise<void> {
  const { name, clientIds, campaignIds } = checked(input);
  const { portfolioId, seenStamp } = input;
  await sql.begin(async (transaction) => {
    await lockPortfolio(transaction, agencyId, portfolioId);
    const before = seenOf(await readPortfolio(transaction, agencyId, portfolioId));
    const wanted = seenOf({ name, clientIds, campaignIds });
    refuseChangedSince(before, { wanted, seenStamp, untold: ["clientIds", "campaignIds"] });
    const members = await replaceMembers(transaction, agencyId, {
      portfolioId,
      name,
      clientIds,
      campaignIds,
    });
    if (members === null || members.clients !== clientIds.length || members.campaigns !== campaignIds.length)
      throw new ServiceError(
        "not_found",
        `The agency lacks the portfolio ${portfolioId}, or a member of it.`,
      );
    await insertAudit(transaction, agencyId, {
      actor,
      action: "portfolio.changed",
      subject: { type: "portfolio", id: portfolioId },
      details: { name, clients: clientIds.length, campaigns: campaignIds.length },
    });
  });
}

/** Of a portfolio's name and members, for `changePortfolio`. */
export const portfolioStamp = (fields: PortfolioFields): string => stampOf(seenOf(fields));

const seenOf = ({ name, clientIds, campaignIds }: PortfolioFields): PortfolioFields => ({
  name,
  clientIds: clientIds.toSorted((one, other) => one - other),
  campaignIds: campaignIds.toSorted(),
});

function checked(fields: PortfolioFields): PortfolioFields {
  const clientIds = [...new Set(fields.clientIds)];
  const campaignIds = [...new Set(fields.campaignIds)];
  refuseFields([
    lineProblem("name", fields.name, nameCharacters),
    clientIds.length >= 1 && clientIds.length <= portfolioMembersMax
      ? null
      : {
          field: "clientIds",
          german: `Bitte wählen Sie 1 bis ${portfolioMembersMax} Kunden aus.`,
          english: `a portfolio has 1 to ${portfolioMembersMax} clients.`,
        },
    campaignIds.length <= portfolioMembersMax
      ? null
      : {
          field: "campaignIds",
          german: `Bitte wählen Sie höchstens ${portfolioMembersMax} Kampagnen aus.`,
          english: `a portfolio has at most ${portfolioMembersMax} campaigns.`,
        },
  ]);
  return { name: fields.name.trim(), clientIds, campaignIds };
}
