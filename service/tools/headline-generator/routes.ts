import type { DefineTool } from "../define-tool.ts";
import type { Writer } from "../writer/writer.ts";
import { HeadlinesRequest, HeadlinesResult, headlinesFailures, readHeadlinesRequest } from "./schema.ts";

export function headlineRoutes(define: DefineTool, writer: Writer) {
  return define({
    operationId: "headlines",
    name: "headline-generator",
    summary: "Five headlines for a topic",
    description: "Suggests five German headlines of different patterns, each of fewer than 80 characters.",
    request: { schema: HeadlinesRequest, example: { topic: "Neue Produktionshalle in Augsburg" } },
    result: {
      schema: HeadlinesResult,
      description: "The suggestions.",
      example: {
        headlines: [
          "Neue Produktionshalle in Augsburg: Das Wichtigste im Überblick",
          "Neue Produktionshalle in Augsburg: Was Sie jetzt wissen sollten",
          "Produktionshalle: Zahlen, Daten, Fakten",
          "Fragen und Antworten zum Thema „Neue Produktionshalle in Augsburg“",
          "Blick nach Augsburg: Produktionshalle im Mittelpunkt",
        ],
      },
    },
    read: readHeadlinesRequest,
    failures: headlinesFailures,
    run: async (topic, signal) => ({ headlines: await writer.headlines(topic, signal) }),
  });
}
