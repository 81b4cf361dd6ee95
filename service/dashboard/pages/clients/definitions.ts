import type { Definition } from "../../definition.ts";
import { clientListDefinitions } from "./list.ts";
import { clientOverviewDefinitions } from "./overview.ts";

/** The section Kunden. */
export const clientDefinitions: readonly Definition[] = [
  ...clientListDefinitions,
  ...clientOverviewDefinitions,
];
