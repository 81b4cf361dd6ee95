import { afterAll, beforeAll, expect, test } from "bun:test";
import { createMailer, type Mail, type Mailer } from "../../../service/floor/mail/mailer.ts";
import { errorOf } from "../../support/error-of.ts";
import { type MailServer, startMailServer } from "../../support/mail-server.ts";

const mail: Mail = { to: { name: "", address: "a@zeitung.example" }, subject: "Neu", text: "", html: "" };
let server: MailServer;
let mailer: Mailer;
beforeAll(async () => {
  server = await startMailServer();
  const timeoutsMs = { quick: 200, patient: 10_000 };
  mailer = createMailer({ smtpUrl: server.url, mailFrom: "dienst@dienst.example", timeoutsMs });
});
afterAll(async () => {
  mailer.close();
  await server.stop();
});

test("a server that looks at a mail for long before it answers gets it once, where nobody waits for it", async () => {
  server.answersAfterMs = 700;
  await mailer.send(mail, { isPatient: true });
  expect(server.received).toHaveLength(1);
  expect(await errorOf(mailer.send(mail))).toMatchObject({ code: "ETIMEDOUT", isFinal: false });
});
