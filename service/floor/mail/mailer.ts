import { settleWithin } from "../concurrency/within-deadline.ts";
import { type Bounce, bounceOf } from "./bounce.ts";

type MailAddress = { name: string; address: string };

/** A sender, and the key of its domain that other mail servers find in DNS (RFC 6376). */
export type SignedSender = MailAddress & { domain: string; selector: string; privateKey: string };

/** With a `cid` it is a picture within the mail (RFC 2392), which mail programs show without asking any server. */
export type MailFile = { filename: string; content: Uint8Array; contentType: string; cid?: string };

export type Mail = {
  to: MailAddress;
  subject: string;
  text: string;
  html: string;
  /** Who writes, in place of the name in MAIL_FROM; the address stays the service's, which its mail server may send from. */
  senderName?: string | undefined;
  /** An address of another domain, whose key signs the mail. */
  signedFrom?: SignedSender | undefined;
  /** Where the mail comes back to that can't be delivered (RFC 5321, 4.4); the service's own address where it is left out. */
  bounceTo?: string | undefined;
  replyTo?: MailAddress | undefined;
  /** Files that go with the mail; their bytes, never a path. */
  attachments?: readonly MailFile[] | undefined;
  /** What names the mail in answers to it (RFC 5322, 3.6.4), without brackets; a random one where it is left out. */
  messageId?: string | undefined;
  /** Further headers, made by us alone. */
  headers?: Readonly<Record<string, string>> | undefined;
};

/** Why a mail did not go out: a code for the log, and whether another attempt can help. */
export class MailError extends Error {
  readonly code: string;
  readonly isFinal: boolean;
  /** What the server says of the recipient's mailbox; null where it says nothing of it, or refuses us. */
  readonly bounce: Bounce | null;

  constructor(code: string, verdict: { isFinal: boolean; bounce?: Bounce | null }) {
    super(`The mail server did not take the mail: ${code}.`);
    this.name = "MailError";
    this.code = code;
    this.isFinal = verdict.isFinal;
    this.bounce = verdict.bounce ?? null;
  }
}

export type Mailer = {
  /** `isPatient` where nobody waits for the mail and a second copy would be worse than a late one. */
  send: (mail: Mail, options?: { isPatient?: boolean }) => Promise<void>;
  close: () => void;
};

/** A server that does not answer within these is treated as one that is down. */
const connectTimeoutMs = 10_000;
/** Where a person waits in front of a page. */
const quickTimeoutMs = 20_000;
/**
 * For the answer to a mail's last line (RFC 5321, 4.5.3.2.6): a server that looks at each mail first may take 25 s. It has the mail then, and
 * who gave up sent it up to 13 times.
 */
const patientTimeoutMs = 600_000;
/** Everything together, in pauses of that length. */
const pausesMax = 3;

/**
 * A mailer over SMTP (RFC 5321). `send` resolves when the server has taken the mail, and throws MailError otherwise, whose
 * code holds no address and nothing of what was sent. A server with a certificate of its own needs one that verifies. The
 * library is loaded only where mail is configured, to save memory.
 */
export function createMailer({
  smtpUrl,
  mailFrom,
  timeoutsMs = { quick: quickTimeoutMs, patient: patientTimeoutMs },
}: {
  smtpUrl: string;
  mailFrom: string;
  timeoutsMs?: { quick: number; patient: number };
}): Mailer {
  const [quick, patient] = [opening(timeoutsMs.quick), opening(timeoutsMs.patient)];
  const address = addressIn(mailFrom);
  return {
    close: () => {
      for (const opened of [quick, patient]) void opened.then((transport) => transport.close());
    },
    async send(
      { senderName, signedFrom, bounceTo, replyTo, headers, attachments, ...mail },
      { isPatient = false } = {},
    ) {
      try {
        const transport = await (isPatient ? patient : quick);
        const timeoutMs = pausesMax * (isPatient ? timeoutsMs.patient : timeoutsMs.quick);
        const late = () => new MailError("TIMEOUT", { isFinal: false });
        const message = {
          ...mail,
          ...(senderName === undefined ? {} : { from: { name: senderName, address } }),
          ...(signedFrom === undefined ? {} : signedBy(signedFrom)),
          ...(bounceTo === undefined ? {} : { envelope: { from: bounceTo, to: mail.to.address } }),
          ...(replyTo === undefined ? {} : { replyTo }),
          ...(headers === undefined ? {} : { headers }),
          ...(attachments === undefined
            ? {}
            : { attachments: attachments.map((each) => ({ ...each, content: Buffer.from(each.content) })) }),
        };
        await settleWithin(transport.sendMail(message), { timeoutMs, late });
      } catch (error) {
        throw error instanceof MailError ? error : toMailError(error);
      }
    },
  };

  async function opening(socketTimeout: number) {
    const { createTransport } = await import("nodemailer");
    return createTransport(
      {
        url: smtpUrl,
        connectionTimeout: connectTimeoutMs,
        greetingTimeout: connectTimeoutMs,
        socketTimeout,
        // What a draft or a message holds is text to send, never a file or an address to read from.
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      // RFC 3834: no auto-reply shall answer.
      { from: mailFrom, headers: { "Auto-Submitted": "auto-generated" } },
    );
  }
}

/**
 * Header fields that a signature covers, of those that a mail has (RFC 6376, 5.4.1). Mail programs object by one click only where both
 * fields of List-Unsubscribe are among them (RFC 8058, 4), and the library's own list lacks the second.
 */
const signedFields = [
  ...["From", "Sender", "Reply-To", "Subject", "Date", "Message-ID", "To", "Cc", "MIME-Version"],
  ...["Content-Type", "Content-Transfer-Encoding", "In-Reply-To", "References", "Auto-Submitted"],
  ...["List-Id", "List-Help", "List-Unsubscribe", "List-Unsubscribe-Post", "List-Subscribe", "List-Post"],
].join(":");

function signedBy({ name, address, domain, selector, privateKey }: SignedSender) {
  const dkim = { domainName: domain, keySelector: selector, privateKey, headerFieldNames: signedFields };
  return { from: { name, address }, dkim };
}

/** The address of `Name <address>` or of an address alone; the configuration has checked that there is one. */
function addressIn(mailFrom: string): string {
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim();
}

/** Only a refused recipient is final; a wrong password or sender is the operator's to mend, and the mail waits for it. */
function toMailError(error: unknown): MailError {
  const fact = (name: string) =>
    typeof error === "object" && error !== null ? (Reflect.get(error, name) as unknown) : undefined;
  const code = fact("code");
  const status = fact("responseCode");
  const name = typeof code === "string" ? code : "UNKNOWN";
  if (typeof status !== "number") return new MailError(name, { isFinal: false });
  const isAboutRecipient = fact("command") === "RCPT TO";
  const [, enhanced] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(String(fact("response") ?? "")) ?? [];
  // Without a status of RFC 3463 550 says that there is no such mailbox (RFC 5321, 4.2.3).
  const bounce = enhanced === undefined ? (status === 550 ? "hard" : "soft") : bounceOf(enhanced);
  return new MailError(`${name} ${status}`, {
    isFinal: isAboutRecipient && status >= 500,
    bounce: isAboutRecipient ? bounce : null,
  });
}
