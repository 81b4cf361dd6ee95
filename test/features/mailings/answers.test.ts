import { expect, test } from "bun:test";
import { createMailing, readMailing } from "../../../service/features/mailings/mailings.ts";
import { changeMember } from "../../../service/features/people/change-member.ts";
import { inviteMember } from "../../../service/features/people/invite-member.ts";
import type { Role } from "../../../service/features/people/rights.ts";
import { removeTeamMember } from "../../../service/features/reporting/schedules/remove-readers.ts";
import { databaseScene } from "../../support/cast.ts";
import { createTestRelease } from "../../support/service.ts";
import { createContact } from "../media-contacts/support.ts";
import { actor, createDesk, type Desk, keptMails, prepareAll, sendAll, sendMailing } from "./support.ts";

const { sql } = databaseScene();

// A journalist answered a mailbox that nobody reads any more.
test("a journalist's answer reaches who began the mailing, and an owner once that person has left", async () => {
  const desk = await createDesk(sql);
  const owner = await invite(desk, "owner");
  const writer = await invite(desk, "editor");
  const id = await begin(desk, writer.email);
  expect(await answersTo(desk, id)).toBe(writer.email);
  await removeTeamMember(sql, desk.agencyId, writer.personId, actor);
  expect(await answersTo(desk, id)).toBe(owner.email);
});

test("it does not reach who may not see the client any more", async () => {
  const desk = await createDesk(sql);
  const owner = await invite(desk, "owner");
  const writer = await invite(desk, "editor");
  const id = await begin(desk, writer.email);
  const other = await createTestRelease(sql, desk.agencyId);
  const limited = { personId: writer.personId, role: "editor", clientIds: [other.clientId] } as const;
  await changeMember(sql, desk.agencyId, limited, actor);
  expect(await answersTo(desk, id)).toBe(owner.email);
});

test("the mail itself names the owner, too", async () => {
  const desk = await createDesk(sql);
  const { agencyId, listId } = desk;
  const owner = await invite(desk, "owner");
  await createContact(sql, agencyId, { listIds: [listId] });
  await sendMailing(sql, desk);
  await prepareAll(sql);
  const mailer = keptMails();
  await sendAll(sql, mailer);
  expect(mailer.mails.map(({ replyTo }) => replyTo?.address)).toEqual([owner.email]);
});

async function invite({ agencyId }: Desk, role: Role) {
  const email = `${Bun.randomUUIDv7()}@agentur.example`;
  const { personId } = await inviteMember(sql, agencyId, { email, role, clientIds: null }, actor);
  return { personId, email };
}

async function begin({ agencyId, clientId, releaseId }: Desk, replyTo: string) {
  return (await createMailing(sql, agencyId, { clientId, releaseId, replyTo }, { actor })).id;
}

async function answersTo({ agencyId }: Desk, id: string) {
  return (await readMailing(sql, agencyId, { id, clientIds: null })).replyTo;
}
