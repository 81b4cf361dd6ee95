import { withMailbox } from "../../../features/mailings/returned/loop.ts";
import {
  dmarcOf,
  domainOf,
  hasKey,
  hasSpf,
  type ResolveTxt,
} from "../../../features/mailings/senders/look-up.ts";
import type { Sql } from "../../../floor/db/open.ts";
import type { Config } from "../../../program/config.ts";
import { type Check, reasonOf, unwell, well, withinCheckTime } from "./check.ts";

/** Senders that are checked; few instances have more. A loop checks all of them hourly, and the page of a client shows what it found. */
const sendersMax = 500;
/** Senders whose DNS is asked for at the same time: a name server that is away then costs one time-out. */
const atOnceMax = 50;
/** Addresses that one line names. */
const namedMax = 20;

type Sender = { clientId: number; address: string; selector: string; publicKey: string; isSigning: boolean };
type Asked = Sender & { hasKey: boolean | null; hasDmarc: boolean | null; hasSpf: boolean | null };

/** Looks whether DNS has what the mailings of active clients need: the key of each sender, and rules of its domain. */
export async function checkSenders(sql: Sql, resolve?: ResolveTxt): Promise<Check> {
  const name = "mail_senders";
  try {
    const rows = await sql<Sender[]>`
      select
        s.client_id as "clientId", s.address, s.selector, s.public_key as "publicKey", s.is_signing as "isSigning"
      from mail_sender s
      join client c on c.agency_id = s.agency_id and c.id = s.client_id
      join agency a on a.id = s.agency_id and a.delete_after is null
      where c.status = 'active'
      order by s.is_signing desc, s.agency_id, s.client_id
      limit ${sendersMax}
    `;
    const asked: Asked[] = [];
    for (let first = 0; first < rows.length; first += atOnceMax) {
      const group = await Promise.all(rows.slice(first, first + atOnceMax).map((row) => ask(row, resolve)));
      if (group.every((each) => each.hasKey === null))
        return well(name, "Not known: DNS does not answer. Mailings go on as it last said.");
      asked.push(...group);
    }
    return verdict(name, asked);
  } catch (error) {
    return well(name, `Not known yet: ${reasonOf(error)}.`);
  }
}

async function ask(sender: Sender, resolve?: ResolveTxt): Promise<Asked> {
  const domain = domainOf(sender.address);
  const [key, dmarc, spf] = await Promise.all([
    hasKey({ ...sender, domain }, resolve),
    dmarcOf(domain, resolve),
    hasSpf(domain, resolve),
  ]);
  return { ...sender, hasKey: key, hasDmarc: dmarc === null ? null : dmarc !== "missing", hasSpf: spf };
}

function verdict(name: string, asked: readonly Asked[]): Check {
  const lost = asked.filter((each) => each.isSigning && each.hasKey === false);
  const told = [
    ["DNS does not answer for", asked.filter((each) => each.hasKey === null)],
    [
      "Not in use yet, because DNS has no key",
      asked.filter((each) => !each.isSigning && each.hasKey === false),
    ],
    ["No DMARC, which large providers expect", asked.filter((each) => each.hasDmarc === false)],
    ["No SPF, which other mails of the domain need", asked.filter((each) => each.hasSpf === false)],
  ] as const;
  const advice = told.flatMap(([what, senders]) =>
    senders.length === 0 ? [] : `${what}: ${listed(senders)}.`,
  );
  if (lost.length === 0)
    return well(name, ["The key of every sender in use stands in DNS.", ...advice].join(" "));
  const sentence = `DNS does not have the keys of these senders any more, and their mailings fail DMARC until the service has noticed: ${listed(lost)}. The page "Absender" of the client says what to enter.`;
  return unwell(name, [sentence, ...advice].join(" "));
}

function listed(senders: readonly Sender[]): string {
  const named = senders
    .slice(0, namedMax)
    .map(({ address, clientId }) => `${domainOf(address)} (client ${clientId})`);
  return [...named, ...(senders.length > namedMax ? [`${senders.length - namedMax} more`] : [])].join(", ");
}

/** Looks whether returned press mailings can be read, and whether the domain that they come back to has SPF. */
export async function checkBounces(
  { bounces, mail }: Pick<Config, "bounces" | "mail">,
  resolve?: ResolveTxt,
): Promise<Check[]> {
  const name = "returned_mails";
  if (mail === null) return [];
  const domain = domainOf(bounces?.mailbox ?? mail.mailFrom.replace(/>\s*$/, ""));
  const hasRule = await hasSpf(domain, resolve);
  const missing = `${domain} has no SPF: enter which servers send for it, v=spf1 … -all.`;
  if (bounces === null) {
    const advice =
      "Nobody reads mails that come back. Set IMAP_URL and BOUNCE_ADDRESS where agencies send press mailings.";
    return [well(name, hasRule === false ? `${advice} ${missing}` : advice)];
  }
  if (hasRule === false) return [unwell(name, missing)];
  try {
    await withinCheckTime(withMailbox(bounces.imapUrl, () => Promise.resolve()));
    return [
      well(
        name,
        `The mailbox of returned mails can be read, and ${domain} ${hasRule === null ? "does not answer" : "has SPF"}.`,
      ),
    ];
  } catch (error) {
    return [
      unwell(name, `The mailbox of returned mails can't be read: ${reasonOf(error)}. Correct IMAP_URL.`),
    ];
  }
}
