import type { AskTask } from "../../../floor/concurrency/thread-tasks.ts";
import type { DefineTool } from "../define-tool.ts";
import type { PublicTasks } from "../public-tasks.ts";
import { readSeoCheckRequest, SeoCheckRequest, SeoCheckResult } from "./schema.ts";

export function seoCheckRoutes(define: DefineTool, ask: AskTask<PublicTasks>) {
  return define({
    operationId: "checkSeo",
    name: "seo-checker",
    summary: "Checks a press text",
    description:
      "Scores a German press text by twelve criteria and says what to change and where. Deterministic, without AI.",
    request: {
      schema: SeoCheckRequest,
      example: {
        text: "Stadtwerke Fulda eröffnen Solarpark\n\nAm 12. Mai nehmen die Stadtwerke Fulda ihren Solarpark in Betrieb.",
      },
    },
    result: {
      schema: SeoCheckResult,
      description: "Score, criteria, and the change that would raise the score most.",
      example: {
        score: 31.5,
        criteria: [
          {
            name: "Zitate",
            status: "schlecht",
            note: "Es fehlt ein Zitat. Lassen Sie eine Person mit Namen zu Wort kommen.",
          },
        ],
        topTip: "Zitate: Es fehlt ein Zitat. Lassen Sie eine Person mit Namen zu Wort kommen.",
      },
    },
    read: readSeoCheckRequest,
    failures: null,
    takesSeat: true,
    run: (text, signal) => ask("checkSeo", text, signal),
  });
}
