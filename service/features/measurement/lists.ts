import { aiOperatorsVersion } from "./classify/ai-operators.ts";
import { listedAgentsVersion } from "./classify/listed-agents.ts";
import { rangesVersion } from "./classify/published-ranges.ts";
import { mediaHostsVersion, sourceHostsVersion } from "./lists/host-channels.ts";

/** A list that decides about classes or channels, as the report's methodology names it. */
export interface ListVersion {
  name: string;
  version: string;
}

/** Versions of the packages as installed; a test holds them equal to package.json. */
const packageLists: readonly ListVersion[] = [
  { name: "isbot", version: "5.2.3" },
  { name: "crawler-user-agents", version: "1.60.0" },
  { name: "tldts", version: "7.5.4" },
];

/** All lists with the version that is in use; our own carry the day of their last change. */
export function listVersions(): ListVersion[] {
  return [
    ...packageLists.map((list) => ({ ...list })),
    { name: "pr-service-ai-operators", version: aiOperatorsVersion() },
    { name: "pr-service-agents", version: listedAgentsVersion },
    { name: "pr-service-crawler-ranges", version: rangesVersion() },
    { name: "pr-service-media", version: mediaHostsVersion },
    { name: "pr-service-sources", version: sourceHostsVersion },
  ];
}
