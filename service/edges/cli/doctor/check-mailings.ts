import { withMailbox } from "../../../features/mailings/returned/loop.ts";
import { domainOf, hasKey, hasSpf } from "../../../features/mailings/senders/look-up.ts";
import type { Sql } from "../../../floor/db/open.ts";
import type { Config } from "../../../program/config.ts";
import { type Check, reasonOf, unwell, well, withinCheckTime } from "./check.ts";

/** As many senders as an operator mends in one go. */
const sendersMax = 50;

/** Looks whether the keys that clients' mailings are signed with still stand in DNS. */
export async function checkSenders(sql: Sql): Promise<Check> {
  const name = "mail_senders";
  try {
    const rows = await sql<{ clientId: number; address: string; selector: string; publicKey: string }[]>`
      select client_id as "clientId", address, selector, public_key as "publicKey"
      from mail_sender
      where is_signing
      order by agency_id, client_id
      limit ${sendersMax}
    `;
    const found = await Promise.all(
      rows.map(({ address, ...key }) => hasKey({ ...key, domain: domainOf(address) })),
    );
    const lost = rows.filter((_row, index) => found[index] !== true);
    if (lost.length === 0) return well(name, "The key of every sender in use stands in DNS.");
    const list = lost.map(({ address, clientId }) => `${domainOf(address)} (client ${clientId})`).join(", ");
    return unwell(
      name,
      `DNS does not have the keys of these senders any more, and their mailings fail DMARC: ${list}. The page "Absender" of the client says what to enter.`,
    );
  } catch (error) {
    return well(name, `Not known yet: ${reasonOf(error)}.`);
  }
}

/** Looks whether returned press mailings can be read, and whether the domain that they come back to has SPF. */
export async function checkBounces({ bounces, mail }: Pick<Config, "bounces" | "mail">): Promise<Check[]> {
  const name = "returned_mails";
  if (mail === null) return [];
  if (bounces === null)
    return [
      well(
        name,
        "Nobody reads mails that come back. Set IMAP_URL and BOUNCE_ADDRESS where agencies send press mailings.",
      ),
    ];
  const domain = domainOf(bounces.mailbox);
  const hasRule = await hasSpf(domain);
  try {
    await withinCheckTime(withMailbox(bounces.imapUrl, () => Promise.resolve()));
    return [
      hasRule
        ? well(name, `The mailbox of returned mails can be read, and ${domain} has SPF.`)
        : unwell(name, `${domain} has no SPF: enter which servers send for it, v=spf1 … -all.`),
    ];
  } catch (error) {
    return [
      unwell(name, `The mailbox of returned mails can't be read: ${reasonOf(error)}. Correct IMAP_URL.`),
    ];
  }
}
