import type { PageLanguage } from "../../../../floor/web/language.ts";

export type SubscribeWords = (typeof subscribeWords)[PageLanguage];

/** What the form of a newsroom says, in the newsroom's language. */
export const subscribeWords = {
  de: {
    title: (clientName: string) => `Pressemitteilungen von ${clientName} per E-Mail`,
    check: "Bitte prüfen",
    lead: "Sie erhalten zuerst eine E-Mail mit einem Link. Erst wenn Sie ihn bestätigen, beginnt das Abo.",
    email: "E-Mail-Adresse",
    which: "Welche Meldungen?",
    all: "Alle Meldungen",
    topic: "Thema",
    howOften: "Wie oft?",
    atOnce: "Sofort, wenn eine Meldung erscheint",
    daily: "Einmal am Tag, morgens um sieben",
    subscribe: "Abonnieren",
    problems: {
      email: "Bitte geben Sie eine gültige E-Mail-Adresse an, zum Beispiel name@redaktion.de.",
      topic: "Bitte wählen Sie ein Thema aus der Liste.",
      frequency: "Bitte wählen Sie, wie oft Sie Mails erhalten möchten.",
    },
    requested: {
      title: "Bitte sehen Sie in Ihr Postfach",
      text: "Wir haben Ihnen eine E-Mail geschickt. Öffnen Sie den Link darin, um Ihr Abo zu bestätigen.",
      missing: "Es kommt nichts an? Sehen Sie bitte auch im Spam-Ordner nach. Der Link gilt zwei Tage.",
    },
    tooMany: {
      title: "Bitte versuchen Sie es später noch einmal",
      text: "Von Ihrem Anschluss kamen gerade zu viele Anmeldungen. In einer Viertelstunde geht es wieder.",
    },
  },
  en: {
    title: (clientName: string) => `Press releases of ${clientName} by email`,
    check: "Please check",
    lead: "First you will receive an email with a link. Your subscription begins when you confirm it.",
    email: "Email address",
    which: "Which releases?",
    all: "All releases",
    topic: "Topic",
    howOften: "How often?",
    atOnce: "As soon as a release is published",
    daily: "Once a day, at seven in the morning",
    subscribe: "Subscribe",
    problems: {
      email: "Please enter a valid email address, for example name@newsdesk.com.",
      topic: "Please choose a topic from the list.",
      frequency: "Please choose how often you would like to receive emails.",
    },
    requested: {
      title: "Please check your inbox",
      text: "We have sent you an email. Open the link in it to confirm your subscription.",
      missing: "Nothing arrives? Please look into your spam folder as well. The link works for two days.",
    },
    tooMany: {
      title: "Please try again later",
      text: "Too many requests came from your connection. It will work again in a quarter of an hour.",
    },
  },
};
