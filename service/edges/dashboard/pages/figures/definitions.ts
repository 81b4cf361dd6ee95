import { campaignFormDefinitions } from "./campaign-form.ts";
import { figuresPageDefinitions } from "./figures-page.ts";
import { figuresOverviewDefinitions } from "./overview.ts";
import { portfolioFormDefinitions } from "./portfolio-form.ts";

/** The section "Zahlen". */
export const figuresDefinitions = [
  ...figuresOverviewDefinitions,
  ...campaignFormDefinitions,
  ...portfolioFormDefinitions,
  ...figuresPageDefinitions,
];
