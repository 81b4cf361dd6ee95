import { aiOperatorLines } from "../lists/ai-operators.ts";
import type { TrafficClass } from "../vocabulary.ts";

/** A user agent that we list ourselves because it is common on newsrooms or filed differently elsewhere. */
export interface ListedAgent {
  /** Product token as it stands in the user agent; compared without case, at word boundaries. */
  token: string;
  class: TrafficClass;
  /** Company that runs it; also the key under which its published address ranges are looked up. */
  operator: string;
}

/** A line of the list of AI agents, with what proves it. */
export interface AiAgent extends ListedAgent {
  source: string;
  /** Day of the last look at the source, `YYYY-MM-DD`. */
  date: string;
  example: string;
}

/** The latest day on which a line was looked at; stands in the report's methodology. */
export function aiOperatorsVersion(): string {
  return (
    aiAgents()
      .map(({ date }) => date)
      .sort()
      .at(-1) ?? ""
  );
}

/**
 * The AI agents as one flat list.
 * @throws TypeError that names a line without its six fields or with another class.
 */
export function aiAgents(): AiAgent[] {
  return aiOperatorLines
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(parseLine);
}

function parseLine(line: string): AiAgent {
  const [token, trafficClass, operator, source, date, example] = line.split("|").map((part) => part.trim());
  const isKnownClass = trafficClass === "ai_crawler" || trafficClass === "ai_assistant_fetch";
  if (!token || !operator || !source || !date || !example || !isKnownClass)
    throw new TypeError(`List of AI agents: ${line.slice(0, 80)} lacks a field or has another class.`);
  return { token, class: trafficClass, operator, source, date, example };
}
