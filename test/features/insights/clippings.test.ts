import { beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { operator } from "../../../service/edges/cli/operator.ts";
import { addClipping, pageEntry } from "../../../service/features/insights/clippings/add-clipping.ts";
import {
  confirmClipping,
  judgeClipping,
  mergeClippings,
  rejectClipping,
  removeClipping,
  updateClipping,
} from "../../../service/features/insights/clippings/change-clipping.ts";
import { listClippings } from "../../../service/features/insights/clippings/list-clippings.ts";
import type { ClippingFields } from "../../../service/features/insights/clippings/schema.ts";
import { findClipping } from "../../../service/features/insights/clippings/sql.ts";
import { importFile } from "../../../service/features/insights/import/import-file.ts";
import { fileSource } from "../../../service/features/insights/import/source.ts";
import {
  type ClaimedProvider,
  finishReading,
} from "../../../service/features/insights/providers/reading-sql.ts";
import { readExternalInsights } from "../../../service/features/insights/read-external-insights.ts";
import { runBackfillsToEnd } from "../../../service/floor/db/backfills/run-backfills.ts";
import { backfills } from "../../../service/floor/db/backfills.ts";
import { encodeCursor } from "../../../service/floor/db/keyset-list.ts";
import { migrations } from "../../../service/floor/db/migrations.ts";
import { createLog } from "../../../service/log.ts";
import { serviceScene } from "../../support/cast.ts";
import { errorOf } from "../../support/error-of.ts";
import { createFolder } from "../../support/server-process.ts";
import { createTestAgency, createTestRelease, serviceKinds } from "../../support/service.ts";
import { listenToEverything } from "../../support/workflow.ts";
import { createTestImport, createTestProvider, insertMention } from "./support.ts";

const unknownId = "018f4f0e-1111-7000-8000-000000000000";
const year = { from: "2026-01-01", to: "2026-12-31" };
const article = "https://kurier.example/werk";

for (const kind of serviceKinds) {
  describe(`clippings on the ${kind} database`, () => {
    const { service } = serviceScene(kind);
    let agencyId: number;
    let releaseId: number;
    let clientId: number;

    beforeEach(async () => {
      ({ agencyId } = await createTestAgency(service.sql));
      releaseId = (await createTestRelease(service.sql, agencyId)).pressReleaseId;
      clientId = await clientOf(releaseId);
    });

    test("what a person enters is imported, confirmed, shown with its day alone, and once for a client", async () => {
      const { outcome, id } = await add({ note: "nur für uns", reach: 1_000, reachSource: "IVW" });
      expect(outcome).toBe("added");
      expect(await add({ url: `${article}?utm_source=mail` })).toEqual({ outcome: "known", id });
      const counted = await insights();
      expect(counted).toMatchObject({
        count: 1,
        confirmed: 1,
        found: 0,
        byTone: [{ name: "not_judged", count: 1 }],
      });
      const [item] = counted?.items ?? [];
      expect(item).toMatchObject({
        ...{
          publishedOn: "2026-11-02",
          publishedAt: "2026-11-01T23:00:00.000Z",
          state: "confirmed",
          clientId,
        },
        provenance: { origin: "imported", method: "von Hand eingetragen" },
        reach: { value: 1_000, provenance: { origin: "estimated", source: "IVW" } },
      });
      expect(JSON.stringify(counted)).not.toContain("nur für uns");
      expect(JSON.stringify(await audits(id))).not.toContain("nur für uns");
    });

    test("what is wrong with a clipping is said at its field", async () => {
      const wrong: [keyof ClippingFields, Partial<ClippingFields>][] = [
        ["publishedOn", { publishedOn: "2099-01-01" }],
        ["publishedOn", { publishedOn: "" }],
        ["url", { url: "" }],
        ["url", { url: "javascript:alert(1)" }],
        ["headline", { headline: "x".repeat(501) }],
        ["medium", { medium: "" }],
        ["reachSource", { reach: 5 }],
        ["reach", { reach: Number.NaN, reachSource: "IVW" }],
        ["releaseId", { releaseId: 2_000_000_000 }],
      ];
      for (const [field, changes] of wrong)
        expect(await errorOf(add(changes))).toMatchObject({
          details: { fieldErrors: { [field]: [expect.any(String)] } },
        });
      expect(await add({ headline: "x".repeat(500) })).toMatchObject({ outcome: "added" });
      expect(await add({ url: "", mediaType: "print", place: "Seite 3" })).toMatchObject({
        outcome: "added",
      });
    });

    test("a clipping without a release counts for its client alone", async () => {
      await add({ releaseId: null });
      expect(await insights()).toBeUndefined();
      const [item] = (await insights({ releaseIds: [], clientIds: [clientId] }))?.items ?? [];
      expect(item).toMatchObject({ headline: "Neues Werk", clientId });
      expect(item).not.toHaveProperty("pressReleaseId");
    });

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

    test("one that stands behind another counts for the client to whom it is given", async () => {
      const { id: shown } = await add();
      const { id } = await add({ url: `${article}-amp` });
      await mergeClippings(service.sql, agencyId, { ...act(id), into: shown });
      const elsewhere = await clientOf((await createTestRelease(service.sql, agencyId)).pressReleaseId);
      await updateClipping(service.sql, agencyId, { ...act(id), changes: { clientId: elsewhere } });
      expect(await insights({ releaseIds: [], clientIds: [elsewhere] })).toMatchObject({ count: 1 });
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

    test("corrections keep what is not named, and are logged before and after", async () => {
      const { id } = await add({ note: "alt" });
      await updateClipping(service.sql, agencyId, {
        ...act(id),
        changes: { headline: "Besser", note: "neu" },
      });
      expect(await one(id)).toMatchObject({
        headline: "Besser",
        note: "neu",
        medium: "Kurier",
        day: "2026-11-02",
      });
      expect((await audits(id)).at(-1)).toEqual({
        action: "clipping.updated",
        details: {
          before: { headline: "Neues Werk", note: true },
          after: { headline: "Besser", note: true },
        },
      });
    });

    test("a tone and key messages are the agency's judgement, and a message that nobody wrote down is refused", async () => {
      const { id } = await add();
      await judgeClipping(service.sql, agencyId, { ...act(id), tone: "positive", keyMessages: [] });
      expect(await one(id)).toMatchObject({ tone: "positive", toneAt: expect.any(Date) });
      expect(await insights()).toMatchObject({ byTone: [{ name: "positive", count: 1 }] });
      const judged = judgeClipping(service.sql, agencyId, { ...act(id), tone: null, keyMessages: ["x"] });
      expect(await errorOf(judged)).toMatchObject({ code: "validation_error" });
    });

    test("two of the same article are merged into one, and come apart again", async () => {
      const first = (await add()).id;
      const second = (await add({ url: "https://kurier.example/werk-amp" })).id;
      await mergeClippings(service.sql, agencyId, { ...act(second), into: first });
      expect(await insights()).toMatchObject({ count: 1, items: [{ id: first }] });
      expect(
        await errorOf(mergeClippings(service.sql, agencyId, { ...act(first), into: second })),
      ).toMatchObject({
        code: "version_conflict",
      });
      await confirmClipping(service.sql, agencyId, act(second));
      expect(await insights()).toMatchObject({ count: 2 });
    });

    test("what a file brought is rejected, not deleted; a later file leaves it rejected", async () => {
      const import_id = await createTestImport(service.sql, agencyId);
      await insertMention(service.sql, agencyId, { release_id: releaseId, import_id });
      const { clippings } = await listClippings(service.sql, agencyId, {
        origin: "imported",
        clientIds: null,
      });
      const id = clippings[0]?.id ?? "";
      expect(await errorOf(removeClipping(service.sql, agencyId, act(id)))).toMatchObject({
        code: "version_conflict",
      });
      await rejectClipping(service.sql, agencyId, act(id));
      expect(await one(id)).toMatchObject({ state: "rejected", isByHand: false });
    });

    test("what a person has said of a file's clipping holds for the same one of a later file", async () => {
      const importOf = async (headline: string) => {
        const path = join(createFolder("clippings-"), "a.csv");
        const line = `${releaseId};Kurier;Online;${headline};${article};02.11.2026;Auszug;Dienst`;
        await Bun.write(path, `Meldung;Medium;Mediengattung;Titel;Link;Datum;Trefferart;Quelle\n${line}`);
        await importFile(service.sql, agencyId, { kind: "media-mentions", source: fileSource(path) });
        const list = await listClippings(service.sql, agencyId, { origin: "imported", clientIds: null });
        return list.clippings;
      };
      const id = (await importOf("Vorher"))[0]?.id ?? "";
      await judgeClipping(service.sql, agencyId, { ...act(id), tone: "mixed", keyMessages: [] });
      await rejectClipping(service.sql, agencyId, act(id));
      expect(await importOf("Nachher")).toMatchObject([
        { headline: "Nachher", state: "rejected", tone: "mixed", publishedOn: "2026-11-02" },
      ]);
    });

    test("another agency's clipping is an unknown one for each verb", async () => {
      const { id } = await add();
      const stranger = (await createTestAgency(service.sql)).agencyId;
      for (const foreign of [id, unknownId]) {
        const acts = [
          () => updateClipping(service.sql, stranger, { ...act(foreign), changes: { headline: "x" } }),
          () => confirmClipping(service.sql, stranger, act(foreign)),
          () => rejectClipping(service.sql, stranger, act(foreign)),
          () => removeClipping(service.sql, stranger, act(foreign)),
          () => judgeClipping(service.sql, stranger, { ...act(foreign), tone: null, keyMessages: [] }),
          () => mergeClippings(service.sql, stranger, { ...act(foreign), into: id }),
        ];
        for (const each of acts) expect(await errorOf(each())).toMatchObject({ code: "not_found" });
      }
      const added = addClipping(service.sql, stranger, { fields: fields(), actor: operator });
      expect(await errorOf(added)).toMatchObject({ code: "not_found" });
      expect(await one(id)).toMatchObject({ headline: "Neues Werk", state: "confirmed" });
    });

    test("the list is filtered, sorted and read page by page without a gap", async () => {
      for (const n of [1, 2, 3, 4, 5])
        await add({ url: `${article}/${n}`, medium: `Blatt ${6 - n}`, publishedOn: `2026-11-0${n}` });
      const list = { origin: "imported", clientIds: null } as const;
      for (const sort of ["published", "arrived", "medium"] as const) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await listClippings(service.sql, agencyId, { ...list, sort, cursor, limit: 2 });
          seen.push(...page.clippings.map(({ medium }) => medium));
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);
        expect(seen).toEqual([1, 2, 3, 4, 5].map((n) => `Blatt ${n}`));
      }
      const forged = (ms: number) => {
        const cursor = encodeCursor({ name: "clippings-published" }, `${ms}/${unknownId}`);
        return listClippings(service.sql, agencyId, { ...list, cursor });
      };
      const [first, last] = [Date.parse("0001-01-01T00:00:00.000Z"), Date.parse("9999-12-31T23:59:59.999Z")];
      expect((await forged(first)).clippings).toHaveLength(0);
      expect((await forged(last)).clippings).toHaveLength(5);
      for (const ms of [first - 1, last + 1])
        expect(await errorOf(forged(ms))).toMatchObject({ code: "invalid_cursor" });
      const narrowed = await listClippings(service.sql, agencyId, {
        ...list,
        ...{ clientId, releaseId, medium: "blatt 3", tone: "not_judged", state: "confirmed", query: "werk" },
        ...{ from: "2026-11-03", to: "2026-11-03" },
      });
      expect(narrowed.clippings.map(({ medium }) => medium)).toEqual(["Blatt 3"]);
      expect(await listClippings(service.sql, agencyId, { ...list, clientIds: [] })).toMatchObject({
        clippings: [],
      });
    });

    test("the backfill writes the client of rows from before", async () => {
      const import_id = await createTestImport(service.sql, agencyId);
      await insertMention(service.sql, agencyId, { release_id: releaseId, import_id });
      await service.sql`delete from backfill where name = 'mention-client'`;
      await runBackfillsToEnd(
        service.sql,
        { backfills, migrations },
        { log: createLog("silent", () => {}), signal: new AbortController().signal },
      );
      const rows = await service.sql`select client_id from media_mention where agency_id = ${agencyId}`;
      expect(rows).toMatchObject([{ client_id: clientId }]);
    });

    async function clientOf(id: number): Promise<number> {
      const [row] = await service.sql<{ id: number }[]>`
        select client_id as id from release where agency_id = ${agencyId} and id = ${id}
      `;
      return row?.id ?? 0;
    }
    const fields = (changes: Partial<ClippingFields> = {}): ClippingFields => ({
      ...{ clientId, releaseId, medium: "Kurier", mediaType: "online", headline: "Neues Werk", url: article },
      ...{ publishedOn: "2026-11-02", author: null, place: null, language: null, note: null, reach: null },
      ...{ reachSource: null, matchType: "mention" },
      ...changes,
    });
    const add = async (changes: Partial<ClippingFields> = {}) =>
      await addClipping(service.sql, agencyId, { fields: fields(changes), actor: operator });
    const one = async (id: string) => await findClipping(service.sql, agencyId, { id });
    const act = (id: string) => ({ id, actor: operator });
    const insights = async (input: { releaseIds?: number[]; clientIds?: number[] } = {}) =>
      (
        await readExternalInsights(service.sql, agencyId, {
          releaseIds: [releaseId],
          clientIds: [],
          window: year,
          ...input,
        })
      )?.mediaMentions;
    const audits = async (id: string) =>
      await service.sql<{ action: string; details: unknown }[]>`
        select action, details from audit where agency_id = ${agencyId} and subject_id = ${id} order by id
      `;

    /** What a feed brings when it names the article. */
    async function findByFeed(url = article): Promise<number> {
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
      const match = { releaseId, matchType: "mention", confidence: "low", method: "Abgleich" } as const;
      const found = await finishReading(service.sql, provider, {
        ...{ etag: null, lastModified: null, parts: null, items: 1 },
        findings: [{ item, medium: "Kurier", match }],
      });
      return found?.length ?? -1;
    }
  });
}
