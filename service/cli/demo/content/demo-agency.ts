import type { DemoClient } from "./demo-client.ts";
import { heliora } from "./heliora.ts";
import { kornfeld } from "./kornfeld.ts";
import { linnea } from "./linnea.ts";

export const demoAgencyName = "Hafenblick Kommunikation GmbH";

/** The clients of the demo's agency. All of them are invented, and so is everything that their releases say. */
export const demoClients: readonly DemoClient[] = [heliora, kornfeld, linnea];
