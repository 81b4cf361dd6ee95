import type { ImapFlow } from "imapflow";
import type { Sql } from "../../../floor/db/open.ts";
import type { Loop } from "../../../floor/loops/start-loops.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { createWarner, type Log } from "../../../log.ts";
import { returnedBytesMax } from "./read-returned-mail.ts";
import { type Taken, takeReturnedMail } from "./take-returned-mail.ts";

export type ReturnedDeps = {
  sql: Sql;
  log: Log;
  secrets: SecretCipher;
  /** Null where nobody reads what comes back. */
  bounces: { imapUrl: string; mailbox: string } | null;
};

/** Mails of one look: 26 MB at most, one after the other, and a mailing of 10,000 to dead addresses is through in an hour. */
const mailsMax = 200;
/** A server that is silent for longer is treated as one that is away. */
const timeoutMs = 20_000;

/** The loop that reads what came back; none where no mailbox is named. */
export function returnedLoops(deps: ReturnedDeps): Loop[] {
  const { bounces } = deps;
  if (bounces === null) return [];
  const warn = createWarner(deps.log);
  return [
    {
      name: "returned-mails",
      schedule: "37 * * * * *",
      run: async (signal) => {
        try {
          return (await readMailbox({ ...deps, bounces }, signal)) === mailsMax;
        } catch (error) {
          warn("returned_mails_not_read", { code: codeOf(error) });
          return false;
        }
      },
    },
  ];
}

/** Opens the mailbox of returned mails; `work` has it alone. The library is loaded only where there is one, to save memory. */
export async function withMailbox<T>(imapUrl: string, work: (client: ImapFlow) => Promise<T>): Promise<T> {
  const { ImapFlow: Client } = await import("imapflow");
  const { hostname, port, protocol, username, password, pathname } = new URL(imapUrl);
  const isSecure = protocol === "imaps:";
  const client = new Client({
    host: hostname,
    port: Number(port === "" ? (isSecure ? 993 : 143) : port),
    secure: isSecure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
  });
  // Without a listener a broken connection ends the process; what is under way rejects by itself.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const lock = await client.getMailboxLock(decodeURIComponent(pathname.slice(1)) || "INBOX");
    try {
      return await work(client);
    } finally {
      lock.release();
    }
  } finally {
    client.close();
  }
}

/**
 * Takes what is unread: what is about our mails is deleted there, the rest is left for people to read, and what came too early stays
 * unread. Returns how many are done with.
 */
async function readMailbox(
  { sql, secrets, bounces }: ReturnedDeps & { bounces: NonNullable<ReturnedDeps["bounces"]> },
  signal: AbortSignal,
): Promise<number> {
  const { imapUrl, mailbox } = bounces;
  return await withMailbox(imapUrl, async (client) => {
    const found = await client.search({ seen: false }, { uid: true });
    const unread = (found === false || found === undefined ? [] : found).slice(0, mailsMax);
    let doneCount = 0;
    for (const uid of unread) {
      if (signal.aborted) break;
      const query = { source: { maxLength: returnedBytesMax } };
      const message = await client.fetchOne(String(uid), query, { uid: true });
      const source = message === false ? undefined : message?.source;
      const taken: Taken =
        source === undefined ? "foreign" : await takeReturnedMail({ sql, secrets, mailbox }, source);
      if (taken === "early") continue;
      if (taken === "taken") await client.messageDelete(String(uid), { uid: true });
      else await client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true });
      doneCount += 1;
    }
    return doneCount;
  });
}

/** A code alone: messages of servers hold addresses. */
function codeOf(error: unknown): string {
  const code =
    typeof error === "object" && error !== null ? (Reflect.get(error, "code") as unknown) : undefined;
  return typeof code === "string" ? code : "UNKNOWN";
}
