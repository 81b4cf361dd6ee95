import { clippingDetailDefinitions } from "./clipping.ts";
import { enterDefinitions } from "./enter.ts";
import { feedDefinitions } from "./feeds.ts";
import { importListDefinitions } from "./imports.ts";
import { clippingListDefinitions } from "./list.ts";
import { mediaDefinitions } from "./media.ts";
import { uploadDefinitions } from "./upload.ts";
import { uploadDetailDefinitions } from "./upload-detail.ts";

/** The section of clippings. */
export const clippingDefinitions = [
  ...clippingListDefinitions,
  ...clippingDetailDefinitions,
  ...enterDefinitions,
  ...mediaDefinitions,
  ...importListDefinitions,
  ...uploadDefinitions,
  ...uploadDetailDefinitions,
  ...feedDefinitions,
];
