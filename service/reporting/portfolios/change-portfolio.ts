import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { integerArray, textArray } from "../../db/array-literals.ts";
import type { Queryable, Sql } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { lineProblem } from "../../web/field-rules.ts";
import { refuseFields } from "../../web/refuse-fields.ts";
import { insertPortfolio, portfolioMembersMax } from "./sql.ts";

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
  fields: PortfolioFields,
  actor: AuditActor,
): Promise<string> {
  const { name, clientIds, campaignIds } = checked(fields);
  return await sql.begin(async (transaction) => {
    const id = await insertPortfolio(transaction, agencyId, { name, clientIds, campaignIds });
    await insertAudit(transaction, agencyId, {
      actor,
      action: "portfolio.created",
      subject: { type: "portfolio", id },
      details: { name, clients: clientIds.length, campaigns: campaignIds.length },
    });
    return id;
  });
}

/** Gives a portfolio this name and these members. Throws `validation_error` by field, and `not_found`. */
export async function changePortfolio(
  sql: Sql,
  agencyId: number,
  input: PortfolioFields & { portfolioId: string },
  actor: AuditActor,
): Promise<void> {
  const { name, clientIds, campaignIds } = checked(input);
  const { portfolioId } = input;
  await sql.begin(async (transaction) => {
    const members = await writeMembers(transaction, agencyId, { portfolioId, name, clientIds, campaignIds });
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

/** How many of the wanted members the agency has; null for a portfolio that it has not. */
async function writeMembers(
  sql: Queryable,
  agencyId: number,
  input: PortfolioFields & { portfolioId: string },
): Promise<{ clients: number; campaigns: number } | null> {
  const { portfolioId } = input;
  const clientIds = integerArray(input.clientIds);
  const campaignIds = textArray(input.campaignIds);
  const [row] = await sql<{ clients: number; campaigns: number }[]>`
    with changed as (
      update portfolio
      set name = ${input.name}
      where agency_id = ${agencyId}
        and id = ${portfolioId}
      returning id
    ),
    own_client as (
      select client.id
      from client, changed
      where client.agency_id = ${agencyId}
        and client.id = any(${clientIds}::integer[])
    ),
    own_campaign as (
      select campaign.id
      from campaign, changed
      where campaign.agency_id = ${agencyId}
        and campaign.id = any(${campaignIds}::uuid[])
    ),
    removed_clients as (
      delete from portfolio_client
      where agency_id = ${agencyId}
        and portfolio_id = (select id from changed)
        and client_id <> all(${clientIds}::integer[])
    ),
    removed_campaigns as (
      delete from portfolio_campaign
      where agency_id = ${agencyId}
        and portfolio_id = (select id from changed)
        and campaign_id <> all(${campaignIds}::uuid[])
    ),
    added_clients as (
      insert into portfolio_client (agency_id, portfolio_id, client_id)
      select ${agencyId}::integer, ${portfolioId}::uuid, id from own_client
      on conflict do nothing
    ),
    added_campaigns as (
      insert into portfolio_campaign (agency_id, portfolio_id, campaign_id)
      select ${agencyId}::integer, ${portfolioId}::uuid, id from own_campaign
      on conflict do nothing
    )
    select
      (select count(*)::integer from own_client) as clients,
      (select count(*)::integer from own_campaign) as campaigns
    from changed
  `;
  return row ?? null;
}

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
