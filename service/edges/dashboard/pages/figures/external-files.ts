import type { Provenance } from "../../../../features/insights/schema.ts";
import { dayOfMention } from "../../../../features/reporting/exports/shown-parts.ts";
import type { Figures } from "../../../../features/reporting/figures/read-figures.ts";
import { dashboardWording } from "../../parts/wording.ts";
import { leftOutClippings } from "./counted.ts";
import type { FigureTable } from "./figure-tables.ts";

const { labels, texts } = dashboardWording;
const provenanceColumns = ["Herkunft", "Quelle", "Verfahren", "Stand", "Verlässlichkeit"];

/** What others found, as tables to take along: each row says where it comes from, so that origins stay apart in a file too. */
export function externalFiles({
  externalInsights,
  performance,
}: Pick<Figures, "externalInsights" | "performance">): FigureTable[] {
  const { items: mentions = [], count = 0 } = externalInsights?.mediaMentions ?? {};
  const more = count - mentions.length;
  const left = more <= 0 ? [] : [{ cells: [leftOutClippings(more)] }];
  const tables: FigureTable[] = [
    {
      key: "clippings",
      title: "Clippings",
      columns: [
        ...[texts.appeared, texts.medium, "Medienart", texts.headline, "Adresse", texts.match],
        ...["Übernommen in %", "Längste Stelle in Wörtern", "Tonalität", ...provenanceColumns],
      ],
      rows: [
        ...mentions.map((mention) => ({
          cells: [
            dayOfMention(mention, performance.window.timezone),
            mention.medium,
            labels.mediaTypes[mention.mediaType],
            mention.headline,
            mention.url,
            labels.matchTypes[mention.matchType],
            mention.evidence === undefined ? "" : Math.round(mention.evidence.takenShare * 100),
            mention.evidence?.longestRunWords ?? "",
            labels.tones[mention.tone ?? "not_judged"],
            ...provenanceCells(mention.provenance),
          ],
        })),
        ...left,
      ],
    },
    {
      key: "reichweite",
      title: texts.reachTitle,
      columns: [texts.medium, texts.headline, texts.reach, texts.unit, ...provenanceColumns],
      rows: mentions.flatMap(({ medium, headline, reach }) =>
        reach === undefined
          ? []
          : [{ cells: [medium, headline, reach.value, reach.unit, ...provenanceCells(reach.provenance)] }],
      ),
    },
    ...sampleFiles(externalInsights),
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

function sampleFiles(insights: Figures["externalInsights"]): FigureTable[] {
  const { searchVisibility, aiVisibility = [] } = insights ?? {};
  return [
    {
      key: "suche",
      title: texts.searchTitle,
      columns: [
        ...[texts.query, "Von", "Bis", texts.clicks, texts.impressions, texts.clickRate, texts.position],
        ...provenanceColumns,
      ],
      rows: (searchVisibility?.queries ?? []).map((entry) => ({
        cells: [
          ...[
            entry.query,
            entry.periodFrom ?? "",
            entry.periodTo ?? "",
            entry.clicks,
            entry.impressions,
            entry.ctr,
            entry.position,
          ],
          ...provenanceCells(entry.provenance),
        ],
      })),
    },
    {
      key: "ki-antworten",
      title: texts.aiVisibilityTitle,
      columns: [
        ...[texts.engine, "Modell", texts.prompt, texts.runs, texts.mentioned, texts.cited, texts.rate],
        ...["von", "bis", ...provenanceColumns],
      ],
      rows: aiVisibility.map((entry) => ({
        cells: [
          ...[
            entry.engine,
            entry.model,
            entry.prompt,
            entry.runs,
            entry.mentioned,
            entry.cited,
            entry.rate.value,
          ],
          ...[entry.rate.interval.low, entry.rate.interval.high, ...provenanceCells(entry.provenance)],
        ],
      })),
    },
  ];
}

function provenanceCells({ origin, source, method, observedAt, confidence }: Provenance): string[] {
  return [labels.origins[origin], source, method, observedAt, labels.confidences[confidence]];
}
