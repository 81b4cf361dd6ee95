import { describe, expect, test } from "bun:test";
import { readExternalInsights } from "../../../service/features/insights/read-external-insights.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestAgency, createTestRelease, serviceKinds } from "../../support/service.ts";
import { insertMention } from "./support.ts";

describe.each(serviceKinds)("figures of clippings, on the %s database", (kind) => {
  const { service } = serviceScene(kind);

  test("each origin is counted by itself, by day of the agency's zone, and ten that took over most are named", async () => {
    const { sql } = service;
    const { agencyId } = await createTestAgency(sql);
    const { agencyId: strangerId } = await createTestAgency(sql);
    const { pressReleaseId, clientId } = await createTestRelease(sql, agencyId);
    const base = { release_id: pressReleaseId, client_id: clientId };
    for (const [columns, count] of [
      [{ media_type: "print", match_type: "mention", published_at: new Date("2026-10-01T22:30:00Z") }, 2],
      [
        {
          ...{ origin: "observed", match_type: "excerpt", published_at: new Date("2026-10-05T10:00:00Z") },
          ...{ tone: "positive", tone_at: new Date(), key_messages: ["Wärme", "Preis"] },
        },
        3,
      ],
      [
        {
          origin: "observed",
          match_type: "none",
          state: "rejected",
          published_at: new Date("2026-10-05T10:00:00Z"),
        },
        1,
      ],
    ] as const)
      for (let index = 0; index < count; index += 1)
        await insertMention(sql, agencyId, { ...base, ...columns });
    // Twelve of which a comparison says how much they took over; the least stays out of ten, and what took nothing over.
    for (let index = 0; index < 12; index += 1) {
      const url = `https://medium.example/${index}`;
      await insertMention(sql, agencyId, {
        ...base,
        ...{
          url,
          headline: `Nr. ${index}`,
          origin: "observed",
          published_at: new Date("2026-10-09T10:00:00Z"),
          // As of a time zone that the agency has left.
          published_on: index === 11 ? "2026-10-08" : null,
        },
      });
      await sql`
        insert into mention_evidence (agency_id, id, url, release_id, comparison, compared_at)
        select ${agencyId}, id, url, ${pressReleaseId}, ${sql.json({ takenShare: index / 20, longestRunWords: index })}, now()
        from media_mention where agency_id = ${agencyId} and url = ${url}
      `;
    }
    const window = { from: "2026-10-01", to: "2026-10-31" };
    const read = async (agency: number) =>
      (
        await readExternalInsights(sql, agency, {
          releaseIds: [pressReleaseId],
          clientIds: [clientId],
          window,
        })
      )?.mediaMentions;
    const found = await read(agencyId);
    expect(found?.count).toBe(17);
    expect(found?.byOrigin).toEqual([
      {
        ...{ origin: "observed", count: 15, byMediaType: [{ name: "online", count: 15 }] },
        byMatchType: [
          { name: "mention", count: 12 },
          { name: "excerpt", count: 3 },
        ],
        byDay: [
          { day: "2026-10-05", count: 3 },
          { day: "2026-10-08", count: 1 },
          { day: "2026-10-09", count: 11 },
        ],
      },
      {
        ...{ origin: "imported", count: 2, byMediaType: [{ name: "print", count: 2 }] },
        byMatchType: [{ name: "mention", count: 2 }],
        // Half past midnight in Berlin.
        byDay: [{ day: "2026-10-02", count: 2 }],
      },
    ]);
    expect(found?.byTone).toEqual([
      { name: "not_judged", count: 14 },
      { name: "positive", count: 3 },
    ]);
    expect(found?.byKeyMessage).toEqual([
      { name: "Preis", count: 3 },
      { name: "Wärme", count: 3 },
    ]);
    expect(found?.mostTaken?.map(({ headline }) => headline)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Nr. ${11 - index}`),
    );
    expect(found?.mostTaken?.[0]).toMatchObject({
      ...{ takenShare: 0.55, longestRunWords: 11, publishedAt: "2026-10-09T10:00:00.000Z" },
      publishedOn: "2026-10-08",
    });
    expect(found?.mostTaken?.[1]).not.toHaveProperty("publishedOn");
    expect(await read(strangerId)).toBeUndefined();
  });
});
