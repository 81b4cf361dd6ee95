import { clippingDetailDefinitions } from "./clipping.ts";
import { feedDefinitions } from "./feeds.ts";
import { importListDefinitions } from "./imports.ts";
import { clippingListDefinitions } from "./list.ts";
import { uploadDefinitions } from "./upload.ts";
import { uploadDetailDefinitions } from "./upload-detail.ts";

/** The section of clippings. */
export const clippingDefinitions = [
  ...clippingListDefinitions,
  ...clippingDetailDefinitions,
  ...importListDefinitions,
  ...uploadDefinitions,
  ...uploadDetailDefinitions,
  ...feedDefinitions,
];
