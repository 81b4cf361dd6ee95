import { beforeEach, describe, expect, test } from "bun:test";
import { operator } from "../../../service/edges/cli/operator.ts";
import { addClipping, pageEntry } from "../../../service/features/insights/clippings/add-clipping.ts";
import {
  confirmClipping,
  mergeClippings,
  rejectClipping,
  removeClipping,
  updateClipping,
} from "../../../service/features/insights/clippings/change-clipping.ts";
import { listClippings } from "../../../service/features/insights/clippings/list-clippings-sql.ts";
import {
  type ClaimedProvider,
  finishReading,
} from "../../../service/features/insights/providers/reading-sql.ts";
import type { Match } from "../../../service/features/insights/providers/rules.ts";
import { publishAtOnce } from "../../../service/features/workflow/releases/sql.ts";
import { serviceScene } from "../../support/cast.ts";
import { createTestRelease, serviceKinds } from "../../support/service.ts";
import { listenToEverything } from "../../support/workflow.ts";
import { article, clippingCalls, createClipped } from "./clipping-calls.ts";
import { createTestProvider } from "./support.ts";

for (const kind of serviceKinds) {
  describe(`clippings on the ${kind} database`, () => {
    const { service } = serviceScene(kind);
    let agencyId: number;
    let releaseId: number;
    let clientId: number;

    beforeEach(async () => {
      ({ agencyId, releaseId, clientId } = await createClipped(service.sql));
    });
    const { clientOf, fields, add, one, act, insights, audits } = clippingCalls(service, () => ({
      agencyId,
      releaseId,
      clientId,
    }));

    test("a rejected clipping counts nowhere, comes back by hand alone, and no feed brings it again", async () => {
      expect(await findByFeed()).toBe(1);
      const { clippings } = await listClippings(service.sql, agencyId, {
        origin: "observed",
        clientIds: null,
      });
      const [{ id } = { id: "" }] = clippings;
      expect(await insights()).toMatchObject({ count: 1, confirmed: 0, found: 1 });
      await rejectClipping(service.sql, agencyId, act(id));
      expect(await insights()).toBeUndefined();
      expect(await findByFeed()).toBe(0);
      await confirmClipping(service.sql, agencyId, act(id));
      expect(await insights()).toMatchObject({ count: 1, confirmed: 1 });
      expect((await audits(id)).map(({ action }) => action)).toEqual([
        "clipping.rejected",
        "clipping.restored",
      ]);
    });

    test("what a person has rejected or moved elsewhere is not found again for the release", async () => {
      const { id } = await add();
      await rejectClipping(service.sql, agencyId, act(id));
      expect(await findByFeed()).toBe(0);
      expect(await findByFeed("https://kurier.example/anderes")).toBe(1);
      const { clippings } = await listClippings(service.sql, agencyId, {
        origin: "observed",
        clientIds: null,
      });
      await updateClipping(service.sql, agencyId, {
        ...act(clippings[0]?.id ?? ""),
        changes: { releaseId: null },
      });
      expect(await findByFeed("https://kurier.example/anderes")).toBe(0);
      expect((await audits(clippings[0]?.id ?? "")).at(-1)).toMatchObject({
        action: "clipping.moved",
        details: { before: { releaseId }, after: { releaseId: null } },
      });
    });

    test("of one article by hand and by feed the one by hand is shown, and the other stands behind it", async () => {
      const { id } = await add();
      expect(await findByFeed()).toBe(1);
      expect(await insights()).toMatchObject({ count: 1, items: [{ id }] });
      const rows =
        await service.sql`select origin from media_mention where agency_id = ${agencyId} and merged_into = ${id}`;
      expect(rows).toMatchObject([{ origin: "observed" }]);
      await removeClipping(service.sql, agencyId, act(id));
      expect(await insights()).toMatchObject({ count: 1, items: [{ provenance: { origin: "observed" } }] });
    });

    test("a clipping that is given to another client leaves the feed's find of the article to the first", async () => {
      const { id } = await add();
      await findByFeed();
      const elsewhere = await clientOf((await createTestRelease(service.sql, agencyId)).pressReleaseId);
      await updateClipping(service.sql, agencyId, { ...act(id), changes: { clientId: elsewhere } });
      const [found] = (await insights())?.items ?? [];
      expect(found).toMatchObject({ provenance: { origin: "observed" } });
      expect(await add()).toEqual({ outcome: "known", id: found?.id ?? "" });
      // Those that an earlier program left behind one of another client.
      await service.sql`
        update media_mention set merged_into = ${id} where agency_id = ${agencyId} and id = ${found?.id ?? ""}
      `;
      expect(await add()).toEqual({ outcome: "known", id: found?.id ?? "" });
    });

    test("a clipping that is given another address leaves the feed's find of the first, and keeps what people merged into it", async () => {
      const { id } = await add();
      await findByFeed();
      const { id: merged } = await add({ url: `${article}-amp` });
      await mergeClippings(service.sql, agencyId, { ...act(merged), into: id });
      await updateClipping(service.sql, agencyId, { ...act(id), changes: { headline: "Werk" } });
      expect(await insights()).toMatchObject({ count: 1 });
      await updateClipping(service.sql, agencyId, { ...act(id), changes: { url: `${article}/2` } });
      expect(await insights()).toMatchObject({ count: 2, found: 1, confirmed: 1 });
      expect(await one(merged)).toMatchObject({ mergedInto: id });
    });

    test("what a feed finds is told by a webhook, once, and nothing that stands behind another or was entered", async () => {
      await listenToEverything(service.sql, agencyId);
      const told = async () =>
        (
          await service.sql<{ event: { data: object }; pressReleaseId: number }[]>`
            select payload::jsonb as event, release_id as "pressReleaseId"
            from webhook_message
            where agency_id = ${agencyId} and event_type = 'mention.found'
          `
        ).map(({ event, pressReleaseId }) => ({ data: event.data, pressReleaseId }));
      await add();
      await findByFeed();
      expect(await told()).toEqual([]);
      const url = "https://kurier.example/neu";
      await findByFeed(url);
      await findByFeed(url);
      const common = { agencyId, clientId, medium: "Kurier", url, matchType: "mention" };
      expect(await told()).toEqual([
        {
          data: { ...common, id: expect.any(String), pressReleaseId: releaseId },
          pressReleaseId: releaseId,
        },
      ]);
    });

    test("a page that a person had read is confirmed, and stands with what people enter", async () => {
      const url = "https://kurier.example/gelesen";
      const read = { fields: fields({ url }), entry: pageEntry(url), actor: operator };
      const { id } = await addClipping(service.sql, agencyId, read);
      expect(await insights()).toMatchObject({ confirmed: 1, found: 0 });
      await findByFeed("https://kurier.example/gefunden");
      const list = async (origin: "imported" | "observed") =>
        (await listClippings(service.sql, agencyId, { origin, clientIds: null })).clippings;
      expect(await list("imported")).toMatchObject([{ id, origin: "observed", state: "confirmed" }]);
      expect(await list("observed")).toMatchObject([
        { url: "https://kurier.example/gefunden", state: "found" },
      ]);
    });

    describe("an article that feeds match with two releases of a client", () => {
      let laterId: number;
      beforeEach(async () => {
        const text = { title: "Zweites Werk", bodyMarkdown: "Bremen.", slugs: ["zweites-werk"] };
        const later = await publishAtOnce(service.sql, clientId, { ...text, publishedAt: null });
        laterId = later.pressReleaseId;
      });
      const sure = { matchType: "excerpt", confidence: "high" } as const;
      const linked = { matchType: "link", confidence: "high" } as const;
      const counted = async () => {
        const found = await insights({ releaseIds: [releaseId, laterId] });
        return found?.items.map(({ pressReleaseId, matchType }) => [pressReleaseId, matchType]);
      };

      test("is one clipping, of the better match or else of the later release, and another client has its own", async () => {
        const other = await createTestRelease(service.sql, agencyId, { clientName: "Konkurrent" });
        const elsewhere = { ...sure, releaseId: other.pressReleaseId };
        expect(await findByFeed(article, [{ ...sure, releaseId: laterId }, linked, elsewhere])).toBe(2);
        expect(await counted()).toEqual([[releaseId, "link"]]);
        expect(await insights({ releaseIds: [other.pressReleaseId] })).toMatchObject({ count: 1 });
        expect(await findByFeed(`${article}/2`, [sure, { ...sure, releaseId: laterId }])).toBe(1);
        expect(await insights({ releaseIds: [laterId] })).toMatchObject({ count: 1 });
        expect(await insights()).toMatchObject({ count: 1 });
      });

      test("stays the clipping of the release that it was found for, whatever a later reading matches", async () => {
        const later = { ...sure, releaseId: laterId };
        expect(await findByFeed()).toBe(1);
        for (const again of [[{}], [linked], [later]]) expect(await findByFeed(article, again)).toBe(0);
        expect(await counted()).toEqual([[releaseId, "mention"]]);
      });

      test("stays as it is after a person has confirmed it, or moved it", async () => {
        const later = { ...sure, releaseId: laterId };
        const found = async (url: string) => {
          await findByFeed(url);
          return (await insights())?.items.find((item) => item.url === url)?.id ?? "";
        };
        await confirmClipping(service.sql, agencyId, act(await found(article)));
        expect(await findByFeed(article, [later])).toBe(0);
        const url = `${article}/2`;
        const changes = { releaseId: null };
        await updateClipping(service.sql, agencyId, { ...act(await found(url)), changes });
        expect(await findByFeed(url, [later])).toBe(0);
      });
    });

    /** What a feed brings when it names the article. */
    async function findByFeed(url = article, matches: readonly Partial<Match>[] = [{}]): Promise<number> {
      const id = await createTestProvider(
        service.sql,
        agencyId,
        `https://feed.example/${crypto.randomUUID()}`,
      );
      const leaseToken = crypto.randomUUID();
      await service.sql`update provider_connection set lease_token = ${leaseToken} where agency_id = ${agencyId} and id = ${id}`;
      const provider: ClaimedProvider = {
        ...{
          agencyId,
          id,
          leaseToken,
          name: "Monitor",
          url: "",
          etag: null,
          lastModified: null,
          parts: null,
          faults: 0,
        },
      };
      const item = { headline: "Neues Werk", url, publishedAt: null, medium: null, text: "", markup: "" };
      const weak: Match = { releaseId, matchType: "mention", confidence: "low", method: "Abgleich" };
      const found = await finishReading(service.sql, provider, {
        ...{ etag: null, lastModified: null, parts: null, items: 1 },
        findings: matches.map((match) => ({ item, medium: "Kurier", match: { ...weak, ...match } })),
      });
      return found?.length ?? -1;
    }
  });
}
