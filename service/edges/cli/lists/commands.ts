import type { Command } from "commander";
import { ServiceError } from "../../../errors.ts";
import { findAgencyOf } from "../../../features/agencies/agency-of-sql.ts";
import { findAgency, type ListedAgency, listAgencies } from "../../../features/agencies/list-agencies-sql.ts";
import { showAgency } from "../../../features/agencies/settings/update-agency.ts";
import { listKeys } from "../../../features/keys/sql.ts";
import { listCampaigns, readCampaign } from "../../../features/reporting/campaigns/list-campaigns-sql.ts";
import { listPortfolios, readPortfolio } from "../../../features/reporting/portfolios/list-portfolios-sql.ts";
import { getPublicationReport } from "../../../features/reporting/reports/get-publication-report.ts";
import { listPublicationReports } from "../../../features/reporting/reports/list-publication-reports.ts";
import { listWebhooks } from "../../../features/reporting/webhooks/sql.ts";
import { listLimit } from "../../../schema.ts";
import { parseId, parseUuid } from "../arguments.ts";
import { openSeal } from "../open-seal.ts";
import { withDatabase } from "../with-database.ts";
import { addList, addShow, groupOf, paged, printList } from "./add-list.ts";
import { addReleaseLists } from "./releases.ts";

/** `list` and `show` of everything that an operator can name. */
export function addListCommands(program: Command): void {
  addAgencyLists(groupOf(program, "agency", "agencies"));
  addReleaseLists(program);
  addGroupLists(program);
  addShow(groupOf(program, "key", "API keys"), {
    noun: "key, without the key itself",
    parse: parseUuid,
    read: async (sql, id) =>
      found((await listKeys(sql, await findAgencyOf(sql, "key", id))).find((key) => key.id === id)),
  });
  addWebhookLists(groupOf(program, "webhook", "endpoints that are told of events"));
}

function addAgencyLists(group: Command): void {
  const list = {
    plural: "agencies",
    line: ({ id, name, plan, deleteAfter }: ListedAgency) =>
      `${id}  ${plan}  ${name}${deleteAfter === null ? "" : `  will be removed after ${deleteAfter.toISOString()}`}`,
  };
  paged(group.command("list").description("list all agencies")).action(
    async (page: { limit?: number; cursor?: string }, command: Command) => {
      const { agencies, nextCursor } = await withDatabase(command, ({ sql }) => listAgencies(sql, page));
      printList(command, list, { rows: agencies, nextCursor });
    },
  );
  addShow(group, {
    noun: "agency",
    parse: parseId,
    read: async (sql, id) => ({ ...(await showAgency(sql, id)), ...found(await findAgency(sql, id)) }),
  });
}

function addGroupLists(program: Command): void {
  const campaign = groupOf(program, "campaign", "campaigns");
  addList(campaign, {
    plural: "campaigns",
    read: async (sql, agencyId, page) => {
      const { campaigns, nextCursor } = await listCampaigns(sql, agencyId, page);
      return { rows: campaigns, nextCursor };
    },
    line: ({ id, releases, name }) => `${id}  ${releases} releases  ${name}`,
  });
  addShow(campaign, {
    noun: "campaign",
    parse: parseUuid,
    read: async (sql, id) => readCampaign(sql, await findAgencyOf(sql, "campaign", id), id),
  });
  const portfolio = groupOf(program, "portfolio", "portfolios");
  addList(portfolio, {
    plural: "portfolios",
    read: async (sql, agencyId, page) => {
      const { portfolios, nextCursor } = await listPortfolios(sql, agencyId, page);
      return { rows: portfolios, nextCursor };
    },
    line: ({ id, clients, campaigns, name }) => `${id}  ${clients} clients, ${campaigns} campaigns  ${name}`,
  });
  addShow(portfolio, {
    noun: "portfolio",
    parse: parseUuid,
    read: async (sql, id) => readPortfolio(sql, await findAgencyOf(sql, "portfolio", id), id),
  });
  const report = groupOf(program, "report", "frozen reports");
  addList(report, {
    plural: "reports",
    read: async (sql, agencyId, page) => {
      const { reports, nextCursor } = await listPublicationReports(sql, agencyId, page);
      return { rows: reports.map((row) => ({ id: row.reportId, ...row })), nextCursor };
    },
    line: ({ id, from, to, title }) => `${id}  ${from} – ${to}  ${title}`,
  });
  addShow(report, {
    noun: "report",
    parse: parseUuid,
    read: async (sql, reportId, config) => {
      const seal = await openSeal(config, sql, { signs: false });
      const agencyId = await findAgencyOf(sql, "report", reportId);
      return await getPublicationReport(sql, agencyId, { reportId, seal });
    },
  });
}

function addWebhookLists(group: Command): void {
  addList(group, {
    plural: "webhooks",
    // The service lists all that an agency can have at once, so every page is a part of one bounded read.
    read: async (sql, agencyId, { limit = listLimit.default, cursor }) => {
      const all = await listWebhooks(sql, agencyId);
      const start = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1;
      if (cursor !== undefined && start === 0)
        throw new ServiceError("invalid_cursor", "No webhook has this cursor. Start again without one.");
      const rows = all.slice(start, start + limit);
      return { rows, nextCursor: start + limit < all.length ? (rows.at(-1)?.id ?? null) : null };
    },
    line: ({ id, active, disabledReason, endpointUrl }) =>
      `${id}  ${active ? "active" : disabledReason}  ${endpointUrl}`,
  });
  addShow(group, {
    noun: "webhook",
    parse: parseUuid,
    read: async (sql, id) =>
      found((await listWebhooks(sql, await findAgencyOf(sql, "webhook", id))).find((row) => row.id === id)),
  });
}

function found<T>(value: T | null | undefined): T {
  if (value !== null && value !== undefined) return value;
  throw new ServiceError("not_found", "There is none with this id. `list` shows the ids.");
}
