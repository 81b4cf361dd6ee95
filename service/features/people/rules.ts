import { toNormalForm } from "../../floor/strings/normal-form.ts";
import { trimUnseen } from "../../floor/strings/trim-unseen.ts";
import { storedMailAddressOctetsMax } from "../../floor/web/mail-address.ts";

/** A mail link is opened at once or not at all. */
export const linkValidMinutes = 15;
/** A link that an operator hands over by other ways than mail: a day to reach the person. */
export const printedLinkValidMinutes = 24 * 60;
/** A session that nobody uses ends after this. */
export const sessionIdleDays = 14;
/** Every session ends after this, however much it is used. */
export const sessionDaysMax = 90;
/** Actions that could lock others out want a sign-in that is no older. */
export const freshSignInMinutes = 10;
/** More than a name with titles and a company behind it has; mails and lists show it on one line. */
export const personNameCharactersMax = 200;
/** Clients that a person can be limited to: as many as fit a list that somebody ticks. */
export const limitedClientsMax = 500;

/** A mail address as people are stored and found by; null for what no person can have. */
export function normaliseEmail(text: string): string | null {
  const email = toNormalForm(trimUnseen(text), "NFC").toLowerCase();
  return email.length <= storedMailAddressOctetsMax && /^[^\s\0@]+@[^\s\0@]+$/.test(email) ? email : null;
}

/** "Firefox auf Windows": what a person recognises a device by. Nothing more of the user agent is kept. */
export function describeDevice(userAgent: string | null): string {
  const agent = (userAgent ?? "").slice(0, userAgentCharactersMax);
  const browser = browsers.find(({ sign }) => agent.includes(sign))?.name;
  const system = systems.find(({ sign }) => agent.includes(sign))?.name;
  return [browser ?? "Unbekannter Browser", ...(system === undefined ? [] : [system])].join(" auf ");
}

/** Browsers send fewer than 300 characters. */
const userAgentCharactersMax = 500;

/** The first sign that fits counts: Edge and Opera name Chrome, Chrome names Safari. */
const browsers = [
  { sign: "Edg", name: "Edge" },
  { sign: "OPR/", name: "Opera" },
  { sign: "SamsungBrowser", name: "Samsung Internet" },
  { sign: "Firefox/", name: "Firefox" },
  { sign: "FxiOS", name: "Firefox" },
  { sign: "CriOS", name: "Chrome" },
  { sign: "Chrome/", name: "Chrome" },
  { sign: "Safari/", name: "Safari" },
];
const systems = [
  { sign: "iPhone", name: "iPhone" },
  { sign: "iPad", name: "iPad" },
  { sign: "Android", name: "Android" },
  { sign: "Windows", name: "Windows" },
  { sign: "Mac OS X", name: "Mac" },
  { sign: "CrOS", name: "ChromeOS" },
  { sign: "Linux", name: "Linux" },
];
