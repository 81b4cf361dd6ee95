import type { DemoClient } from "./demo-client.ts";

export const kornfeld: DemoClient = {
  name: "Kornfeld Bio-Backwaren eG",
  slug: "kornfeld-bio-backwaren",
  websiteUrl: "https://www.kornfeld.example/",
  description:
    "**Kornfeld** ist eine Genossenschaft von 31 Biohöfen und vier Handwerksbäckereien im Rheinland. 210 Beschäftigte backen täglich für 380 Bioläden und Mensen. Getreide, Mehl und Brot kommen aus einem Umkreis von 90 Kilometern.",
  accentColor: "#7a5c12",
  colours: { strong: "#5f8f34", light: "#f6ecc4" },
  contact: {
    name: "Tobias Rennert",
    role: "Pressesprecher",
    email: "presse@kornfeld.example",
    phone: "+49 (0)221 4710-145",
  },
  releases: [
    {
      title: "Brot von gestern wird Teig von morgen: Kornfeld rettet 96 Tonnen Backwaren im Jahr",
      subtitle: "Neues Verfahren macht aus unverkauftem Brot wieder Sauerteig",
      dateline: "Köln",
      keywords: ["Lebensmittelverschwendung", "Bio", "Brot", "Genossenschaft"],
      topics: ["Nachhaltigkeit", "Handwerk"],
      daysAgo: 5,
      interest: 1.3,
      picture: {
        scene: "loaves",
        alt: "Runde Brotlaibe nebeneinander auf einem Brett",
        caption: "Aus geröstetem Altbrot wird wieder Sauerteig.",
      },
      paper: "Faktenblatt Altbrot",
      bodyMarkdown: `Die Genossenschaft Kornfeld wirft kein unverkauftes Brot mehr weg. Ab sofort holen ihre Fahrerinnen und Fahrer Reste aus 380 Läden zurück, rösten sie und führen sie als Altbrot wieder dem Sauerteig zu. Im Jahr bleiben so 96 Tonnen Backwaren Lebensmittel, und der Mehlbedarf sinkt um sieben Prozent.

Entwickelt hat das Verfahren Bäckermeisterin Derya Aksoy gemeinsam mit der Hochschule Niederrhein. Altbrot darf nach den Leitsätzen für Brot und Kleingebäck verwendet werden; neu ist, dass eine ganze Lieferkette darauf ausgelegt ist.

> „Geröstetes Brot macht die Krume saftiger und hält den Laib zwei Tage länger frisch“, sagt Aksoy. „Das ist keine Notlösung, sondern gutes Handwerk, das wir fast vergessen hatten.“

Das Rezept steht [für alle Bäckereien frei zur Verfügung](https://www.kornfeld.example/altbrot/rezept). Im Januar beginnt eine Reihe von [Kursen für Betriebe](https://www.kornfeld.example/altbrot/kurse); die Teilnahme kostet nichts.`,
    },
  ],
};
