import { getAgencyCredits } from "../../../features/workflow/credits/get-agency-credits.ts";
import { GetAgencyCreditsInput, GetAgencyCreditsOutput } from "../../../features/workflow/credits/schema.ts";
import { publishRelease } from "../../../features/workflow/releases/publish-release.ts";
import { PublishReleaseInput, PublishReleaseOutput } from "../../../features/workflow/releases/schema.ts";
import { defineTool, reads } from "../tool.ts";

export const getAgencyCreditsTool = defineTool({
  name: "get_agency_credits",
  title: "Get the agency's credits",
  description:
    "The agency's credits: balance, what is reserved for scheduled releases, what is available, and prices.",
  hints: reads,
  scope: "read",
  action: "credits.read",
  input: GetAgencyCreditsInput,
  output: GetAgencyCreditsOutput,
  run: ({ sql, agencyId }, input) => getAgencyCredits(sql, agencyId, input),
});

export const publishReleaseTool = defineTool({
  name: "publish_release",
  title: "Publish a release",
  description:
    "Publishes the approved version of a draft on the client's public newsroom, now or at publishAt, and charges credits, at most maxCredits. This can't be undone. It needs a human's approval of exactly this version. A repeated call does so once.",
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  scope: "publish",
  action: "releases.publish",
  input: PublishReleaseInput,
  output: PublishReleaseOutput,
  run: (context, input) => publishRelease(context.sql, context.agencyId, input, context),
});
