import { expect, test } from "bun:test";
import { getAsset } from "../../../../service/features/media/list-assets.ts";
import { assetStamp, updateAsset } from "../../../../service/features/media/update-asset.ts";
import { insertPicture } from "../../../features/media/support/insert-picture.ts";
import { operator } from "../../../features/media/support/media.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { countLockWaits } from "../../../support/lock-waits.ts";
import { until } from "../../../support/until.ts";
import { refusalOf } from "../../../support/workflow.ts";
import { createDashboardUser, seenStampIn, send } from "../support.ts";

const { service, sql, workshop, owner } = serviceScene();
const colleague = given(() => createDashboardUser(service, workshop.agencyId));

async function storedPicture(caption = "Halle") {
  const { agencyId, clientId } = workshop;
  const assetId = await insertPicture(sql, agencyId, { clientId, caption });
  const at = `/app/kunden/${clientId}/mediathek`;
  const stored = async () => await getAsset(sql, agencyId, assetId);
  return { assetId, at, page: `${at}/${assetId}`, stored };
}

test("an older page of a picture does not undo what a colleague has written, nor the focus that they have set", async () => {
  const { page, stored } = await storedPicture("Halle 3");
  const seenStamp = seenStampIn(await (await owner.get(page)).text(), page);
  const written = { alt: "Ein Werk", credit: "Foto: B. Richtig", caption: "Halle 4", seenStamp };
  const first = { ...written, focusX: "20", focusY: "50" };
  expect((await colleague.post(page, first)).status).toBe(303);
  // A double click.
  expect((await colleague.post(page, first)).status).toBe(303);
  const older = { ...written, credit: "Foto: A. Ärger", caption: "Halle 3", focusX: "50", focusY: "50" };
  const refused = await owner.post(page, older);
  const text = await refused.text();
  expect(refused.status).toBe(409);
  for (const words of [
    "Jemand hat diese Angaben inzwischen geändert",
    "Inzwischen gespeichert: „Foto: B. Richtig“",
    "Inzwischen gespeichert: „20“",
    'value="Foto: A. Ärger"',
  ])
    expect(text).toContain(words);
  expect(await stored()).toMatchObject({ credit: "Foto: B. Richtig", focus: { x: 20, y: 50 } });
  // Whoever leaves a field of the focus empty has seen it all the same.
  const again = { ...older, focusX: "", seenStamp: seenStampIn(text, page) };
  expect((await owner.post(page, again)).status).toBe(303);
  expect(await stored()).toMatchObject({ credit: "Foto: A. Ärger", focus: { x: 20, y: 50 } });
});

test("a change that waits for a colleague's sees it before it is written", async () => {
  const { assetId, stored } = await storedPicture();
  const seenStamp = assetStamp(await stored(), { hasFocus: false });
  const texts = { alt: "Vorher", credit: "Foto: A", caption: null };
  const older = await sql.begin(async (transaction) => {
    await transaction`update asset set alt = 'Nachher' where id = ${assetId}`;
    const change = updateAsset(sql, workshop.agencyId, { assetId, ...texts, seenStamp, actor: operator });
    const ended = refusalOf(change);
    await until(async () => (await countLockWaits(sql)) > 0);
    return { ended };
  });
  expect(await older.ended).toBe("version_conflict");
  expect(await stored()).toMatchObject({ alt: "Nachher" });
});

test("of several files that are described at once those stay which a colleague has changed since, and it says what is stored", async () => {
  const [one, two] = [await storedPicture("eins"), await storedPicture("zwei")];
  const change = async ({ assetId, stored }: typeof one) => ({
    ...{ assetId, alt: "Neu", credit: "Foto: A. Ärger", caption: "" },
    seenStamp: assetStamp(await stored(), { hasFocus: false }),
  });
  const changes = [await change(one), await change(two)];
  await updateAsset(sql, workshop.agencyId, {
    ...{ assetId: two.assetId, alt: "Vom Kollegen", caption: "", actor: operator },
  });
  const save = async (sent: object[]) => {
    const body = JSON.stringify({ changes: sent });
    const headers = { cookie: owner.cookie, "content-type": "application/json" };
    const answer = await send(service, `${one.at}/angaben`, { method: "POST", body, headers });
    return (await answer.json()) as {
      saved: number;
      files: { assetId: string; seenStamp: string; problem?: string }[];
    };
  };
  const { saved, files } = await save(changes);
  expect(saved).toBe(1);
  const [kept] = files.filter(({ problem }) => problem !== undefined);
  expect(kept?.assetId).toBe(two.assetId);
  expect(kept?.problem).toContain(
    "Gespeichert ist: Alternativtext „Vom Kollegen“, Bildnachweis „Foto: A. Ärger“, Bildunterschrift leer.",
  );
  expect([(await one.stored()).alt, (await two.stored()).alt]).toEqual(["Neu", "Vom Kollegen"]);
  const again = changes.map((each) => ({
    ...each,
    alt: "Noch neuer",
    seenStamp: files.find(({ assetId }) => assetId === each.assetId)?.seenStamp,
  }));
  expect((await save(again)).saved).toBe(2);
});
