import { withStop } from "../../../floor/strings/with-stop.ts";
import { ownNameOf, type PageLanguage } from "../../../floor/web/language.ts";
import type { MeasurementLevel } from "../../measurement/vocabulary.ts";

/** All that the pages and feeds of a newsroom say themselves, in the newsroom's language. */
type NewsroomTexts = {
  locale: string;
  newsroom: string;
  releases: string;
  pressRelease: string;
  forThePress: string;
  latest: string;
  older: string;
  none: string;
  noneHere: string;
  newerPage: string;
  olderPage: string;
  listPages: string;
  topics: string;
  years: string;
  onTopic: (topic: string) => string;
  inYear: (year: number) => string;
  allReleases: string;
  newerRelease: string;
  olderRelease: string;
  moreReleases: string;
  about: (name: string) => string;
  online: string;
  contact: string;
  pressOffice: string;
  subscribe: string;
  subscribeMail: string;
  subscribeRss: string;
  subscribeAtom: string;
  pictures: string;
  picturesToDownload: string;
  allPictures: string;
  save: string;
  downloads: string;
  credit: string;
  description: (name: string) => string;
  feedTitle: (name: string, topic: string | null) => string;
  copyLink: string;
  /** What the button says once it is done. */
  linkCopied: string;
  share: string;
  shared: string;
  takeAlong: string;
  plainText: string;
  asPdf: string;
  passOn: string;
  write: string;
  call: string;
  notFound: { title: string; text: string; link: (name: string) => string };
  corrected: string;
  counting: Record<MeasurementLevel, string>;
};

/** What leads to a text in another language, said in that language, whatever the page around it speaks. */
export function readIn(tag: string): string {
  if (/^de(?:-|$)/i.test(tag)) return "Auf Deutsch lesen";
  if (/^en(?:-|$)/i.test(tag)) return "Read in English";
  return ownNameOf(tag);
}

export const newsroomTexts: Record<PageLanguage, NewsroomTexts> = {
  de: {
    locale: "de_DE",
    newsroom: "Newsroom",
    releases: "Meldungen",
    pressRelease: "Pressemitteilung",
    forThePress: "Für die Presse",
    latest: "Aktuelle Meldungen",
    older: "Ältere Meldungen",
    none: "Noch keine Meldungen.",
    noneHere: "Hier sind keine weiteren Meldungen.",
    newerPage: "← Neuere Meldungen",
    olderPage: "Ältere Meldungen →",
    listPages: "Seiten der Liste",
    topics: "Themen",
    years: "Jahre",
    onTopic: (topic) => `Thema: ${topic}`,
    inYear: (year) => `Meldungen aus dem Jahr ${year}`,
    allReleases: "Alle Meldungen",
    newerRelease: "Neuere Meldung",
    olderRelease: "Ältere Meldung",
    moreReleases: "Weitere Meldungen",
    about: (name) => `Über ${name}`,
    online: "Online",
    contact: "Pressekontakt",
    pressOffice: "Pressestelle",
    subscribe: "Keine Meldung verpassen",
    subscribeMail: "Pressemitteilungen per E-Mail",
    subscribeRss: "Meldungen als RSS-Feed",
    subscribeAtom: "Meldungen als Atom-Feed",
    pictures: "Bilder",
    picturesToDownload: "Bilder zum Herunterladen",
    allPictures: "Alle Bilder (ZIP)",
    save: "Herunterladen",
    downloads: "Downloads",
    credit: "Bildnachweis",
    description: (name) => withStop(`Pressemitteilungen und Pressekontakt von ${name}`),
    feedTitle: (name, topic) => `${name}: ${topic ?? "Pressemitteilungen"}`,
    copyLink: "Link kopieren",
    linkCopied: "Link kopiert",
    share: "Teilen",
    shared: "Geteilt",
    takeAlong: "Zum Weiterverwenden",
    plainText: "Text ohne Gestaltung",
    asPdf: "Text als PDF",
    passOn: "Per E-Mail weitergeben",
    write: "Schreiben",
    call: "Anrufen",
    notFound: {
      title: "Seite nicht gefunden",
      text: "Unter dieser Adresse gibt es keine Meldung. Vielleicht wurde sie umbenannt oder zurückgezogen.",
      link: (name) => `Zum Newsroom von ${name}`,
    },
    corrected: "Berichtigt am",
    counting: {
      L0: "Gezählt werden nur Seitenaufrufe, ohne Cookies und ohne Dritte.",
      L1: "Gezählt werden Seitenaufrufe und Klicks, ohne Cookies und ohne Dritte.",
      L2: "Gezählt werden Seitenaufrufe, Klicks und Lesedauer, ohne Cookies und ohne Dritte.",
    },
  },
  en: {
    locale: "en_GB",
    newsroom: "Newsroom",
    releases: "Releases",
    pressRelease: "Press release",
    forThePress: "For the press",
    latest: "Latest releases",
    older: "Older releases",
    none: "No releases yet.",
    noneHere: "There are no further releases here.",
    newerPage: "← Newer releases",
    olderPage: "Older releases →",
    listPages: "Pages of the list",
    topics: "Topics",
    years: "Years",
    onTopic: (topic) => `Topic: ${topic}`,
    inYear: (year) => `Releases of ${year}`,
    allReleases: "All releases",
    newerRelease: "Newer release",
    olderRelease: "Older release",
    moreReleases: "More releases",
    about: (name) => `About ${name}`,
    online: "Online",
    contact: "Press contact",
    pressOffice: "Press office",
    subscribe: "Stay up to date",
    subscribeMail: "Press releases by email",
    subscribeRss: "Releases as RSS feed",
    subscribeAtom: "Releases as Atom feed",
    pictures: "Pictures",
    picturesToDownload: "Pictures to download",
    allPictures: "All pictures (ZIP)",
    save: "Download",
    downloads: "Downloads",
    credit: "Credit",
    description: (name) => withStop(`Press releases and press contact of ${name}`),
    feedTitle: (name, topic) => `${name}: ${topic ?? "Press releases"}`,
    copyLink: "Copy link",
    linkCopied: "Link copied",
    share: "Share",
    shared: "Shared",
    takeAlong: "To take along",
    plainText: "Plain text",
    asPdf: "Text as PDF",
    passOn: "Pass on by email",
    write: "Write",
    call: "Call",
    notFound: {
      title: "Page not found",
      text: "There is no release at this address. It may have been renamed or withdrawn.",
      link: (name) => `To the newsroom of ${name}`,
    },
    corrected: "Corrected on",
    counting: {
      L0: "We count page views only, without cookies and without third parties.",
      L1: "We count page views and clicks, without cookies and without third parties.",
      L2: "We count page views, clicks and reading time, without cookies and without third parties.",
    },
  },
};
