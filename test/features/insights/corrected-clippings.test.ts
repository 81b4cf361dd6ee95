import { beforeEach, describe, expect, test } from "bun:test";
import { completePersona } from "../../../service/features/clients/persona-rules.ts";
import { insertPersona } from "../../../service/features/clients/persona-sql.ts";
import { addClipping } from "../../../service/features/insights/clippings/add-clipping.ts";
import {
  confirmClipping,
  judgeClipping,
  mergeClippings,
  rejectClipping,
  updateClipping,
} from "../../../service/features/insights/clippings/change-clipping.ts";
import { listClippings } from "../../../service/features/insights/clippings/list-clippings-sql.ts";
import type { ClippingFields } from "../../../service/features/insights/clippings/schema.ts";
import { importFile } from "../../../service/features/insights/import/import-file.ts";
import { leftOverRowsAtOnce } from "../../../service/features/insights/import/left-over-sql.ts";
import { readExternalInsights } from "../../../service/features/insights/read-external-insights.ts";
import { databaseScene } from "../../support/cast.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { createTestAgency, createTestRelease, type TestRelease } from "../../support/service.ts";
import { refusalOf } from "../../support/workflow.ts";

const actor = { type: "operator", id: null } as const;
const article = "https://kurier.example/werk";
const secret = "Geheime Übernahme von X";

