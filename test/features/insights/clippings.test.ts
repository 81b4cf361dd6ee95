import { beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { operator } from "../../../service/edges/cli/operator.ts";
import { addClipping } from "../../../service/features/insights/clippings/add-clipping.ts";
import {
  confirmClipping,
  judgeClipping,
  mergeClippings,
  rejectClipping,
  removeClipping,
  updateClipping,
} from "../../../service/features/insights/clippings/change-clipping.ts";
import { listClippings } from "../../../service/features/insights/clippings/list-clippings-sql.ts";
import type { ClippingFields } from "../../../service/features/insights/clippings/schema.ts";
import { importFile } from "../../../service/features/insights/import/import-file.ts";
import { fileSource } from "../../../service/features/insights/import/source.ts";
import { runBackfillsToEnd } from "../../../service/floor/db/backfills/run-backfills.ts";
import { backfills } from "../../../service/floor/db/backfills.ts";
import { encodeCursor } from "../../../service/floor/db/keyset-list.ts";
import { migrations } from "../../../service/floor/db/migrations.ts";
import { createLog } from "../../../service/log.ts";
import { serviceScene } from "../../support/cast.ts";
import { errorOf } from "../../support/error-of.ts";
import { createFolder } from "../../support/server-process.ts";
import { createTestAgency, createTestRelease, serviceKinds } from "../../support/service.ts";
import { article, clippingCalls, createClipped, unknownId } from "./clipping-calls.ts";
import { createTestImport, insertMention } from "./support.ts";

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

    test("one that stands behind another counts for the client to whom it is given", async () => {
      const { id: shown } = await add();
      const { id } = await add({ url: `${article}-amp` });
      await mergeClippings(service.sql, agencyId, { ...act(id), into: shown });
      const elsewhere = await clientOf((await createTestRelease(service.sql, agencyId)).pressReleaseId);
      await updateClipping(service.sql, agencyId, { ...act(id), changes: { clientId: elsewhere } });
      expect(await insights({ releaseIds: [], clientIds: [elsewhere] })).toMatchObject({ count: 1 });
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
  });
}
