/**
 * What an agent's model would write; here it is fixed, so that every run does the same. The client's boilerplate is not part
 * of it: the page shows that below each release.
 */
export function articleText() {
  return {
    title: "Neue Montagehalle in Bremen nimmt den Betrieb auf",
    subtitle: "120 Arbeitsplätze, Strom vom eigenen Dach",
    bodyMarkdown: `**Bremen.** Nach 14 Monaten Bauzeit hat am Montag die neue Montagehalle im Bremer Industriepark den Betrieb aufgenommen. Auf 8.000 Quadratmetern entstehen dort Pressen für den europäischen Markt; 120 Menschen haben hier einen neuen Arbeitsplatz gefunden.

„Wir bauen dort, wo unsere Fachkräfte zu Hause sind“, sagt die Geschäftsführung bei der Eröffnung. Die Halle verkürzt den Weg zwischen Fertigung und Versand von drei Tagen auf einen.

## Strom vom eigenen Dach

Eine Solaranlage mit 900 Kilowatt Leistung deckt im Jahresmittel 60 Prozent des Bedarfs. Die Abwärme der Kompressoren heizt die Büros. Bis 2028 soll der Standort ohne Erdgas auskommen.

## Ausbildung beginnt im August

Zum 1. August starten 16 Auszubildende in vier Berufen. Bewerbungen nimmt die Personalabteilung bis Ende Mai entgegen.`,
    keywords: ["Bremen", "Montagehalle", "Maschinenbau"],
  };
}
