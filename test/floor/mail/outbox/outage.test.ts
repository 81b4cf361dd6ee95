import { beforeEach, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { isDatabaseUnavailable } from "../../../../service/floor/db/is-unavailable.ts";
import { type Database, openDatabase } from "../../../../service/floor/db/open.ts";
import type { Mailer } from "../../../../service/floor/mail/mailer.ts";
import type { MailKind, MailWriter } from "../../../../service/floor/mail/outbox/mail-kind.ts";
import { enqueueMails } from "../../../../service/floor/mail/outbox/sql.ts";
import { startTcpProxy, type TcpProxy } from "../../../faults/support/tcp-proxy.ts";
import { databaseScene, given } from "../../../support/cast.ts";
import { sendMails } from "../../../support/send-mails.ts";
import { until } from "../../../support/until.ts";

const kind: MailKind = { name: "test_personal", lane: "personal", attemptsMax: 3 };
const writer: MailWriter = {
  kind,
  prepare: async () => ({ to: { name: "", address: "anna@example.org" }, subject: "", text: "", html: "" }),
};

const { sql, agency, address, atEnd } = databaseScene();
const way = given(openByProxy);

beforeEach(async () => {
  await sql`truncate mail, agency_work`;
  await enqueueMails(sql, agency.agencyId, { kind, mails: [{ aboutId: randomUUID() }] });
});

test("a mail that went out while the database is away for a moment is noted as sent when it is back", async () => {
  let asked = 0;
  const mailer = mailerThat(() => {
    asked += 1;
    way.network.cut();
    setTimeout(() => way.network.mend(), 1_500);
  });
  // The look for further mails may have met the outage too, and its error comes before the mail is noted.
  await sendMails(way.proxied.sql, mailer, [writer]).catch(() => undefined);
  await until("the mail is noted", async () => (await readMail())?.status === "sent");
  expect(await readMail()).toEqual({ status: "sent", attempts: 1, isHeld: false });
  expect(asked).toBe(1);
});

test("a service that stops meanwhile tries once more, and then waits no longer", async () => {
  const stopping = new AbortController();
  const mailer = mailerThat(() => {
    way.network.cut();
    setTimeout(() => stopping.abort(), 700);
  });
  const ended = await sendMails(way.proxied.sql, mailer, [writer], { signal: stopping.signal }).catch(
    (error: unknown) => error,
  );
  expect(isDatabaseUnavailable(ended)).toBe(true);
  expect(await readMail()).toEqual({ status: "waiting", attempts: 1, isHeld: true });
  way.network.mend();
});

test("what the database refuses for another reason is not tried again", async () => {
  const mailer = mailerThat(
    async () => void (await sql`alter table mail rename column finished_at to ended_at`),
  );
  const ended = await sendMails(sql, mailer, [writer]).catch((error: unknown) => error);
  await sql`alter table mail rename column ended_at to finished_at`;
  expect(ended).toMatchObject({ code: "42703" });
});

async function readMail() {
  const [row] = await sql`select status, attempts, lease_token is not null as "isHeld" from mail`;
  return row;
}

const mailerThat = (send: () => unknown): Mailer => ({
  send: async () => void (await send()),
  close() {},
});

async function openByProxy(): Promise<{ network: TcpProxy; proxied: Database }> {
  const url = new URL(address.databaseUrl);
  const network = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.host = `${network.host}:${network.port}`;
  const proxied = await openDatabase({ databaseUrl: url.href, dataDirectory: "" });
  atEnd(() => network.stop());
  atEnd(() => proxied.close());
  return { network, proxied };
}
