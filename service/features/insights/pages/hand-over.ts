import { ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { parseUrl } from "../../../floor/strings/parse-url.ts";
import { urlProblem } from "../../../floor/web/field-rules.ts";
import { type FieldProblem, refuseFields } from "../../../floor/web/refuse-fields.ts";
import { refuseChangedSince } from "../../../floor/web/seen-stamp.ts";
import { lockAgency } from "../../agencies/sql.ts";
import { insertAudit } from "../../audit/sql.ts";
import { type Act, addClipping, pageEntry } from "../clippings/add-clipping.ts";
import type { ClippingFields } from "../clippings/schema.ts";
import { readSubject } from "../clippings/sql.ts";
import { enqueueEvidence } from "../evidence/sql.ts";
import {
  type Address,
  addressesMax,
  findReadingSettings,
  insertAddresses,
  type ReadingSettings,
  readAddressesAgain,
  settleAddress,
  stopAddresses,
  writeReadingSettings,
} from "./address-sql.ts";

/** Media that an agency does not let be read. */
export const unreadHostsMax = 500;

/**
 * Takes addresses of articles about a client or one of its releases, to be read in the background; the same one is taken once. Returns the
 * id of the batch, which is that of the address where it is alone. Throws `not_found`, and `validation_error` with field `urls`.
 */
export async function handOverAddresses(
  sql: Sql,
  agencyId: number,
  input: Act & Pick<ClippingFields, "clientId" | "releaseId"> & { urls: readonly string[] },
): Promise<string> {
  const { clientId, releaseId, actor } = input;
  const urls = [...new Set(input.urls.map((url) => url.trim()))].filter((url) => url !== "");
  const wrong = urls.findIndex((url) => urlProblem("urls", url) !== null);
  refuseFields([
    urls.length === 0 ? problem("Bitte geben Sie eine Adresse ein.", "expected an address.") : null,
    urls.length > addressesMax
      ? problem(
          `Das sind ${urls.length} Adressen. Höchstens ${addressesMax} sind auf einmal möglich.`,
          `expected at most ${addressesMax}.`,
        )
      : null,
    wrong === -1
      ? null
      : problem(
          `Adresse ${wrong + 1} ist keine Webadresse, die mit https:// beginnt.`,
          `address ${wrong + 1} is no web address.`,
        ),
  ]);
  const subject = await readSubject(sql, agencyId, { clientId, releaseId });
  if (!subject.hasClient || !subject.hasRelease)
    throw new ServiceError("not_found", "The agency has no such client or release.");
  const enteredBy = actor.type === "person" ? actor.id : null;
  return await sql.begin(async (transaction) => {
    const batchId = await insertAddresses(transaction, agencyId, { clientId, releaseId, urls, enteredBy });
    await insertAudit(transaction, agencyId, {
      ...{ actor, action: "clipping_addresses.handed_over" },
      subject: { type: "clipping_addresses", id: batchId },
      details: { addresses: urls.length, clientId, releaseId },
    });
    return batchId;
  });
}

/** Calls off what waits of the addresses that were handed over together. */
export async function stopReading(
  sql: Sql,
  agencyId: number,
  input: Act & { batchId: string },
): Promise<void> {
  await changeBatch(sql, agencyId, { ...input, action: "clipping_addresses.stopped", change: stopAddresses });
}

/** Has those of a batch read once more that were not read. */
export async function readAgain(sql: Sql, agencyId: number, input: Act & { batchId: string }): Promise<void> {
  await changeBatch(sql, agencyId, {
    ...input,
    ...{ action: "clipping_addresses.read_again", change: readAddressesAgain },
  });
}

async function changeBatch(
  sql: Sql,
  agencyId: number,
  {
    batchId,
    action,
    change,
    ...act
  }: Act & { batchId: string; action: string; change: typeof stopAddresses },
): Promise<void> {
  await sql.begin(async (transaction) => {
    const addresses = await change(transaction, agencyId, batchId);
    if (addresses === 0) return;
    const subject = { type: "clipping_addresses", id: batchId };
    await insertAudit(transaction, agencyId, { ...act, action, subject, details: { addresses } });
  });
}

/** Makes a clipping of an address as a person has confirmed it. */
export async function enterAddress(
  sql: Sql,
  agencyId: number,
  { address, fields, ...act }: Act & { address: Address; fields: ClippingFields },
): Promise<{ outcome: "added" | "known"; id: string }> {
  return await sql.begin(async (transaction) => {
    const wasRead = address.outcome === "read" && fields.url === address.url;
    const entry = wasRead ? { entry: pageEntry(address.url) } : {};
    const added = await addClipping(transaction, agencyId, { ...act, fields, ...entry });
    // Of an article that the client has already the form stays, for another client perhaps, and with it what the page said.
    if (added.outcome === "added")
      await settleAddress(transaction, agencyId, { id: address.id, outcome: "added", mentionId: added.id });
    return added;
  });
}

/**
 * Says whether pages of media may be read, and of which media not. Throws `validation_error` with field `unreadHosts`, and
 * `version_conflict` where somebody has changed it since `seenStamp`, which is `stampOf` the settings.
 */
export async function changeReading(
  sql: Sql,
  agencyId: number,
  { settings, seenStamp, actor }: Act & { settings: ReadingSettings; seenStamp?: string | undefined },
): Promise<void> {
  const hosts = [...new Set(settings.unreadHosts.map(hostOf))];
  if (hosts.includes(null) || hosts.length > unreadHostsMax)
    refuseFields({
      field: "unreadHosts",
      german: `Bitte schreiben Sie je Zeile eine Domain wie „zeitung.de“, höchstens ${unreadHostsMax}.`,
      english: `expected at most ${unreadHostsMax} host names.`,
    });
  const after = { readsArticles: settings.readsArticles, unreadHosts: hosts.filter((host) => host !== null) };
  await sql.begin(async (transaction) => {
    await lockAgency(transaction, agencyId);
    const before = await findReadingSettings(transaction, agencyId);
    refuseChangedSince(before, { wanted: after, seenStamp });
    await writeReadingSettings(transaction, agencyId, after);
    const isMoreRead =
      !before.readsArticles || before.unreadHosts.some((host) => !after.unreadHosts.includes(host));
    if (after.readsArticles && isMoreRead) await enqueueEvidence(transaction, agencyId, "earlier");
    await insertAudit(transaction, agencyId, {
      ...{ actor, action: "articles.reading_changed", details: { before, after } },
      subject: { type: "agency", id: String(agencyId) },
    });
  });
}

/** `zeitung.de` of what people type for it. */
function hostOf(typed: string): string | null {
  const url = parseUrl(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`);
  const host = url?.hostname.replace(/^www\./, "") ?? "";
  return /^[a-z0-9.-]{1,253}$/.test(host) && host.includes(".") ? host : null;
}

function problem(german: string, english: string): FieldProblem {
  return { field: "urls", german, english };
}
