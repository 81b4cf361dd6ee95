import type { LinkPurpose } from "./link-token.ts";

/** Not below `/newsroom/<client>/`, where each word is the address of a release. */
const base = "/abo";

/** The form of a newsroom: `/abo/<clientSlug>` */
export function subscribePath(clientSlug: string): string {
  return `${base}/${encodeURIComponent(clientSlug)}`;
}

const words: Record<LinkPurpose, string> = { confirm: "bestaetigen", leave: "abmelden", data: "daten" };

/** `/abo/bestaetigen/<token>` and the like */
export function linkPath(purpose: LinkPurpose, token: string): string {
  return `${base}/${words[purpose]}/${token}`;
}