forEachDatabase((_name, open) => {
  const { sql } = databaseScene(open);
  let agencyId: number;
  let own: TestRelease;
  let other: TestRelease;
  beforeEach(async () => {
    ({ agencyId } = await createTestAgency(sql));
    own = await createTestRelease(sql, agencyId);
    other = await createTestRelease(sql, agencyId, { clientName: "Konkurrent" });
  });

  test("a clipping that goes to another client leaves the key messages of the first behind", async () => {
    const { id } = await add();
    const persona = completePersona({ keyMessages: [secret] });
    await insertPersona(sql, agencyId, { clientId: own.clientId, persona });
    await judgeClipping(sql, agencyId, { id, actor, tone: "positive", keyMessages: [secret] });
    const changes = { clientId: other.clientId, releaseId: other.pressReleaseId };
    await updateClipping(sql, agencyId, { id, actor, changes });
    expect((await mentionsOf(other))?.byKeyMessage).toEqual([]);
    const [audit] = await sql<{ details: object }[]>`
      select details from audit where agency_id = ${agencyId} and subject_id = ${id} order by id desc limit 1`;
    expect(JSON.stringify(audit?.details)).toContain("keyMessages");
  });

  test("none is merged into a rejected one: neither of them would count", async () => {
    const { id: rejected } = await add();
    await rejectClipping(sql, agencyId, { id: rejected, actor });
    const { id } = await add({ url: `${article}-amp` });
    expect(await refusalOf(mergeClippings(sql, agencyId, { id, into: rejected, actor }))).toBe(
      "version_conflict",
    );
    expect((await mentionsOf(own))?.count).toBe(1);
  });

  test("of two people who merge a pair either way at once, one does and the other is told", async () => {
    const [{ id: one }, { id: other }] = [await add(), await add({ url: `${article}-amp` })];
    for (let round = 0; round < 10; round += 1) {
      const merged = await Promise.allSettled([
        mergeClippings(sql, agencyId, { id: one, into: other, actor }),
        mergeClippings(sql, agencyId, { id: other, into: one, actor }),
      ]);
      const refused = merged.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []));
      expect(refused).toEqual(["version_conflict"]);
      for (const id of [one, other]) await confirmClipping(sql, agencyId, { id, actor });
    }
  });

  test("a day that no calendar has is refused", async () => {
    expect(await refusalOf(add({ publishedOn: "2026-02-31" }))).toBe("validation_error");
    await add({ publishedOn: "2026-02-28" });
  });

  describe("the next file of the same service", () => {
    test("does not bring what a person has moved to another release again", async () => {
      const [first] = await take();
      const changes = { clientId: other.clientId, releaseId: other.pressReleaseId };
      await updateClipping(sql, agencyId, { id: first?.id ?? "", actor, changes });
      await take(`${own.pressReleaseId};Bote;Online;Neu;https://bote.example/neu;03.11.2026;Auszug;Dienst`);
      expect([(await mentionsOf(own))?.count, (await mentionsOf(other))?.count]).toEqual([1, 1]);
    });

    test("leaves it there where it names both releases, and so does the file after that", async () => {
      const [first] = await take();
      const changes = { clientId: other.clientId, releaseId: other.pressReleaseId };
      await updateClipping(sql, agencyId, { id: first?.id ?? "", actor, changes });
      const line = `${other.pressReleaseId};Kurier;Online;Titel;${article};02.11.2026;Erwähnung;Dienst`;
      for (const others of [[line], [line], []]) {
        await take(...others);
        expect([(await mentionsOf(own))?.count, (await mentionsOf(other))?.count]).toEqual([undefined, 1]);
      }
    });

    test("brings what a person has moved to another release and back", async () => {
      const [first] = await take();
      const id = first?.id ?? "";
      for (const { clientId, pressReleaseId: releaseId } of [other, own])
        await updateClipping(sql, agencyId, { id, actor, changes: { clientId, releaseId } });
      for (const again of [1, 2]) {
        await take();
        expect([again, (await mentionsOf(own))?.count]).toEqual([again, 1]);
      }
    });

    test("leaves what a person has added", async () => {
      const [first] = await take();
      const changes: Partial<ClippingFields> = {
        ...{ author: "Anna Autor", place: "Seite 3", language: "de" },
        ...{ matchType: "full_text", reach: 100, reachSource: "IVW 3/2026" },
      };
      await updateClipping(sql, agencyId, { id: first?.id ?? "", actor, changes });
      const again = await take();
      expect(again).toHaveLength(1);
      expect(again[0]).toMatchObject(changes);
    });

    test("leaves what a person has put right, and says the rest anew", async () => {
      const [first] = await take();
      const id = first?.id ?? "";
      await updateClipping(sql, agencyId, { id, actor, changes: { medium: "Weser-Kurier" } });
      const changes = { mediaType: "podcast", publishedOn: "2026-11-01", url: `${article}/2` } as const;
      await updateClipping(sql, agencyId, { id, actor, changes });
      const [again] = await take(
        `${own.pressReleaseId};Kurier;Online;Titel, neu;${article};02.11.2026;Auszug;Dienst`,
      );
      const { publishedOn: day, ...rest } = changes;
      expect(again).toMatchObject({
        ...rest,
        day,
        medium: "Weser-Kurier",
        headline: "Titel, neu",
        matchType: "excerpt",
      });
      await updateClipping(sql, agencyId, { id, actor, changes: { headline: "Der Titel" } });
      const [third] = await take("");
      expect(third).toMatchObject({
        ...rest,
        day,
        medium: "Weser-Kurier",
        headline: "Der Titel",
        matchType: "mention",
      });
    });

    test("says the reach anew of a clipping of which a person has corrected something else", async () => {
      const takeReach = (reach: number) => takeLines([`${heading};Reichweite`, `${line()};${reach}`]);
      const [first] = await takeReach(100_000);
      const id = first?.id ?? "";
      // As a form sends it: with the file's own source.
      const shown = { reach: 100_000, reachSource: "Dienst" };
      await updateClipping(sql, agencyId, { id, actor, changes: { ...shown, headline: "Der Titel" } });
      const said = { headline: "Der Titel", reach: 120_000, reachSource: null };
      expect(await takeReach(120_000)).toMatchObject([said]);
      const changes = { reach: 120_000, reachSource: "IVW 3/2026" };
      await updateClipping(sql, agencyId, { id, actor, changes });
      expect(await takeReach(130_000)).toMatchObject([changes]);
      await updateClipping(sql, agencyId, { id, actor, changes: { headline: "Neuer Titel" } });
      expect(await takeReach(140_000)).toMatchObject([changes]);
    });

    test("keeps its clippings under their ids, with what is merged into them", async () => {
      const [first] = await take();
      const id = first?.id ?? "";
      const { id: merged } = await add({ url: `${article}-amp` });
      await mergeClippings(sql, agencyId, { id: merged, into: id, actor });
      const line = `${own.pressReleaseId};Bote;Online;Neu;https://bote.example/neu;03.11.2026;Auszug;Dienst`;
      expect((await take(line)).map((each) => each.id)).toContain(id);
      const mentions = await sql`select id, merged_into from media_mention where agency_id = ${agencyId}`;
      expect(mentions).toHaveLength(3);
      expect(mentions).toContainEqual({ id: merged, merged_into: id });
    });

    test("keeps the ids of a great file too", async () => {
      const lines = Array.from(
        { length: leftOverRowsAtOnce + 1 },
        (_, n) => `${own.pressReleaseId};Bote;Online;Titel ${n};${article}/${n};03.11.2026;Auszug;Dienst`,
      );
      const idsOf = async () =>
        (await sql`select id, url from media_mention where agency_id = ${agencyId} order by url`).map(
          ({ id, url }) => `${id} ${url}`,
        );
      await take(...lines);
      const before = await idsOf();
      expect(before).toHaveLength(leftOverRowsAtOnce + 2);
      await take(...lines.toReversed());
      expect(await idsOf()).toEqual(before);
    });
  });

  const add = async (changes: Partial<ClippingFields> = {}) => {
    const fields: ClippingFields = {
      ...{ clientId: own.clientId, releaseId: own.pressReleaseId, medium: "Kurier", mediaType: "online" },
      ...{ headline: "Neues Werk", url: article, publishedOn: "2026-11-02", author: null, place: null },
      ...{ language: null, note: null, reach: null, reachSource: null, matchType: "mention" },
      ...changes,
    };
    return await addClipping(sql, agencyId, { fields, actor });
  };
  const mentionsOf = async ({ pressReleaseId, clientId }: TestRelease) => {
    const window = { from: "2026-01-01", to: "2026-12-31" };
    const input = { releaseIds: [pressReleaseId], clientIds: [clientId], window };
    return (await readExternalInsights(sql, agencyId, input))?.mediaMentions;
  };
  /** The same clipping in a file each time, with others. */
  const take = (...others: string[]) => takeLines([heading, line(), ...others]);
  const heading = "Meldung;Medium;Mediengattung;Titel;Link;Datum;Trefferart;Quelle";
  const line = () => `${own.pressReleaseId};Kurier;Online;Titel;${article};02.11.2026;Erwähnung;Dienst`;
  const takeLines = async (lines: string[]) => {
    const text = lines.join("\n");
    await importFile(sql, agencyId, {
      kind: "media-mentions",
      source: {
        name: "clippings.csv",
        async *read() {
          yield new TextEncoder().encode(text);
        },
      },
    });
    return (await listClippings(sql, agencyId, { origin: "imported", clientIds: null })).clippings;
  };
});
