import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cleanInput } from "../../service/tools/clean-input.ts";
import { writeCrisisStatement } from "../../service/tools/writer/rule-based/crisis-statement.ts";
import { writeHeadlines } from "../../service/tools/writer/rule-based/headlines.ts";
import { createRuleBasedWriter } from "../../service/tools/writer/rule-based/rule-based-writer.ts";
import { problems, topics } from "./writer-inputs.ts";

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
    expect(statementOf("short")).toContain("\nZeitpunkt: [Datum und Uhrzeit]\nOrt: [Ort des Geschehens]\n");
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

describe("the headlines", () => {
  for (const [name, topic] of Object.entries(topics)) {
    test(`are five different ones of fewer than 80 characters: ${name}`, () => {
      const headlines = writeHeadlines(topic);
      expect(headlines).toHaveLength(5);
      expect(new Set(headlines).size).toBe(5);
      for (const headline of headlines) {
        expect(Array.from(headline).length).toBeLessThan(80);
        expect(headline).not.toMatch(/<|\p{Extended_Pictographic}|https?:|\s{2}|undefined/u);
        expect(headline).toBe(headline.trim());
      }
    });
  }

  test("follow five patterns built from the topic's own nouns", () => {
    expect(writeHeadlines(topics.sentence ?? "")).toEqual([
      "Stadtwerke Köln bauen bis 2027 drei neue Windräder in der Eifel",
      "Stadtwerke Köln: Was Sie jetzt wissen sollten",
      "Windräder: Zahlen, Daten, Fakten",
      "Fragen und Antworten zum Thema „Stadtwerke Köln“",
      "Im Blickpunkt: Windräder",
    ]);
    expect(writeHeadlines(topics.phrase ?? "").at(-1)).toBe(
      "Blick nach Augsburg: Produktionshalle im Mittelpunkt",
    );
    expect(writeHeadlines(topics.question ?? "").slice(0, 2)).toEqual([
      "Warum macht Homeoffice krank?",
      "Homeoffice: Antworten auf die wichtigsten Fragen",
    ]);
  });

  test("never show a noun in an inflected form on its own", () => {
    const headlines = writeHeadlines(topics.dative ?? "").join("\n");
    expect(headlines).not.toMatch(/Krankenhäusern|Ärzten|Landkreises|Kindern/);
    expect(writeHeadlines(topics.redCross ?? "").join("\n")).not.toContain("Deutschen Roten Kreuz");
  });

  test("keep what belongs to the first noun, and join only what the topic joins", () => {
    expect(writeHeadlines(topics.funding ?? "")[0]).toBe(
      "Förderung von Photovoltaik auf Schuldächern: Das Wichtigste im Überblick",
    );
    expect(writeHeadlines(topics.newcomer ?? "")[0]).toBe(
      "Neuer Chefarzt für Kardiologie: Das Wichtigste im Überblick",
    );
    expect(writeHeadlines(topics.layoffs ?? "")[1]).toBe(
      "Kündigung von 300 Beschäftigten: Was Sie jetzt wissen sollten",
    );
    expect(writeHeadlines(topics.list ?? "")[2]).toBe(
      "Digitalisierung und Fachkräftemangel: Zahlen, Daten, Fakten",
    );
    for (const topic of [topics.phrase, topics.english, topics.dative, topics.funding, topics.long]) {
      expect(writeHeadlines(topic ?? "")[2]).not.toMatch(/ und .*: Zahlen/);
    }
  });

  test("are not about a season, and put no colon behind a whole sentence", () => {
    expect(
      writeHeadlines(topics.season ?? "")
        .slice(1)
        .join("\n"),
    ).not.toContain("Frühjahr");
    expect(writeHeadlines(topics.emoji ?? "")[1]).toBe("Bäckerei Öztürk: Was Sie jetzt wissen sollten");
  });

  test("keep an address that is the subject, and German quotation marks", () => {
    const headlines = writeHeadlines(topics.hostSubject ?? "");
    expect(headlines[0]).toBe("gruener-strom.de startet Podcast „Energie & Du“");
    expect(writeHeadlines(topics.quote ?? "").slice(0, 2)).toEqual([
      "Aktion „Saubere Stadt“ startet im April",
      "Aktion „Saubere Stadt“: Was Sie jetzt wissen sollten",
    ]);
    expect(writeHeadlines(topics.quote ?? "")[3]).toBe(
      "Fragen und Antworten zum Thema „Aktion ‚Saubere Stadt‘“",
    );
  });

  test("keep the spelling of brands and ordinals, and leave attributes and requests aside", () => {
    expect(writeHeadlines(topics.brand ?? "")[0]).toBe("iPhone 17: Das Wichtigste im Überblick");
    expect(writeHeadlines(topics.ordinal ?? "")[0]).toBe("1. FC Köln: Das Wichtigste im Überblick");
    expect(writeHeadlines(topics.attribute ?? "")[2]).toBe("Rathaus Köln: Zahlen, Daten, Fakten");
    expect(writeHeadlines(topics.request ?? "").join("\n")).not.toMatch(/Headlines|Bitte/);
    expect(
      writeHeadlines(topics.datives ?? "")
        .slice(1)
        .join("\n"),
    ).not.toMatch(/Liedern|Büchern/);
  });

  test("never follow an instruction in the topic", () => {
    expect(writeHeadlines(topics.injection ?? "").join("\n")).not.toMatch(
      /ignorier|alle Anweisungen|schreibe/i,
    );
  });
});

test("any cleaned text gets five headlines and a statement, in the same words each time", async () => {
  const writer = createRuleBasedWriter();
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 500 }),
    fc.string({ unit: "grapheme", maxLength: 200 }),
    fc.lorem({ maxCount: 40 }),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (raw) => {
      const text = cleanInput(raw);
      const headlines = await writer.headlines(text);
      expect(headlines).toEqual(await writer.headlines(text));
      expect(new Set(headlines).size).toBe(5);
      expect(headlines.every((headline) => Array.from(headline).length < 80)).toBe(true);
      expect((await writer.crisisStatement(text)).split("\n\n")).toHaveLength(5);
    }),
    { numRuns: 200 },
  );
}, 30_000);

test("an aborted request is not written", async () => {
  const writer = createRuleBasedWriter();
  await expect(writer.headlines("Brand", AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  await expect(
    writer.crisisStatement("Brand im Lager", AbortSignal.abort(new Error("gone"))),
  ).rejects.toThrow("gone");
});
