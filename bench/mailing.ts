import { createTransport } from "nodemailer";
import { stopMailing } from "../service/features/mailings/send-mailing.ts";
import { openSender, setSender } from "../service/features/mailings/senders/senders.ts";
import { findMailing } from "../service/features/mailings/sql.ts";
import { insertContactList } from "../service/features/media-contacts/lists-sql.ts";
import { openDatabase, type Sql } from "../service/floor/db/open.ts";
import { createMailer } from "../service/floor/mail/mailer.ts";
import { fillContacts } from "../test/features/mailings/fill-contacts.ts";
import { actor, createDesk, prepareAll, sendAll, sendMailing } from "../test/features/mailings/support.ts";
import { secrets } from "../test/features/media-contacts/support.ts";
import { startMailServer } from "../test/support/mail-server.ts";
import { createMigratedDatabase } from "../test/support/service.ts";
import type { Figure, Report } from "./figure.ts";
import { insertContacts } from "./support/large-distribution.ts";

const recipientsCount = 10_000;
/** Enough to say how fast mails go; all of them would take minutes on a busy machine. */
const sentCount = 1_000;
const preparedSecondsMax = 3;
const ofLoopMin = 0.8;
const address = "presse@hafenbau.example";

/** P21: a mailing to 10,000 recipients, signed: from its time to the last row, and mails a second against nodemailer in a loop. */
export async function benchMailing(report: Report): Promise<Figure[]> {
  const { sql, close } = await openDatabase({
    databaseUrl: await createMigratedDatabase(),
    dataDirectory: "",
  });
  const mailServer = await startMailServer();
  const mailer = createMailer({ smtpUrl: mailServer.url, mailFrom: "Dienst <dienst@dienst.example>" });
  try {
    const large = await createDesk(sql);
    await fillContacts(sql, large, recipientsCount);
    const largeId = await sendMailing(sql, large, {}, recipientsCount);
    const preparedSeconds = await secondsOf(() => prepareAll(sql));
    await stopMailing(sql, large.agencyId, largeId, { actor });
    const byCondition = await secondsByCondition(sql);

    const desk = await createDesk(sql);
    const { agencyId, clientId } = desk;
    await setSender(sql, agencyId, { clientId, name: "Hafenbau", address }, { actor, secrets });
    await sql`update mail_sender set is_signing = true, sent_count = 10000 where agency_id = ${agencyId}`;
    await fillContacts(sql, desk, sentCount);
    const id = await sendMailing(sql, desk, {}, sentCount);
    await prepareAll(sql);
    const sentSeconds = await secondsOf(() => sendAll(sql, mailer));
    const sent = mailServer.received.length;
    if (sent !== sentCount) throw new Error(`${sent} mails of ${sentCount} arrived.`);
    const loopSeconds = await secondsOf(async () => {
      const key = await openSender(sql, agencyId, clientId, secrets);
      const { port } = new URL(mailServer.url);
      const transport = createTransport({ host: "127.0.0.1", port: Number(port), ignoreTLS: true });
      const mailing = await findMailing(sql, agencyId, id);
      for (let mail = 0; mail < sentCount; mail += 1)
        await transport.sendMail({
          ...{ from: address, to: `r${mail}@zeitung.example`, subject: mailing?.subject ?? "" },
          ...{ text: mailServer.received[0]?.source ?? "" },
          dkim: {
            domainName: "hafenbau.example",
            keySelector: key?.selector ?? "",
            privateKey: key?.privateKey ?? "",
          },
        });
      transport.close();
    });
    const [own, loop] = [sentCount / sentSeconds, sentCount / loopSeconds];
    const detail = `${own.toFixed(0)} / ${loop.toFixed(0)} mails a second, prepared in ${preparedSeconds.toFixed(2)} s`;
    report(detail);
    const common = { id: "P21", details: [detail] };
    return [
      {
        ...common,
        ...{
          what: `${sentCount} mails of a mailing, signed`,
          reference: "nodemailer in a loop, same server",
        },
        ...{ target: { atLeast: ofLoopMin }, values: [own / loop] },
      },
      {
        ...common,
        ...{ what: `${recipientsCount} recipients prepared`, reference: "", unit: "s" },
        ...{ target: { atMost: preparedSecondsMax }, values: [preparedSeconds] },
      },
      {
        ...{ id: "P21", details: [], reference: "", unit: "s" },
        what: `${recipientsCount} of 100,000 contacts by condition prepared`,
        ...{ target: { atMost: preparedSecondsMax }, values: [byCondition] },
      },
    ];
  } finally {
    mailer.close();
    await mailServer.stop();
    await close();
  }
}

/** Of 40 topics that contacts have in equal parts, four. */
async function secondsByCondition(sql: Sql): Promise<number> {
  const desk = await createDesk(sql);
  await insertContacts(sql, desk.agencyId);
  const topics = [0, 1, 2, 3].map((number) => `Thema ${number}`);
  const others = { regions: [], media: [], languages: [], countries: [], clientIds: [] };
  const listId = Bun.randomUUIDv7();
  const list = { id: listId, name: "Vier Themen", clientId: null, condition: { topics, ...others } };
  await insertContactList(sql, desk.agencyId, list);
  const id = await sendMailing(sql, { ...desk, listId }, {}, recipientsCount);
  const seconds = await secondsOf(() => prepareAll(sql));
  await stopMailing(sql, desk.agencyId, id, { actor });
  return seconds;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1_000;
}
