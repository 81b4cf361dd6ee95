/** A sentence of a release, and how a journalist says the same. `{firma}`, `{ort}`, `{person}`, `{a}`, `{b}` and `{monat}` are filled in. */
export type Pair = readonly [release: string, reworded: string];

export type Topic = {
  title: string;
  lead: Pair;
  facts: readonly Pair[];
  /** Without marks and speaker. */
  quotations: readonly Pair[];
  /** Somebody else's article on the same subject. */
  unrelated: readonly string[];
  companies: readonly string[];
};

export const topics: readonly Topic[] = [
  {
    title: "{firma} eröffnet Solarpark mit {a} Modulen in {ort}",
    lead: [
      "Die {firma} hat in {ort} einen Solarpark mit {a} Modulen ans Netz genommen, der rechnerisch {b} Haushalte mit Strom versorgt.",
      "Sonnenenergie für etwa {b} Wohnungen: Mit {a} Platten auf einem Feld bei {ort} ist die {firma} nun Stromlieferant.",
    ],
    facts: [
      [
        "Zwischen den Reihen weiden künftig Schafe, die den Einsatz von Mähmaschinen überflüssig machen.",
        "Gemäht wird nicht; das erledigen Tiere, die auf der Wiese grasen.",
      ],
      [
        "Gebaut wurde die Anlage auf einer früheren Kiesgrube, die seit zwanzig Jahren nicht mehr genutzt wird.",
        "Der Standort, einst eine Grube für Kies, lag zwei Jahrzehnte brach.",
      ],
      [
        "Die Gemeinde erhält für jede eingespeiste Kilowattstunde eine Abgabe von 0,2 Cent.",
        "Mit jedem Kilowatt füllt sich auch die Kasse des Rathauses ein wenig.",
      ],
      [
        "Ein Batteriespeicher in vier Containern gleicht Schwankungen zwischen Mittag und Abend aus.",
        "Damit abends etwas übrig bleibt, stehen Akkus in vier Metallkästen bereit.",
      ],
      [
        "Anwohner können sich ab {monat} mit Beträgen von 500 Euro an beteiligen und erhalten vier Prozent Zinsen.",
        "Wer in der Nähe lebt, darf Geld anlegen, mindestens einen halben Tausender, und kassiert dafür vier Prozent.",
      ],
      [
        "Die Kabel zum Umspannwerk verlaufen auf sechs Kilometern unter der Erde, um den Wald zu schonen.",
        "Kein Baum musste weichen, weil die Leitung unterirdisch geführt wird.",
      ],
    ],
    quotations: [
      [
        "Wir haben neun Jahre auf die Genehmigung gewartet und danach nur sieben Monate lang gebaut",
        "das Verfahren sei weit langwieriger gewesen als die Arbeit der Bagger",
      ],
      [
        "Der Strom vom Feld nebenan überzeugt die Leute im Dorf mehr als jede Broschüre",
        "Nähe schaffe bei Nachbarn mehr Vertrauen als Werbung",
      ],
    ],
    unrelated: [
      "Der Ausbau der Photovoltaik hat im vergangenen Jahr einen neuen Höchststand erreicht.",
      "Die Bundesnetzagentur meldete Anlagen mit einer Leistung von mehr als 15 Gigawatt.",
      "Landwirte sehen Solarparks zwiespältig, weil Pachtpreise steigen und Äcker verloren gehen.",
      "Forscher empfehlen, Module hoch aufzustellen, damit darunter weiter Getreide wachsen kann.",
      "Vielerorts fehlen Leitungen, um den Strom vom Land in die Städte zu bringen.",
    ],
    companies: [
      "Helion Energie GmbH",
      "Sonnwerk Altmark eG",
      "Lichtfeld AG",
      "Nordsonne Kraftwerke GmbH & Co. KG",
      "Bürgerstrom Eifel eG",
      "Taunus Solarbau GmbH",
    ],
  },
  {
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
  },
  {
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
  },
  {
    title: "{firma} weiht Werk für {a} Wärmepumpen im Jahr ein",
    lead: [
      "In {ort} hat die {firma} ein Werk eröffnet, in dem {b} Beschäftigte jährlich {a} Wärmepumpen bauen.",
      "{b} Jobs für {ort}: Dort schraubt die {firma} ab sofort Heizungen zusammen, die ohne Öl und Gas auskommen, {a} Stück im Jahr.",
    ],
    facts: [
      [
        "Das Kältemittel ist Propan, das dem Klima weit weniger schadet als die bisher üblichen Stoffe.",
        "Als Kältemittel dient ein Gas, das man vom Campingkocher kennt und das als vergleichsweise harmlos gilt.",
      ],
      [
        "Jedes Gerät läuft vor der Auslieferung vier Stunden lang auf einem Prüfstand bei minus zwanzig Grad.",
        "Bevor ein Apparat das Haus verlässt, muss er in der Kältekammer bestehen.",
      ],
      [
        "Das Hallendach trägt Solarmodule, die im Sommer den gesamten Bedarf der Fertigung decken.",
        "Strom kommt an sonnigen Tagen komplett von oben.",
      ],
      [
        "Installateure können im angeschlossenen Zentrum kostenlos lernen, wie die Geräte eingebaut werden.",
        "Nebenan drücken Handwerker die Schulbank, und zwar gratis.",
      ],
      [
        "Die Teile stammen zu 85 Prozent aus Betrieben im Umkreis von 300 Kilometern.",
        "Bei den Lieferanten setzt man auf Nachbarschaft, nur wenig kommt von weit her.",
      ],
      [
        "Von {monat} an läuft die Fertigung in zwei Schichten, eine dritte ist vorerst nicht vorgesehen.",
        "Gearbeitet wird bald früh und spät, nachts bleibt es ruhig.",
      ],
    ],
    quotations: [
      [
        "Die Nachbarn fragten uns zuerst nach dem Lärm und erst danach nach den Arbeitsplätzen",
        "die Sorge um Ruhe sei größer gewesen als die Hoffnung auf Stellen",
      ],
      [
        "Eine Heizung, die niemand hört und niemand sieht, hat alles richtig gemacht",
        "am besten merke man von der Technik gar nichts",
      ],
    ],
    unrelated: [
      "Der Absatz von Wärmepumpen schwankt seit Jahren mit der politischen Debatte.",
      "Der Verband der Heizungsindustrie rechnet für das laufende Jahr mit einem leichten Plus.",
      "Verbraucherzentralen raten, vor dem Kauf die Dämmung prüfen zu lassen.",
      "Die staatliche Förderung deckt je nach Einkommen bis zu siebzig Prozent der Kosten.",
      "Handwerksbetriebe berichten, dass Kunden vor allem wegen der Strompreise zögern.",
    ],
    companies: [
      "Thermolin GmbH",
      "Wärmewerk Vogtland GmbH",
      "Kaldera AG",
      "Nordklima Technik GmbH",
      "Heizbau Reuther KG",
      "Aerotherm SE",
    ],
  },
  {
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
  },
];

