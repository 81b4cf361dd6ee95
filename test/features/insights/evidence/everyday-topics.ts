import type { Topic } from "./topic.ts";

export const training: Topic = {
  title: "{firma} bildet in {ort} künftig {a} Azubis im Jahr aus",
  lead: [
    "Die {firma} verdoppelt die Zahl ihrer Ausbildungsplätze in {ort} auf {a} und übernimmt alle, die ihre Prüfung bestehen.",
    "Lehrlinge gesucht: {a} statt der Hälfte will die {firma} in {ort} ausbilden, und wer besteht, darf bleiben.",
  ],
  facts: [
    [
      "Bewerben kann sich jeder mit einem kurzen Video, Zeugnisse verlangt das Unternehmen erst beim zweiten Gespräch.",
      "Noten spielen am Anfang keine Rolle, ein kleiner Film vom Handy genügt.",
    ],
    [
      "Für Jugendliche ohne Führerschein kauft der Betrieb {b} Elektroroller, die auch privat genutzt werden dürfen.",
      "Damit niemand am fehlenden Bus scheitert, stehen {b} Roller mit Akku im Hof.",
    ],
    [
      "In den ersten drei Monaten begleitet ein Pate aus der Belegschaft jeden neuen Auszubildenden.",
      "Erfahrene Kollegen nehmen die Jungen anfangs an die Hand.",
    ],
    [
      "Die Vergütung liegt im ersten Jahr bei 1.180 Euro und steigt bis zum dritten auf 1.390 Euro.",
      "Am Monatsende gibt es anfangs knapp 1.200, später fast 1.400 Euro.",
    ],
    [
      "Wer sprachliche Hilfe braucht, besucht während der Arbeitszeit einen Kurs in der Volkshochschule.",
      "Deutschstunden gehören für Zugewanderte zum Dienst und werden bezahlt.",
    ],
    [
      "Seit {monat} steht in der Werkhalle ein eigener Raum für Übungen an alten Maschinen zur Verfügung.",
      "Geprobt wird an ausrangierten Geräten in einer Ecke der Halle.",
    ],
  ],
  quotations: [
    [
      "Früher suchten wir uns die besten Bewerber aus, heute suchen sich die besten Bewerber uns aus",
      "der Markt habe sich zugunsten der jungen Leute gedreht",
    ],
    [
      "Ein Zeugnis sagt mir, wer gut auswendig lernt, aber nicht, wer morgens pünktlich vor der Tür steht",
      "Schulnoten hält man hier für wenig aussagekräftig",
    ],
  ],
  unrelated: [
    "Auf dem Ausbildungsmarkt bleiben viele Stellen frei, während Tausende Jugendliche nichts finden.",
    "Die Bundesagentur für Arbeit spricht von einem Problem der Passung zwischen Wunsch und Angebot.",
    "Besonders schwer haben es Gastronomie, Fleischereien und der Bau.",
    "Gewerkschaften verlangen eine Umlage, mit der ausbildende Betriebe entlastet werden.",
    "Kammern setzen auf Praktika in den Ferien und auf Besuche in den Schulen.",
  ],
  companies: [
    "Metallbau Kröger GmbH",
    "Spedition Havelmann KG",
    "Elektro Sieber GmbH",
    "Gartenbau Lüttmann OHG",
    "Bäckerei Thalheimer GmbH",
    "Optik Wendelstein AG",
  ],
};

