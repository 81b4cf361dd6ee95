import { campaignFormDefinitions } from "./campaign-form.ts";
import { figuresPageDefinitions } from "./figures-page.ts";
import { firstHoursDefinitions } from "./first-hours.ts";
import { groupListDefinitions } from "./group-lists.ts";
import { noteDefinitions } from "./note-forms.ts";
import { figuresOverviewDefinitions } from "./overview.ts";
import { portfolioFormDefinitions } from "./portfolio-form.ts";

/** The section "Zahlen". */
export const figuresDefinitions = [
  ...figuresOverviewDefinitions,
  ...groupListDefinitions,
  ...campaignFormDefinitions,
  ...portfolioFormDefinitions,
  ...figuresPageDefinitions,
  ...firstHoursDefinitions,
  ...noteDefinitions,
];
