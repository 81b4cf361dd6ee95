import type { PageLanguage } from "../../floor/web/language.ts";

/** Whom a mail speaks to; null where it is not known. */
export type Addressed = {
  addressAs: "ms" | "mr" | null;
  title: string | null;
  firstName: string | null;
  lastName: string | null;
  medium: string;
};

/** What stands in a text for something of each recipient. */
export const placeholders = ["Anrede", "Vorname", "Medium"] as const;
type Placeholder = (typeof placeholders)[number];

/** Everything between braces: what is misspelt has to be found before it goes out to all. */
const anyPlaceholder = / ?\{([^{}\n]{0,60})\}/g;

/** What stands between braces and is no placeholder. */
export function unknownPlaceholders(text: string): string[] {
  const found = [...text.matchAll(anyPlaceholder)].map(([, name = ""]) => name);
  return [...new Set(found.filter((name) => !isPlaceholder(name)))];
}

/** What looks like an address to mail programs, with or without a scheme. */
const addressLike = /:\/\/|@|www\.|[\p{L}\d]\.\p{L}{2}/iu;

/** Placeholders within an address, or glued to one: each recipient would get another one, and a click would be a person's. */
export function placeholdersInAddresses(text: string): string[] {
  const within = text
    .split(/\s+/)
    .filter((word) => addressLike.test(word.replace(anyPlaceholder, "x")) || /\}[/?#]/.test(word));
  // The blank before a placeholder goes with it where its value is not known.
  const behind = [...text.matchAll(/(\S{1,300}) (\{[^{}\s]{1,60}\}[\p{L}\d/?#=&_-])/gu)]
    .filter(([, word = ""]) => addressLike.test(word))
    .map(([, , placeholder = ""]) => placeholder);
  const names = [...within, ...behind].flatMap((word) => [...word.matchAll(anyPlaceholder)]);
  return [...new Set(names.map(([, name = ""]) => name))];
}

/** A text about one recipient, with the host of each address alone: what stands behind it may be that recipient's. */
export function withHostsOnly(text: string): string {
  return text
    .split(/(\s+)/)
    .map((word) => (addressLike.test(word) ? hostIn(word) : word))
    .join("");
}

function hostIn(word: string): string {
  const [host = ""] = (word.split("://", 2)[1] ?? word).split(/[/?#]/, 1);
  return host.slice(host.lastIndexOf("@") + 1);
}

/** The text for one recipient. What is not known of it leaves no blank behind: "Hallo {Vorname}," becomes "Hallo,". */
export function fillPlaceholders(text: string, contact: Addressed, language: PageLanguage = "de"): string {
  return text.replace(anyPlaceholder, (whole, name: string) => {
    if (!isPlaceholder(name)) return whole;
    const value = withHostsOnly(wordOf(name, contact, language));
    return value !== "" && whole.startsWith(" ") ? ` ${value}` : value;
  });
}

/** In English a title stands in the place of "Ms". */
const salutations = {
  de: { ms: "Sehr geehrte Frau", mr: "Sehr geehrter Herr", titled: null, neutral: "Guten Tag" },
  en: { ms: "Dear Ms", mr: "Dear Mr", titled: "Dear", neutral: "Hello" },
};

/** Formal where it is known how, neutral elsewhere. */
export function salutationOf(
  { addressAs, title, firstName, lastName }: Addressed,
  language: PageLanguage = "de",
): string {
  const joined = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(" ");
  const { ms, mr, titled, neutral } = salutations[language];
  if (lastName !== null && addressAs !== null)
    return joined((title !== null && titled) || { ms, mr }[addressAs], title, lastName);
  return joined(neutral, ...(lastName === null ? [firstName] : [title, firstName, lastName]));
}

function wordOf(name: Placeholder, contact: Addressed, language: PageLanguage): string {
  switch (name) {
    case "Anrede":
      return salutationOf(contact, language);
    case "Vorname":
      return contact.firstName ?? "";
    case "Medium":
      return contact.medium;
  }
}

function isPlaceholder(name: string): name is Placeholder {
  return placeholders.some((each) => each === name);
}

/** Mails in a minute of a sender's own domain, by how many it has sent: providers distrust a domain that begins with thousands. */
const warmUp = [
  { sentBelow: 100, perMinute: 20 },
  { sentBelow: 500, perMinute: 60 },
  { sentBelow: 2_000, perMinute: 240 },
] as const;

/**
 * Seconds after the first mail at which each of the others goes, in the order of `domains`, those of the recipients: at most
 * `domainPerSecond` to one domain, and slower where the sender's domain is new. `sentBefore` is null for the service's own address.
 */
export function delaysOf(
  domains: readonly string[],
  { domainPerSecond, sentBefore }: { domainPerSecond: number; sentBefore: number | null },
): number[] {
  const freeAt = new Map<string, number>();
  let warmAt = 0;
  return domains.map((domain, index) => {
    const sent = sentBefore === null ? Number.POSITIVE_INFINITY : sentBefore + index;
    const delay = Math.max(warmAt, freeAt.get(domain) ?? 0);
    freeAt.set(domain, delay + 1 / domainPerSecond);
    const step = warmUp.find(({ sentBelow }) => sent < sentBelow);
    if (step !== undefined) warmAt += 60 / step.perMinute;
    return delay;
  });
}

/** A mailing to more is sent by whoever types how many they are. */
export const recipientsUntypedMax = 500;
/** A list may grow a little between the order and its time. Whoever typed a number meant no multiple of it. */
const growthMax = 1.1;

/** Whether a mailing goes to more people than its sender agreed to. */
export function hasGrown(count: number, typedCount: number | null): boolean {
  return count > Math.max(recipientsUntypedMax, (typedCount ?? 0) * growthMax);
}
/** Together: mailboxes of editors are small, and the gallery has the rest. */
export const attachmentBytesMax = 5_000_000;
export const attachmentsMax = 10;
export const subjectCharactersMax = 140;
export const messageCharactersMax = 5_000;
export const listsMax = 20;
export const singleContactsMax = 200;

/** Where the links of a mailing lead, and the source by which their clicks are told apart. */
const linkSources = { release: "aussand", pictures: "aussand-bilder" } as const;
type LinkTarget = keyof typeof linkSources;

/** What a counted link of a mailing says: the same for each recipient, so that a click is nobody's. */
export function campaignOf(
  mailingId: string,
  target: LinkTarget = "release",
): { source: string; medium: string; campaign: string } {
  // The end of a UUID of version 7 is random; its beginning is the time.
  return { source: linkSources[target], medium: "email", campaign: `aussand-${mailingId.slice(-12)}` };
}

export function isMailingSource(source: string): boolean {
  return Object.values<string>(linkSources).includes(source);
}

export function countedUrl(url: string, mailingId: string, target: LinkTarget = "release"): string {
  const { source, medium, campaign } = campaignOf(mailingId, target);
  const counted = new URL(url);
  counted.searchParams.set("utm_source", source);
  counted.searchParams.set("utm_medium", medium);
  counted.searchParams.set("utm_campaign", campaign);
  return counted.href;
}
