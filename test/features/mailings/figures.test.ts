import { expect, test } from "bun:test";
import { countMedia } from "../../../service/features/mailings/figures-sql.ts";
import { listMailings } from "../../../service/features/mailings/mailings.ts";
import { campaignOf } from "../../../service/features/mailings/rules.ts";
import { dimensions, valueId } from "../../../service/features/measurement/dimensions.ts";
import { databaseScene } from "../../support/cast.ts";
import { insertMention } from "../insights/support.ts";
import { createContact } from "../media-contacts/support.ts";
import { createDesk, endAll, keptMails, prepareAll, sendAll, sendMailing } from "./support.ts";

const { sql } = databaseScene();

test("clicks are those of the mailing's own links, and media are counted by name, once each", async () => {
  const desk = await createDesk(sql);
  const { agencyId, releaseId, listId } = desk;
  for (const medium of ["Weser-Kurier", "WESER-KURIER", "taz", "Nordsee-Zeitung"])
    await createContact(sql, agencyId, { medium, listIds: [listId] });
  const [id, otherId] = [await sendMailing(sql, desk), await sendMailing(sql, desk)];
  await prepareAll(sql);
  await sendAll(sql, keptMails());
  await endAll(sql);
  const clicksBy = async (
    mailingId: string,
    day: string,
    count: number,
    target: "release" | "pictures" = "release",
  ) => {
    const { source, medium, campaign } = campaignOf(mailingId, target);
    await sql`
      insert into hit_day_dimension (agency_id, release_id, day, dimension, value_id, count, visitors, visits)
      values (${agencyId}, ${releaseId}, ${day}, ${dimensions.campaign}, ${valueId([source, medium, campaign])},
        ${count}, ${count}, ${count})`;
  };
  await clicksBy(id, "2026-11-01", 3);
  await clicksBy(id, "2026-11-02", 4);
  await clicksBy(id, "2026-11-02", 2, "pictures");
  await clicksBy(otherId, "2026-11-02", 1);
  const { mailings } = await listMailings(sql, agencyId, { clientIds: null });
  expect(
    mailings.map(({ id: own, figures }) => [own, figures?.clicks, figures?.pictureClicks, figures?.sent]),
  ).toEqual([
    [otherId, 1, 0, 4],
    [id, 9, 2, 4],
  ]);
  const media = () => countMedia(sql, agencyId, [{ id, releaseId }]);
  expect(await media()).toEqual({ addressed: 3, reported: 0 });
  await insertMention(sql, agencyId, { release_id: releaseId, medium: "weser-kurier" });
  await insertMention(sql, agencyId, { release_id: releaseId, medium: "Weser-Kurier" });
  await insertMention(sql, agencyId, { release_id: releaseId, medium: "Niemand schrieb uns" });
  await insertMention(sql, agencyId, { release_id: releaseId, medium: "taz", state: "rejected" });
  expect(await media()).toEqual({ addressed: 3, reported: 1 });
  const stranger = await createDesk(sql);
  expect(await countMedia(sql, stranger.agencyId, [{ id, releaseId }])).toEqual({
    addressed: 0,
    reported: 0,
  });
});

test("a mail to a domain that has had its share in this second waits, and goes out once", async () => {
  const desk = await createDesk(sql);
  const { agencyId, listId } = desk;
  for (let number = 0; number < 6; number += 1)
    await createContact(sql, agencyId, { email: `a${number}-${agencyId}@eine.example`, listIds: [listId] });
  for (let number = 0; number < 3; number += 1)
    await createContact(sql, agencyId, { email: `b@andere${number}-${agencyId}.example`, listIds: [listId] });
  await sendMailing(sql, desk);
  await prepareAll(sql);
  const mailer = keptMails();
  // A quarter of 16 a second: four to one domain.
  await sendAll(sql, mailer, { mailsPerSecond: 16 });
  const toOne = () => mailer.mails.filter(({ to }) => to.address.endsWith("@eine.example")).length;
  expect([toOne(), mailer.mails.length]).toEqual([4, 7]);
  const waiting = await sql`
    select attempts, due_at > now() + interval '1 second' as "isLater"
    from mail where agency_id = ${agencyId} and status = 'waiting'`;
  expect(waiting.map((row) => ({ ...row }))).toEqual(Array(2).fill({ attempts: 0, isLater: true }));
  await sendAll(sql, mailer, { mailsPerSecond: 16 });
  expect([toOne(), new Set(mailer.mails.map(({ to }) => to.address)).size]).toEqual([6, 9]);
});
