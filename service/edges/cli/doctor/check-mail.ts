import { codeOf } from "../../../errors.ts";
import { type Check, checkTimeoutMs, reasonOf, unwell, well, withinCheckTime } from "./check.ts";

const name = "smtp";

/** Looks whether mails can be handed in: connects, and logs in where the URL has a user. Sends nothing. */
export async function checkMail(mail: { smtpUrl: string } | null): Promise<Check> {
  if (mail === null) {
    return unwell(
      name,
      "No mail is sent: approval links have to be handed over by `pr-service approval link ID`, and newsrooms offer no subscription by mail. Set SMTP_URL and MAIL_FROM.",
    );
  }
  const { host } = new URL(mail.smtpUrl);
  // Loaded here, because every command loads this file: the library takes 6 MB.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url: mail.smtpUrl,
    connectionTimeout: checkTimeoutMs,
    greetingTimeout: checkTimeoutMs,
  });
  try {
    await withinCheckTime(transport.verify());
    return well(name, `The mail server at ${host} takes mails. Newsrooms offer subscriptions by mail.`);
  } catch (error) {
    if (codeOf(error) === "EAUTH") {
      return unwell(name, `The mail server at ${host} refuses the user or password. Correct SMTP_URL.`);
    }
    return unwell(
      name,
      `The mail server at ${host} can't be used: ${reasonOf(error)}. Start it, or correct SMTP_URL.`,
    );
  } finally {
    transport.close();
  }
}
