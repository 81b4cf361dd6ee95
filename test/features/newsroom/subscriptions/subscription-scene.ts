import { afterAll } from "bun:test";
import { findSubscriber } from "../../../../service/features/newsroom/subscriptions/subscribers.ts";
import { createMailer } from "../../../../service/floor/mail/mailer.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { startMailServer } from "../../../support/mail-server.ts";
import { readMail } from "../../../support/read-mail.ts";
import type { DatabaseKind } from "../../../support/service.ts";
import { sendForm } from "./forms.ts";
import { createTestNewsroom, secretKey, secrets, sendAll } from "./support.ts";

/** A service with a mail server and a newsroom, and what journalists do there. */
export function subscriptionScene(kind: DatabaseKind) {
  const mailServer = given(() => startMailServer());
  const mailer = given(async () =>
    createMailer({ smtpUrl: mailServer.url, mailFrom: "presse@nordlicht.example" }),
  );
  const { service, atEnd } = serviceScene(kind, () => ({
    SECRET_KEY: Buffer.from(secretKey).toString("hex"),
    SMTP_URL: mailServer.url,
    MAIL_FROM: "presse@nordlicht.example",
    TRUSTED_PROXIES: "127.0.0.0/8",
  }));
  const newsroom = given(() => createTestNewsroom(service.sql));
  let number = 0;
  atEnd(() => mailer.close());
  afterAll(() => mailServer.stop());

  function freshAddress(): string {
    number += 1;
    return `leserin-${number}@example.org`;
  }

  const order = (email: string, fields: Record<string, string> = {}) =>
    sendForm(service, `/abo/${newsroom.clientSlug}`, { email, frequency: "at_once", topic: "", ...fields });
  const get = (path: string) => fetch(service.url + path, { redirect: "manual" });
  const statesOf = async (address: string) =>
    (await findSubscriber(service.sql, newsroom.agencyId, { email: address }, secrets)).map(
      ({ status, endReason }) => endReason ?? status,
    );

  /** The mails that are due, and the last one's text. */
  async function mailTo(address: string): Promise<{ source: string; text: string }> {
    await sendAll(service.sql, mailer);
    const source = mailServer.received.findLast(({ to }) => to[0] === address)?.source;
    if (source === undefined) throw new Error(`No mail went to ${address}.`);
    return { source, text: readMail(source) };
  }

  return { service, newsroom, mailServer, mailer, freshAddress, order, get, statesOf, mailTo };
}

/** The address of the mail's link to one thing. */
export function pathIn(text: string, word: string): string {
  const found = new RegExp(`https://presse\\.example(/abo/${word}/[0-9A-Za-z_-]{48})`).exec(text)?.[1];
  if (found === undefined) throw new Error(`The mail has no link to ${word}.`);
  return found;
}