export const oldTextiles: Topic = {
  title: "{firma} findet neuen Weg, {a} Tonnen Textilien wiederzuverwerten",
  lead: [
    "Mit einem Verfahren der {firma} lassen sich Mischgewebe aus Baumwolle und Polyester trennen, {a} Tonnen im Jahr schafft die Anlage in {ort}.",
    "Alte Hemden werden in {ort} zu neuem Stoff: Die {firma} trennt dort Fasern, die bislang als unlösbar verbunden galten, und zwar {a} Tonnen jährlich.",
  ],
  facts: [
    [
      "Ein Bad aus Zitronensäure und heißem Wasser löst die Baumwolle, ohne dass die Kunstfaser Schaden nimmt.",
      "Säure, wie sie in der Küche steht, trennt im heißen Wasser Natur von Chemie.",
    ],
    [
      "Knöpfe und Reißverschlüsse entfernt vorab ein Roboter, der {b} Kleidungsstücke in der Stunde erkennt.",
      "Verschlüsse zupft eine Maschine ab, Stück für Stück, {b}-mal stündlich.",
    ],
    [
      "Aus den gewonnenen Fasern stellt eine Spinnerei in Sachsen bereits Garn für Bettwäsche her.",
      "In sächsischen Spinnmaschinen läuft der Rohstoff schon, dort entstehen Laken.",
    ],
    [
      "Die Nachfrage der Modehersteller übersteigt nach Angaben des Unternehmens das Angebot um das Dreifache.",
      "Modefirmen würden dreimal so viel abnehmen, wie derzeit lieferbar ist.",
    ],
    [
      "Das Abwasser wird im Kreis geführt und muss nur alle zwei Wochen erneuert werden.",
      "Frisches Wasser braucht die Fabrik höchstens zweimal im Monat.",
    ],
    [
      "Kommunen können ihre Sammelcontainer von {monat} an kostenlos leeren lassen.",
      "Für Städte entfallen demnächst die Gebühren, wenn die Behälter abgeholt werden.",
    ],
  ],
  quotations: [
    [
      "Wir haben unsere Versuche in einem alten Waschsalon begonnen, weil dort schon alle Leitungen lagen",
      "die ersten Schritte machte man zwischen gebrauchten Waschmaschinen",
    ],
    [
      "Ein T-Shirt legt heute mehr Kilometer zurück als sein Besitzer in einem ganzen Jahr",
      "Kleidung reise weiter als die meisten Menschen",
    ],
  ],
  unrelated: [
    "In Europa fallen jedes Jahr fast sieben Millionen Tonnen Textilabfälle an.",
    "Nur ein Prozent davon wird wieder zu Kleidung, der Rest landet im Ofen oder in Afrika.",
    "Billige Mode aus dem Internet verschärft das Problem, klagen Verwerter.",
    "Die Europäische Union will Hersteller an den Kosten der Entsorgung beteiligen.",
    "Verbraucher können helfen, indem sie Kleidung länger tragen und reparieren lassen.",
  ],
  companies: [
    "Fadenkreis GmbH",
    "Texcycle Lausitz SE",
    "Wollwerk Augsburg GmbH",
    "Rückfaser AG",
    "Spinnhaus Crimmitschau GmbH",
    "Kleiderkreislauf eG",
  ],
};

export const drones: Topic = {
  title: "{firma} liefert Medikamente mit der Drohne auf {a} Höfe",
  lead: [
    "Die {firma} bringt Arzneien in der Gegend um {ort} von {monat} an mit Drohnen zu {a} abgelegenen Höfen.",
    "Tabletten aus der Luft: Rund um {ort} fliegt die {firma} bald Päckchen zu {a} Gehöften, die weit draußen liegen.",
  ],
  facts: [
    [
      "Ein Flug dauert im Durchschnitt elf Minuten, mit dem Auto wären es auf den kurvigen Straßen vierzig.",
      "Statt einer guten halben Stunde über Land braucht die Lieferung nur noch gut zehn Minuten.",
    ],
    [
      "Gekühlte Arznei liegt in einer Box, deren Temperatur während des gesamten Fluges aufgezeichnet wird.",
      "Empfindliches bleibt kalt, und ein Messfühler beweist es hinterher.",
    ],
    [
      "Die Empfänger bestätigen die Lieferung mit einem Code, den sie vorher am Telefon erhalten haben.",
      "Ausgehändigt wird nur gegen eine Zahl, die man per Anruf erfährt.",
    ],
    [
      "Bei Wind über 60 Kilometern in der Stunde übernimmt wie bisher ein Bote mit dem Lieferwagen.",
      "Stürmt es, fährt jemand hinaus, so wie früher.",
    ],
    [
      "Die Luftfahrtbehörde hat die Strecken nach einer Prüfung von {b} Testflügen freigegeben.",
      "{b} Probeläufe waren nötig, ehe die Aufsicht zustimmte.",
    ],
    [
      "Für Patienten bleibt der Dienst kostenlos, die Krankenkassen zahlen eine Pauschale von sechs Euro.",
      "Wer krank ist, zahlt nichts, sechs Euro je Lieferung trägt die Kasse.",
    ],
  ],
  quotations: [
    [
      "Meine älteste Kundin ist 94 und winkt jedem Flug mit dem Geschirrtuch hinterher",
      "selbst Hochbetagte hätten an der Sache ihre Freude",
    ],
    [
      "Auf dem Land entscheidet die letzte Meile darüber, ob jemand zu Hause alt werden darf",
      "ohne Lieferung müssten viele in die Stadt ziehen",
    ],
  ],
  unrelated: [
    "Jede Woche schließen in Deutschland zehn Apotheken, vor allem auf dem Land.",
    "Der Apothekerverband macht gestiegene Kosten und fehlenden Nachwuchs verantwortlich.",
    "In Ruanda und Ghana transportieren Drohnen seit Jahren Blutkonserven zu Kliniken.",
    "Hierzulande bremsen strenge Regeln für den Luftraum ähnliche Vorhaben.",
    "Onlinehändler gewinnen Marktanteile, seit Rezepte digital eingereicht werden können.",
  ],
  companies: [
    "Apotheke am Anger OHG",
    "Medikopter GmbH",
    "Landpharm Rhön eG",
    "Flugbote GmbH",
    "Salus Logistik AG",
    "Kurierdienst Albatros KG",
  ],
};
