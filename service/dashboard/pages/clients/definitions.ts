import type { Definition } from "../../definition.ts";
import { contactDefinitions } from "./contacts.ts";
import { domainDefinitions } from "./domains.ts";
import { clientListDefinitions } from "./list.ts";
import { newsroomDefinitions } from "./newsroom.ts";
import { newsroomPreviewDefinitions } from "./newsroom-preview.ts";
import { clientOverviewDefinitions } from "./overview.ts";
import { personaDefinitions } from "./persona.ts";

/** The section Kunden. */
export const clientDefinitions: readonly Definition[] = [
  ...clientListDefinitions,
  ...clientOverviewDefinitions,
  ...contactDefinitions,
  ...domainDefinitions,
  ...newsroomDefinitions,
  ...newsroomPreviewDefinitions,
  ...personaDefinitions,
];
