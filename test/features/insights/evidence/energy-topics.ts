import type { Topic } from "./topic.ts";

export const solarPark: Topic = {
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
};

export const heatPumps: Topic = {
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
};
