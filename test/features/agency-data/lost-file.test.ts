import { afterAll, expect, test } from "bun:test";
import { exportAgency } from "../../../service/features/agency-data/export-agency.ts";
import { exportedMedia } from "../../../service/features/agency-data/exported-media.ts";
import { parseS3Url } from "../../../service/features/reporting/exports/parse-s3-url.ts";
import { s3Key, startS3Stub } from "../../program/s3/s3-stub.ts";
import { databaseScene } from "../../support/cast.ts";
import { thrownBy } from "../../support/error-of.ts";
import { drawJpeg } from "../media/support/draw.ts";
import { add, createMediaClient, openTestMedia } from "../media/support/media.ts";

const { sql, agency, atEnd } = databaseScene();
const stub = startS3Stub();
afterAll(() => stub.stop());
const credentials = `${s3Key.accessKeyId}:${encodeURIComponent(s3Key.secretAccessKey)}@`;

test.each([
  ["the database", null],
  ["an outside store", parseS3Url(`${stub.url.replace("//", `//${credentials}`)}/medien`)],
])(
  "a file that %s has lost is named in an agency's archive, and all others are there",
  async (_place, exportS3) => {
    const media = openTestMedia(sql, { exportS3 });
    atEnd(() => media.close());
    const { agencyId } = agency;
    const clientId = await createMediaClient(sql, agencyId);
    const ids: string[] = [];
    for (const width of [300, 310, 320])
      ids.push((await add(media, agencyId, { clientId, bytes: await drawJpeg(width, 200) })).assetId);
    const [first, lost, last] = ids;
    const [row] = await sql<{ fileId: string }[]>`
      select blob_id as "fileId" from asset where agency_id = ${agencyId} and id = ${lost ?? ""}
    `;
    await media.fileStore.remove({ agencyId, fileId: row?.fileId ?? "" });
    const archive = async () => {
      const stream = await exportAgency(sql, agencyId, { files: [exportedMedia(media)] });
      return Buffer.from(await new Response(stream).arrayBuffer()).toString("latin1");
    };
    const whole = await archive();
    expect(whole).toContain(`files/${lost}/bild.jpg fehlt im Speicher`);
    for (const name of [`files/${first}/bild.jpg`, `files/${last}/bild.jpg`, "README.txt"])
      expect(whole).toContain(name);
    // A store that is away comes back: its files are not lost.
    if (exportS3 !== null) {
      stub.failWith = 503;
      expect(await thrownBy(archive())).toThrow();
      stub.failWith = null;
    }
    await sql`delete from asset where agency_id = ${agencyId}`;
  },
);
