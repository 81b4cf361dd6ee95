import type { FiguresScope } from "../../../../features/reporting/reports/scope-clients-sql.ts";

export const figuresPath = "/app/zahlen";
export const releasesPath = `${figuresPath}/meldungen` as const;
export const clientsPath = `${figuresPath}/kunden` as const;
export const campaignsPath = `${figuresPath}/kampagnen` as const;
export const portfoliosPath = `${figuresPath}/portfolios` as const;

/** Days that figures are shown of, today included. */
export const periods = [7, 30, 90, 365] as const;
export const periodDefault = 30;

export const folders = {
  article: `${figuresPath}/meldung`,
  client: `${figuresPath}/kunde`,
  campaign: `${figuresPath}/kampagne`,
  portfolio: `${figuresPath}/portfolio`,
} as const;

/** Where the figures of a scope are. */
export function scopePath({ type, id }: FiguresScope): string {
  return `${folders[type]}/${id}`;
}
