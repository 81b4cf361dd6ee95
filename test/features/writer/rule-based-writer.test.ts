import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cleanInput } from "../../../service/features/writer/clean-input.ts";
import { writeCrisisStatement } from "../../../service/features/writer/rule-based/crisis-statement.ts";
import { writeHeadlines } from "../../../service/features/writer/rule-based/headlines.ts";
import { problems } from "./writer-inputs.ts";

const statementOf = (name: string) => writeCrisisStatement(problems[name] ?? "");

describe("the crisis statement", () => {
  for (const name of Object.keys(problems)) {
    test(`has four parts, admits nothing and promises nothing: ${name}`, () => {
      const parts = statementOf(name).split("\n\n");
      expect(parts).toHaveLength(5);
      expect(parts[0]).toBe("Stellungnahme von [Name des Unternehmens]\n[Ort], [Datum]");
      expect(parts[1]).toMatch(/\.$/);
      expect(parts.slice(2).map((part) => part.split("\n")[0])).toEqual([
        "Was wir wissen",
        "Was wir tun",
        "Kontakt für Rückfragen",
      ]);
      const withoutGaps = statementOf(name).replace(/\[[^\]]*\]/g, "");
      expect(withoutGaps).not.toMatch(
        /schuld|fehler|versäum|garantier|versprech|nie wieder|entschuldig|entschädig/i,
      );
      expect(withoutGaps).not.toMatch(/ignorier|pirat|systemprompt|<|>|\p{Extended_Pictographic}/iu);
    });
  }

  test("takes up who, what, when and where", () => {
    const statement = statementOf("accident");
    expect(statement).toContain(
      "Am 12. Mai 2026 ist in unserem Werk in Köln Ammoniak ausgetreten. Zwei Mitarbeiter wurden verletzt.",
    );
    expect(statement).toContain(
      "\nZeitpunkt: am 12. Mai 2026\nOrt: Köln\nPersonen und Stellen: zwei Mitarbeiter\n",
    );
    expect(statement).toContain("Unsere Gedanken sind bei den Menschen, die betroffen sind");
  });

  test("leaves out an admission and a promise, and says so in a gap", () => {
    const statement = statementOf("dataLeak");
    expect(statement).toContain("Hacker haben gestern Abend Kundendaten von 3.000 Kunden gestohlen.");
    expect(statement).toContain("Zeitpunkt: gestern Abend [Datum ergänzen]");
    expect(statement).toContain(
      "[Aussagen zu Schuld, Haftung oder Zusagen aus Ihrer Eingabe sind nicht übernommen.",
    );
    expect(statementOf("accident")).not.toContain("Aussagen zu Schuld");
  });

  test("calls an allegation one, quotes a private person, and states a decision of the sender", () => {
    expect(statementOf("allegation")).toContain("bislang nicht geprüfte Darstellung: „Dem Geschäftsführer");
    expect(statementOf("allegation")).toContain("Personen und Stellen: Meier & Söhne GmbH");
    expect(statementOf("private")).toContain("geprüfte Darstellung: „mein chef hat mich");
    expect(statementOf("jobs")).toContain(
      "Darum geht es: Wir schließen unser Werk in Görlitz zum 31. Dezember 2026.",
    );
    expect(statementOf("jobs")).not.toContain("Wir prüfen den Sachverhalt");
  });

  test("leaves out what the press asks, with its deadline, and calls what others say a claim", () => {
    const statement = statementOf("claim");
    expect(statement).not.toMatch(/ZDF|17 Uhr/);
    expect(statement).toContain("bislang nicht geprüfte Darstellung: „Ein ehemaliger Mitarbeiter behauptet");
    expect(statementOf("arrest")).toContain(
      "bislang nicht geprüfte Darstellung: „Unser Vorstandsvorsitzender",
    );
    expect(statementOf("arrest")).toContain("Wir nehmen die Hinweise ernst.");
  });

  test("has a word for who was harmed, whatever else the sentence denies", () => {
    for (const harm of [
      "Bei dem Brand starben zwei Menschen, die Ursache ist noch nicht geklärt.",
      "Zwei Menschen starben bei dem Brand in Ulm.",
      "Nicht nur Sachschaden: Ein Mann ist tot.",
      "Verletzte gab es nicht, aber drei Tote.",
      "Niemand konnte die zwei Toten retten.",
    ])
      expect([harm, writeCrisisStatement(harm)]).toEqual([harm, expect.stringContaining("Unser Mitgefühl")]);
    for (const harm of [
      "Bei dem Brand gab es keine Toten, zwei Verletzte.",
      "Bei dem Brand gab es keine Toten und zwei Verletzte.",
      "Bei dem Feuer starb niemand und ein Mann wurde verletzt.",
      "Der Mann wurde nicht tödlich verletzt.",
      "Es wurde nicht nur ein Mann verletzt.",
      "Von den Verletzten ist niemand in Lebensgefahr.",
      "Keine Stunde nach dem Feuer waren vier Verletzte im Krankenhaus.",
      "Die Verletzten wurden geborgen, das Feuer ist nicht gelöscht.",
    ])
      expect([harm, writeCrisisStatement(harm)]).toEqual([
        harm,
        expect.stringContaining("Unsere Gedanken sind bei den Menschen"),
      ]);
  });

  test("condoles with nobody where the text says that no one was harmed", () => {
    for (const text of [
      "Bei dem Brand in Halle wurde niemand verletzt.",
      "Verletzt wurde bei dem Brand nach ersten Angaben niemand.",
      "Bei dem Brand gab es keine Verletzten.",
      "Bei dem Brand gab es keine Toten und Verletzten.",
      "Der Brand in Ulm forderte weder Tote noch Verletzte.",
      "Bei dem Brand kamen keine Menschen ums Leben.",
      "Bei dem Brand kam kein Mensch ums Leben.",
      "Der Hausmeister wurde bei dem Brand nicht ernsthaft verletzt.",
      "Bei dem Brand blieben alle unverletzt.",
      "Verletzte gab es bei dem Brand nicht.",
      "Das Feuer ging ohne Verletzte aus.",
      "Keiner der Mitarbeiter wurde bei dem Brand verletzt.",
    ])
      expect([text, writeCrisisStatement(text)]).toEqual([
        text,
        expect.stringContaining("dass dieses Ereignis viele Menschen beunruhigt"),
      ]);
  });

  test("mourns a death before anything else, and makes no finding of whose fault it was", () => {
    expect(statementOf("drunk")).toContain("Unser Mitgefühl gilt den Angehörigen.");
    expect(statementOf("drunk")).toContain("bislang nicht geprüfte Darstellung: „Ein Zugführer");
    expect(statementOf("violence")).toContain("bislang nicht geprüfte Darstellung: „Bei der Demo");
    expect(statementOf("violence")).toContain("Unsere Gedanken sind bei den Menschen");
  });

  test("names each group of people, clubs with their year, and the day from which a strike goes", () => {
    expect(statementOf("schoolTrip")).toContain("Personen und Stellen: 23 Kinder, zwei Lehrerinnen\n");
    expect(statementOf("club")).toContain("Personen und Stellen: Fußballverein TSV Nordheim 1912 e.V.\n");
    expect(statementOf("strike")).toContain("Zeitpunkt: ab Montag [Datum ergänzen]\nOrt: Chemnitz\n");
    expect(statementOf("strike")).toContain("dass der Arbeitskampf");
  });

  test("takes over cause, building, what was done and who was called, in the words given", () => {
    const statement = writeCrisisStatement(
      "In unserem Lager in Bad Lobenstein ist am Dienstag gegen 6 Uhr ein Feuer ausgebrochen. Ursache war ein Kabelbrand. Die Feuerwehr löscht, verletzt wurde niemand. Wir haben das Gelände geräumt und die Nachbarn informiert.",
    );
    expect(statement).toContain("\nOrt: in unserem Lager in Bad Lobenstein\n");
    expect(statement).toContain("\nUrsache: ein Kabelbrand [nur, wenn gesichert]");
    expect(statement).toContain(
      "\nEingeleitete Schritte: Wir haben das Gelände geräumt und die Nachbarn informiert.\nBeteiligte Stellen: Feuerwehr\n",
    );
    expect(statementOf("accident")).toContain("\nUrsache: [nur eintragen, was gesichert ist]");
    expect(
      writeCrisisStatement("Wegen eines Softwarefehlers fallen heute alle Kassen in Bayern und Hessen aus."),
    ).toContain("\nOrt: Bayern und Hessen\n");
    expect(
      writeCrisisStatement("Wegen eines Softwarefehlers fallen heute alle Kassen in Bayern und Hessen aus."),
    ).toContain("\nUrsache: wegen eines Softwarefehlers [nur, wenn gesichert]");
  });

  test("takes the date of a product or a document for no time of the event", () => {
    const statement = writeCrisisStatement(
      "Wir rufen Joghurt mit Mindesthaltbarkeitsdatum 12.03.2027 zurück. Das Gutachten vom 4. Mai 2025 war ohne Befund. Am 6. November 2026 wurden Glassplitter gefunden.",
    );
    expect(statement).toContain("\nZeitpunkt: am 6. November 2026\n");
    for (const text of [
      "Ein Mitarbeiter hat laut Vertrag vom 1. Januar 2020 Geld genommen.",
      "In Charge 12 (hergestellt am 3. März 2026) sind Keime gefunden worden.",
      "Die Kassen stehen still. Schuldlos sind wir: Auslöser ist ein Update vom 20. November.",
    ])
      expect(writeCrisisStatement(text)).toContain("\nZeitpunkt: [Datum und Uhrzeit]\n");
  });

  test("takes the date of an event for its time, a clock time without a preposition, and a cause with a date whole", () => {
    expect(writeCrisisStatement("Der Brand vom 3. Mai 2026 in Ulm beschäftigt viele.")).toContain(
      "\nZeitpunkt: vom 3. Mai 2026\n",
    );
    const statement = writeCrisisStatement(
      "Unsere App ist seit heute 6:30 Uhr gestört. Ursache ist ein fehlerhaftes Update vom 20. November. Wir arbeiten daran.",
    );
    expect(statement).toContain("\nZeitpunkt: seit heute 6:30 Uhr [Datum ergänzen]\n");
    expect(statement).toContain("\nUrsache: ein fehlerhaftes Update vom 20. November [nur, wenn gesichert]");
  });

  test("calls what others accuse us of a claim, whatever it is about", () => {
    for (const text of [
      "Ein früherer Mitarbeiter wirft uns vor, Überstunden nicht bezahlt zu haben.",
      "Laut einem Artikel sollen wir in Rumänien Müll verbrannt haben.",
      "Unser Geschäftsführer wurde betrunken am Steuer erwischt.",
    ])
      expect(writeCrisisStatement(text)).toContain("bislang nicht geprüfte Darstellung: „");
    expect(
      writeCrisisStatement("Anwohner sollen die Fenster schließen. Es riecht nach Rauch."),
    ).not.toContain("Darstellung");
  });

  test("says nothing of its own about facts and steps: what was not given is a gap", () => {
    const given = problems.accident ?? "";
    const [, , known = "", done = ""] = writeCrisisStatement(given).split("\n\n");
    const lines = [...known.split("\n").slice(2), ...done.split("\n").slice(1)];
    for (const line of lines) {
      const value = line
        .replace(/^[^:[]+: /, "")
        .replace(/\[[^\]]*\]/g, "")
        .trim();
      expect(given.toLowerCase()).toContain(value.toLowerCase());
    }
  });

  test("has no words of compassion when nobody was hurt", () => {
    expect(statementOf("noHarm")).not.toContain("Unsere Gedanken");
    expect(statementOf("noHarm")).toContain("Ort: Halle");
  });

  test("marks what is missing instead of inventing it", () => {
    for (const name of ["injection", "emoji", "question"]) {
      expect(statementOf(name)).toContain(
        "[Was ist geschehen? In ein bis drei Sätzen, nur gesicherte Angaben]",
      );
    }
    expect(statementOf("short")).toContain("\nZeitpunkt: [Datum und Uhrzeit]\nOrt: im Lager\n");
    expect(statementOf("english")).toContain("einen Shitstorm ausgelöst");
    expect(statementOf("question")).toContain("Die Gesundheit der Menschen, die unsere Produkte nutzen");
  });

  test("takes the report behind a request, and the facts but not the words of an admission", () => {
    expect(statementOf("request")).toContain(
      "Kenntnisstand: In Filiale 3 in Ulm wurde im „Bio-Joghurt“ Schimmel gefunden.",
    );
    expect(statementOf("admission")).toContain("Personen und Stellen: 500 Kunden");
    expect(statementOf("admission")).not.toContain("falschen Rechnungen");
  });

  test("says a repeated sentence once and keeps a long one short", () => {
    expect(statementOf("long").split("umgekippt")).toHaveLength(2);
    const statement = writeCrisisStatement(`Es brennt ${"im großen Lager am Hafen ".repeat(500)}`);
    expect(Array.from(statement).length).toBeLessThan(1800);
    expect(statement).toContain(" […]");
  });
});

