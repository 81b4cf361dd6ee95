import type { RequestContext } from "./request-context.ts";

/** Called for every answer once its status is known; must neither throw nor wait. */
export type ObserveAnswer = (answer: {
  request: Request;
  context: RequestContext;
  status: number;
  durationMs: number;
}) => void;
