import { reportCreateDefinitions } from "./create.ts";
import { draftPageDefinitions } from "./draft-page.ts";
import { draftListDefinitions } from "./drafts.ts";
import { reportFileDefinitions } from "./files.ts";
import { reportLinkDefinitions } from "./links.ts";
import { reportListDefinitions } from "./list.ts";
import { reportPageDefinitions } from "./report-page.ts";
import { scheduleDefinitions } from "./schedules.ts";
import { reportSendDefinitions } from "./send.ts";

/** The section "Berichte". */
export const reportDefinitions = [
  ...reportListDefinitions,
  ...reportCreateDefinitions,
  ...scheduleDefinitions,
  ...draftListDefinitions,
  ...draftPageDefinitions,
  ...reportPageDefinitions,
  ...reportFileDefinitions,
  ...reportSendDefinitions,
  ...reportLinkDefinitions,
];
