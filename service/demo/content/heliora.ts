import type { DemoClient } from "./demo-client.ts";

/** Telephone numbers of the demo are those that the Federal Network Agency keeps free for films: nobody answers. */
export const heliora: DemoClient = {
  name: "Heliora Wärmetechnik GmbH",
  slug: "heliora-waermetechnik",
  websiteUrl: "https://www.heliora.example/",
  description:
    "Die **Heliora Wärmetechnik GmbH** entwickelt und baut Wärmepumpen für Bestandsgebäude. Das Familienunternehmen wurde 1987 gegründet, beschäftigt 640 Menschen an den Standorten München und Görlitz und arbeitet mit 1.900 Fachbetrieben in Deutschland, Österreich und der Schweiz zusammen.",
  accentColor: "#c2510c",
  colours: { strong: "#c8502d", light: "#fbe3cf" },
  contact: {
    name: "Katharina Brandl",
    role: "Leiterin Unternehmenskommunikation",
    email: "presse@heliora.example",
    phone: "+49 (0)89 99998-210",
  },
  releases: [
    {
      title: "Feldtest in 214 Altbauten: Wärmepumpe Heliora Terra senkt Heizkosten um 38 Prozent",
      subtitle: "Zweijährige Auswertung mit unabhängiger Begleitung zeigt, worauf es im Bestand ankommt",
      dateline: "München",
      keywords: ["Wärmepumpe", "Altbau", "Heizkosten", "Energiewende"],
      topics: ["Wärmepumpen", "Forschung"],
      daysAgo: 9,
      interest: 1.6,
      picture: {
        scene: "houses",
        alt: "Gründerzeithäuser in einer Reihe unter einer tiefen Sonne",
        caption: "Häuser wie diese haben am Feldtest teilgenommen.",
      },
      paper: "Ergebnisse des Feldtests",
      bodyMarkdown: `In 214 Wohnhäusern der Baujahre 1900 bis 1978 hat die Wärmepumpe Heliora Terra die jährlichen Heizkosten um durchschnittlich 38 Prozent gesenkt. Das ist das Ergebnis eines zweijährigen Feldtests, den das Institut für Gebäudephysik Rosenheim wissenschaftlich begleitet hat. Bei 171 der Häuser wurde dafür weder die Fassade gedämmt noch die Heizung im ganzen Haus erneuert.

Ausschlaggebend war in den meisten Fällen der hydraulische Abgleich: Wo Fachbetriebe ihn vor dem Einbau vornahmen, stieg die Jahresarbeitszahl von 3,1 auf 3,8. Einzelne größere Heizkörper genügten in 62 Häusern, um die Vorlauftemperatur unter 50 Grad zu halten.

> „Der Altbau ist kein Hindernis, sondern eine Planungsaufgabe“, sagt Dr. Jonas Wiedemann, Leiter der Entwicklung bei Heliora. „Wer zuerst misst und dann einbaut, heizt auch ein Haus von 1920 zuverlässig und bezahlbar.“

## Offen gelegte Daten

Heliora veröffentlicht die Messwerte aller Häuser in anonymisierter Form. Energieberaterinnen und Energieberater können sie [in der Datensammlung zum Feldtest](https://www.heliora.example/feldtest/daten) nach Baujahr, Wohnfläche und Heizkörpern filtern. Für Eigentümer gibt es [einen Rechner mit Checkliste](https://www.heliora.example/altbau-rechner), der in fünf Minuten zeigt, welche Schritte sich vor einem Angebot lohnen.

## Die wichtigsten Zahlen

- 214 Häuser, 2 Heizperioden, 9,6 Millionen Messwerte
- mittlere Jahresarbeitszahl 3,6; in 29 Häusern über 4,0
- durchschnittlich 1.140 Euro weniger Heizkosten im Jahr`,
    },
    {
      title: "Field test in 214 old buildings: Heliora Terra heat pump cuts heating costs by 38 per cent",
      subtitle: "Two years of independently monitored data show what matters in existing buildings",
      dateline: "Munich",
      keywords: ["heat pump", "old buildings", "heating costs"],
      topics: ["Wärmepumpen", "Forschung"],
      language: "en",
      translationOf: "Feldtest in 214 Altbauten: Wärmepumpe Heliora Terra senkt Heizkosten um 38 Prozent",
      daysAgo: 10,
      interest: 0.5,
      picture: null,
      paper: null,
      bodyMarkdown: `In 214 homes built between 1900 and 1978, the Heliora Terra heat pump cut annual heating costs by 38 per cent on average. This is the result of a two-year field test monitored by the Institute for Building Physics in Rosenheim. In 171 of the homes, neither the façade was insulated nor the whole heating system renewed.

In most cases hydraulic balancing made the difference: where installers carried it out first, the seasonal performance factor rose from 3.1 to 3.8.

> “An old building is no obstacle, it is a planning task,” says Dr Jonas Wiedemann, Head of Development at Heliora. “Measure first, then install, and even a house from 1920 stays warm at a fair price.”

## The main figures

- 214 homes, 2 heating seasons, 9.6 million readings
- mean seasonal performance factor 3.6; above 4.0 in 29 homes
- 1,140 euros less heating costs per year on average`,
    },
    {
      title: "Heliora baut Werk in Görlitz aus und schafft 120 Arbeitsplätze",
      subtitle: "28 Millionen Euro für eine zweite Montagelinie und ein Ausbildungszentrum",
      dateline: "Görlitz",
      keywords: ["Görlitz", "Arbeitsplätze", "Investition", "Ausbildung"],
      topics: ["Unternehmen", "Ausbildung"],
      daysAgo: 18,
      interest: 0.9,
      picture: {
        scene: "works",
        alt: "Eine lange Halle mit Sheddach vor Hügeln",
        caption: "So soll die zweite Montagelinie in Görlitz aussehen.",
      },
      paper: null,
      bodyMarkdown: `Die Heliora Wärmetechnik GmbH investiert 28 Millionen Euro in ihr Werk in Görlitz. Bis Herbst nächsten Jahres entstehen eine zweite Montagelinie und ein Ausbildungszentrum für Kältetechnik. Das Unternehmen schafft damit 120 Arbeitsplätze und verdoppelt die Kapazität auf 44.000 Wärmepumpen im Jahr.

> „Görlitz hat uns mit erfahrenen Fachleuten und kurzen Wegen in der Verwaltung überzeugt“, sagt Geschäftsführerin Marlene Huber. „Wir bauen dort, wo wir die Menschen finden, die unsere Geräte besser machen.“

Im Ausbildungszentrum lernen künftig jedes Jahr 48 junge Leute, darunter Auszubildende von Handwerksbetrieben aus Sachsen, Brandenburg und Niederschlesien. Das Dach trägt eine Photovoltaikanlage, die ein Drittel des Strombedarfs deckt.

Wer sich für eine Stelle interessiert, findet alle Ausschreibungen [im Karrierebereich](https://www.heliora.example/karriere/goerlitz). Am 14. März öffnet das Werk für Besucher.`,
    },
  ],
};
