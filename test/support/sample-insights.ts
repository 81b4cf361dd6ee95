import type { ExternalInsights, Provenance } from "../../service/features/insights/schema.ts";
import type { SeededChance } from "./seeded-chance.ts";

type Mention = NonNullable<ExternalInsights["mediaMentions"]>["items"][number];

/** `count` media mentions and a few entries of every other kind, of all three origins. */
export function sampleInsights(chance: SeededChance, count: number, day: string): ExternalInsights {
  const items = Array.from({ length: count }, (_, index) => sampleMention(chance, index, day));
  return {
    mediaMentions: { count, distinctMedia: Math.min(count, media.length), items },
    searchVisibility: {
      queries: ["wärmespeicher köln", "stadtwerke energiewende", "größter wärmespeicher europa"].map(
        (query) => ({
          query,
          clicks: chance.whole(5, 90),
          impressions: chance.whole(900, 9_000),
          ctr: chance.between(0.01, 0.09),
          position: chance.between(1, 14),
          provenance: provenance("imported", "Google Search Console", "CSV-Import", day),
        }),
      ),
    },
    aiVisibility: [
      {
        engine: "ChatGPT",
        model: "gpt-5-mini",
        prompt: "Welche Stadtwerke in Deutschland bauen große Wärmespeicher?",
        runs: 20,
        mentioned: 8,
        cited: 5,
        rate: { value: 0.4, interval: { low: 0.2188, high: 0.6134, level: 0.95 } },
        citedUrls: ["https://newsroom.example.com/stadtwerke/waermespeicher"],
        provenance: { ...provenance("observed", "ChatGPT", "wiederholte Anfrage", day), sampleSize: 20 },
      },
    ],
    conversions: [
      {
        kind: "Newsletter-Anmeldung",
        count: 34,
        value: [
          { amount: "12345.60", currency: "EUR" },
          { amount: "800", currency: "CHF" },
        ],
        provenance: provenance("imported", "CRM des Kunden", "API-Meldung", day),
      },
    ],
  };
}

const media = ["Handelsblatt", "Süddeutsche Zeitung", "Deutschlandfunk", "Rzeczpospolita", "Η Καθημερινή"];

function sampleMention(chance: SeededChance, index: number, day: string): Mention {
  const medium = media[index % media.length] ?? "Handelsblatt";
  const isObserved = index % 2 === 0;
  return {
    id: chance.uuid(),
    medium,
    mediaType: index % 5 === 2 ? "radio" : "online",
    headline: `Wärmespeicher geht ans Netz: Stadtwerke setzen auf Überschuss aus Windkraft (${index + 1})`,
    url: `https://www.example.com/wirtschaft/energie/waermespeicher-${index + 1}.html`,
    publishedAt: `${day}T07:15:00.000Z`,
    matchType: isObserved ? "mention" : "full_text",
    ...(index % 3 === 0
      ? {
          reach: {
            value: chance.whole(10_000, 9_000_000),
            unit: "Visits pro Monat",
            provenance: {
              ...provenance("estimated", "Mediadaten des Verlags", "Angabe des Verlags", day),
              confidence: "low" as const,
            },
          },
        }
      : {}),
    provenance: isObserved
      ? provenance("observed", `Feed ${medium}`, "RSS-Abgleich", day)
      : provenance("imported", "Clipping-Dienst", "CSV-Import", day),
  };
}

function provenance(origin: Provenance["origin"], source: string, method: string, day: string): Provenance {
  return { origin, source, method, observedAt: `${day}T09:00:00.000Z`, confidence: "high" };
}
