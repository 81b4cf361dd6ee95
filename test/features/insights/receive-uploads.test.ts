import { describe, expect, test } from "bun:test";
import { receiveUpload, startUpload } from "../../../service/features/insights/uploads/receive-upload.ts";
import {
  openUploadsMax,
  refusedUploadsMax,
  uploadBytesMax,
} from "../../../service/features/insights/uploads/schema.ts";
import { findUpload } from "../../../service/features/insights/uploads/sql.ts";
import { stopImport } from "../../../service/features/insights/uploads/start-import.ts";
import { mediaCleanupLoop } from "../../../service/features/media/cleanup.ts";
import type { MediaStore } from "../../../service/features/media/store-files.ts";
import { appendUpload, beginUpload, getUpload } from "../../../service/features/media/uploads.ts";
import { serviceScene } from "../../support/cast.ts";
import { errorOf, thrownBy } from "../../support/error-of.ts";
import { createTestAgency, serviceKinds } from "../../support/service.ts";
import { createMediaClient } from "../media/support/media.ts";
import { byOperator, handOver, storeOf } from "./support.ts";

const heading = "Meldung;Medium;Mediengattung;Titel;Link;Datum;Trefferart;Quelle";

for (const kind of serviceKinds) {
  describe(`uploads on the ${kind} database`, () => {
    const { service, agency } = serviceScene(kind);

    test("what is no table is refused when it is complete, and forgotten", async () => {
      expect(await thrownBy(upload(""))).toThrow("empty");
      expect(await thrownBy(upload("a\0b"))).toThrow("NUL");
      const open = await service.sql`
        select id from insight_upload where agency_id = ${agency.agencyId} and state in ('receiving', 'received')
      `;
      expect(open.count).toBe(0);
    });

    test("files with faults keep their bytes for a new mapping, but no more of them than the bound", async () => {
      const { agencyId: own } = await createTestAgency(service.sql);
      const refused: string[] = [];
      const keptIds = async () => {
        const rows = await service.sql<{ id: string }[]>`
          select distinct upload_id as id from asset_upload_part where agency_id = ${own} order by 1`;
        return rows.map(({ id }) => id);
      };
      for (let n = 0; n <= refusedUploadsMax; n += 1) {
        const { id: uploadId } = await upload(heading, own);
        await service.sql`
          update insight_upload set state = 'refused' where agency_id = ${own} and id = ${uploadId}`;
        refused.push(uploadId);
      }
      expect(await keptIds()).toEqual(refused);
      await startUpload(service.sql, own, named(1));
      expect(await keptIds()).toEqual(refused.slice(1));
      expect((await findUpload(service.sql, own, refused[0] ?? ""))?.state).toBe("cancelled");
    });

    test("a missing part, and a sixth open file are refused; nobody reaches another's", async () => {
      const open = () => startUpload(service.sql, agency.agencyId, named(2));
      const ids = await Promise.all(Array.from({ length: openUploadsMax }, open));
      expect(await thrownBy(open())).toThrow("Finish or cancel");
      const [uploadId = ""] = ids;
      const store = storeOf(service.sql);
      expect(await errorOf(receiveUpload(store, agency.agencyId, { uploadId, ...byOperator }))).toMatchObject(
        {
          code: "upload_conflict",
        },
      );
      expect((await findUpload(service.sql, agency.agencyId, uploadId))?.state).toBe("receiving");
      const stranger = (await createTestAgency(service.sql)).agencyId;
      const theirs = { uploadId, position: 0, bytes: new Uint8Array(2) };
      expect(await errorOf(appendUpload(store, stranger, theirs))).toMatchObject({ code: "not_found" });
      expect(await thrownBy(receiveUpload(store, stranger, { uploadId, ...byOperator }))).toThrow(
        "no upload",
      );
      for (const id of ids) await stopImport(service.sql, agency.agencyId, { uploadId: id, ...byOperator });
      const left = await service.sql`
        select id from asset_upload where agency_id = ${agency.agencyId} and id = any(${ids}::uuid[])`;
      expect(left.count).toBe(0);
    });

    test("a file has 1 to 268,435,456 bytes, and none of them count against the agency's room for pictures", async () => {
      const { agencyId: own } = await createTestAgency(service.sql);
      const start = (bytes: number) => startUpload(service.sql, own, named(bytes));
      for (const bytes of [0, Number.NaN, 1.5, -1]) expect(await thrownBy(start(bytes))).toThrow("empty");
      expect(await thrownBy(start(uploadBytesMax + 1))).toThrow("Split it");
      const uploadId = await start(uploadBytesMax);
      const clientId = await createMediaClient(service.sql, own);
      const asset = { clientId, fileName: "a.pdf", bytes: 10 };
      await beginUpload(service.sql, own, asset);
      await service.sql`update media_quota set bytes_max = 20 where agency_id = ${own}`;
      await beginUpload(service.sql, own, asset);
      expect(await errorOf(beginUpload(service.sql, own, asset))).toMatchObject({
        code: "asset_limit_reached",
      });
      expect((await getUpload(service.sql, own, uploadId)).clientId).toBeNull();
    });

    test("bytes of a file that broke off go after a week by the loop of all uploads", async () => {
      const { agencyId: own } = await createTestAgency(service.sql);
      const broken = await startUpload(service.sql, own, named(2));
      const store = storeOf(service.sql);
      await appendUpload(store, own, { uploadId: broken, position: 0, bytes: new Uint8Array(2) });
      const age = async (days: number) => {
        const [row] = await service.sql<{ at: Date }[]>`
          select expires_at as at from asset_upload where agency_id = ${own}`;
        const earlier = new Date(Number(row?.at) - days * 86_400_000);
        await service.sql`update asset_upload set expires_at = ${earlier} where agency_id = ${own}`;
      };
      await age(6);
      expect((await getUpload(service.sql, own, broken)).bytesReceived).toBe(2);
      await age(1);
      const uploads = { removeLeft: async () => {} };
      await mediaCleanupLoop({ ...store, uploads }).run(new AbortController().signal);
      expect((await service.sql`select from asset_upload_part where agency_id = ${own}`).count).toBe(0);
    });

    test("a store that is away gives no file up", async () => {
      const { agencyId: own } = await createTestAgency(service.sql);
      const store = storeOf(service.sql);
      const uploadId = await startUpload(service.sql, own, named(heading.length));
      await appendUpload(store, own, { uploadId, position: 0, bytes: Buffer.from(heading) });
      const away = {
        ...store,
        fileStore: {
          ...store.fileStore,
          read: () => ({
            [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error("away")) }),
          }),
        },
      };
      const receive = (deps: MediaStore) => receiveUpload(deps, own, { uploadId, ...byOperator });
      expect(await errorOf(receive(away))).toMatchObject({ code: "service_unavailable" });
      expect((await receive(store)).state).toBe("received");
    });

    const upload = (content: Uint8Array | string, ownerId = agency.agencyId) =>
      handOver(service.sql, ownerId, content);
  });
}

const named = (bytes: number) => ({ kind: "media-mentions", fileName: "b.csv", bytes }) as const;
