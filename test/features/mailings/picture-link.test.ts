import { expect, test } from "bun:test";
import { readFigures, readMailing } from "../../../service/features/mailings/mailings.ts";
import { serviceScene } from "../../support/cast.ts";
import { insertTestAssets } from "../../support/test-assets.ts";
import { until } from "../../support/until.ts";
import { createContact, secretKey } from "../media-contacts/support.ts";
import { createDesk, keptMails, prepareAll, publicUrl, sendAll, sendMailing } from "./support.ts";

const { service, sql } = serviceScene("server", { SECRET_KEY: Buffer.from(secretKey).toString("hex") });
const browser = {
  accept: "text/html",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};

test("the link to a release's pictures leads to them, and its clicks are the mailing's", async () => {
  const desk = await createDesk(sql);
  const { agencyId, clientId, releaseId, listId } = desk;
  await createContact(sql, agencyId, { listIds: [listId] });
  const textOf = async () => {
    const id = await sendMailing(sql, desk);
    await prepareAll(sql);
    const mailer = keptMails();
    await sendAll(sql, mailer);
    return { id, text: mailer.mails[0]?.text ?? "" };
  };
  expect((await textOf()).text).not.toContain("Herunterladen");
  const assetId = Bun.randomUUIDv7();
  await insertTestAssets(sql, { agencyId, clientId }, [assetId]);
  await sql`update release set asset_ids = array[${assetId}::uuid] where agency_id = ${agencyId} and id = ${releaseId}`;
  expect((await textOf()).text).toMatch(/Dateien zum Herunterladen:\s+\S+#downloads/);
  await sql`update release set image_asset_id = ${assetId} where agency_id = ${agencyId} and id = ${releaseId}`;
  const { id, text } = await textOf();
  const links = text.match(/https:\S+utm_campaign=aussand-\S+/g) ?? [];
  expect(links).toHaveLength(2);
  expect(links[1]).toMatch(/utm_source=aussand-bilder.*#bilder$/);
  for (const link of [links[0], links[1], links[1]]) {
    const page = await fetch((link ?? "").replace(publicUrl, service.url), { headers: browser });
    expect(await page.text()).toContain('id="bilder"');
  }
  const mailing = await readMailing(sql, agencyId, { id, clientIds: null });
  const figures = await until("the clicks are counted", async () => {
    const found = await readFigures(sql, agencyId, mailing);
    return found?.clicks === 3 ? found : null;
  });
  expect(figures.pictureClicks).toBe(2);
}, 30_000);
