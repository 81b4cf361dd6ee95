import type { OpenedWriter } from "../../../features/writer/open-writer.ts";
import type { DefineTool } from "../define-tool.ts";
import { HeadlinesRequest, HeadlinesResult, headlinesFailures, readHeadlinesRequest } from "./schema.ts";

export function headlineRoutes(define: DefineTool, { kind, writer }: OpenedWriter) {
  return define({
    operationId: "headlines",
    name: "headline-generator",
    summary: "Up to five headlines for a topic",
    description:
      "Suggests up to five German headlines of fewer than 80 characters each. Without an AI server they consist of the topic's own words: a topic that says who does what, where and when gives the most, and one without words gives none.",
    request: {
      schema: HeadlinesRequest,
      example: { topic: "Die Stadtwerke Köln bauen bis 2027 drei neue Windräder in der Eifel" },
    },
    result: {
      schema: HeadlinesResult,
      description: "The suggestions.",
      example: {
        headlines: [
          "Stadtwerke Köln bauen bis 2027 drei neue Windräder in der Eifel",
          "Stadtwerke Köln bauen drei neue Windräder in der Eifel",
          "Stadtwerke Köln: drei neue Windräder in der Eifel",
          "Bis 2027 bauen die Stadtwerke Köln drei neue Windräder in der Eifel",
          "Drei neue Windräder in der Eifel",
        ],
      },
    },
    read: readHeadlinesRequest,
    failures: headlinesFailures,
    takesSeat: kind === "rule-based",
    run: async (topic, signal) => ({ headlines: await writer.headlines(topic, signal) }),
  });
}
