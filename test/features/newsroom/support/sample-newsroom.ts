import type { FeedRelease } from "../../../../service/features/newsroom/feeds.ts";
import type {
  Newsroom,
  Picture,
  Release,
  ReleaseTeaser,
  Topic,
} from "../../../../service/features/newsroom/pages/page-input.ts";
import type { NewsroomAsset } from "../../../../service/features/newsroom/pages/render-gallery-page.ts";
import { readText } from "../../../../service/press-text/markdown/read-text.ts";

export const publicUrl = "https://presse.example";

/** A newsroom as a German mid-sized company would have it. */
export const newsroom: Newsroom = {
  clientSlug: "nordlicht-energie",
  ownHost: null,
  language: "de",
  accentColor: null,
  clientName: "Nordlicht Energie",
  level: "L1",
  about: readText(
    "Die **Nordlicht Energie GmbH** mit Sitz in Flensburg plant, baut und betreibt seit 1998 Wind- und Solarparks in Norddeutschland und Dänemark. " +
      "Mit 340 Mitarbeiterinnen und Mitarbeitern versorgt das Unternehmen rund 410.000 Haushalte. [Mehr erfahren](https://nordlicht-energie.example/unternehmen)",
  ),
  websiteUrl: "https://www.nordlicht-energie.example/",
  imprintUrl: "https://www.nordlicht-energie.example/impressum",
  privacyUrl: "https://www.nordlicht-energie.example/datenschutz",
  pressContact: {
    name: "Katharina Brüggemann",
    role: "Leiterin Unternehmenskommunikation",
    organisation: "Nordlicht Energie GmbH",
    lines: [
      { term: "E-Mail", value: "presse@nordlicht-energie.example", scheme: "mailto:" },
      { term: "Telefon", value: "+49 (0)461 500-1234", scheme: "tel:" },
    ],
    picture: null,
  },
  logo: null,
};

export const release: Release = {
  slug: "groesster-buergerwindpark-schleswig-holsteins-geht-ans-netz",
  title: "Größter Bürgerwindpark Schleswig-Holsteins geht ans Netz",
  subtitle:
    "1.280 Bürgerinnen und Bürger beteiligen sich an 24 Anlagen, die Strom für 96.000 Haushalte liefern",
  town: "Flensburg",
  language: "de",
  seoTitle: null,
  seoDescription: null,
  correctedAt: null,
  correctionNote: null,
  keywords: ["Windenergie", "Bürgerbeteiligung"],
  publishedAt: new Date("2026-11-19T08:30:00Z"),
  updatedAt: new Date("2026-11-19T09:12:00Z"),
  image: samplePicture({
    alt: "Drei Windräder vor einem Abendhimmel über flachem Marschland",
    caption: "Der Bürgerwindpark Nordermarsch am Abend der Inbetriebnahme.",
    credit: "Foto: Nordlicht Energie / Jens Thoms",
  }),
  text: readText(`Nach nur 26 Monaten Bauzeit hat Nordlicht Energie heute den Bürgerwindpark Nordermarsch in Betrieb genommen. Die 24 Anlagen leisten zusammen 158 Megawatt und decken rechnerisch den Bedarf von 96.000 Haushalten. Mehr als die Hälfte des Kapitals kommt von Menschen aus den umliegenden Gemeinden.

## Beteiligung ab 500 Euro

An der Betreibergesellschaft halten 1.280 Bürgerinnen und Bürger Anteile, die meisten von ihnen mit Beträgen zwischen 500 und 5.000 Euro. Die Gemeinden erhalten über die [kommunale Beteiligung nach § 6 EEG](https://www.gesetze-im-internet.de/eeg_2014/__6.html) jährlich rund 620.000 Euro.

> „Energiewende gelingt dort, wo die Menschen mitverdienen, die den Windpark jeden Tag sehen“, sagt Dr. Henrike Petersen, Geschäftsführerin von Nordlicht Energie.

Der Park ersetzt 41 ältere Anlagen. Die wichtigsten Unterschiede:

| | Altpark | Nordermarsch |
|---|---:|---:|
| Anlagen | 41 | 24 |
| Leistung | 62 MW | 158 MW |
| Ertrag im Jahr | 148 GWh | 512 GWh |

Als Nächstes stehen an:

- Anschluss des Batteriespeichers mit 40 Megawattstunden im Frühjahr 2027
- Öffnung des Besucherzentrums in Dagebüll
- ein Stipendium für zehn Auszubildende je Jahrgang

Die Betriebsdaten veröffentlicht das Unternehmen fortlaufend auf https://daten.nordlicht-energie.example/nordermarsch.
`),
  assets: [
    {
      title: "Pressemitteilung als PDF",
      url: "https://dateien.example.de/pm.pdf",
      mediaType: "application/pdf",
      bytes: 184_320,
      credit: null,
      picture: null,
    },
    {
      title: "Luftbild des Bürgerwindparks, druckfähig",
      url: "https://dateien.example.de/luftbild.jpg",
      mediaType: "image/jpeg",
      bytes: 8_412_000,
      credit: "Foto: Nordlicht Energie / Jens Thoms",
      picture: null,
    },
  ],
};

