import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";

export type DemoMails = {
  url: string;
  /** Where each mail lies as a file that mail programs open. */
  folder: string;
  /** The newest mail to an address, as it was sent; null for none. */
  find: (address: string) => string | null;
  close: () => Promise<void>;
};

/** Of one mail, above the service's own bound of what it attaches. */
const mailBytesMax = 20_000_000;
/** Kept to be looked at; later ones are taken and forgotten. */
const mailsMax = 500;

/**
 * The mail server of the demo (RFC 5321, as much as one client needs): it takes what the service sends and lays it down as files, so that
 * no mail leaves the machine. It refuses `goneAddress` as a server does that has no such mailbox.
 */
export async function startDemoMails(folder: string, goneAddress: string): Promise<DemoMails> {
  await mkdir(folder, { recursive: true });
  const mails: { to: string; source: string }[] = [];
  const sockets = new Set<Socket>();
  const keep = async (to: string, source: string) => {
    if (mails.push({ to, source }) > mailsMax) return void mails.pop();
    const name = `${String(mails.length).padStart(4, "0")}-${to.replace(/[^\w.@-]/g, "_").slice(0, 100)}.eml`;
    await writeFile(join(folder, name), source, "latin1");
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    talk(socket, { goneAddress, keep });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    folder,
    find: (address) => mails.findLast(({ to }) => to === address)?.source ?? null,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

type Taking = { goneAddress: string; keep: (to: string, source: string) => Promise<void> };

function talk(socket: Socket, { goneAddress, keep }: Taking): void {
  const say = (line: string) => void socket.write(`${line}\r\n`);
  let to = "";
  let isData = false;
  let text = "";
  say("220 demo.example");
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === "QUIT") return void socket.end("221 2.0.0 bye\r\n");
    if (verb === "RCPT") to = /<([^<>]+)>/.exec(line)?.[1] ?? "";
    if (verb === "RCPT" && to === goneAddress) return say("550 5.1.1 no such mailbox");
    isData = verb === "DATA";
    say(isData ? "354 go on" : "250 2.0.0 ok");
  };
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    text += chunk;
    if (text.length > mailBytesMax) return void socket.destroy();
    for (;;) {
      const end = isData ? "\r\n.\r\n" : "\r\n";
      const at = text.indexOf(end);
      if (at === -1) return;
      const said = text.slice(0, at);
      text = text.slice(at + end.length);
      if (!isData) command(said);
      else {
        isData = false;
        // A dot at the start of a line was doubled on the way (RFC 5321, 4.5.2).
        void keep(to, said.replace(/^\./gm, "")).then(() => say("250 2.0.0 taken"));
      }
    }
  });
}
