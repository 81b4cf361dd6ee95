import type { TableFacts } from "./facts/facts-shape.ts";
import { mailingFacts } from "./facts/mailings.ts";
import { measurementFacts } from "./facts/measurement.ts";
import { mediaFacts } from "./facts/media.ts";
import { mediaContactFacts } from "./facts/media-contacts.ts";
import { newsroomFacts } from "./facts/newsrooms.ts";
import { peopleFacts } from "./facts/people.ts";
import { reportingFacts } from "./facts/reporting.ts";
import { tenantFacts } from "./facts/tenants.ts";
import { workflowFacts } from "./facts/workflow.ts";

/** Every table of the schema. A test compares it with the database's catalogue. */
export const tableFacts: readonly TableFacts[] = [
  ...tenantFacts,
  ...peopleFacts,
  ...workflowFacts,
  ...mediaFacts,
  ...newsroomFacts,
  ...mediaContactFacts,
  ...mailingFacts,
  ...measurementFacts,
  ...reportingFacts,
];
