import { operator } from "../../../service/edges/cli/operator.ts";
import { addClipping } from "../../../service/features/insights/clippings/add-clipping.ts";
import type { ClippingFields } from "../../../service/features/insights/clippings/schema.ts";
import { findClipping } from "../../../service/features/insights/clippings/sql.ts";
import { readExternalInsights } from "../../../service/features/insights/read-external-insights.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";

export const unknownId = "018f4f0e-1111-7000-8000-000000000000";
const always = { from: "2026-01-01", to: "2099-01-01" };
export const article = "https://kurier.example/werk";

/** Of whom the clippings of a test are. */
type Clipped = { agencyId: number; releaseId: number; clientId: number };

/** An agency of its own, with one release. */
export async function createClipped(sql: Sql): Promise<Clipped> {
  const { agencyId } = await createTestAgency(sql);
  const { pressReleaseId, clientId } = await createTestRelease(sql, agencyId);
  return { agencyId, releaseId: pressReleaseId, clientId };
}

/** What people do with clippings of one article, and what is read of them. */
export function clippingCalls(service: { sql: Sql }, clipped: () => Clipped) {
  async function clientOf(id: number): Promise<number> {
    const [row] = await service.sql<{ id: number }[]>`
      select client_id as id from release where agency_id = ${clipped().agencyId} and id = ${id}
    `;
    return row?.id ?? 0;
  }
  const fields = (changes: Partial<ClippingFields> = {}): ClippingFields => ({
    ...{ clientId: clipped().clientId, releaseId: clipped().releaseId },
    ...{ medium: "Kurier", mediaType: "online", headline: "Neues Werk", url: article },
    ...{ publishedOn: "2026-11-02", author: null, place: null, language: null, note: null, reach: null },
    ...{ reachSource: null, matchType: "mention" },
    ...changes,
  });
  const add = async (changes: Partial<ClippingFields> = {}) =>
    await addClipping(service.sql, clipped().agencyId, { fields: fields(changes), actor: operator });
  const one = async (id: string) => await findClipping(service.sql, clipped().agencyId, { id });
  const act = (id: string) => ({ id, actor: operator });
  const insights = async (input: { releaseIds?: number[]; clientIds?: number[] } = {}) =>
    (
      await readExternalInsights(service.sql, clipped().agencyId, {
        releaseIds: [clipped().releaseId],
        clientIds: [],
        window: always,
        ...input,
      })
    )?.mediaMentions;
  const audits = async (id: string) =>
    await service.sql<{ action: string; details: unknown }[]>`
      select action, details from audit where agency_id = ${clipped().agencyId} and subject_id = ${id} order by id
    `;

  return { clientOf, fields, add, one, act, insights, audits };
}
