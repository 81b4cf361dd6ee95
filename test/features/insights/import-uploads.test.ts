import { describe, expect, test } from "bun:test";
import { listClippings } from "../../../service/features/insights/clippings/list-clippings-sql.ts";
import type { ImportMapping } from "../../../service/features/insights/import/columns.ts";
import { uploadLoops } from "../../../service/features/insights/uploads/import-uploads.ts";
import { findMapping } from "../../../service/features/insights/uploads/mapping-sql.ts";
import type { Upload } from "../../../service/features/insights/uploads/schema.ts";
import { findUpload } from "../../../service/features/insights/uploads/sql.ts";
import { startImport, stopImport } from "../../../service/features/insights/uploads/start-import.ts";
import { createSecretCipher } from "../../../service/floor/secrets/secret-cipher.ts";
import { given, serviceScene } from "../../support/cast.ts";
import { thrownBy } from "../../support/error-of.ts";
import { createTestAgency, createTestRelease, serviceKinds } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { byOperator, handOver, insertMention, storeOf } from "./support.ts";

const heading = "Meldung;Medium;Mediengattung;Titel;Link;Datum;Trefferart;Quelle";

for (const kind of serviceKinds) {
  describe(`uploads on the ${kind} database`, () => {
    const { service, agency, atEnd } = serviceScene(kind);
    const release = given(() =>
      createTestRelease(service.sql, agency.agencyId, { title: "Neues Werk „Nord“ in Bremen" }),
    );
    const ending = new AbortController();
    const working: Promise<void>[] = [];
    atEnd(async () => {
      ending.abort();
      await Promise.allSettled(working);
    });

    test("a file in pieces, in Windows-1252 and with a release by number, address and headline, is imported", async () => {
      const content = [
        heading,
        row(1),
        row(2, `${service.url}${release.path}?utm_source=x`),
        row(3, 'Neues Werk "Nord" in  BREMEN'),
      ].join("\r\n");
      const received = await upload(Buffer.from(content, "latin1"));
      expect(received.shape).toMatchObject({ encoding: "windows-1252", delimiter: ";" });
      expect(received.shape?.heading).toEqual(heading.split(";"));
      expect(received.shape?.rows[0]?.[3]).toBe("Grüße aus Bremen");
      await start(received, {});
      const done = await ended(received.id);
      expect(done).toMatchObject({ state: "imported", result: { rows: 3, inserted: 3, badRows: 0 } });
      expect(done.shape).toBeNull();
      const [left] = await service.sql`
        select count(*)::integer as count from asset_upload where id = ${received.id}
      `;
      expect(left?.count).toBe(0);
      const stored = await service.sql`
        select release_id, media_type, match_type from media_mention where agency_id = ${agency.agencyId}
      `;
      const each = { release_id: release.pressReleaseId, media_type: "print", match_type: "excerpt" };
      expect([...stored]).toEqual([each, each, each]);
      // The same file once more stores nothing.
      const again = await upload(Buffer.from(content, "latin1"));
      await start(again, {});
      expect(await ended(again.id)).toMatchObject({ state: "known", shape: null });
      expect(await mentions()).toBe(3);
    });

    test("columns are mapped, one value may stand for all rows, and the next file of the kind remembers it", async () => {
      const text = `Nr;Wo;Was;Webseite;Wann\n${release.pressReleaseId};Kurier;Werk;https://k.example/1;2026-11-02\n`;
      const received = await upload(text);
      const mapping = {
        release_id: { column: "Nr" },
        medium: { column: "Wo" },
        headline: { column: "Was" },
        url: { column: "Webseite" },
        published_at: { column: "Wann" },
        media_type: { value: "online" },
        match_type: { value: "Nennung" },
        source: { value: "Eigene Suche" },
      };
      const { source: _, ...without } = mapping;
      expect(
        await thrownBy(
          startImport(service.sql, agency.agencyId, { upload: received, mapping: without, ...byOperator }),
        ),
      ).toThrow("source: is missing");
      await start(received, { mapping });
      expect(await ended(received.id)).toMatchObject({ state: "imported", result: { inserted: 1 } });
      const same = { kind: "media-mentions", heading: [" nr", "WO", "Was", "Webseite", "Wann"] } as const;
      expect(await findMapping(service.sql, agency.agencyId, same)).toEqual(mapping);
      expect(await findMapping(service.sql, agency.agencyId, { ...same, heading: ["Nr"] })).toBeNull();
    });

    test("one wrong row keeps all others out, is told with its line, and the file may be mapped anew", async () => {
      const before = await mentions();
      const received = await upload([heading, row("x"), row("y", "Unbekannte Meldung"), row("z")].join("\n"));
      await start(received, {});
      const refused = await ended(received.id);
      expect(refused).toMatchObject({ state: "refused", result: { rows: 3, badRows: 1 } });
      expect(refused.result?.badLines[0]).toMatchObject({ line: 3 });
      expect(await mentions()).toBe(before);
      await start(refused, { mapping: { release_id: { value: String(release.pressReleaseId) } } });
      expect((await ended(received.id, ["imported"])).result?.inserted).toBe(3);
    });

    test("of a refused file that is given up no row stays, neither a first one nor a wrong one", async () => {
      const received = await upload([heading, row("given up", "Unbekannte Meldung")].join("\n"));
      await start(received, {});
      const refused = await ended(received.id);
      expect([refused.shape?.rows.length, refused.result?.badLines.length]).toEqual([1, 1]);
      await stopImport(service.sql, agency.agencyId, { uploadId: received.id, ...byOperator });
      expect(await findUpload(service.sql, agency.agencyId, received.id)).toMatchObject({
        ...{ state: "cancelled", shape: null, result: null },
      });
    });

    test("an import that is cancelled while it stores rows leaves nothing, and what it was to replace stands", async () => {
      const { agencyId: own } = await createTestAgency(service.sql);
      const { pressReleaseId } = await createTestRelease(service.sql, own);
      const text = (headline: string, count: number) =>
        [
          heading,
          ...Array.from(
            { length: count },
            (_, n) =>
              `${pressReleaseId};Kurier;Online;${headline};https://k.example/${n};02.11.2026;Auszug;Dienst`,
          ),
        ].join("\n");
      const first = await upload(text("Vorher", 60), own);
      await start(first, { ownerId: own });
      await ended(first.id, ["imported"], own);
      const shown = async () => {
        const { clippings } = await listClippings(service.sql, own, { origin: "imported", clientIds: null });
        return [...new Set(clippings.map(({ headline }) => headline))];
      };
      const second = await upload(text("Nachher", 10_000), own);
      await start(second, { ownerId: own });
      await until(async () => (await rowsOf(own)) > 500);
      expect(await shown()).toEqual(["Vorher"]);
      await stopImport(service.sql, own, { uploadId: second.id, ...byOperator });
      await until(async () => {
        await work("import-left-overs");
        return (await rowsOf(own)) === 60;
      });
      expect(await shown()).toEqual(["Vorher"]);
      await until(async () => {
        const imports = await service.sql`select from insight_import where agency_id = ${own}`;
        return imports.count === 1;
      });
      expect((await findUpload(service.sql, own, second.id))?.state).toBe("cancelled");
      const third = await upload(text("Danach", 100), own);
      await start(third, { ownerId: own });
      expect(await ended(third.id, ["imported"], own)).toMatchObject({
        result: { inserted: 40, replaced: 60 },
      });
      expect(await shown()).toEqual(["Danach"]);
      await until(async () => (await rowsOf(own)) === 100);
    });

    test("a file whose process was killed while it stored rows is taken in anew, by itself", async () => {
      const { agencyId: own } = await createTestAgency(service.sql);
      const { pressReleaseId } = await createTestRelease(service.sql, own);
      const received = await upload([heading, row("killed", pressReleaseId)].join("\n"), own);
      // What is in the database when a process dies: its leases, and rows that do not count.
      const importId = "019aa000-0000-7000-8000-00000000dead";
      await service.sql`
        insert into insight_import (agency_id, id, kind, file_name, file_hash, rows, state, lease_until)
        values (${own}, ${importId}, 'media-mentions', 'a.csv', sha256('x'), 1, 'storing', now() - interval '1 second')
      `;
      await insertMention(service.sql, own, { release_id: pressReleaseId, import_id: importId });
      await start(received, { ownerId: own });
      expect(await ended(received.id, ["imported"], own)).toMatchObject({ result: { inserted: 1 } });
      expect(await rowsOf(own)).toBe(1);
    });

    test("a file of which the version before took the pieces is imported, and its pieces go", async () => {
      const { agencyId: own } = await createTestAgency(service.sql);
      const { pressReleaseId } = await createTestRelease(service.sql, own);
      const id = "019aa000-0000-7000-8000-00000000beef";
      const shape = { encoding: "utf-8", delimiter: ";", heading: heading.split(";"), rows: [] };
      await service.sql`
        insert into insight_upload (agency_id, id, kind, file_name, state, shape)
        values (${own}, ${id}, 'media-mentions', 'a.csv', 'received', ${service.sql.json(shape)})`;
      for (const [position, text] of [`${heading}\n`, row("old", pressReleaseId)].entries())
        await service.sql`
          insert into insight_upload_part (agency_id, upload_id, position, content)
          values (${own}, ${id}, ${position}, ${Buffer.from(text)})`;
      const found = await findUpload(service.sql, own, id);
      if (found === null) throw new Error("The upload is gone.");
      await start(found, { ownerId: own });
      expect(await ended(id, ["imported"], own)).toMatchObject({ result: { inserted: 1 } });
      const left = await service.sql`select from insight_upload_part where agency_id = ${own}`;
      expect(left.count).toBe(0);
    });

    const upload = (content: Uint8Array | string, ownerId = agency.agencyId) =>
      handOver(service.sql, ownerId, content);

    async function ended(
      id: string,
      states = ["imported", "known", "refused", "failed", "cancelled"],
      ownerId = agency.agencyId,
    ) {
      return await until(`the upload is ${states}`, async () => {
        const found = await findUpload(service.sql, ownerId, id);
        return states.includes(found?.state ?? "") && found;
      });
    }

    /** The loops of a second process beside the service's own, which look every few seconds. */
    const work = async (loop: "imports" | "import-left-overs") => {
      const loops = uploadLoops({
        ...storeOf(service.sql),
        publicUrl: service.url,
        secrets: createSecretCipher(new Uint8Array(32)),
      });
      await loops.find(({ name }) => name === loop)?.run(ending.signal);
    };
    async function start(
      received: Upload,
      { mapping = {}, ownerId = agency.agencyId }: { mapping?: ImportMapping; ownerId?: number },
    ): Promise<void> {
      await startImport(service.sql, ownerId, { upload: received, mapping, ...byOperator });
      working.push(work("imports"));
    }
    /** All rows of the table, also those that do not count. */
    const rowsOf = async (ownerId: number) => {
      const [row] = await service.sql<{ count: number }[]>`
        select count(*)::integer as count from media_mention where agency_id = ${ownerId}
      `;
      return row?.count ?? 0;
    };
    const mentions = () => rowsOf(agency.agencyId);
    const row = (n: number | string, named: string | number = release.pressReleaseId) =>
      `${named};Weser-Kurier;Tageszeitung;Grüße aus Bremen;https://weser.example/${n};02.11.2026;Auszug;Dienst`;
  });
}