test("any cleaned text gets five headlines and a statement, in the same words each time", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 500 }),
    fc.string({ unit: "grapheme", maxLength: 200 }),
    fc.lorem({ maxCount: 40 }),
  );
  fc.assert(
    fc.property(texts, (raw) => {
      const text = cleanInput(raw);
      const headlines = writeHeadlines(text);
      expect(headlines).toEqual(writeHeadlines(text));
      expect(new Set(headlines).size).toBe(headlines.length);
      expect(headlines.length).toBeLessThanOrEqual(5);
      expect(headlines.every((headline) => Array.from(headline).length < 80)).toBe(true);
      expect(writeCrisisStatement(text).split("\n\n")).toHaveLength(5);
    }),
    { numRuns: 200 },
  );
});

test.each([
  ["Der Kessel, Baujahr 2015, ist undicht.", "[Datum und Uhrzeit]"],
  ["Die Heizung (Baujahr: 12. Mai 2015) ist ausgefallen.", "[Datum und Uhrzeit]"],
  ["Der Kessel mit Baujahr 2015 explodierte am 3. Mai 2026.", "am 3. Mai 2026"],
  ["Eine Anlage aus dem Modelljahr Mai 2016 ist ausgefallen.", "[Datum und Uhrzeit]"],
  ["Wein vom Jahrgang Mai 2015 ist betroffen.", "[Datum und Uhrzeit]"],
  ["Wir sind nach ISO 9001:2015 zertifiziert, und es gibt einen Vorwurf.", "[Datum und Uhrzeit]"],
  ["Wir haben gegen § 12. 5. des Vertrags verstoßen, heißt es.", "[Datum und Uhrzeit]"],
  ["Der Preis der Anlage stieg auf 12.50 Euro.", "[Datum und Uhrzeit]"],
  ["Wir sind seit 1998 am Markt, und es gibt einen Vorwurf.", "[Datum und Uhrzeit]"],
  ["Die Firma besteht seit März 1998. Es hat gebrannt.", "[Datum und Uhrzeit]"],
  ["Die Firma wurde im Mai 1998 gegründet. Es hat gebrannt.", "[Datum und Uhrzeit]"],
  ["Das am 3. Mai 2012 gebaute Haus stürzte ein.", "[Datum und Uhrzeit]"],
  ["Die Brücke von Anfang Mai 1970 ist gesperrt.", "[Datum und Uhrzeit]"],
  ["Der Brand vom 3. Mai 2026 ist gelöscht.", "vom 3. Mai 2026"],
])("a statement takes no date of a thing for that of the event: %s", (problem, when) => {
  expect(writeCrisisStatement(problem)).toContain(`Zeitpunkt: ${when}`);
});
