import { settleWithin } from "../../../concurrency/within-deadline.ts";

export type Mail = { to: { name: string; address: string }; subject: string; text: string; html: string };

/** Why a mail did not go out: a code for the log, and whether another attempt can help. */
export class MailError extends Error {
  readonly code: string;
  readonly isFinal: boolean;

  constructor(code: string, isFinal: boolean) {
    super(`The mail server did not take the mail: ${code}.`);
    this.name = "MailError";
    this.code = code;
    this.isFinal = isFinal;
  }
}

export type Mailer = { send: (mail: Mail) => Promise<void>; close: () => void };

/** A server that does not answer within these is treated as one that is down. */
const connectTimeoutMs = 10_000;
const idleTimeoutMs = 20_000;
/** Everything together, well below the lease of a mail. */
const sendTimeoutMs = 60_000;

/**
 * A mailer over SMTP (RFC 5321). `send` resolves when the server has taken the mail, and throws MailError otherwise, whose
 * code holds no address and nothing of what was sent. A server with a certificate of its own needs one that verifies. The
 * library is loaded only where mail is configured, to save memory.
 */
export function createMailer({ smtpUrl, mailFrom }: { smtpUrl: string; mailFrom: string }): Mailer {
  const opened = import("nodemailer").then(({ createTransport }) =>
    createTransport(
      {
        url: smtpUrl,
        connectionTimeout: connectTimeoutMs,
        greetingTimeout: connectTimeoutMs,
        socketTimeout: idleTimeoutMs,
        // What a draft or a message holds is text to send, never a file or an address to read from.
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      // RFC 3834: no auto-reply shall answer.
      { from: mailFrom, headers: { "Auto-Submitted": "auto-generated" } },
    ),
  );
  return {
    close: () => void opened.then((transport) => transport.close()),
    async send(mail) {
      try {
        const transport = await opened;
        const late = () => new MailError("TIMEOUT", false);
        await settleWithin(transport.sendMail(mail), { timeoutMs: sendTimeoutMs, late });
      } catch (error) {
        throw error instanceof MailError ? error : toMailError(error);
      }
    },
  };
}

/** Only a refused recipient is final; a wrong password or sender is the operator's to mend, and the mail waits for it. */
function toMailError(error: unknown): MailError {
  const fact = (name: string) =>
    typeof error === "object" && error !== null ? (Reflect.get(error, name) as unknown) : undefined;
  const code = fact("code");
  const status = fact("responseCode");
  const isRefused = fact("command") === "RCPT TO" && typeof status === "number" && status >= 500;
  const name = typeof code === "string" ? code : "UNKNOWN";
  return new MailError(typeof status === "number" ? `${name} ${status}` : name, isRefused);
}
