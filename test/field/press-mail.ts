import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { returnedLoops } from "../../service/features/mailings/returned/loop.ts";
import { checkSender, setSender } from "../../service/features/mailings/senders/senders.ts";
import { createMailer } from "../../service/floor/mail/mailer.ts";
import { createLog } from "../../service/log.ts";
import {
  actor,
  bounceMailbox,
  createDesk,
  prepareAll,
  sendAll,
  sendMailing,
} from "../features/mailings/support.ts";
import { createContact, secrets } from "../features/media-contacts/support.ts";
import { databaseScene } from "../support/cast.ts";
import { freePort } from "../support/service.ts";
import { until } from "../support/until.ts";

// Debian's Postfix, Dovecot and SpamAssassin as private processes: own ports, folders and logs; neither is the machine's.
const { sql } = databaseScene();
const folder = mkdtempSync(join(tmpdir(), "press-mail-"));
const conf = join(folder, "postfix");
const dovecotConf = join(folder, "dovecot.conf");
let smtpPort = 0;
let imapPort = 0;

beforeAll(async () => {
  smtpPort = await freePort();
  imapPort = await freePort();
  chmodSync(folder, 0o755);
  writePostfix();
  writeDovecot();
  run("postfix", "-c", conf, "start");
  run("dovecot", "-c", dovecotConf);
}, 60_000);
afterAll(() => {
  spawnSync("postfix", ["-c", conf, "stop"]);
  spawnSync("doveadm", ["-c", dovecotConf, "stop"]);
  rmSync(folder, { recursive: true, force: true });
});

test("a mailing arrives signed and is no spam, and what comes back ends its address", async () => {
  const desk = await createDesk(sql);
  const { agencyId, clientId, listId } = desk;
  const acting = { actor, secrets };
  const sender = await setSender(
    sql,
    agencyId,
    { clientId, name: "Hafenbau AG, Presse", address: "presse@hafenbau.example" },
    acting,
  );
  const nameServer = async (name: string) => {
    if (name === sender.record.name) return [[sender.record.value]];
    throw Object.assign(new Error("ENOTFOUND"), { code: "ENOTFOUND" });
  };
  await checkSender(sql, agencyId, clientId, nameServer);
  await createContact(sql, agencyId, { email: "da@zeitung.example", listIds: [listId] });
  const gone = await createContact(sql, agencyId, { email: "weg@zeitung.example", listIds: [listId] });
  await sendMailing(sql, desk, { message: "{Anrede},\n\nhier unsere Meldung für {Medium}." });
  await prepareAll(sql);
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    mailFrom: "Dienst <dienst@dienst.example>",
  });
  await sendAll(sql, mailer);
  mailer.close();

  const source = await until("the mail is in its mailbox", () => firstMail("zeitung.example/da"));
  const { results } = await dkimVerify(source, { resolver: nameServer });
  expect(results[0]).toMatchObject({
    signingDomain: "hafenbau.example",
    status: { result: "pass", aligned: "hafenbau.example" },
  });
  const { stdout } = spawnSync("spamassassin", ["-L", "-t"], { input: source, encoding: "utf8" });
  const score = Number(/X-Spam-Status:[^\n]*?score=(-?[\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
  console.log(`SpamAssassin gives the mailing ${score}`, /tests=[^\n]*(?:\n\s[^\n]*)*/.exec(stdout)?.[0]);
  expect(score).toBeLessThan(1);

  await until("the bounce is there", () => firstMail("dienst.example/bounce"));
  const imapUrl = `imap://bounce:secret@127.0.0.1:${imapPort}`;
  const [loop] = returnedLoops({
    sql,
    secrets,
    log: createLog("debug", console.log),
    bounces: { imapUrl, mailbox: bounceMailbox },
  });
  await loop?.run(new AbortController().signal);
  const [row] = await sql<{ undeliverable: boolean }[]>`
    select undeliverable_at is not null as undeliverable from media_contact where id = ${gone.id}`;
  expect(row).toEqual({ undeliverable: true });
  const [mail] =
    await sql`select status, last_error from mail where agency_id = ${agencyId} and once = ${gone.id}`;
  expect(mail).toMatchObject({ status: "failed", last_error: "RETURNED 5.1.1" });
}, 120_000);

function firstMail(box: string): Buffer | null {
  const at = join(folder, "mail", box);
  for (const part of ["new", "cur"])
    try {
      const [name] = readdirSync(join(at, part));
      if (name !== undefined) return readFileSync(join(at, part, name));
    } catch {
      // Postfix makes the folder with its first mail.
    }
  return null;
}

function writePostfix(): void {
  cpSync("/etc/postfix", conf, { recursive: true });
  const { uid, gid } = idsOf("postfix");
  for (const name of ["queue", "data", "mail"]) mkdirSync(join(folder, name));
  for (const name of ["data", "mail"]) chownSync(join(folder, name), uid, gid);
  writeFileSync(
    join(folder, "mailboxes"),
    "da@zeitung.example zeitung.example/da/\nbounce@dienst.example dienst.example/bounce/\n",
  );
  const settings = {
    compatibility_level: "3.6",
    ...{ queue_directory: join(folder, "queue"), data_directory: join(folder, "data") },
    ...{ maillog_file: join(folder, "postfix.log"), maillog_file_prefixes: folder },
    ...{
      myhostname: "mx.dienst.example",
      inet_interfaces: "127.0.0.1",
      mydestination: "",
      alias_maps: "",
      mynetworks: "127.0.0.0/8",
    },
    ...{
      virtual_mailbox_domains: "zeitung.example, dienst.example",
      virtual_mailbox_base: join(folder, "mail"),
    },
    ...{ virtual_mailbox_maps: `texthash:${join(folder, "mailboxes")}`, recipient_delimiter: "+" },
    ...{
      virtual_uid_maps: `static:${uid}`,
      virtual_gid_maps: `static:${gid}`,
      smtpd_reject_unlisted_recipient: "no",
    },
    ...{ default_transport: "error:nobody outside is written to", smtp_dns_support_level: "disabled" },
  };
  writeFileSync(
    join(conf, "main.cf"),
    Object.entries(settings)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(""),
  );
  const master = readFileSync(join(conf, "master.cf"), "utf8")
    // In no chroot: its files lie elsewhere.
    .replace(/^(\S+\s+(?:inet|unix|fifo|pass)\s+\S+\s+\S+\s+)\S+/gm, "$1n")
    .replace(/^smtp(\s+inet)/m, `127.0.0.1:${smtpPort}$1`);
  writeFileSync(join(conf, "master.cf"), master);
}

function writeDovecot(): void {
  const { uid, gid } = idsOf("postfix");
  writeFileSync(
    dovecotConf,
    `base_dir = ${join(folder, "dovecot")}
state_dir = ${join(folder, "dovecot-state")}
log_path = ${join(folder, "dovecot.log")}
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${join(folder, "mail/dienst.example/%u")}
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${join(folder, "mail")}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${imapPort}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`,
  );
}

function idsOf(user: string): { uid: number; gid: number } {
  const [, , uid, gid] =
    readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .find((line) => line.startsWith(`${user}:`))
      ?.split(":") ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** Begins a program that goes on by itself. It must not inherit a pipe, whose end would be waited for. */
function run(name: string, ...args: string[]): void {
  const { status } = spawnSync(name, args, { stdio: "ignore" });
  if (status !== 0) throw new Error(`${name} ${args.join(" ")} failed: look into the logs in ${folder}.`);
}
