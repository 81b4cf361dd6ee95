import { SMTPServer } from "smtp-server";
import { portOf } from "./port-of.ts";

type ReceivedMail = { from: string; to: string[]; source: string };

export type MailServer = {
  url: string;
  received: ReceivedMail[];
  /** A refusal to give in place of taking a mail. */
  answer: { at: "recipient" | "data"; code: number; text?: string } | null;
  /** How long it looks at a mail before it answers its last line. */
  answersAfterMs: number;
  /** Resolves with the first mail, or the next one. */
  next(): Promise<ReceivedMail>;
  goDown(): Promise<void>;
  /** Listens again on the same port. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
};

/** A real SMTP server on loopback that keeps what it takes. */
export async function startMailServer(): Promise<MailServer> {
  const waiting: ((mail: ReceivedMail) => void)[] = [];
  let server = create();
  let port = await listen(server, 0);
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    answer: null,
    answersAfterMs: 0,
    async next() {
      const [known] = mailServer.received;
      return known ?? (await new Promise((resolve) => waiting.push(resolve)));
    },
    goDown: () => close(server),
    async comeBack() {
      server = create();
      port = await listen(server, port);
    },
    stop: () => close(server),
  };
  return mailServer;

  function create(): SMTPServer {
    return new SMTPServer({
      authOptional: true,
      disabledCommands: ["AUTH", "STARTTLS"],
      closeTimeout: 100,
      onRcptTo: (_address, _session, callback) => callback(refusalAt("recipient")),
      onData(stream, session, callback) {
        const chunks: Uint8Array[] = [];
        stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
        stream.on("end", () => {
          const refusal = refusalAt("data");
          if (refusal === null) take(session.envelope, Buffer.concat(chunks).toString("latin1"));
          if (mailServer.answersAfterMs === 0) callback(refusal);
          else setTimeout(callback, mailServer.answersAfterMs, refusal);
        });
      },
    });
  }

  function take(
    envelope: { mailFrom: false | { address: string }; rcptTo: { address: string }[] },
    source: string,
  ): void {
    const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
    const mail = { from, to: envelope.rcptTo.map((each) => each.address), source };
    mailServer.received.push(mail);
    for (const resolve of waiting.splice(0)) resolve(mail);
  }

  function refusalAt(place: "recipient" | "data"): Error | null {
    const { answer } = mailServer;
    if (answer?.at !== place) return null;
    return Object.assign(new Error(answer.text ?? "anna@mueller.example is not taken"), {
      responseCode: answer.code,
    });
  }
}

function listen(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    const listening = server.listen(port, "127.0.0.1", () => resolve(portOf(listening)));
  });
}

function close(server: SMTPServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
