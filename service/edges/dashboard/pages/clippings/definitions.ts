import { addressBatchDefinitions } from "./address-batch.ts";
import { clippingDetailDefinitions } from "./clipping.ts";
import { enterDefinitions } from "./enter.ts";
import { feedDefinitions } from "./feeds.ts";
import { clippingImportDefinitions } from "./imports.ts";
import { clippingListDefinitions } from "./list.ts";
import { mediaDefinitions } from "./media.ts";

/** The section of clippings. */
export const clippingDefinitions = [
  ...clippingListDefinitions,
  ...clippingDetailDefinitions,
  ...enterDefinitions,
  ...addressBatchDefinitions,
  ...mediaDefinitions,
  ...clippingImportDefinitions,
  ...feedDefinitions,
];
