import { expect, test } from "bun:test";
import { importFile } from "../../../../service/features/insights/import/import-file.ts";
import { serviceScene } from "../../../support/cast.ts";
import { thrownBy } from "../../../support/error-of.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";
import { createTestImport, createTestProvider, insertMention } from "../../insights/support.ts";
import { secrets } from "../../media-contacts/support.ts";
import { deleteData, getData } from "./support.ts";

const { service } = serviceScene();

test("an import that commits in the middle of a deletion does not make it fail, and leaves no half of itself", async () => {
  const { agencyId, key } = await createTestAgency(service.sql);
  const { pressReleaseId } = await createTestRelease(service.sql, agencyId);
  const response = await duringDeletion(key, async () => {
    const importId = await createTestImport(service.sql, agencyId);
    await insertMention(service.sql, agencyId, { release_id: pressReleaseId, import_id: importId });
  });
  expect(response.status).toBe(200);
  const { deleted } = (await response.json()) as { deleted: { mediaMentions: number } };
  const { mediaMentions } = await getData(service.url, key);
  expect(deleted.mediaMentions + mediaMentions.length).toBe(1);
  const [left] = await service.sql<{ imports: number }[]>`
    select count(*)::int as imports from insight_import where agency_id = ${agencyId}
  `;
  expect(left?.imports).toBe(mediaMentions.length);
});

test("a feed whose reading ends in the middle of a deletion does not make it fail", async () => {
  const { agencyId, key } = await createTestAgency(service.sql);
  const { pressReleaseId } = await createTestRelease(service.sql, agencyId);
  const providerId = await createTestProvider(service.sql, agencyId);
  let stored: Promise<string> | undefined;
  const response = await duringDeletion(key, async () => {
    stored = insertMention(service.sql, agencyId, {
      release_id: pressReleaseId,
      origin: "observed",
      provider_id: providerId,
    }).then(
      () => "stored",
      () => "refused",
    );
    await Promise.race([stored, Bun.sleep(300)]);
  });
  expect(response.status).toBe(200);
  await stored;
  const { mediaMentions, providerConnections } = await getData(service.url, key);
  expect({ mediaMentions, providerConnections }).toEqual({ mediaMentions: [], providerConnections: [] });
});

test("contacts that are imported meanwhile come as a whole, or not at all where the import breaks off", async () => {
  for (const isBroken of [false, true]) {
    const { agencyId, key } = await createTestAgency(service.sql);
    const contacts = async () => {
      const rows = await service.sql`select from media_contact where agency_id = ${agencyId}`;
      return rows.length;
    };
    const lines = ["E-Mail;Medium;Land;Quelle;Rechtsgrundlage"].concat(
      Array.from({ length: 100 }, (_, n) => `nr${n}@blatt.example;Blatt;DE;Impressum;Wunsch`),
    );
    const statuses: number[] = [];
    const read = async function* () {
      yield Buffer.from(`${lines.slice(0, 80).join("\n")}\n`);
      if ((await contacts()) > 0) {
        statuses.push((await deleteData(service.url, key, "DELETE REPORTING DATA")).status);
        if (isBroken) throw new Error("the power went");
      }
      yield Buffer.from(lines.slice(80).join("\n"));
    };
    const source = { name: "verteiler.csv", read };
    const taken = importFile(service.sql, agencyId, { kind: "media-contacts", secrets, source });
    if (isBroken) expect(await thrownBy(taken)).toThrow("the power went");
    else expect(await taken).toMatchObject({ outcome: "imported", inserted: 100 });
    expect([statuses, await contacts()]).toEqual([[200], isBroken ? 0 : 100]);
  }
});

/** Holds a deletion behind the mentions and before what brought them, while `work` commits. */
async function duringDeletion(key: string, work: () => Promise<void>): Promise<Response> {
  const isHeld = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  const holder = service.sql.begin(async (transaction) => {
    await transaction`lock table ai_visibility_run in share mode`;
    isHeld.resolve();
    await mayGoOn.promise;
  });
  await isHeld.promise;
  const deletion = deleteData(service.url, key, "DELETE REPORTING DATA");
  await until("the deletion waits", async () => {
    const waiting = await service.sql`
      select
      from pg_locks
      where relation = 'ai_visibility_run'::regclass
        and not granted
    `;
    return waiting.length > 0;
  });
  await work();
  mayGoOn.resolve();
  await holder;
  return await deletion;
}