/** What a feed tells of the release. */
export const feedRelease: FeedRelease = {
  ...release,
  ...{ feedId: null, summary: release.subtitle, topics: ["Windenergie"] },
};

/** Two pictures and a file of one release, and a picture of another. */
export const sampleAssets: NewsroomAsset[] = [
  sampleAsset({
    title: "Luftbild des Bürgerwindparks",
    bytes: 8_412_000,
    picture: samplePicture({ width: 6000, height: 4000 }),
  }),
  sampleAsset({
    title: "Dr. Henrike Petersen, Geschäftsführerin",
    picture: samplePicture({ width: 3000, height: 4500 }),
  }),
  sampleAsset({
    title: "Pressemitteilung als PDF",
    mediaType: "application/pdf",
    picture: null,
    credit: null,
  }),
  sampleAsset({
    title: "Baustelle im Mai",
    releaseId: 2,
    releaseTitle: "Batteriespeicher für Dagebüll",
    year: 2025,
  }),
];

function sampleAsset(changes: Partial<NewsroomAsset>): NewsroomAsset {
  return {
    releaseId: 1,
    releaseSlug: release.slug,
    releaseTitle: release.title,
    year: 2026,
    title: "Bild",
    url: "/media/werk.jpg",
    credit: "Nordlicht Energie / Jens Thoms",
    picture: samplePicture({ alt: "Windräder" }),
    mediaType: "image/jpeg",
    bytes: 4_200_000,
    ...changes,
  };
}

export const windTopic: Topic = { slug: "windenergie", name: "Windenergie", releases: 2 };

export const teasers: ReleaseTeaser[] = [
  teaser(
    "batteriespeicher-fuer-dagebuell",
    "Nordlicht Energie baut Batteriespeicher für 12.000 Haushalte in Dagebüll",
    "2026-11-20T09:00:00Z",
  ),
  teaser(release.slug, release.title, "2026-11-19T08:30:00Z"),
  teaser(
    "neue-ausbildungswerkstatt",
    "Neue Ausbildungswerkstatt: 40 Plätze für Mechatronikerinnen und Mechatroniker",
    "2026-10-28T07:00:00Z",
  ),
  teaser("halbjahr-2026", "Halbjahr 2026: Stromerzeugung steigt um 18 Prozent", "2026-08-12T06:00:00Z"),
  teaser(
    "solarpark-tondern",
    "Deutsch-dänischer Solarpark Tondern liefert ersten Strom",
    "2026-06-30T10:00:00Z",
  ),
];

function teaser(slug: string, title: string, publishedAt: string): ReleaseTeaser {
  return {
    slug,
    title,
    language: "de",
    summary:
      "Nach nur 26 Monaten Bauzeit ist der Park in Betrieb. Die 24 Anlagen leisten zusammen 158 Megawatt und decken den Bedarf von 96.000 Haushalten.",
    publishedAt: new Date(publishedAt),
    updatedAt: new Date(publishedAt),
  };
}

/** A picture with the copies that a large one has. */
export function samplePicture(said: Partial<Picture> = {}): Picture {
  const copies = [400, 800, 1600].flatMap((width) =>
    (["jpeg", "webp"] as const).map((format) => ({
      url: `/media/werk-${width}.${format === "jpeg" ? "jpg" : format}`,
      ...{ format, width, height: width / 2 },
    })),
  );
  return {
    ...{
      url: "/media/werk.jpg",
      downloadUrl: "/media/werk.jpg?download",
      alt: "Ein Werk",
      credit: null,
      caption: null,
    },
    ...{ mediaType: "image/jpeg", bytes: 3_210_000, width: 4000, height: 2000, previews: copies },
    ...said,
  };
}
