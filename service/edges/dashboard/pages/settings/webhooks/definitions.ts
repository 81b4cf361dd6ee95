import { deliveryDefinitions } from "./deliveries.ts";
import { endpointDefinitions } from "./endpoint.ts";
import { endpointsDefinitions } from "./endpoints.ts";
import { orderDefinitions } from "./order-forms.ts";
import { replayDefinitions } from "./replays.ts";

export const webhookDefinitions = [
  ...endpointsDefinitions,
  ...endpointDefinitions,
  ...deliveryDefinitions,
  ...replayDefinitions,
  ...orderDefinitions,
];
