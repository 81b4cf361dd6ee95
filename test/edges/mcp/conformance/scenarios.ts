/** Revisions of the protocol that the suite runs at, one for each generation that the endpoint speaks. */
export const revisions = ["2025-11-25", "2026-07-28"] as const;

/** Scenarios that apply to a stateless server with tools and nothing else; each has to pass at every revision it knows. */
export const applicable = [
  "server-initialize",
  "server-stateless",
  "ping",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "json-schema-2020-12",
  "dns-rebinding-protection",
  "http-header-validation",
] as const;

const toolsOnly = "Only tools are published; resources, prompts and completions are not.";
const noSessions = "The endpoint is stateless and gives out no session.";
const noStreams = "Every answer is one JSON body; nothing is streamed, so that nothing can be held open.";
const asksNobody =
  "No tool asks the client back (sampling, elicitation, roots): a human decides on the approval page.";
const noExtension = "An extension of the protocol that the server does not declare.";

/** Why the others don't apply. A name ending in `*` stands for all that begin so. */
export const notApplicable: Record<string, string> = {
  "server-session-lifecycle": noSessions,
  "server-sse-*": noStreams,
  "tools-call-with-progress": noStreams,
  "tools-call-with-logging": "The server declares no logging: its log is the operator's.",
  "logging-set-level": "The server declares no logging: its log is the operator's.",
  "tools-call-sampling": asksNobody,
  "tools-call-elicitation": asksNobody,
  "elicitation-*": asksNobody,
  "input-required-result-*": asksNobody,
  "completion-complete": toolsOnly,
  "resources-*": toolsOnly,
  "prompts-*": toolsOnly,
  "sep-2164-resource-not-found": toolsOnly,
  caching:
    "It asks resources and prompts too, which are not published; that tools/list and server/discover carry their hints is held by test/mcp.",
  "http-custom-header-server-validation": "No tool takes an argument from a header (`x-mcp-header`).",
  "sep-2640-*": noExtension,
  "tasks-*": noExtension,
};
