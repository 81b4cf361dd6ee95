import { contactDefinitions } from "./contact.ts";
import { contactImportDefinitions } from "./import.ts";
import { contactListDefinitions } from "./list.ts";
import { listDefinitions } from "./lists.ts";
import { rulesDefinitions } from "./rules-page.ts";

export const distributionDefinitions = [
  ...contactListDefinitions,
  ...contactDefinitions,
  ...listDefinitions,
  ...contactImportDefinitions,
  ...rulesDefinitions,
];
