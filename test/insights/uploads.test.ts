import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ImportMapping } from "../../service/insights/import/columns.ts";
import { listMentions } from "../../service/insights/list-mentions.ts";
import { uploadLoops } from "../../service/insights/uploads/import-uploads.ts";
import { findMapping } from "../../service/insights/uploads/mapping-sql.ts";
import { addUploadPart, completeUpload, startUpload } from "../../service/insights/uploads/receive-upload.ts";
import {
  openUploadsMax,
  partBytesMax,
  refusedUploadsMax,
  type Upload,
} from "../../service/insights/uploads/schema.ts";
import { findUpload } from "../../service/insights/uploads/sql.ts";
import { startImport, stopImport } from "../../service/insights/uploads/start-import.ts";
import { createLog } from "../../service/log.ts";
import {
  createTestAgency,
  createTestRelease,
  databaseKinds,
  startTestService,
  type TestRelease,
  type TestService,
} from "../support/service.ts";
import { until } from "../support/until.ts";
import { insertMention } from "./support.ts";

const by = {
  actor: { type: "operator", id: null },
  requestId: "019aa000-0000-7000-8000-000000000000",
} as const;
const heading = "Meldung;Medium;Mediengattung;Titel;Link;Datum;Trefferart;Quelle";

for (const kind of databaseKinds) {
  describe(`uploads on the ${kind} database`, () => {
    let service: TestService;
    let agencyId: number;
    let release: TestRelease;

    beforeAll(async () => {
      service = await startTestService(kind);
      ({ agencyId } = await createTestAgency(service.sql));
      release = await createTestRelease(service.sql, agencyId, { title: "Neues Werk „Nord“ in Bremen" });
    }, 60_000);
    afterAll(() => service.stop());

    async function upload(
      content: Uint8Array | string,
      pieceBytes = partBytesMax,
      ownerId = agencyId,
    ): Promise<Upload> {
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      const uploadId = await startUpload(service.sql, ownerId, { kind: "media-mentions", fileName: "a.csv" });
      for (let at = 0; at * pieceBytes < bytes.byteLength; at += 1) {
        const piece = bytes.subarray(at * pieceBytes, (at + 1) * pieceBytes);
        await addUploadPart(service.sql, ownerId, { uploadId, position: at, content: piece });
      }
      return await completeUpload(service.sql, ownerId, { uploadId, ...by });
    }

    async function ended(
      id: string,
      states = ["imported", "known", "refused", "failed", "cancelled"],
      ownerId = agencyId,
    ) {
      const until = Date.now() + 30_000;
      for (;;) {
        const found = await findUpload(service.sql, ownerId, id);
        if (found !== null && states.includes(found.state)) return found;
        if (Date.now() > until) throw new Error(`The upload is still ${found?.state}.`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }

    /** The loops of a second process beside the service's own, which look every few seconds. */
    const work = async (loop: "imports" | "import-left-overs") => {
      const loops = uploadLoops({
        sql: service.sql,
        log: createLog("silent", () => {}),
        publicUrl: service.url,
      });
      await loops.find(({ name }) => name === loop)?.run(new AbortController().signal);
    };
    async function start(
      received: Upload,
      { mapping = {}, ownerId = agencyId }: { mapping?: ImportMapping; ownerId?: number },
    ): Promise<void> {
      await startImport(service.sql, ownerId, { upload: received, mapping, ...by });
      void work("imports");
    }
    /** All rows of the table, also those that do not count. */
    const rowsOf = async (ownerId: number) => {
      const [row] = await service.sql<{ count: number }[]>`
        select count(*)::integer as count from media_mention where agency_id = ${ownerId}
      `;
      return row?.count ?? 0;
    };
    const mentions = () => rowsOf(agencyId);
    const row = (n: number | string, named: string | number = release.pressReleaseId) =>
      `${named};Weser-Kurier;Tageszeitung;Grüße aus Bremen;https://weser.example/${n};02.11.2026;Auszug;Dienst`;

    test("a file in pieces, in Windows-1252 and with a release by number, address and headline, is imported", async () => {
      const content = [
        heading,
        row(1),
        row(2, `${service.url}${release.path}?utm_source=x`),
        row(3, 'Neues Werk "Nord" in  BREMEN'),
      ].join("\r\n");
      const received = await upload(Buffer.from(content, "latin1"), 37);
      expect(received.shape).toMatchObject({ encoding: "windows-1252", delimiter: ";" });
      expect(received.shape?.heading).toEqual(heading.split(";"));
      expect(received.shape?.rows[0]?.[3]).toBe("Grüße aus Bremen");
      await start(received, {});
      const done = await ended(received.id);
      expect(done).toMatchObject({ state: "imported", result: { rows: 3, inserted: 3, badRows: 0 } });
      const [left] = await service.sql`
        select count(*)::integer as count from insight_upload_part where upload_id = ${received.id}
      `;
      expect(left?.count).toBe(0);
      const stored = await service.sql`
        select release_id, media_type, match_type from media_mention where agency_id = ${agencyId}
      `;
      const each = { release_id: release.pressReleaseId, media_type: "print", match_type: "excerpt" };
      expect([...stored]).toEqual([each, each, each]);
      // The same file once more stores nothing.
      const again = await upload(Buffer.from(content, "latin1"));
      await start(again, {});
      expect((await ended(again.id)).state).toBe("known");
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
      await expect(
        startImport(service.sql, agencyId, { upload: received, mapping: without, ...by }),
      ).rejects.toThrow("source: is missing");
      await start(received, { mapping });
      expect(await ended(received.id)).toMatchObject({ state: "imported", result: { inserted: 1 } });
      const same = { kind: "media-mentions", heading: [" nr", "WO", "Was", "Webseite", "Wann"] } as const;
      expect(await findMapping(service.sql, agencyId, same)).toEqual(mapping);
      expect(await findMapping(service.sql, agencyId, { ...same, heading: ["Nr"] })).toBeNull();
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
      const first = await upload(text("Vorher", 60), partBytesMax, own);
      await start(first, { ownerId: own });
      await ended(first.id, ["imported"], own);
      const shown = async () => {
        const { mentions } = await listMentions(service.sql, own, { origin: "imported", clientIds: null });
        return [...new Set(mentions.map((mention) => mention.headline))];
      };
      const second = await upload(text("Nachher", 20_000), partBytesMax, own);
      await start(second, { ownerId: own });
      await until(async () => (await rowsOf(own)) > 500);
      expect(await shown()).toEqual(["Vorher"]);
      await stopImport(service.sql, own, { uploadId: second.id, ...by });
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
      const third = await upload(text("Danach", 100), partBytesMax, own);
      await start(third, { ownerId: own });
      expect(await ended(third.id, ["imported"], own)).toMatchObject({
        result: { inserted: 40, replaced: 60 },
      });
      expect(await shown()).toEqual(["Danach"]);
      await until(async () => (await rowsOf(own)) === 100);
    }, 60_000);

    test("a file whose process was killed while it stored rows is taken in anew, by itself", async () => {
      const { agencyId: own } = await createTestAgency(service.sql);
      const { pressReleaseId } = await createTestRelease(service.sql, own);
      const received = await upload([heading, row("killed", pressReleaseId)].join("\n"), partBytesMax, own);
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
    }, 60_000);

    test("what is no table is refused when it is complete, and forgotten", async () => {
      await expect(upload("")).rejects.toThrow("empty");
      await expect(upload("a\0b")).rejects.toThrow("NUL");
      const open = await service.sql`
        select id from insight_upload where agency_id = ${agencyId} and state in ('receiving', 'received')
      `;
      expect(open.count).toBe(0);
    });

    test("files with faults keep their bytes for a new mapping, but no more of them than the bound", async () => {
      const { agencyId: own } = await createTestAgency(service.sql);
      const refused: string[] = [];
      const keptIds = async () => {
        const rows = await service.sql<{ id: string }[]>`
          select distinct upload_id as id from insight_upload_part where agency_id = ${own} order by 1`;
        return rows.map(({ id }) => id);
      };
      for (let n = 0; n <= refusedUploadsMax; n += 1) {
        const uploadId = await startUpload(service.sql, own, { kind: "media-mentions", fileName: "f.csv" });
        await addUploadPart(service.sql, own, { uploadId, position: 0, content: Buffer.from(heading) });
        await service.sql`
          update insight_upload set state = 'refused' where agency_id = ${own} and id = ${uploadId}`;
        refused.push(uploadId);
      }
      expect(await keptIds()).toEqual(refused);
      await startUpload(service.sql, own, { kind: "media-mentions", fileName: "f.csv" });
      expect(await keptIds()).toEqual(refused.slice(1));
      expect((await findUpload(service.sql, own, refused[0] ?? ""))?.state).toBe("cancelled");
    });

    test("a missing piece, a piece too large, and a sixth open file are refused; nobody reaches another's", async () => {
      const open = () => startUpload(service.sql, agencyId, { kind: "media-mentions", fileName: "b.csv" });
      const ids = await Promise.all(Array.from({ length: openUploadsMax }, open));
      await expect(open()).rejects.toThrow("Finish or cancel");
      const [uploadId = ""] = ids;
      const part = (position: number, bytes: number) =>
        addUploadPart(service.sql, agencyId, { uploadId, position, content: new Uint8Array(bytes).fill(65) });
      await expect(part(0, partBytesMax + 1)).rejects.toThrow("Split it");
      await part(0, partBytesMax);
      await part(2, 1);
      await expect(completeUpload(service.sql, agencyId, { uploadId, ...by })).rejects.toThrow("missing");
      const stranger = (await createTestAgency(service.sql)).agencyId;
      const theirs = { uploadId, position: 0, content: new Uint8Array(1) };
      await expect(addUploadPart(service.sql, stranger, theirs)).rejects.toThrow("No file");
      await expect(completeUpload(service.sql, stranger, { uploadId, ...by })).rejects.toThrow("no upload");
      for (const id of ids) await stopImport(service.sql, agencyId, { uploadId: id, ...by });
    });
  });
}
