import { v7 as uuidv7 } from "uuid";
import type { Queryable } from "../../../floor/db/open.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import type { PageLanguage } from "../../../floor/web/language.ts";
import { readMailAddress } from "../../../floor/web/mail-address.ts";
import { loadMailTopics } from "../directory.ts";
import type { NewsroomRow } from "../sql.ts";
import { encryptAddress, hashAddress } from "./address-cipher.ts";
import { currentConsentTexts } from "./rules.ts";
import { type Frequency, frequencies } from "./schema.ts";
import { requestSubscription } from "./sql.ts";

/** What a form sends, each field as it came. */
export type SubscribeInput = { email: string; topic: string | null; frequency: string };

export type CheckedSubscribeInput = { address: string; topic: string | null; frequency: Frequency };

/** Checks what a form sent; else which of its fields are wrong. */
export async function checkSubscribeInput(
  sql: Queryable,
  newsroomRow: Pick<NewsroomRow, "agencyId" | "clientId">,
  { email, topic, frequency }: SubscribeInput,
): Promise<CheckedSubscribeInput | { wrong: (keyof SubscribeInput)[] }> {
  const address = readMailAddress(email);
  const found = frequencies.find((each) => each === frequency);
  const known = topic === null ? null : await findTopic(sql, newsroomRow, topic);
  if (address !== null && found !== undefined && known !== undefined)
    return { address, topic: known, frequency: found };
  const wrong = { email: address === null, topic: known === undefined, frequency: found === undefined };
  return { wrong: (["email", "topic", "frequency"] as const).filter((field) => wrong[field]) };
}

/** A topic of the newsroom as its lists call it, by any spelling: a form is open while another one becomes the usual one. */
async function findTopic(
  sql: Queryable,
  newsroomRow: Pick<NewsroomRow, "agencyId" | "clientId">,
  topic: string,
): Promise<string | undefined> {
  const topics = await loadMailTopics(sql, newsroomRow.agencyId, newsroomRow.clientId);
  return topics.find(({ spellings }) => spellings.includes(topic))?.name;
}

/** Asks for a subscription: the address gets a mail with a link, and nothing else until that is confirmed. */
export async function subscribe(
  sql: Queryable,
  secrets: SecretCipher,
  agencyId: number,
  {
    clientId,
    address,
    topic,
    frequency,
    language = "de",
  }: CheckedSubscribeInput & {
    clientId: number;
    /** Of the form, whose wording was agreed to. */
    language?: PageLanguage;
  },
): Promise<void> {
  const id = uuidv7();
  await requestSubscription(sql, agencyId, {
    id,
    clientId,
    topic,
    frequency,
    addressHash: hashAddress(secrets, agencyId, address),
    addressEncrypted: encryptAddress(secrets, { agencyId, id }, address),
    consentTextVersion: currentConsentTexts[language],
  });
}
