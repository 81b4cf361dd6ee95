import { afterAll, beforeAll, expect, test } from "bun:test";
import { setSender } from "../../../service/features/mailings/senders/senders.ts";
import { type Database, openDatabase } from "../../../service/floor/db/open.ts";
import { createDesk, type Desk, sendMailing } from "../../features/mailings/support.ts";
import { createContact, operator, secretKey, secrets } from "../../features/media-contacts/support.ts";
import { createFolder, removeFolder } from "../../support/server-process.ts";
import { createMigratedDatabase } from "../../support/service.ts";
import { runJson, runProgram } from "./run-program.ts";

let environment: Record<string, string>;
let directory: string;
let database: Database;
let desk: Desk;

beforeAll(async () => {
  directory = createFolder("test-press-mail-");
  const databaseUrl = await createMigratedDatabase();
  environment = {
    ...{ PUBLIC_URL: "https://presse.example", DATABASE_URL: databaseUrl },
    SECRET_KEY: Buffer.from(secretKey).toString("base64"),
  };
  database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
  desk = await createDesk(database.sql);
});
afterAll(async () => {
  await database.close();
  removeFolder(directory);
});

test("an operator lists, shows and stops mailings", async () => {
  await createContact(database.sql, desk.agencyId, { listIds: [desk.listId] });
  const id = await sendMailing(database.sql, desk, { subject: "Neues Werk" });
  expect(await run("mailing", "list")).toMatchObject({
    mailings: [{ id, subject: "Neues Werk" }],
    nextCursor: null,
  });
  expect(await run("mailing", "show", id)).toMatchObject({ id, status: "scheduled", figures: { sent: 0 } });
  expect(await run("mailing", "stop", id)).toEqual({ id, status: "draft" });
  const [exitCode, said] = await refusal("mailing", "stop", id, "--agency", String(desk.agencyId + 1));
  expect([exitCode, String(said).includes("no such mailing")]).toEqual([1, true]);
  expect(await acts()).toEqual(["mailing.stopped"]);
});

test("an operator lists contacts without addresses, notes an objection, and discloses what is kept", async () => {
  const { id, email } = await createContact(database.sql, desk.agencyId, { lastName: "Zander" });
  const listed = await run("media-contact", "list");
  expect(listed).toMatchObject({ contacts: expect.arrayContaining([expect.objectContaining({ id })]) });
  expect(JSON.stringify(listed)).not.toContain("@");
  expect(await run("media-contact", "object", id)).toEqual({ id, objected: true });
  expect(await run("media-contact", "disclose", id)).toMatchObject({
    ...{ "E-Mail": email, "Pressemitteilungen per E-Mail": [], Widerspruch: expect.any(String) },
  });
  expect((await acts()).slice(1)).toEqual(["media_contact.objected", "media_contact.disclosed"]);
});

test("an operator shows, renews and removes a client's sender", async () => {
  const client = ["--client", String(desk.clientId)];
  expect(await run("sender", "show", ...client)).toEqual({ sender: null });
  const sender = { clientId: desk.clientId, name: "Müller, Presse", address: "presse@mueller.example" };
  await setSender(database.sql, desk.agencyId, sender, { actor: operator, secrets });
  expect(await run("sender", "show", ...client)).toMatchObject({ address: sender.address, isSigning: false });
  await run("sender", "renew", ...client);
  await run("sender", "remove", ...client);
  expect(await run("sender", "show", ...client)).toEqual({ sender: null });
  expect((await acts()).slice(3)).toEqual(["mail_sender.key_renewed", "mail_sender.removed"]);
});

const run = (...args: string[]) =>
  runJson([...args, "--agency", String(desk.agencyId), "--data-dir", directory], environment);
const refusal = async (...args: string[]) => {
  const { exitCode, stderr } = await runProgram([...args, "--data-dir", directory], environment);
  return [exitCode, stderr];
};

async function acts(): Promise<string[]> {
  const rows = await database.sql<{ action: string }[]>`
    select action
    from audit
    where agency_id = ${desk.agencyId}
      and action in ('mailing.stopped', 'media_contact.objected', 'media_contact.disclosed', 'mail_sender.key_renewed', 'mail_sender.removed')
      and actor_type = 'operator'
    order by id`;
  return rows.map(({ action }) => action);
}
