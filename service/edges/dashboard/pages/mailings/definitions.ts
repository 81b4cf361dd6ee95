import type { Definition } from "../../definition.ts";
import { contentDefinitions } from "./content.ts";
import { mailingListDefinitions } from "./list.ts";
import { previewDefinitions } from "./preview.ts";
import { recipientDefinitions } from "./recipients.ts";
import { sendDefinitions } from "./send.ts";

/** The section Aussand. */
export const mailingDefinitions: readonly Definition[] = [
  ...mailingListDefinitions,
  ...recipientDefinitions,
  ...contentDefinitions,
  ...previewDefinitions,
  ...sendDefinitions,
];