/** What companies of every branch say. */
export const commonFacts: readonly Pair[] = [
  [
    "Das Unternehmen wurde 1987 gegründet und gehört noch immer der Familie der Gründerin.",
    "Seit fast vierzig Jahren ist der Betrieb in derselben Hand.",
  ],
  [
    "Im abgelaufenen Geschäftsjahr stieg der Umsatz um neun Prozent auf 48 Millionen Euro.",
    "Zuletzt lief es gut: Knapp fünfzig Millionen nahm die Firma ein, fast ein Zehntel mehr als vorher.",
  ],
  [
    "Das Land unterstützt das Vorhaben mit einem Zuschuss, über dessen Höhe beide Seiten Stillschweigen vereinbart haben.",
    "Auch Steuergeld fließt; wie viel, verrät niemand.",
  ],
  [
    "Kritik von Anwohnern am Verkehr nimmt die Geschäftsführung ernst und lädt zu einem Gespräch im Rathaus ein.",
    "Nachbarn, die sich über Lastwagen ärgern, sollen demnächst angehört werden.",
  ],
  [
    "Eine unabhängige Prüferin wird die Ergebnisse nach einem Jahr veröffentlichen.",
    "Ob alles so kommt wie versprochen, kontrolliert in zwölf Monaten jemand von außen.",
  ],
  [
    "Weitere Standorte in Bayern und Brandenburg werden geprüft, entschieden ist darüber noch nichts.",
    "Gedacht wird auch an andere Bundesländer, festlegen mag man sich nicht.",
  ],
  [
    "Interessierte können sich die Anlage am Tag der offenen Tür im Herbst ansehen.",
    "Im Herbst öffnen sich die Tore für alle, die neugierig sind.",
  ],
  [
    "Der Betriebsrat hat dem Plan einstimmig zugestimmt, weil keine Stelle wegfällt.",
    "Die Vertretung der Belegschaft trägt das mit, denn entlassen wird niemand.",
  ],
];

/** What a medium writes of its own around a quotation or a link. */
export const ownSentences: readonly string[] = [
  "Seit Wochen wird in der Region über kaum etwas anderes geredet.",
  "Wir haben mit Befürwortern und mit Gegnern gesprochen.",
  "Ein Ortstermin bei Nieselregen zeigt, wie weit die Ansichten auseinandergehen.",
  "Manche hoffen auf Aufträge, andere fürchten um ihre Ruhe.",
  "Der Gemeinderat berät in der kommenden Woche hinter verschlossenen Türen.",
  "Fachleute mahnen zur Geduld und erinnern an frühere Versprechen.",
  "Am Stammtisch ist man sich einig, dass früher alles besser war.",
  "In der nächsten Ausgabe lesen Sie, was die Opposition dazu sagt.",
];
export const towns = [
  "Warburg",
  "Meiningen",
  "Eutin",
  "Kulmbach",
  "Prenzlau",
  "Simmern",
  "Aurich",
  "Zwiesel",
];
export const people = [
  "Hanna Reimers",
  "Cem Aksoy",
  "Birgit Löwe",
  "Jens Ohlsen",
  "Magda Nowotny",
  "Paul Escher",
];
export const months = ["Januar", "März", "Mai", "Juli", "September", "November"];
