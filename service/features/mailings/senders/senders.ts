import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import type { SignedSender } from "../../../floor/mail/mailer.ts";
import { oneLine } from "../../../floor/mail/render-mail.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { readMailAddress } from "../../../floor/web/mail-address.ts";
import { refuseFields } from "../../../floor/web/refuse-fields.ts";
import { refuseChangedSince, stampOf } from "../../../floor/web/seen-stamp.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { findClient, lockClient } from "../../clients/sql.ts";
import { unknownClient } from "../../clients/unknown-client.ts";
import { dmarcOf, domainOf, hasKey, hasSpf, keyName, keyRecord, type ResolveTxt } from "./look-up.ts";
import {
  type DmarcPolicy,
  deleteSender,
  findSender,
  type NewKey,
  noteLookUp,
  type SenderRow,
  setNextKey,
  upsertSender,
} from "./sql.ts";

export const senderNameCharactersMax = 100;
/** What providers ask for today; longer keys do not fit into one record everywhere (RFC 8301, 3.2). */
const keyBits = 2_048;
/** Of a selector: two keys of one domain never have the same. */
const selectorBytes = 4;

type Acting = { actor: AuditActor };
type Record = { name: string; value: string };

/** The sender of a client as pages show it, without its key. */
export type SenderView = {
  name: string;
  address: string;
  domain: string;
  isSigning: boolean;
  checkedAt: Date | null;
  dmarc: DmarcPolicy | null;
  /** Of the sender's domain. Mailings pass SPF by the service's own. */
  hasSpf: boolean | null;
  /** What to enter in the DNS of the domain. */
  record: Record;
  /** The same of a new key that waits to be found there. */
  nextRecord: Record | null;
};

/** The sender of a client, or null. Throws `not_found` for another agency's client. */
export async function readSender(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<SenderView | null> {
  await refuseUnknownClient(sql, agencyId, clientId);
  const row = await findSender(sql, agencyId, clientId);
  return row === null ? null : viewOf(row);
}

/**
 * Writes from which address a client's mailings come. Another domain gets a key of its own. Throws `validation_error`, `not_found`, and
 * `version_conflict` where somebody has changed it since `seenStamp` (`senderStamp`).
 */
export async function setSender(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; name: string; address: string; seenStamp?: string | undefined },
  { actor, secrets }: Acting & { secrets: SecretCipher },
): Promise<SenderView> {
  const { clientId, seenStamp } = input;
  const address = readMailAddress(input.address) ?? "";
  const name = oneLine(input.name);
  refuseFields([
    address === ""
      ? {
          field: "address",
          german:
            "Bitte geben Sie eine E-Mail-Adresse unter der Domain des Kunden ein, etwa presse@kunde.de.",
          english: "expected a mail address below the client's domain, such as press@client.example.",
        }
      : null,
    name === "" || [...name].length > senderNameCharactersMax
      ? {
          field: "name",
          german: `Bitte geben Sie einen Namen mit höchstens ${senderNameCharactersMax} Zeichen ein.`,
          english: `expected 1 to ${senderNameCharactersMax} characters.`,
        }
      : null,
  ]);
  await refuseUnknownClient(sql, agencyId, clientId);
  const known = await findSender(sql, agencyId, clientId);
  const isSameDomain = known !== null && domainOf(known.address) === domainOf(address);
  const key = isSameDomain ? null : await createKey(secrets, { agencyId, clientId });
  return await sql.begin(async (transaction) => {
    // An older page brought the former domain back, with a key that its DNS does not have.
    await lockClient(transaction, agencyId, clientId);
    const before = await findSender(transaction, agencyId, clientId);
    const wanted = { name, address };
    if (senderStamp(before) !== senderStamp(wanted))
      refuseChangedSince(seenSender(before), { wanted, seenStamp });
    await upsertSender(transaction, agencyId, { clientId, name, address, key });
    await noteSender(transaction, agencyId, {
      clientId,
      action: "mail_sender.set",
      domain: domainOf(address),
      actor,
    });
    return await viewIn(transaction, agencyId, clientId);
  });
}

/** Of a client's sender, or of none, for `setSender`. */
export const senderStamp = (sender: Seen | null): string => stampOf(seenSender(sender));

type Seen = { name: string; address: string };
const seenSender = (sender: Seen | null): Seen => ({
  name: sender?.name ?? "",
  address: sender?.address ?? "",
});

/** Makes a second key, which signs as soon as DNS has it; until then the first one does. Throws `not_found`. */
export async function renewSenderKey(
  sql: Sql,
  agencyId: number,
  clientId: number,
  { actor, secrets }: Acting & { secrets: SecretCipher },
): Promise<SenderView> {
  const key = await createKey(secrets, { agencyId, clientId });
  return await sql.begin(async (transaction) => {
    if (!(await setNextKey(transaction, agencyId, { clientId, key }))) throw noSender();
    const view = await viewIn(transaction, agencyId, clientId);
    await noteSender(transaction, agencyId, {
      clientId,
      action: "mail_sender.key_renewed",
      domain: view.domain,
      actor,
    });
    return view;
  });
}

