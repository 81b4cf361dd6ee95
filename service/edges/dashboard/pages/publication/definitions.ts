import { approvalPageDefinitions } from "./approval.ts";
import { approvalFormDefinitions } from "./approval-forms.ts";
import { correctDefinitions } from "./correct.ts";
import { embargoDefinitions } from "./embargo-links.ts";
import { previewDefinitions } from "./preview.ts";
import { publishFormDefinitions } from "./publish-forms.ts";
import { publishPageDefinitions } from "./publish-page.ts";
import { releaseDefinitions } from "./release.ts";

/** From the request for an approval to what becomes of a release after its publication. */
export const publicationDefinitions = [
  ...approvalPageDefinitions,
  ...approvalFormDefinitions,
  ...correctDefinitions,
  ...embargoDefinitions,
  ...previewDefinitions,
  ...publishFormDefinitions,
  ...publishPageDefinitions,
  ...releaseDefinitions,
];
