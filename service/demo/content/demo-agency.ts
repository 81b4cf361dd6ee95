import type { DemoClient } from "./demo-client.ts";
import { heliora } from "./heliora.ts";
import { kornfeld } from "./kornfeld.ts";
import { linnea } from "./linnea.ts";

export const demoAgencyName = "Hafenblick Kommunikation GmbH";

/** The clients of the demo's agency. All of them are invented, and so is everything that their releases say. */
export const demoClients: readonly DemoClient[] = [heliora, kornfeld, linnea];

/** Who is signed in by the link at the end. Nobody reads mail at this address. */
export const demoOwner = { email: "inhaberin@hafenblick.example", name: "Meike Thomsen" };
