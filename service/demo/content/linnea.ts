import type { DemoClient } from "./demo-client.ts";

export const linnea: DemoClient = {
  name: "Linnea Lastenräder GmbH",
  slug: "linnea-lastenraeder",
  websiteUrl: "https://www.linnea.example/",
  description:
    "**Linnea** baut seit 2014 in Hamburg-Altona Lastenräder für Familien, Handwerk und Pflege. 85 Beschäftigte fertigen 6.200 Räder im Jahr; jedes Teil ist mindestens zwölf Jahre lang einzeln lieferbar.",
  accentColor: "#1f6f54",
  colours: { strong: "#2c7f94", light: "#d9eef0" },
  contact: {
    name: "Mareike Thomsen",
    role: "Kommunikation",
    email: "presse@linnea.example",
    phone: "+49 (0)40 66969-330",
  },
  releases: [
    {
      title: "Pflegedienste steigen um: 400 Linnea-Lastenräder ersetzen Autos in elf Städten",
      subtitle: "Zwischenbilanz nach sechs Monaten: 17 Minuten mehr Zeit je Tour",
      dateline: "Hamburg",
      keywords: ["Lastenrad", "Pflege", "Mobilität", "Stadtverkehr"],
      topics: ["Lastenräder", "Pflege"],
      daysAgo: 2,
      interest: 1.4,
      picture: {
        scene: "wheels",
        alt: "Zwei Räder eines Lastenrads vor den Dächern einer Stadt",
        caption: "Linnea Nord, das Lastenrad für die ambulante Pflege.",
      },
      paper: "Zwischenbericht",
      bodyMarkdown: `Ambulante Pflegedienste in elf deutschen Städten haben in den vergangenen sechs Monaten 400 Autos durch Lastenräder ersetzt. Nach der Zwischenbilanz des Hamburger Herstellers Linnea sparen die Teams je Tour 17 Minuten, weil die Suche nach Parkplätzen entfällt. Diese Zeit kommt den Patientinnen und Patienten zugute.

Das Modell Linnea Nord hat eine abschließbare, beheizbare Box für Medikamente und Verbandsmaterial. Es kostet im Abonnement 189 Euro im Monat, Wartung und Ersatzrad innerhalb von vier Stunden eingeschlossen.

> „Unsere Leute kommen wacher an und müssen keine Strafzettel mehr erklären“, sagt Svenja Paulsen, Pflegedienstleiterin der Diakoniestation Ottensen. „Nach drei Wochen wollte niemand mehr zurück ins Auto.“

Der [Zwischenbericht mit allen Zahlen](https://www.linnea.example/pflege/zwischenbericht) entstand gemeinsam mit der Technischen Universität Harburg. Dienste, die umsteigen möchten, können [für zwei Wochen kostenlos testen](https://www.linnea.example/pflege/testen).`,
    },
  ],
};
