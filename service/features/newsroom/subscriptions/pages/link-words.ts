import { withStop } from "../../../../floor/strings/with-stop.ts";

/** What the pages behind links in mails say, in the newsroom's language. `what` is "the press releases of …". */
export const linkWords = {
  de: {
    confirm: "Abo bestätigen",
    confirmText: (what: string) =>
      `Mit einem Klick bestätigen Sie, dass Sie ${what} per E-Mail erhalten möchten.`,
    confirmYes: "Ja, bitte abonnieren",
    confirmed: "Ihr Abo ist bestätigt",
    confirmedText: (what: string) =>
      `${withStop(`Sie erhalten ab jetzt ${what}`)} In jeder E-Mail steht ein Link zum Abmelden.`,
    toNewsroom: "Zum Newsroom von",
    leave: "Abmelden",
    leaveText: (what: string) => `Möchten Sie ${what} nicht mehr erhalten?`,
    leaveYes: "Ja, abmelden",
    left: "Sie sind abgemeldet",
    leftText:
      "Sie erhalten keine weiteren E-Mails aus diesem Abo. Ihre Adresse ist dafür nicht mehr gespeichert.",
    data: "Meine Daten",
    stored: (agencyName: string) => `Das hat ${agencyName} zu Ihrer E-Mail-Adresse gespeichert.`,
    notStored: (agencyName: string) =>
      `${agencyName} hat Ihre E-Mail-Adresse nicht mehr gespeichert. Geblieben sind die Zeitpunkte, als Nachweis Ihrer Einwilligung.`,
    download: "Als Datei herunterladen (JSON)",
    eraseText:
      "Beim Löschen enden alle diese Abos, und Ihre Adresse wird gelöscht. Als Nachweis bleiben ein Prüfwert, aus dem sich die Adresse nicht lesen lässt, und die Zeitpunkte. Auch sie werden spätestens nach vier Jahren gelöscht.",
    erase: "Alles löschen und abmelden",
    erased: "Ihre Daten sind gelöscht",
    erasedText: (agencyName: string) =>
      `Ihre Adresse ist gelöscht, und alle Abos bei ${agencyName} sind beendet.`,
    dead: "Dieser Link gilt nicht (mehr)",
    deadText:
      "Vielleicht wurde er beim Kopieren abgeschnitten, oder die Frist zum Bestätigen ist vorbei. Dann melden Sie sich bitte noch einmal an.",
    refused: "Das hat nicht geklappt",
    refusedText:
      "Es wurde nichts geändert. Bitte öffnen Sie die Seite noch einmal und verwenden Sie den Knopf, der dann erscheint.",
    email: "E-Mail-Adresse",
    subscription: "Abo",
    daily: "einmal am Tag",
    atOnce: "sofort",
    requestedAt: "Angefordert",
    confirmedAt: "Bestätigt",
    endedAt: "Beendet",
    consent: "Wortlaut der Einwilligung",
  },
  en: {
    confirm: "Confirm your subscription",
    confirmText: (what: string) => `With one click you confirm that you want to receive ${what} by email.`,
    confirmYes: "Yes, please subscribe",
    confirmed: "Your subscription is confirmed",
    confirmedText: (what: string) =>
      `${withStop(`From now on you will receive ${what}`)} Every email has a link to unsubscribe.`,
    toNewsroom: "To the newsroom of",
    leave: "Unsubscribe",
    leaveText: (what: string) => `Do you no longer want to receive ${what}?`,
    leaveYes: "Yes, unsubscribe",
    left: "You are unsubscribed",
    leftText:
      "You will receive no further emails of this subscription. Your address is no longer stored for it.",
    data: "My data",
    stored: (agencyName: string) => `This is what ${agencyName} has stored about your email address.`,
    notStored: (agencyName: string) =>
      `${agencyName} no longer stores your email address. What remains are the times, as proof of your consent.`,
    download: "Download as a file (JSON)",
    eraseText:
      "Deletion ends all these subscriptions and deletes your address. As proof there remain a check value, from which the address can't be read, and the times. They too are deleted after four years at the latest.",
    erase: "Delete everything and unsubscribe",
    erased: "Your data are deleted",
    erasedText: (agencyName: string) =>
      `Your address is deleted, and all subscriptions with ${agencyName} have ended.`,
    dead: "This link does not work (any more)",
    deadText:
      "It may have been cut off when it was copied, or the time to confirm is over. In that case please subscribe again.",
    refused: "That did not work",
    refusedText: "Nothing was changed. Please open the page again and use the button that appears.",
    email: "Email address",
    subscription: "Subscription",
    daily: "once a day",
    atOnce: "at once",
    requestedAt: "Requested",
    confirmedAt: "Confirmed",
    endedAt: "Ended",
    consent: "Wording of your consent",
  },
};
