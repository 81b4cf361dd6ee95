import type { PublicationReport } from "../../reports/schema.ts";
import { leftOutSections } from "../../reports/sections.ts";
import { fill } from "./german-texts.ts";
import type { Wording } from "./wording.ts";

/** What the methodology says of sections that are not there: one line for what had no data, one for what was not measured. */
export function sectionsWithoutData(
  { performance }: Pick<PublicationReport, "performance">,
  { texts }: Wording,
): string[] {
  const { interactions, engagement, levels = [performance.level] } = performance;
  const hasEngagement = engagement.averageEngagedSeconds !== null || engagement.scroll !== null;
  const empty = [
    performance.channels.length === 0 ? texts.channelsTitle : null,
    performance.referrers.length === 0 ? texts.referrersTitle : null,
    interactions?.length === 0 ? texts.interactions : null,
    !hasEngagement && levels.includes("L2") ? texts.engagementTitle : null,
    performance.devices.every(({ views }) => views === 0) ? texts.devicesTitle : null,
    performance.aiOperators.length === 0 ? texts.aiTitle : null,
    performance.campaigns.length === 0 ? texts.campaignsTitle : null,
  ].filter((title) => title !== null);
  const unmeasured = [
    interactions === null ? texts.interactions : null,
    !hasEngagement && !levels.includes("L2") ? texts.engagementTitle : null,
  ].filter((title) => title !== null);
  return [
    ...(empty.length === 0 ? [] : [fill(texts.withoutData, empty.join(", "))]),
    ...(unmeasured.length === 0 ? [] : [fill(texts.notMeasuredParts, unmeasured.join(", "))]),
  ];
}

/** Names the sections that the client's template left out, so that nobody takes them for empty. */
export function leftOutLines(
  report: Pick<PublicationReport, "presentation" | "mailings">,
  { texts, labels }: Wording,
): string[] {
  const titles = leftOutSections(report).map((section) => labels.sections[section]);
  return titles.length === 0 ? [] : [fill(texts.leftOut, titles.join(", "))];
}
