/** A text that is not published yet, of the client with this slug. */
export type DemoDraft = { clientSlug: string; title: string; bodyMarkdown: string };

/** What lies on the owner's desk: one text in each state in which somebody has to look at it. */
export const dayOfWork = {
  open: {
    clientSlug: "heliora-waermetechnik",
    title: "Heliora öffnet das Ausbildungszentrum in Görlitz für Handwerksbetriebe",
    bodyMarkdown: `Ab Februar können Handwerksbetriebe ihre Auszubildenden für zwei Wochen in das neue Zentrum für Kältetechnik in Görlitz schicken. Die Kurse sind für Betriebe mit weniger als 20 Beschäftigten kostenlos.

> „Wärmepumpen baut nur ein, wer sie einmal zerlegt hat“, sagt Geschäftsführerin Marlene Huber.`,
  },
  answered: {
    clientSlug: "kornfeld-bio-backwaren",
    title: "Kornfeld backt mit Strom vom eigenen Dach",
    bodyMarkdown:
      "Die vier Bäckereien der Genossenschaft Kornfeld decken ihren Strombedarf seit November zu 60 Prozent mit Photovoltaik. Die Anlagen haben 1,4 Millionen Euro gekostet und sollen sich in neun Jahren bezahlt machen.",
    comment: "Bitte nennen Sie auch die Mengen in Kilowattstunden, und den Preis lieber nicht.",
  },
  scheduled: {
    clientSlug: "linnea-lastenraeder",
    title: "Linnea eröffnet in Leipzig die erste Werkstatt außerhalb von Hamburg",
    bodyMarkdown:
      "Der Hersteller Linnea repariert Lastenräder ab nächster Woche auch in Leipzig. Die Werkstatt im Stadtteil Plagwitz beschäftigt sechs Mechanikerinnen und Mechaniker und hält 4.000 Ersatzteile vorrätig.",
  },
  byAgent: {
    clientSlug: "linnea-lastenraeder",
    title: "Vier von zehn Pflegediensten wollen auf Lastenräder umsteigen",
    bodyMarkdown:
      "In einer Umfrage unter 312 ambulanten Pflegediensten nennen 41 Prozent das Lastenrad als Alternative zum Auto. Der wichtigste Grund ist die Suche nach Parkplätzen, gefolgt von den Kosten.",
  },
} as const satisfies Record<string, DemoDraft & { comment?: string }>;
