import type { Queryable } from "../../../floor/db/open.ts";
import { type AccentColors, accentColors } from "../../../floor/web/accent-color.ts";
import type { NewsroomSettings } from "../../clients/newsroom-settings.ts";
import { findNewsroomSettings } from "../../clients/newsroom-sql.ts";
import { unknownClient } from "../../clients/unknown-client.ts";
import { listDomainRows } from "../domains/sql.ts";
import { type DomainView, domainView } from "../domains/view.ts";

export type NewsroomView = NewsroomSettings & {
  id: number;
  clientName: string;
  status: "active" | "archived";
  /** What is shown in place of the accent colour on light and dark pages; null without one. */
  accentColors: AccentColors | null;
  /** False where the public gets no page of it: it has neither an imprint nor a published release from before one was asked for. */
  hasImprint: boolean;
  domains: DomainView[];
  updatedAt: string;
};

/** All settings of a client's newsroom. Throws `not_found` for another agency's client. */
export async function showNewsroom(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<NewsroomView> {
  const settings = await findNewsroomSettings(sql, agencyId, clientId);
  if (settings === null) throw unknownClient();
  const domains = await listDomainRows(sql, agencyId, clientId);
  const { accentColor } = settings;
  return {
    id: clientId,
    ...settings,
    accentColors: accentColor === null ? null : accentColors(accentColor),
    hasImprint: settings.imprintUrl !== null || settings.imprintMarkdown !== null,
    domains: domains.map(domainView),
    updatedAt: settings.updatedAt.toISOString(),
  };
}
