import { expect, test } from "bun:test";
import {
  changeMailing,
  createMailing,
  readFigures,
  readMailing,
} from "../../../service/features/mailings/mailings.ts";
import { scheduleMailing } from "../../../service/features/mailings/send-mailing.ts";
import { removeAsset } from "../../../service/features/media/remove-asset.ts";
import { databaseScene } from "../../support/cast.ts";
import { errorOf } from "../../support/error-of.ts";
import { countLockWaits } from "../../support/lock-waits.ts";
import { insertTestAssets } from "../../support/test-assets.ts";
import { until } from "../../support/until.ts";
import { createContact } from "../media-contacts/support.ts";
import { actor, createDesk, endAll, keptMails, prepareAll, sendAll } from "./support.ts";

const { sql } = databaseScene();
const replyTo = "anna@agentur.example";

/** A mailing with an attachment, to three contacts. */
async function drafted() {
  const desk = await createDesk(sql);
  const { agencyId, clientId, releaseId, listId } = desk;
  for (const _each of [1, 2, 3]) await createContact(sql, agencyId, { listIds: [listId] });
  const assetId = Bun.randomUUIDv7();
  await insertTestAssets(sql, { agencyId, clientId }, [assetId]);
  const { id } = await createMailing(sql, agencyId, { clientId, releaseId, replyTo }, { actor });
  await changeMailing(sql, agencyId, { id, listIds: [listId], assetIds: [assetId] }, { actor });
  return { agencyId, id, assetId, listId };
}

/** The same, ordered for now. */
async function ordered() {
  const { agencyId, id, assetId } = await drafted();
  await scheduleMailing(sql, agencyId, { id, dueAt: null, typedCount: null, isInforming: true }, { actor });
  const mailing = async () => await readMailing(sql, agencyId, { id, clientIds: null });
  const remove = async () => await removeAsset(sql, agencyId, { assetId, actor });
  return { agencyId, id, assetId, mailing, remove };
}

test("an attachment is not deleted while its mailing is being sent, and is once that is through", async () => {
  const { agencyId, id, mailing, remove } = await ordered();
  await prepareAll(sql);
  expect(await errorOf(remove())).toMatchObject({
    code: "asset_in_use",
    facts: { releases: null, newsrooms: null, mailings: id },
  });
  await sql`update mail set status = 'sent', due_at = null, finished_at = now() where agency_id = ${agencyId}`;
  await endAll(sql);
  expect(await mailing()).toMatchObject({ status: "sent" });
  await remove();
});

test("recipients are changed where an attachment is gone, which is said when the mailing is sent", async () => {
  const { agencyId, id, assetId, ...desk } = await drafted();
  await sql`delete from asset where agency_id = ${agencyId} and id = ${assetId}`;
  await changeMailing(sql, agencyId, { id, listIds: [desk.listId] }, { actor });
  const sent = scheduleMailing(
    sql,
    agencyId,
    { id, dueAt: null, typedCount: null, isInforming: true },
    { actor },
  );
  expect(await errorOf(sent)).toMatchObject({ details: { fieldErrors: { assetIds: [expect.any(String)] } } });
});

test("a mailing that is prepared while its attachment is being deleted stops", async () => {
  const { assetId, mailing } = await ordered();
  const { prepared } = await sql.begin(async (transaction) => {
    await transaction`delete from asset where id = ${assetId}`;
    let hasEnded = false;
    const preparing = prepareAll(sql).finally(() => {
      hasEnded = true;
    });
    await until(async () => hasEnded || (await countLockWaits(sql)) > 0);
    return { prepared: preparing };
  });
  await prepared;
  expect(await mailing()).toMatchObject({ status: "stopped", stopReason: "file_gone" });
});

test("a mailing whose attachment is gone at the moment of sending stops and says why, and none of its mails goes without", async () => {
  const { agencyId, id, assetId, mailing } = await ordered();
  await prepareAll(sql);
  // As of a restored database.
  await sql`delete from asset where id = ${assetId}`;
  const mailer = keptMails();
  await sendAll(sql, mailer);
  expect(mailer.mails).toEqual([]);
  expect(await mailing()).toMatchObject({ status: "stopped", stopReason: "file_gone" });
  expect(await readFigures(sql, agencyId, await mailing())).toMatchObject({
    waiting: 0,
    sent: 0,
    cancelled: 3,
  });
  const log = await sql`
    select details from audit
    where agency_id = ${agencyId} and subject_id = ${id} and action = 'mailing.stopped'`;
  expect([...log]).toEqual([{ details: { reason: "file_gone" } }]);
});
