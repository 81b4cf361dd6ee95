import type { PublicationReport } from "../../reports/schema.ts";

type Source = PublicationReport["performance"]["referrers"][number];

/** Sources on the first page; the others stand further on. */
const bestSourcesMax = 5;

export function bestSources(referrers: readonly Source[]): Source[] {
  return referrers.filter(isNamedSource).slice(0, bestSourcesMax);
}

/** Whether it is known where the views came from. */
export function isNamedSource({ source, domain }: Source): boolean {
  return domain !== null || (source !== "direct" && source !== "other");
}
