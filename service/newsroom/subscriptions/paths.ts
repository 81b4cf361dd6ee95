import { subscriptionsPath } from "../paths.ts";
import type { LinkPurpose } from "./link-token.ts";

const words: Record<LinkPurpose, string> = { confirm: "bestaetigen", leave: "abmelden", data: "daten" };

/** `/abo/bestaetigen/<token>` and the like */
export function linkPath(purpose: LinkPurpose, token: string): string {
  return `${subscriptionsPath}/${words[purpose]}/${token}`;
}
