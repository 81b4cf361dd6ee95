import { feedDefinitions } from "./feeds.ts";
import { importListDefinitions } from "./imports.ts";
import { mentionDefinitions } from "./mentions.ts";
import { uploadDefinitions } from "./upload.ts";
import { uploadDetailDefinitions } from "./upload-detail.ts";

/** The section of clippings. */
export const clippingDefinitions = [
  ...mentionDefinitions,
  ...importListDefinitions,
  ...uploadDefinitions,
  ...uploadDetailDefinitions,
  ...feedDefinitions,
];
