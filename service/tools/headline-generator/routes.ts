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
          "Neue Produktionshalle in Augsburg: Das ist geplant",
          "Was bringt die neue Produktionshalle in Augsburg?",
        ],
      },
    },
    read: readHeadlinesRequest,
    failures: headlinesFailures,
    run: async (topic, signal) => ({ headlines: await writer.headlines(topic, signal) }),
  });
}
