import { createServer, type Socket } from "node:net";
import { portOf } from "./port-of.ts";

type StoredMessage = { uid: number; source: string; isSeen: boolean; isDeleted: boolean };

export type ImapServer = {
  url: string;
  messages: StoredMessage[];
  add(source: string | Uint8Array): void;
  stop(): Promise<void>;
};

/** As much of IMAP4rev1 (RFC 3501) as a program needs that reads one mailbox, on loopback. */
export async function startImapServer(): Promise<ImapServer> {
  const messages: StoredMessage[] = [];
  const sockets = new Set<Socket>();
  let lastUid = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.write("* OK [CAPABILITY IMAP4rev1 UIDPLUS] ready\r\n");
    let rest = "";
    socket.on("data", (chunk) => {
      const lines = (rest + chunk.toString("latin1")).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) socket.write(answer(line), "latin1");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `imap://leser:geheim@127.0.0.1:${portOf(server)}`,
    messages,
    add(source) {
      lastUid += 1;
      const text = Buffer.from(source).toString("latin1");
      messages.push({ uid: lastUid, source: text, isSeen: false, isDeleted: false });
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };

  function answer(line: string): string {
    const [tag = "*", first = "", ...others] = line.split(" ");
    const isByUid = first.toUpperCase() === "UID";
    const command = (isByUid ? (others.shift() ?? "") : first).toUpperCase();
    const untagged = untaggedOf(command, others.join(" "));
    return `${untagged.map((text) => `* ${text}\r\n`).join("")}${tag} OK ${command === "SELECT" ? "[READ-WRITE] " : ""}done\r\n`;
  }

  function untaggedOf(command: string, rest: string): string[] {
    switch (command) {
      case "CAPABILITY":
        return ["CAPABILITY IMAP4rev1 UIDPLUS"];
      case "LIST":
        return ['LIST (\\HasNoChildren) "/" INBOX'];
      case "SELECT":
        return [
          ...["FLAGS (\\Seen \\Deleted)", "OK [PERMANENTFLAGS (\\Seen \\Deleted)] ok"],
          ...[
            `${messages.length} EXISTS`,
            "0 RECENT",
            "OK [UIDVALIDITY 1] ok",
            `OK [UIDNEXT ${lastUid + 1}] ok`,
          ],
        ];
      case "SEARCH":
        return [`SEARCH ${messages.flatMap(({ uid, isSeen }) => (isSeen ? [] : [uid])).join(" ")}`.trim()];
      case "FETCH":
        return fetched(rest);
      case "STORE":
        for (const message of named(rest)) {
          message.isSeen ||= rest.includes("\\Seen");
          message.isDeleted ||= rest.includes("\\Deleted");
        }
        return [];
      case "EXPUNGE":
        return expunged();
      default:
        return [];
    }
  }

  function named(rest: string): StoredMessage[] {
    return messages.filter(({ uid }) => uid === Number(/^\d+/.exec(rest)?.[0]));
  }

  function fetched(rest: string): string[] {
    const bytesMax = Number(/<0\.(\d+)>/.exec(rest)?.[1] ?? Number.POSITIVE_INFINITY);
    return named(rest).map((message) => {
      const part = message.source.slice(0, bytesMax);
      return `${messages.indexOf(message) + 1} FETCH (UID ${message.uid} BODY[]<0> {${part.length}}\r\n${part})`;
    });
  }

  function expunged(): string[] {
    const gone: string[] = [];
    for (let index = messages.length - 1; index >= 0; index -= 1)
      if (messages[index]?.isDeleted) {
        messages.splice(index, 1);
        gone.push(`${index + 1} EXPUNGE`);
      }
    return gone;
  }
}
