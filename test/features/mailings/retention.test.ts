import { expect, test } from "bun:test";
import { countMedia } from "../../../service/features/mailings/figures-sql.ts";
import { readFigures, readMailing } from "../../../service/features/mailings/mailings.ts";
import { mailingRetentionLoop } from "../../../service/features/mailings/retention-sql.ts";
import { readObjectionLink, recordObjection } from "../../../service/features/media-contacts/object.ts";
import { saveContactSettings } from "../../../service/features/media-contacts/settings.ts";
import { runBackfillsToEnd } from "../../../service/floor/db/backfills/run-backfills.ts";
import { backfills } from "../../../service/floor/db/backfills.ts";
import { migrations } from "../../../service/floor/db/migrations.ts";
import { createLog } from "../../../service/log.ts";
import { databaseScene } from "../../support/cast.ts";
import { insertMention } from "../insights/support.ts";
import { createContact, secrets } from "../media-contacts/support.ts";
import { actor, createDesk, endAll, keptMails, prepareAll, sendAll, sendMailing } from "./support.ts";

const { sql } = databaseScene();

test("media that have reported on a mailing sent before the publication still count once it is forgotten", async () => {
  const desk = await createDesk(sql);
  const { agencyId, releaseId, listId } = desk;
  await createContact(sql, agencyId, { medium: "taz", listIds: [listId] });
  const id = await sendMailing(sql, desk);
  await prepareAll(sql);
  await sendAll(sql, keptMails());
  await endAll(sql);
  await insertMention(sql, agencyId, { release_id: releaseId, medium: "taz" });
  // As it stands where the mailing was about the text, which was published after it.
  const draftId = crypto.randomUUID();
  await sql`
    insert into draft (agency_id, id, client_id, status, version, release_id, published_version)
    values (${agencyId}, ${draftId}, ${desk.clientId}, 'published', 1, ${releaseId}, 1)`;
  await sql`update release set draft_id = ${draftId} where id = ${releaseId} and agency_id = ${agencyId}`;
  await sql`
    update mailing set release_id = null, draft_id = ${draftId}, finished_at = now() - interval '10 years'
    where id = ${id} and agency_id = ${agencyId}`;
  const media = async () =>
    await countMedia(sql, agencyId, [await readMailing(sql, agencyId, { id, clientIds: null })]);
  expect(await media()).toEqual({ addressed: 1, reported: 1 });
  await mailingRetentionLoop({ sql }).run(new AbortController().signal);
  expect(await media()).toEqual({ addressed: 1, reported: 1 });
});

test("whom a mailing went to is forgotten with the months of the agency, and its figures stay", async () => {
  const desk = await createDesk(sql);
  const { agencyId, listId } = desk;
  const settings = { retentionMonths: 6, noticeUrl: null };
  await saveContactSettings(sql, agencyId, { settings, actor });
  const contacts = [];
  for (const medium of ["Weser-Kurier", "taz", "taz"])
    contacts.push(await createContact(sql, agencyId, { medium, listIds: [listId] }));
  const id = await sendMailing(sql, desk);
  await prepareAll(sql);
  const mailer = keptMails();
  await sendAll(sql, mailer);
  await endAll(sql);
  const tokens = mailer.mails.map(({ text }) => /\/widerspruch\/([\w-]+)/.exec(text)?.[1] ?? "");
  const object = async (token = "") =>
    await recordObjection(sql, agencyId, {
      ...{ how: "link", actor, addressKey: readObjectionLink(secrets, token)?.addressKey ?? "" },
    });
  await object(tokens[0]);
  const mailing = await readMailing(sql, agencyId, { id, clientIds: null });
  const known = async () => ({
    figures: await readFigures(sql, agencyId, mailing),
    media: await countMedia(sql, agencyId, [mailing]),
  });
  const before = await known();
  expect(before).toMatchObject({ figures: { sent: 3, objections: 1 }, media: { addressed: 2, reported: 0 } });
  const details = async () => {
    const rows = await sql<{ details: unknown; once: string; id: string }[]>`
      select details, once, id from mail where agency_id = ${agencyId} and kind = 'mailing'`;
    return rows.map((row) => ({ isForgotten: row.once === row.id && JSON.stringify(row.details) === "{}" }));
  };
  const run = () => mailingRetentionLoop({ sql }).run(new AbortController().signal);
  await sql`update mailing set finished_at = now() - interval '6 months' + interval '1 hour' where id = ${id}`;
  expect(await run()).toBe(false);
  expect(await details()).toEqual(Array(3).fill({ isForgotten: false }));
  await sql`update mailing set finished_at = now() - interval '6 months' - interval '1 hour' where id = ${id}`;
  await run();
  expect(await details()).toEqual(Array(3).fill({ isForgotten: true }));
  await sql`delete from media_contact where agency_id = ${agencyId}`;
  expect(await known()).toEqual(before);
  expect(await readMailing(sql, agencyId, { id, clientIds: null })).toMatchObject({ replyTo: "" });
  // Whoever objects now is nobody's: the link works as ever, and no figure tells of it.
  await object(tokens[1]);
  expect(await known()).toEqual(before);
  const objections = await sql`select mailing_id from media_contact_objection where agency_id = ${agencyId}`;
  expect(objections.map((row) => row.mailing_id)).toEqual([null, null]);
});

test("who was chosen by name is forgotten with the rest, and the backfill forgets those that earlier runs left", async () => {
  const desk = await createDesk(sql);
  const { agencyId } = desk;
  const contactIds = [(await createContact(sql, agencyId)).id];
  const send = () => sendMailing(sql, desk, { contactIds });
  const [old, forgotten, young] = [await send(), await send(), await send()];
  await prepareAll(sql);
  await sendAll(sql, keptMails());
  await endAll(sql);
  await sql`
    update mailing set finished_at = now() - interval '10 years'
    where agency_id = ${agencyId} and id in (${old}, ${forgotten})`;
  await sql`
    update mailing set media_addressed = 1, media_reported = 0
    where agency_id = ${agencyId} and id = ${forgotten}`;
  const chosen = async () => {
    const mailings = [];
    for (const id of [old, forgotten, young])
      mailings.push(await readMailing(sql, agencyId, { id, clientIds: null }));
    return mailings.map((mailing) => mailing.contactIds);
  };
  await mailingRetentionLoop({ sql }).run(new AbortController().signal);
  expect(await chosen()).toEqual([[], contactIds, contactIds]);
  await sql`delete from backfill where name = 'forgotten-mailings'`;
  await runBackfillsToEnd(
    sql,
    { backfills, migrations },
    { log: createLog("silent", () => {}), signal: new AbortController().signal },
  );
  expect(await chosen()).toEqual([[], [], contactIds]);
});
