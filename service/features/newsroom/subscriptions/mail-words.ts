import { withStop } from "../../../floor/strings/with-stop.ts";
import type { PageLanguage } from "../../../floor/web/language.ts";

export type MailWords = (typeof mailWords)[PageLanguage];

/** What mails to subscribers say, in the newsroom's language. `what` is "the press releases of …". */
export const mailWords = {
  de: {
    knownSubject: (clientName: string) => `Sie haben ${clientName} schon abonniert`,
    knownTitle: "Alles bleibt, wie es ist",
    knownText: (what: string, howOften: string) =>
      `Jemand hat gerade ${what} für Ihre Adresse bestellt. Sie erhalten sie schon, ${howOften}.`,
    knownNote:
      "Sie müssen nichts tun. Wenn Sie keine Mails mehr möchten, können Sie sich hier abmelden. Möchten Sie sie in einem anderen Rhythmus erhalten, melden Sie sich hier ab, und bestellen Sie sie dann neu.",
    confirmSubject: (clientName: string) => `Bitte bestätigen Sie Ihr Abo: ${clientName}`,
    confirmTitle: "Möchten Sie diese Mails erhalten?",
    confirmText: (what: string, howOften: string) =>
      `Jemand hat ${what} für Ihre Adresse bestellt, ${howOften}.`,
    daily: "gesammelt einmal am Tag",
    atOnce: "sofort nach der Veröffentlichung",
    confirmAsk: "Waren Sie das? Dann bestätigen Sie es bitte auf der Seite, die sich öffnet.",
    confirm: "Abo bestätigen",
    confirmNote:
      "Waren Sie es nicht, müssen Sie nichts tun: Sie erhalten keine weitere Mail, und nach zwei Tagen löschen wir Ihre Adresse.",
    releaseOf: "Pressemitteilung von",
    read: "Pressemitteilung lesen",
    digest: (count: number) =>
      count === 1 ? "Eine neue Pressemitteilung" : `${count} neue Pressemitteilungen`,
    of: "von",
    omitted: (count: number) =>
      count === 1 ? "Eine weitere steht im Newsroom." : `${count} weitere stehen im Newsroom.`,
    newsroom: "Zum Newsroom",
    press: "Presse",
    why: (what: string) => `Sie erhalten diese Mail, weil Sie ${what} abonniert haben.`,
    leave: "Abmelden",
    data: "Meine Daten",
    sentBy: (agencyName: string, clientName: string) =>
      withStop(`Verschickt von ${agencyName} im Auftrag von ${clientName}`),
  },
  en: {
    knownSubject: (clientName: string) => `You have already subscribed to ${clientName}`,
    knownTitle: "Everything stays as it is",
    knownText: (what: string, howOften: string) =>
      `Somebody has just requested ${what} for your address. You already receive them, ${howOften}.`,
    knownNote:
      "There is nothing for you to do. If you do not want any more emails, you can unsubscribe here. If you would like to receive them more or less often, unsubscribe here and then subscribe again.",
    confirmSubject: (clientName: string) => `Please confirm your subscription: ${clientName}`,
    confirmTitle: "Would you like to receive these emails?",
    confirmText: (what: string, howOften: string) =>
      `Somebody has requested ${what} for your address, ${howOften}.`,
    daily: "together once a day",
    atOnce: "as soon as they are published",
    confirmAsk: "Was it you? Then please confirm it on the page that opens.",
    confirm: "Confirm your subscription",
    confirmNote:
      "If it was not you, there is nothing to do: you will receive no further email, and we delete your address after two days.",
    releaseOf: "Press release of",
    read: "Read the press release",
    digest: (count: number) => (count === 1 ? "One new press release" : `${count} new press releases`),
    of: "of",
    omitted: (count: number) =>
      count === 1 ? "One more is in the newsroom." : `${count} more are in the newsroom.`,
    newsroom: "To the newsroom",
    press: "Press",
    why: (what: string) => withStop(`You receive this email because you have subscribed to ${what}`),
    leave: "Unsubscribe",
    data: "My data",
    sentBy: (agencyName: string, clientName: string) =>
      withStop(`Sent by ${agencyName} on behalf of ${clientName}`),
  },
};