/**
 * Asks DNS for the keys and the rules of the domain, and keeps what it said; `hasAnswered` is false where it said nothing of the keys. A
 * key that comes or goes is noted. Throws `not_found`.
 */
export async function checkSender(
  sql: Sql,
  agencyId: number,
  clientId: number,
  resolve?: ResolveTxt,
): Promise<SenderView & { hasAnswered: boolean }> {
  const row = await findSender(sql, agencyId, clientId);
  if (row === null) throw noSender();
  const { selector, publicKey, nextSelector, nextPublicKey } = row;
  const domain = domainOf(row.address);
  const [isSigning, isNextFound, dmarc, spf] = await Promise.all([
    hasKey({ selector, publicKey, domain }, resolve),
    nextSelector === null || nextPublicKey === null
      ? false
      : hasKey({ selector: nextSelector, publicKey: nextPublicKey, domain }, resolve),
    dmarcOf(domain, resolve),
    hasSpf(domain, resolve),
  ]);
  const found = { isSigning, isNextFound, dmarc, hasSpf: spf };
  return await sql.begin(async (transaction) => {
    await noteLookUp(transaction, agencyId, { clientId, asked: { selector, nextSelector }, found });
    const view = await viewIn(transaction, agencyId, clientId);
    if (view.isSigning !== row.isSigning)
      await noteSender(transaction, agencyId, {
        ...{ clientId, domain: view.domain, actor: { type: "service", id: null } },
        action: view.isSigning ? "mail_sender.key_found" : "mail_sender.key_lost",
      });
    return { ...view, hasAnswered: isSigning !== null || isNextFound === true };
  });
}

/** Mailings then come from the service's address again. Throws `not_found`. */
export async function removeSender(
  sql: Sql,
  agencyId: number,
  clientId: number,
  { actor }: Acting,
): Promise<void> {
  await sql.begin(async (transaction) => {
    const known = await findSender(transaction, agencyId, clientId);
    if (known === null || !(await deleteSender(transaction, agencyId, clientId))) throw noSender();
    const domain = domainOf(known.address);
    await noteSender(transaction, agencyId, { clientId, action: "mail_sender.removed", domain, actor });
  });
}

/** Whom a client's mailings come from, with the key; null as long as nothing proves that the domain wants that. */
export async function openSender(
  sql: Queryable,
  agencyId: number,
  clientId: number,
  secrets: SecretCipher,
): Promise<SignedSender | null> {
  const row = await findSender(sql, agencyId, clientId);
  if (row === null || !row.isSigning) return null;
  const { name, address, selector } = row;
  const purpose = purposeOf({ agencyId, clientId }, selector);
  const privateKey = secrets.decrypt(row.privateKeyEncrypted, purpose);
  return { name, address, domain: domainOf(address), selector, privateKey };
}

/** In libuv's threads: a key takes a fifth of a second. */
async function createKey(
  secrets: SecretCipher,
  owner: { agencyId: number; clientId: number },
): Promise<NewKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: keyBits,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const selector = `pr-${randomBytes(selectorBytes).toString("hex")}`;
  return {
    selector,
    publicKey: Buffer.from(publicKey).toString("base64"),
    privateKeyEncrypted: secrets.encrypt(privateKey, purposeOf(owner, selector)),
  };
}

function purposeOf({ agencyId, clientId }: { agencyId: number; clientId: number }, selector: string): string {
  return `mail_sender:${agencyId}:${clientId}:${selector}`;
}

function viewOf(row: SenderRow): SenderView {
  const { name, address, isSigning, checkedAt, dmarc, nextSelector, nextPublicKey } = row;
  const domain = domainOf(address);
  const recordOf = (selector: string, publicKey: string) => ({
    name: keyName(selector, domain),
    value: keyRecord(publicKey),
  });
  return {
    ...{ name, address, domain, isSigning, checkedAt, dmarc, hasSpf: row.hasSpf },
    record: recordOf(row.selector, row.publicKey),
    nextRecord:
      nextSelector === null || nextPublicKey === null ? null : recordOf(nextSelector, nextPublicKey),
  };
}

async function viewIn(sql: Queryable, agencyId: number, clientId: number): Promise<SenderView> {
  const row = await findSender(sql, agencyId, clientId);
  if (row === null) throw noSender();
  return viewOf(row);
}

async function noteSender(
  transaction: Queryable,
  agencyId: number,
  input: { clientId: number; action: string; domain: string; actor: AuditActor },
): Promise<void> {
  const { clientId, action, domain, actor } = input;
  const subject = { type: "client", id: String(clientId) };
  await insertAudit(transaction, agencyId, { actor, action, subject, details: { domain } });
}

async function refuseUnknownClient(sql: Queryable, agencyId: number, clientId: number): Promise<void> {
  if ((await findClient(sql, agencyId, clientId)) === null) throw unknownClient();
}

function noSender(): ServiceError {
  return new ServiceError("not_found", "The client has no sender of its own. Set one first.");
}
